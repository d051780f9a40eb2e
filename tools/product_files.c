#include "tools/product_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "isa/fields.h"
#include "sim/config.h"
#include "tools/npy.h"

#define PATH_ROOM 4096

/* The i-th folder to look in; false past the last. An empty result is passed over. */
static bool folder(unsigned i, char *out, size_t size)
{
    const char *env = getenv("AICSIM_CONFIGS");
    char self[PATH_ROOM];
    out[0] = 0;
    if (i == 0) {
        snprintf(out, size, "%s", env ? env : "");
        return true;
    }
    if (i == 3) {
        snprintf(out, size, "%s", AIC_CONFIG_DIR);
        return true;
    }
    if (i > 3) {
        return false;
    }
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n > 0) {
        self[n] = 0;
        char *slash = strrchr(self, '/');
        if (slash) {
            *slash = 0;
            snprintf(out, size, "%.*s%s", PATH_ROOM - 64, self, i == 1 ? "/../../configs" : "/../share/aicsim/configs");
        }
    }
    return true;
}

static bool is_path(const char *name)
{
    size_t n = strlen(name);
    return strchr(name, '/') || (n > 5 && strcmp(name + n - 5, ".yaml") == 0);
}

static char *read_text(const char *path, size_t *bytes)
{
    char err[200];
    void *data = NULL;
    return aic_file_read(path, &data, bytes, err, sizeof err) ? data : NULL;
}

char *aic_product_file_text(void *user, const char *name, size_t *bytes, char *path, size_t path_size)
{
    char dir[PATH_ROOM];
    if (is_path(name)) {
        snprintf(path, path_size, "%s", name);
        return read_text(path, bytes);
    }
    if (user) {
        snprintf(path, path_size, "%s/%s.yaml", (const char *)user, name);
        char *text = read_text(path, bytes);
        if (text) {
            return text;
        }
    }
    for (unsigned i = 0; folder(i, dir, sizeof dir); i++) {
        struct stat st;
        snprintf(path, path_size, "%s/%s.yaml", dir, name);
        if (dir[0] && stat(path, &st) == 0) {
            return read_text(path, bytes);
        }
    }
    return NULL;
}

bool aic_product_default(char *name, size_t size)
{
    char dir[PATH_ROOM], path[PATH_ROOM + 16];
    for (unsigned i = 0; folder(i, dir, sizeof dir); i++) {
        size_t bytes = 0;
        snprintf(path, sizeof path, "%s/default", dir);
        char *text = dir[0] ? read_text(path, &bytes) : NULL;
        if (text) {
            size_t n = 0;
            while (n < bytes && n + 1 < size && (unsigned char)text[n] > ' ') {
                n++;
            }
            snprintf(name, size, "%.*s", (int)n, text);
            free(text);
            return true;
        }
    }
    fprintf(stderr, "aicsim: error: no product is named (-p) and no file `default` lies beside the product files\n");
    return false;
}

static void print_error(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "%s\n", message);
}

/* The names of the products, for the one that a wrong name comes near to. */
struct names {
    char *at[128];
    size_t n;
};

static bool keep_name(void *user, const char *name)
{
    struct names *names = user;
    if (names->n < sizeof names->at / sizeof names->at[0]) {
        names->at[names->n] = strdup(name);
        names->n += names->at[names->n] != NULL;
    }
    return true;
}

static const char *name_at(const void *list, size_t i)
{
    return ((const struct names *)list)->at[i];
}

static bool report_unknown(const char *name)
{
    char path[PATH_ROOM];
    size_t bytes;
    char *text = aic_product_file_text(NULL, name, &bytes, path, sizeof path);
    if (text) {
        free(text);
        return false;
    }
    if (strcmp(name, "all") == 0 || strchr(name, ',')) {
        fprintf(stderr, "%s: error: one product at a time here; sweep takes several, check and sweep take all\n", name);
        return true;
    }
    struct names names = {.n = 0};
    aic_product_files_each(keep_name, &names);
    struct aic_text word = {name, (unsigned)strlen(name)};
    const char *near = aic_text_nearest(word, name_at, &names, names.n);
    fprintf(stderr, "%s: error: there is no product of this name%s%s%s (`aicsim products` lists them)\n", name,
            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    for (size_t i = 0; i < names.n; i++) {
        free(names.at[i]);
    }
    return true;
}

struct aic_product *aic_product_from_files(const char *name)
{
    if (!is_path(name) && report_unknown(name)) {
        return NULL;
    }
    char dir[PATH_ROOM];
    char *slash = NULL;
    if (is_path(name)) {
        snprintf(dir, sizeof dir, "%s", strchr(name, '/') ? name : "./");
        slash = strrchr(dir, '/');
        *slash = 0;
    }
    return aic_product_load(name, aic_product_file_text, slash ? dir : NULL, print_error, NULL);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the .yaml files of an open folder; *n of them, owned by the caller. */
static char **yaml_names(DIR *dir, size_t *n)
{
    char **names = NULL;
    size_t room = 0;
    struct dirent *entry;
    *n = 0;
    while ((entry = readdir(dir)) != NULL) {
        size_t len = strlen(entry->d_name);
        if (len < 6 || strcmp(entry->d_name + len - 5, ".yaml") != 0) {
            continue;
        }
        if (*n == room) {
            room = room ? room * 2 : 32;
            char **more = realloc(names, room * sizeof *more);
            if (!more) {
                return names;
            }
            names = more;
        }
        entry->d_name[len - 5] = 0;
        names[*n] = strdup(entry->d_name);
        *n += names[*n] != NULL;
    }
    if (*n) {
        qsort(names, *n, sizeof *names, by_name);
    }
    return names;
}

static bool is_product(const char *name)
{
    char path[PATH_ROOM];
    size_t bytes = 0;
    char *text = aic_product_file_text(NULL, name, &bytes, path, sizeof path);
    bool base = text && aic_product_text_is_base(text, bytes);
    free(text);
    return !base;
}

bool aic_product_files_each(bool (*fn)(void *user, const char *name), void *user)
{
    char path[PATH_ROOM];
    DIR *dir = NULL;
    for (unsigned i = 0; !dir && folder(i, path, sizeof path); i++) {
        dir = path[0] ? opendir(path) : NULL;
    }
    if (!dir) {
        return false;
    }
    size_t n;
    char **names = yaml_names(dir, &n);
    closedir(dir);
    bool more = true;
    for (size_t i = 0; i < n; i++) {
        more = more && (!is_product(names[i]) || fn(user, names[i]));
        free(names[i]);
    }
    free(names);
    return true;
}
