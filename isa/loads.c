/* Shared by the load families: the datapath, tainting, and the transposition of one square of fractals. */
#include "isa/loads.h"

#include <string.h>

enum aic_pipe aic_loads_pipe(const struct aic_op *op)
{
    unsigned dst = op->rec->op[0].space, src = op->rec->op[1].space;
    return op->lim->path[src][dst] == AIC_PATH_NO ? AIC_PIPE_NONE : (enum aic_pipe)op->lim->path_pipe[src][dst];
}

void aic_loads_taint(const struct aic_op *op, struct aic_memory *mem)
{
    struct aic_footprint fp = {0};
    op->insn->footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        if (fp.e[i].access == AIC_READ)
            continue;
        struct aic_span_iter it;
        uint64_t addr, bytes;
        aic_span_begin(&it, &fp.e[i].span);
        while (aic_span_next(&it, &addr, &bytes))
            aic_memory_mark(mem, (enum aic_space)fp.e[i].span.space, fp.e[i].span.unit, addr, bytes, AIC_ST_TAINT);
    }
}

/* True when every row is defined and every byte of it valid. */
static bool square_is_valid(const struct aic_square *sq, unsigned c0)
{
    uint64_t all = c0 == 64 ? ~(uint64_t)0 : ((uint64_t)1 << c0) - 1;
    return (sq->defined & all) == all && aic_state_all_valid(sq->state[0], (uint64_t)c0 * AIC_C0_BYTES);
}

/* Transposes n x n elements by perfect shuffles: interleaving the halves of the square log2(n) times. Each round is a
 * loop of plain interleaves, which compilers turn into vector instructions. */
#define DEFINE_TRANSPOSE(type, n, rounds) \
    static void shuffle_##type(const type *restrict in, type *restrict out) \
    { \
        for (unsigned q = 0; q < n * n / 2; q++) { \
            out[2 * q] = in[q]; \
            out[2 * q + 1] = in[q + n * n / 2]; \
        } \
    } \
    static void store_##type(const struct aic_square *sq, unsigned rows, uint8_t *const *data) \
    { \
        type a[n * n], b[n * n]; \
        memcpy(a, sq->data, sizeof a); \
        for (unsigned k = 0; k < rounds / 2; k++) { \
            shuffle_##type(a, b); \
            shuffle_##type(b, a); \
        } \
        if (rounds % 2) \
            shuffle_##type(a, b); \
        for (unsigned j = 0; j < rows; j++) \
            memcpy(data[j], (rounds % 2 ? b : a) + j * n, AIC_C0_BYTES); \
    }

DEFINE_TRANSPOSE(uint8_t, 32, 5)
DEFINE_TRANSPOSE(uint16_t, 16, 4)
DEFINE_TRANSPOSE(uint32_t, 8, 3)

/* One nibble with its state. A byte has one state: a second nibble adds what the first did not have. */
static void put_nibble(const struct aic_square *sq, unsigned r, unsigned j, uint8_t *data, uint8_t *state)
{
    unsigned shift = (r & 1) * 4;
    uint8_t *byte = &data[r / 2], *st = &state[r / 2];
    uint8_t value = (uint8_t)((sq->data[r][j / 2] >> ((j & 1) * 4)) & 15);
    uint8_t from = sq->state[r][j / 2];
    bool defined = (sq->defined >> r) & 1;
    if (defined)
        *byte = (uint8_t)((*byte & ~(15u << shift)) | (unsigned)value << shift);
    else
        from = AIC_ST_UNDEF;
    if (!(r & 1) || *st == AIC_ST_VALID)
        *st = from;
}

static void store_any(const struct aic_square *sq, unsigned bits, unsigned j, uint8_t *data, uint8_t *state)
{
    unsigned c0 = 256 / bits, size = bits / 8;
    for (unsigned r = 0; r < c0; r++) {
        if (bits == 4) {
            put_nibble(sq, r, j, data, state);
        } else if ((sq->defined >> r) & 1) {
            memcpy(data + r * size, &sq->data[r][j * size], size);
            memcpy(state + r * size, &sq->state[r][j * size], size);
        } else {
            memset(state + r * size, AIC_ST_UNDEF, size);
        }
    }
}

void aic_square_store(const struct aic_square *sq, unsigned bits, unsigned rows, uint8_t *const *data,
                      uint8_t *const *state)
{
    if (bits == 4 || !square_is_valid(sq, 256 / bits)) {
        for (unsigned j = 0; j < rows; j++)
            store_any(sq, bits, j, data[j], state[j]);
        return;
    }
    if (bits == 8)
        store_uint8_t(sq, rows, data);
    else if (bits == 16)
        store_uint16_t(sq, rows, data);
    else
        store_uint32_t(sq, rows, data);
    for (unsigned j = 0; j < rows; j++)
        memset(state[j], AIC_ST_VALID, AIC_C0_BYTES);
}
