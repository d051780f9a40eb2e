#include "sim/config_keys.h"

#include <string.h>

#include "isa/fields.h"

static size_t count_rows(const struct aic_key *keys)
{
    size_t n = 0;
    while (keys[n].path) {
        n++;
    }
    return n;
}

size_t aic_key_count(void)
{
    return count_rows(aic_isa_keys) + count_rows(aic_pipe_keys);
}

const struct aic_key *aic_key_at(size_t index)
{
    size_t n = count_rows(aic_isa_keys);
    if (index < n) {
        return &aic_isa_keys[index];
    }
    return index - n < count_rows(aic_pipe_keys) ? &aic_pipe_keys[index - n] : NULL;
}

static bool same_path(const char *a, const char *b)
{
    while (*a && *b && (*a == *b || (*a == '.' && *b == '_'))) {
        a++;
        b++;
    }
    return *a == *b;
}

int aic_key_find(const char *path)
{
    size_t n = aic_key_count();
    for (size_t i = 0; i < n; i++) {
        if (strcmp(aic_key_at(i)->path, path) == 0) {
            return (int)i;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (same_path(aic_key_at(i)->path, path)) {
            return (int)i;
        }
    }
    return -1;
}

const char *aic_nearest_name(const char *word, const char *(*name_at)(const void *user, size_t i), const void *user)
{
    size_t n = 0;
    while (name_at(user, n)) {
        n++;
    }
    struct aic_text text = {word, (unsigned)strlen(word)};
    return aic_text_nearest(text, name_at, user, n);
}
