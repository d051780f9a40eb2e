#define _GNU_SOURCE /* O_TMPFILE */
#include "tools/out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file without a name in the folder of `path`: whatever ends the program leaves nothing behind. NULL where the file
 * system has no such files. */
static FILE *open_nameless(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= sizeof folder || access("/proc/self/fd", X_OK) != 0) {
        return NULL;
    }
    memcpy(folder, path, length);
    folder[length] = 0;
    int fd = open(length ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    FILE *to = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !to) {
        close(fd);
    }
    return to;
}

/* Gives a nameless file its temporary name, from which it can be renamed over an older file. */
static bool give_name(const struct aic_out *out)
{
    char descriptor[64];
    snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", fileno(out->to));
    return linkat(AT_FDCWD, descriptor, AT_FDCWD, out->temporary, AT_SYMLINK_FOLLOW) == 0;
}

bool aic_out_open(struct aic_out *out, const char *path, char *err, size_t errlen)
{
    struct stat st;
    size_t length = strlen(path);
    if (length >= sizeof out->path) {
        snprintf(err, errlen, "the path is too long");
        return false;
    }
    memcpy(out->path, path, length + 1);
    out->temporary[0] = 0;
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode)) {
        snprintf(out->temporary, sizeof out->temporary, "%s.%ld.tmp", out->path, (long)getpid());
    }
    out->to = out->temporary[0] ? open_nameless(path) : NULL;
    out->nameless = out->to != NULL;
    out->to = out->to ? out->to : fopen(out->temporary[0] ? out->temporary : path, "wb");
    if (!out->to) {
        snprintf(err, errlen, "cannot write: %s", strerror(errno));
        return false;
    }
    return true;
}

bool aic_out_close(struct aic_out *out, char *err, size_t errlen)
{
    bool ok = fflush(out->to) == 0; /* first, for the reason in errno */
    ok = ok && !ferror(out->to) && (!out->nameless || give_name(out));
    int why = errno;
    ok = fclose(out->to) == 0 && ok;
    errno = ok ? errno : why;
    if (ok && out->temporary[0]) {
        ok = rename(out->temporary, out->path) == 0;
    }
    if (!ok) {
        snprintf(err, errlen, "cannot write: %s", strerror(errno));
        if (out->temporary[0]) {
            unlink(out->temporary);
        }
    }
    return ok;
}

void aic_out_abandon(struct aic_out *out)
{
    fclose(out->to);
    if (out->temporary[0] && !out->nameless) {
        unlink(out->temporary);
    }
}

/* Length of the UTF-8 sequence at p, 0 when it is none. */
static unsigned utf8_length(const unsigned char *p)
{
    unsigned n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
                 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;
    for (unsigned i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (p[0] == 0xe0 && n == 3 && p[1] < 0xa0) || (p[0] == 0xf0 && n == 4 && p[1] < 0x90);
    bool beyond = (p[0] == 0xed && n == 3 && p[1] >= 0xa0) || (p[0] == 0xf4 && n == 4 && p[1] >= 0x90);
    return overlong || beyond ? 0 : n;
}

void aic_json_string(FILE *to, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    fputc('"', to);
    while (*p) {
        unsigned n = utf8_length(p);
        if (n == 0) {
            fputs("\\ufffd", to);
            n = 1;
        } else if (*p == '"' || *p == '\\') {
            fprintf(to, "\\%c", *p);
        } else if (*p < 0x20) {
            fprintf(to, "\\u%04x", *p);
        } else {
            fwrite(p, 1, n, to);
        }
        p += n;
    }
    fputc('"', to);
}

void aic_csv_string(FILE *to, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"') {
            fputc('"', to);
        }
        fputc(*text, to);
    }
    fputc('"', to);
}
