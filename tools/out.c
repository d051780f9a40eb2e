#include "tools/out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    out->to = fopen(out->temporary[0] ? out->temporary : path, "wb");
    if (!out->to) {
        snprintf(err, errlen, "cannot write: %s", strerror(errno));
        return false;
    }
    return true;
}

bool aic_out_close(struct aic_out *out, char *err, size_t errlen)
{
    bool ok = !ferror(out->to);
    ok = fclose(out->to) == 0 && ok;
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
    if (out->temporary[0]) {
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
