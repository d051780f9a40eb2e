/* Whether the lanes that a multiplication reads have a meaning. */
#ifndef AIC_ISA_CUBE_STATE_H
#define AIC_ISA_CUBE_STATE_H

#include "isa/check.h"
#include "isa/cube.h"

/* What a set of byte states says about one element. */
enum aic_lane { AIC_LANE_VALID = 0, AIC_LANE_TAINTED, AIC_LANE_POISON };

/* Of n byte states; tainted wins, so that one mistake is reported once. */
static inline enum aic_lane aic_lane_of(const uint8_t *state, unsigned n)
{
    bool valid = true;
    for (unsigned i = 0; i < n; i++) {
        if (state[i] & AIC_ST_TAINT) {
            return AIC_LANE_TAINTED;
        }
        valid &= state[i] == AIC_ST_VALID;
    }
    return valid ? AIC_LANE_VALID : AIC_LANE_POISON;
}

/* The state of a result of such lanes. */
static inline uint8_t aic_lane_state(enum aic_lane lane)
{
    return lane == AIC_LANE_VALID ? AIC_ST_VALID : lane == AIC_LANE_TAINTED ? AIC_ST_TAINT : AIC_ST_UNDEF;
}

/* What a row of A or a column of B makes of the lanes of C that it contributes to. */
enum { AIC_CUBE_TAINTED = 1, AIC_CUBE_UNDEFINED = 2 };

/* A lane without a meaning is reported once. Where the run goes on like the machine (run_on), the report is a warning:
 * the lanes of the result have no meaning either, which matters only when somebody drains them (FP-041). Public kernels
 * multiply padded rows and columns that way. */
static inline bool aic_lane_first(const struct aic_check *chk)
{
    return !chk->error && !chk->ran_on;
}

static inline enum aic_severity aic_lane_severity(const struct aic_check *chk)
{
    return chk->run_on ? AIC_SEV_WARNING : AIC_SEV_ERROR;
}

/* Reads the states of A and B (and of scales and indices). row_taint[m] and col_taint[n] get AIC_CUBE_ bits where such
 * a byte contributes. False, with MEM-016 raised for the first offending lane, where one was never written or is
 * undefined. The footprint must lie inside the memories. */
bool aic_cube_scan(const struct aic_cube *cube, const struct aic_memory *mem, uint8_t *row_taint, uint8_t *col_taint,
                   struct aic_check *chk);

/* Raises MM-030 where A goes on behind k, inside the same fractals, with values that are not 0: what was stored to fill
 * up a fractal is 0. */
void aic_cube_check_tail(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_check *chk);

/* State of one element of A (row r, k) or B (k, column n), for findings about values. */
enum aic_lane aic_cube_a_lane(const struct aic_cube *cube, const struct aic_memory *mem, uint32_t r, uint32_t k);
enum aic_lane aic_cube_b_lane(const struct aic_cube *cube, const struct aic_memory *mem, uint32_t k, uint32_t n);

#endif
