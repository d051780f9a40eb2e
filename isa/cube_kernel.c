#include "isa/cube_kernel.h"

#include <string.h>

/* Vectors run over the columns only, so the order of additions of an element is the same at any width, and no clone may
 * fuse a multiplication with an addition (-ffp-contract=off). */

#define ROWS 4
#define COLS 16
#define LANES 8
#define VECS (COLS / LANES)

/* Eight lanes side by side; the compiler splits them where the machine has narrower ones. */
typedef float float_lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t int_lanes __attribute__((vector_size(LANES * sizeof(int32_t))));
/* The same where the panel gives them, at any multiple of 4 bytes. */
typedef float panel_float_lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));
typedef int32_t panel_int_lanes __attribute__((vector_size(LANES * sizeof(int32_t)), aligned(4), may_alias));

struct float_tile {
    float_lanes v[ROWS][VECS];
};

struct int_tile {
    int_lanes v[ROWS][VECS];
};

/* Adds the partial sums of n values of k to `sum`. The rows are unrolled by hand so that they stay in registers. */
#define DOT_BLOCK(lanes, scalar, a, pitch, b, n, out)                                                                  \
    do {                                                                                                               \
        lanes p0[VECS] = {{0}}, p1[VECS] = {{0}}, p2[VECS] = {{0}}, p3[VECS] = {{0}};                                  \
        for (uint32_t k_ = 0; k_ < (n); k_++) {                                                                        \
            const panel_##lanes *row_ = (const panel_##lanes *)((b) + (size_t)k_ * COLS);                              \
            const scalar *at_ = (a) + k_;                                                                              \
            for (int j_ = 0; j_ < VECS; j_++) {                                                                        \
                p0[j_] += at_[0] * row_[j_];                                                                           \
                p1[j_] += at_[(size_t)(pitch)] * row_[j_];                                                             \
                p2[j_] += at_[(size_t)(pitch) * 2] * row_[j_];                                                         \
                p3[j_] += at_[(size_t)(pitch) * 3] * row_[j_];                                                         \
            }                                                                                                          \
        }                                                                                                              \
        for (int j_ = 0; j_ < VECS; j_++) {                                                                            \
            (out)->v[0][j_] += p0[j_];                                                                                 \
            (out)->v[1][j_] += p1[j_];                                                                                 \
            (out)->v[2][j_] += p2[j_];                                                                                 \
            (out)->v[3][j_] += p3[j_];                                                                                 \
        }                                                                                                              \
    } while (0)

AIC_CLONES
static void tile_float(const float *a, uint32_t pitch, const float *b, uint32_t k, uint32_t block, bool c_first,
                       struct float_tile *c)
{
    struct float_tile sum = {0};
    if (c_first) {
        sum = *c;
    }
    for (uint32_t at = 0; at < k; at += block) {
        uint32_t n = k - at < block ? k - at : block;
        DOT_BLOCK(float_lanes, float, a + at, pitch, b + (size_t)at * COLS, n, &sum);
    }
    if (c_first) {
        *c = sum;
        return;
    }
    for (int r = 0; r < ROWS; r++) {
        for (int j = 0; j < VECS; j++) {
            c->v[r][j] = sum.v[r][j] + c->v[r][j];
        }
    }
}

AIC_CLONES
static void tile_int(const int32_t *a, uint32_t pitch, const int32_t *b, uint32_t k, struct int_tile *c)
{
    struct int_tile sum = {0};
    DOT_BLOCK(int_lanes, int32_t, a, pitch, b, k, &sum);
    *c = sum;
}

/* Rows that a tile lacks repeat its last one; their results are dropped. */
static uint32_t tile_rows(uint32_t m, uint32_t at)
{
    return m - at < ROWS ? m - at : ROWS;
}

void aic_cube_dot_float(const struct aic_cube_panels *p, uint32_t block, bool c_first)
{
    const float *a = p->a;
    for (uint32_t strip = 0; strip < p->n1; strip++) {
        const float *b = (const float *)p->b + (uint64_t)strip * p->k * COLS;
        float *c = (float *)p->c + (uint64_t)strip * p->m * COLS;
        for (uint32_t at = 0; at < p->m; at += ROWS) {
            uint32_t rows = tile_rows(p->m, at);
            struct float_tile tile = {0};
            memcpy(&tile, c + (uint64_t)at * COLS, rows * sizeof(tile.v[0]));
            if (rows == ROWS) {
                tile_float(a + (uint64_t)at * p->k, p->k, b, p->k, block, c_first, &tile);
            } else {
                for (uint32_t r = 0; r < rows; r++) {
                    struct float_tile one = {0};
                    memcpy(one.v[0], tile.v[r], sizeof(one.v[0]));
                    tile_float(a + (uint64_t)(at + r) * p->k, 0, b, p->k, block, c_first, &one);
                    memcpy(tile.v[r], one.v[0], sizeof(one.v[0]));
                }
            }
            memcpy(c + (uint64_t)at * COLS, &tile, rows * sizeof(tile.v[0]));
        }
    }
}

void aic_cube_dot_int(const struct aic_cube_panels *p)
{
    const int32_t *a = p->a;
    for (uint32_t strip = 0; strip < p->n1; strip++) {
        const int32_t *b = (const int32_t *)p->b + (uint64_t)strip * p->k * COLS;
        int32_t *c = (int32_t *)p->c + (uint64_t)strip * p->m * COLS;
        for (uint32_t at = 0; at < p->m; at += ROWS) {
            uint32_t rows = tile_rows(p->m, at);
            struct int_tile tile;
            if (rows == ROWS) {
                tile_int(a + (uint64_t)at * p->k, p->k, b, p->k, &tile);
                memcpy(c + (uint64_t)at * COLS, &tile, sizeof(tile));
                continue;
            }
            for (uint32_t r = 0; r < rows; r++) {
                tile_int(a + (uint64_t)(at + r) * p->k, 0, b, p->k, &tile);
                memcpy(c + (uint64_t)(at + r) * COLS, tile.v[0], sizeof(tile.v[0]));
            }
        }
    }
}
