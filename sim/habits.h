/* What a kernel does again and again, so that the one time that it does otherwise stands out (LAY-002): for each pair
 * of tensors the distance between the places that meet in a multiplication or a result, and the length of its sums. */
#ifndef AIC_SIM_HABITS_H
#define AIC_SIM_HABITS_H

#include <stdbool.h>
#include <stdint.h>

enum aic_habit_kind {
    AIC_HABIT_K = 0,    /* k of A against k of B in one multiplication */
    AIC_HABIT_ADD_ROWS, /* rows of A against those that the sum began with */
    AIC_HABIT_ADD_COLS, /* columns of B likewise */
    AIC_HABIT_OUT_ROWS, /* rows of a result in GM against those of A */
    AIC_HABIT_OUT_COLS, /* columns of a result in GM against those of B */
    AIC_HABIT_SUM       /* products added up in one result */
};

struct aic_habit_at {
    uint32_t core, line, file;
    uint64_t record;
    uint8_t pipe;
};

struct aic_habits;
struct aic_habits *aic_habits_new(void); /* NULL when out of memory */
void aic_habits_free(struct aic_habits *habits);

/* Counts one observation of a pair of tensors (their indices). */
void aic_habits_note(struct aic_habits *habits, enum aic_habit_kind kind, int32_t one, int32_t other, int64_t value,
                     const struct aic_habit_at *at);

/* Calls `odd` for every rare value of a pair that nearly always has another one (`usual`). */
typedef void aic_habit_odd_fn(void *user, enum aic_habit_kind kind, int32_t one, int32_t other, int64_t usual,
                              int64_t value, const struct aic_habit_at *at);
void aic_habits_end(const struct aic_habits *habits, aic_habit_odd_fn *odd, void *user);

#endif
