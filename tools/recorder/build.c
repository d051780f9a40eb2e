#define _GNU_SOURCE
#include "tools/recorder/build.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/device_attributes.h"
#include "tools/launch_rewrite.h"
#include "tools/recorder/halves.h"

void aic_words_add(struct aic_words *words, const char *format, ...)
{
    if (words->n + 2 > words->room) {
        size_t room = words->room ? words->room * 2 : 32;
        void *grown = realloc(words->at, room * sizeof(*words->at));
        if (!grown) {
            words->out_of_memory = true;
            return;
        }
        words->at = grown;
        words->room = room;
    }
    va_list args;
    va_start(args, format);
    char *word = NULL;
    if (vasprintf(&word, format, args) < 0) {
        words->out_of_memory = true;
        word = NULL;
    }
    va_end(args);
    words->at[words->n] = word;
    words->n += word != NULL;
    words->at[words->n] = NULL;
}

void aic_words_free(struct aic_words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        free(words->at[i]);
    }
    free(words->at);
    *words = (struct aic_words){0};
}

/* The program that runs, for a signal handler; 0: none. */
static volatile pid_t running;

void aic_stop_program(int signal)
{
    if (running > 0) {
        kill(running, signal);
    }
}

int aic_run_program(char *const *argv)
{
    fflush(NULL);
    pid_t child = running = fork();
    if (child < 0) {
        return -1;
    }
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        execvp(argv[0], argv);
        fprintf(stderr, "aicsim: error: cannot start '%s': %s\n", argv[0], strerror(errno));
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    running = 0;
    return WIFSIGNALED(status) ? AIC_BY_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The whole file with a 0 behind it; NULL when it cannot be read. */
static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    *n = 0;
    while (f) {
        if (*n + 4096 > room) {
            room = room ? room * 2 : 1 << 16;
            char *grown = realloc(text, room);
            if (!grown) {
                break;
            }
            text = grown;
        }
        size_t got = fread(text + *n, 1, 4095, f);
        *n += got;
        text[*n] = 0;
        if (got < 4095) {
            bool bad = ferror(f) != 0;
            fclose(f);
            if (!bad) {
                return text;
            }
            break;
        }
    }
    free(text);
    return NULL;
}

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static void folder_of(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

/* What is known while a source and the files that it includes are read. */
struct sources {
    struct aic_kernels kernels;
    const struct aic_words *flags; /* of the compiler: -IDIR among them; may be NULL */
    struct aic_words paths;  /* files read, in order: path, and where a rewritten one goes in our folder */
    struct aic_words names;
    struct aic_words quotes; /* folders in which rewritten files look for what they include */
    bool has_main;
    bool asks_core; /* a template argument is the kind of core */
    bool two_builds; /* one for each kind of core, because no -D names one */
};

/* The rewritten source stands so many folders down in ours, so that ../x.h stays inside. */
#define HOME "home/1/2/3/4/5/6"
#define HOME_DEPTH 6
/* Files found through -I. */
#define FOUND "found"
/* Includes of includes are followed so far. */
#define DEEPEST 64

static bool goes_too_high(const char *name)
{
    unsigned up = 0;
    for (const char *p = name; (p = strstr(p, "..")); p += 2) {
        up++;
    }
    return up > (strncmp(name, FOUND "/", sizeof FOUND) == 0 ? 0 : HOME_DEPTH);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether `main (` stands in a text. */
static bool defines_main(const char *text)
{
    for (const char *p = text; (p = strstr(p, "main")); p += 4) {
        const char *behind = p + 4 + strspn(p + 4, " \t\r\n");
        if ((p == text || !is_word(p[-1])) && *behind == '(') {
            return true;
        }
    }
    return false;
}

static bool scan(struct sources *s, const char *path, const char *name, unsigned depth);

/* Whether `= g_coreType` or `<g_coreType` stands in a text, or a macro that only one kind of core has. */
static bool asks_core_type(const char *text)
{
    if (strstr(text, "__DAV_CUBE__") || strstr(text, "__DAV_VEC__")) {
        return true;
    }
    for (const char *p = text; (p = strstr(p, "g_coreType")); p++) {
        const char *before = p - text >= 9 && memcmp(p - 9, "AscendC::", 9) == 0 ? p - 9 : p;
        while (before > text && (before[-1] == ' ' || before[-1] == '\t')) {
            before--;
        }
        char last = before > text ? before[-1] : 0, other = before - 1 > text ? before[-2] : 0;
        if (last == '<' || (last == '=' && !strchr("=!<>", other))) {
            return true;
        }
    }
    return false;
}

/* What a file includes: a file beside it, or one of a folder that -I names. Others are the compiler's business. */
static bool scan_include(struct sources *s, const char *path, const char *name, const char *include, bool quoted,
                         unsigned depth)
{
    const char *slash = strrchr(name, '/');
    char dir[PATH_MAX], next[PATH_MAX + 1100], next_name[PATH_MAX + 1100];
    folder_of(path, dir, sizeof(dir));
    snprintf(next, sizeof(next), "%s/%s", dir, include);
    snprintf(next_name, sizeof(next_name), "%.*s%s", slash ? (int)(slash - name) + 1 : 0, name, include);
    if (quoted && exists(next)) {
        return scan(s, next, next_name, depth);
    }
    for (size_t i = 0; s->flags && i < s->flags->n; i++) {
        const char *flag = s->flags->at[i];
        snprintf(next, sizeof(next), "%s/%s", strncmp(flag, "-I", 2) == 0 ? flag + 2 : "", include);
        if (strncmp(flag, "-I", 2) == 0 && exists(next)) {
            snprintf(next_name, sizeof(next_name), FOUND "/%s", include);
            return scan(s, next, next_name, depth);
        }
    }
    return true;
}

/* Reads a file and, once each, the files that it includes. False after a message. */
static bool scan(struct sources *s, const char *path, const char *name, unsigned depth)
{
    for (size_t i = 0; i < s->paths.n; i++) {
        if (strcmp(s->paths.at[i], path) == 0) {
            return true;
        }
    }
    size_t n;
    char *text = read_file(path, &n);
    if (!text) {
        return depth > 0;
    }
    aic_words_add(&s->paths, "%s", path);
    aic_words_add(&s->names, "%s", name);
    s->has_main |= defines_main(text);
    s->asks_core |= asks_core_type(text);
    bool ok = aic_kernels_scan(&s->kernels, text, n), quoted;
    char include[1024];
    for (size_t at = 0; ok && depth < DEEPEST && aic_include_next(text, n, &at, include, sizeof(include), &quoted);) {
        ok = scan_include(s, path, name, include, quoted, depth + 1);
    }
    free(text);
    return ok;
}

static bool make_folders(const char *path)
{
    char dir[PATH_MAX];
    snprintf(dir, sizeof(dir), "%s", path);
    for (char *p = dir + 1; *p; p++) {
        if (*p == '/') {
            *p = 0;
            if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
                return false;
            }
            *p = '/';
        }
    }
    return true;
}

static bool write_file(const char *path, const char *text, size_t n)
{
    FILE *f = make_folders(path) ? fopen(path, "wb") : NULL;
    bool ok = f && fwrite(text, 1, n, f) == n;
    if (f) {
        ok &= fclose(f) == 0;
    }
    if (!ok) {
        fprintf(stderr, "aicsim: error: cannot write '%s'\n", path);
    }
    return ok;
}

/* Writes file number i of the sources as C++ to `to`; a header without launches is left where it is. */
static bool rewrite(struct sources *s, size_t i, const char *to)
{
    size_t n;
    char *text = read_file(s->paths.at[i], &n);
    if (!text) {
        return false;
    }
    size_t attributes = aic_blank_device_attributes(text, n);
    struct aic_rewritten out = aic_launch_rewrite(&s->kernels, s->paths.at[i], text, n);
    free(text);
    bool ok = out.text != NULL;
    if (out.error_line) {
        fprintf(stderr, "%s:%zu: error: %s\n", s->paths.at[i], out.error_line, out.error);
    }
    if (ok && (i == 0 || out.launches + attributes > 0)) {
        char dir[PATH_MAX];
        folder_of(s->paths.at[i], dir, sizeof(dir));
        aic_words_add(&s->quotes, "-iquote");
        aic_words_add(&s->quotes, "%s", dir);
        ok = write_file(to, out.text, out.n);
    }
    free(out.text);
    return ok;
}

static bool rewrite_all(struct sources *s, const struct aic_build *build, const char *main_file)
{
    s->flags = build->flags;
    bool ok = scan(s, build->source, HOME "/", 0);
    for (size_t i = 0; ok && i < s->paths.n; i++) {
        char to[PATH_MAX];
        snprintf(to, sizeof(to), "%s/%s%s", build->dir, s->names.at[i], i == 0 ? main_file : "");
        ok = goes_too_high(s->names.at[i]) || rewrite(s, i, to);
    }
    return ok;
}

/* Headers and library: where the environment says, beside the program, or where the build was. */
static bool find_parts(char *headers, char *library, size_t size)
{
    char self[PATH_MAX - 64], dir[PATH_MAX - 64];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    self[n > 0 ? n : 0] = 0;
    folder_of(self, dir, sizeof(dir));
    const char *env = getenv("AICSIM_ASCENDC");
    if (env) {
        snprintf(headers, size, "%s", env);
    } else {
        snprintf(headers, size, "%s/../share/aicsim/ascendc", dir);
        if (!exists(headers)) {
            snprintf(headers, size, "%s", AIC_ASCENDC_DIR);
        }
    }
    env = getenv("AICSIM_LIB");
    const char *const places[] = {env ? env : "", dir, "/../lib", AIC_LIBRARY_DIR};
    for (size_t i = env ? 0 : 1; i < sizeof(places) / sizeof(places[0]); i++) {
        snprintf(library, size, "%s%s", places[i][0] == '/' && places[i][1] == '.' ? dir : "", places[i]);
        char file[PATH_MAX + 32];
        snprintf(file, sizeof(file), "%s/libaicsim.so", library);
        if (exists(file)) {
            return true;
        }
    }
    fprintf(stderr, "aicsim: error: libaicsim.so was not found; AICSIM_LIB can name its folder\n");
    return false;
}

static bool on_path(const char *program)
{
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    while (path && *path) {
        size_t n = strcspn(path, ":");
        snprintf(file, sizeof(file), "%.*s/%s", (int)n, path, program);
        if (access(file, X_OK) == 0) {
            return true;
        }
        path += n + (path[n] == ':');
    }
    return false;
}

static const char *find_compiler(const struct aic_build *build)
{
    if (build->compiler) {
        return build->compiler;
    }
    const char *env = getenv("CXX");
    return env && *env ? env : on_path("g++") ? "g++" : "clang++";
}

static void put_words(struct aic_words *to, const struct aic_words *from)
{
    for (size_t i = 0; from && i < from->n; i++) {
        aic_words_add(to, "%s", from->at[i]);
    }
    to->out_of_memory |= from && from->out_of_memory;
}

static void put_list(struct aic_words *to, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        aic_words_add(to, "%s", words[i]);
    }
}

/* The compiler and its arguments; `vector`: for the library of what vector cores run (tools/recorder/halves.h). */
static bool command_line(const struct aic_build *build, const struct sources *s, const char *main_file, bool vector,
                         struct aic_words *w)
{
    static const char *const half[] = {"-DAICSIM_CORE_TYPE=AscendC::AIV", "-DAICSIM_VECTOR_HALF=1", "-shared", "-fPIC",
                                       "-Wl,-Bsymbolic"};
    static const char *const always[] = {"-std=c++17", "-O1", "-g", "-w", "-Wno-narrowing", "-x", "c++"};
    /* What the device compiler knows without any header: qualifiers and types. */
    static const char *const keywords[] = {"aicsim/base.h", "aicsim/types.h"};
    char headers[PATH_MAX], library[PATH_MAX];
    if (!find_parts(headers, library, sizeof(headers))) {
        return false;
    }
    aic_words_add(w, "%s", find_compiler(build));
    put_list(w, always, sizeof(always) / sizeof(always[0]));
    aic_words_add(w, "-D__NPU_ARCH__=%s", build->arch);
    aic_words_add(w, "-D__CCE_AICORE__=%s", strcmp(build->arch, "2201") == 0 ? "220" : "310");
    aic_words_add(w, "-D__CCE__=1");
    if (s->asks_core) {
        aic_words_add(w, s->two_builds ? "-DAICSIM_TWO_CORE_TYPES=1" : "-DAICSIM_ONE_CORE_TYPE=1");
        if (s->two_builds) {
            aic_words_add(w, vector ? "-D__DAV_VEC__=1" : "-D__DAV_CUBE__=1");
        }
    }
    if (vector) {
        put_list(w, half, sizeof(half) / sizeof(half[0]));
    }
    aic_words_add(w, "-I%s/" FOUND, build->dir);
    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
        aic_words_add(w, "-include");
        aic_words_add(w, "%s/%s", headers, keywords[i]);
    }
    put_words(w, build->flags);
    aic_words_add(w, "-I%s", headers);
    put_words(w, &s->quotes);
    aic_words_add(w, "%s/" HOME "/%s", build->dir, main_file);
    aic_words_add(w, "-o");
    aic_words_add(w, "%s%s", build->program, vector ? AIC_VECTOR_HALF : "");
    aic_words_add(w, "-L%s", library);
    aic_words_add(w, "-laicsim");
    aic_words_add(w, "-Wl,-rpath,%s", library);
    return !w->out_of_memory;
}

static bool compile(const struct aic_build *build, const struct sources *s, const char *main_file)
{
    struct aic_words w = {0};
    bool ok = command_line(build, s, main_file, false, &w) && aic_run_program(w.at) == 0;
    if (ok && s->two_builds) {
        aic_words_free(&w);
        ok = command_line(build, s, main_file, true, &w) && aic_run_program(w.at) == 0;
    }
    if (!ok && !s->has_main) {
        fprintf(stderr, "aicsim: error: '%s' has no main: the file needs the host program that launches the kernel\n",
                build->source);
    } else if (!ok) {
        fprintf(stderr, "aicsim: error: '%s' does not build with %s\n", build->source, find_compiler(build));
    }
    aic_words_free(&w);
    return ok;
}

static bool names_core_type(const struct aic_words *flags)
{
    for (size_t i = 0; flags && i < flags->n; i++) {
        if (strstr(flags->at[i], "AICSIM_CORE_TYPE=")) {
            return true;
        }
    }
    return false;
}

bool aic_build_program(const struct aic_build *build)
{
    struct sources s = {0};
    struct stat st;
    if (stat(build->source, &st) != 0 || S_ISDIR(st.st_mode) || !exists(build->source)) {
        fprintf(stderr, "%s: error: cannot read: %s\n", build->source,
                stat(build->source, &st) == 0 && S_ISDIR(st.st_mode) ? "is a directory" : strerror(errno));
        return false;
    }
    bool ok = rewrite_all(&s, build, "aicsim_kernel.cpp");
    s.two_builds = s.asks_core && !names_core_type(build->flags);
    ok = ok && compile(build, &s, "aicsim_kernel.cpp");
    aic_kernels_free(&s.kernels);
    aic_words_free(&s.paths);
    aic_words_free(&s.names);
    aic_words_free(&s.quotes);
    return ok;
}
