#define _XOPEN_SOURCE 700 /* P_tmpdir */
#include "tools/sweep_gen.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"

#define MOST_WORDS 128

char *aic_sweep_gen_path(void)
{
    const char *folder = getenv("TMPDIR");
    folder = folder && *folder ? folder : P_tmpdir;
    size_t size = strlen(folder) + 32;
    char *path = malloc(size);
    int file = -1;
    if (path) {
        snprintf(path, size, "%s/aicsim-sweep-XXXXXX", folder);
        file = mkstemp(path);
    }
    if (file < 0) {
        fprintf(stderr, "aicsim sweep: error: no temporary file in %s\n", folder);
        free(path);
        return NULL;
    }
    close(file);
    return path;
}

/* The words of a call, some of them cut out of `text`, the others made here; one slot more than most for the NULL. */
struct call {
    char *text;
    char *argv[MOST_WORDS + 1]; /* getopt-like readers take char *; nothing writes to them */
    char made[MOST_WORDS][64];
    int argc;
    bool full;
};

static void add(struct call *c, const char *word)
{
    if (c->argc == MOST_WORDS) {
        c->full = true;
        return;
    }
    memcpy(&c->argv[c->argc++], &word, sizeof word);
}

static void add_choice(struct call *c, const struct aic_sweep_choice *choice)
{
    if (strcmp(choice->value, "off") == 0 || c->argc == MOST_WORDS) {
        c->full |= c->argc == MOST_WORDS;
        return;
    }
    char *name = c->made[c->argc];
    snprintf(name, sizeof c->made[0], "%s%s", choice->option[1] ? "--" : "-", choice->option);
    add(c, name);
    if (strcmp(choice->value, "on") != 0) {
        add(c, choice->value);
    }
}

int aic_sweep_gen(const char *words, const struct aic_sweep_choice *choices, size_t n, const char *product,
                  const char *path)
{
    struct call c = {.text = strdup(words)};
    char *save = NULL;
    add(&c, "gen");
    for (char *word = c.text ? strtok_r(c.text, " \t", &save) : NULL; word; word = strtok_r(NULL, " \t", &save)) {
        add(&c, word);
    }
    for (size_t i = 0; i < n; i++) {
        add_choice(&c, &choices[i]);
    }
    if (product) {
        add(&c, "-p");
        add(&c, product);
    }
    add(&c, "-o");
    add(&c, path);
    int status = 3;
    if (c.text && !c.full) {
        status = aic_cmd_gen(c.argc, c.argv);
    } else {
        fprintf(stderr, "aicsim sweep: error: --gen has more than %d words\n", MOST_WORDS);
    }
    free(c.text);
    return status;
}
