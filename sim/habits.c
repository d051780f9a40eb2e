#include "sim/habits.h"

#include <stdlib.h>

/* More pairs or values than these are no habit. */
enum { PAIRS = 64, VALUES = 6 };

struct value {
    int64_t value;
    uint64_t n;
    struct aic_habit_at first;
};

struct pair {
    uint8_t kind;
    int32_t one, other;
    unsigned n;
    bool overflow;
    struct value value[VALUES];
};

struct aic_habits {
    unsigned n;
    struct pair pair[PAIRS];
};

struct aic_habits *aic_habits_new(void)
{
    return calloc(1, sizeof(struct aic_habits));
}

void aic_habits_free(struct aic_habits *habits)
{
    free(habits);
}

static struct pair *pair_of(struct aic_habits *habits, unsigned kind, int32_t one, int32_t other)
{
    for (unsigned i = 0; i < habits->n; i++) {
        struct pair *pair = &habits->pair[i];
        if (pair->kind == kind && pair->one == one && pair->other == other) {
            return pair;
        }
    }
    if (habits->n == PAIRS) {
        return NULL;
    }
    habits->pair[habits->n] = (struct pair){.kind = (uint8_t)kind, .one = one, .other = other};
    return &habits->pair[habits->n++];
}

void aic_habits_note(struct aic_habits *habits, enum aic_habit_kind kind, int32_t one, int32_t other, int64_t value,
                     const struct aic_habit_at *at)
{
    struct pair *pair = pair_of(habits, kind, one, other);
    for (unsigned i = 0; pair && i < pair->n; i++) {
        if (pair->value[i].value == value) {
            pair->value[i].n++;
            return;
        }
    }
    if (pair && pair->n < VALUES) {
        pair->value[pair->n++] = (struct value){value, 1, *at};
    } else if (pair) {
        pair->overflow = true;
    }
}

void aic_habits_end(const struct aic_habits *habits, aic_habit_odd_fn *odd, void *user)
{
    for (unsigned p = 0; p < habits->n; p++) {
        const struct pair *pair = &habits->pair[p];
        const struct value *usual = &pair->value[0];
        uint64_t all = 0;
        for (unsigned i = 0; i < pair->n; i++) {
            all += pair->value[i].n;
            usual = pair->value[i].n > usual->n ? &pair->value[i] : usual;
        }
        for (unsigned i = 0; i < pair->n && !pair->overflow && usual->n >= 3 && usual->n >= 2 * (all - usual->n); i++) {
            if (&pair->value[i] != usual) {
                odd(user, (enum aic_habit_kind)pair->kind, pair->one, pair->other, usual->value, pair->value[i].value,
                    &pair->value[i].first);
            }
        }
    }
}
