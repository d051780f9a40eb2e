/* Kernel generators: what matmul and conv2d share. A generator plans on a product's tables alone (sizes, layouts,
 * instructions, element types), never on its name, and writes its records through gen_emit.c. */
#ifndef AIC_TOOLS_GEN_H
#define AIC_TOOLS_GEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/limits.h"
#include "isa/pipe.h"
#include "sim/product.h"

/* Where the records go. */
struct aic_gen {
    FILE *to;
    const struct aic_product *product;
    const struct aic_isa_limits *lim;
    const char *allow; /* rules that the next records are known to touch on; NULL: none */
    uint64_t records;
};

/* One trace line; everything that the generators write goes through here. */
void aic_gen_line(struct aic_gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A record line; counted. */
void aic_gen_record(struct aic_gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void aic_gen_set(struct aic_gen *g, enum aic_pipe from, enum aic_pipe to, int64_t id);
void aic_gen_wait(struct aic_gen *g, enum aic_pipe from, enum aic_pipe to, int64_t id);
/* The set on `from` and the wait on `to`, in this order. */
void aic_gen_handover(struct aic_gen *g, enum aic_pipe from, enum aic_pipe to, int64_t id);
void aic_gen_barrier(struct aic_gen *g, enum aic_pipe pipe);

/* Why a kernel cannot be made; always a whole sentence without a full stop. */
struct aic_gen_error {
    char text[320];
};
/* Writes the text (the first call counts) and returns false. */
bool aic_gen_fail(struct aic_gen_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Whether the product has an instruction for a type with its first operand in `space`. */
bool aic_gen_has(const struct aic_isa_limits *lim, const char *insn, enum aic_space space, enum aic_dtype dt);
/* Whether it has the instruction at all, and the path. */
bool aic_gen_has_insn(const struct aic_isa_limits *lim, const char *insn);
bool aic_gen_has_path(const struct aic_isa_limits *lim, enum aic_space src, enum aic_space dst);

static inline int64_t aic_gen_ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}
static inline int64_t aic_gen_round_up(int64_t a, int64_t b)
{
    return aic_gen_ceil_div(a, b) * b;
}
static inline int64_t aic_gen_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static inline int64_t aic_gen_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
/* Bytes of n elements; n is even where the type has 4 bits. */
static inline int64_t aic_gen_bytes(int64_t n, enum aic_dtype dt)
{
    return n * (int64_t)aic_dtype_bits(dt) / 8;
}

struct aic_gen_side;

/* How a tile comes from GM to L1, and what GM then holds. */
struct aic_gen_copy_way {
    const char *name;
    bool nz_in_gm; /* GM holds the matrix as NZ with rows rounded up to 16, columns to C0; else row-major */
    bool linear;   /* can lay one row out as a line, for GEMV */
    bool whole;    /* moves fractals of 16 rows */
    bool (*fits)(const struct aic_isa_limits *lim, enum aic_dtype dt);
    /* Moves rows x cols from (row, col) of the tensor to l1. */
    void (*emit)(struct aic_gen *g, const struct aic_gen_side *side, int64_t l1, int64_t row, int64_t col, int64_t rows,
                 int64_t cols);
};
/* The first way that the product has for the type, or NULL; *as: the type that its records name. */
const struct aic_gen_copy_way *aic_gen_copy_way(const struct aic_isa_limits *lim, enum aic_dtype dt,
                                                enum aic_dtype *as);

/* Bytes that a way moves for rows x cols elements, with the rest of a block that nd2nz fills with 0. */
int64_t aic_gen_copy_bytes(const struct aic_gen_side *side, int64_t rows, int64_t cols);

/* A block for one Mmad: `outer` rows of A (columns of B) by k. */
struct aic_gen_block {
    int64_t l1;      /* address of the chunk in L1 */
    int64_t scales;  /* address of its scales, where it has some */
    int64_t l0;      /* address in L0A or L0B */
    int64_t k_at;    /* first k element within the chunk */
    int64_t outer, k;
};

/* How a block comes from L1 to L0. */
struct aic_gen_load_way {
    const char *name;
    bool (*fits)(const struct aic_isa_limits *lim, const struct aic_gen_side *side);
    void (*emit)(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *block);
    bool scales;     /* brings the scales of a microscaling type too */
    bool squares;    /* moves squares of C0 x C0: the outer dimension fills up to C0, rows of L1 too */
    bool pads_mmad;  /* ... and the pitch in L0 counts the filled ones, so that Mmad's m or n must */
};
const struct aic_gen_load_way *aic_gen_load_way(const struct aic_isa_limits *lim, const struct aic_gen_side *side);

/* One operand of the product A x B. */
struct aic_gen_side {
    const char *tensor;       /* name in the trace */
    enum aic_dtype dtype;
    enum aic_space l0;        /* AIC_L0A or AIC_L0B */
    bool k_rows;              /* k runs down the rows in GM and L1 (A transposed, B as it is) */
    bool linear;              /* one row of A for GEMV: k elements in a line */
    bool merge;               /* one load2d for a block of B that lies in one piece */
    int64_t outer, k;         /* of the whole matrix */
    int64_t base_outer, base_k;
    int64_t step;             /* blocks of base_k in a chunk */
    int64_t slots;            /* chunks in L1 */
    int64_t first_flag;       /* of its ids */
    int64_t l1, slot_bytes;   /* first slot; bytes of one */
    int64_t l0_slot_bytes;    /* from one L0 buffer to the other */
    int64_t gm_rows, gm_cols; /* of the tensor */
    int64_t gm_nz_rows;       /* rows of the NZ form */
    int64_t pitch;            /* rows of L1 (fractal rows x 16) */
    const char *scale_tensor; /* of a microscaling type; NULL: none */
    int64_t scale_l1, scale_slot_bytes; /* as l1 and slot_bytes */
    bool pad_row;             /* a block of one row is multiplied as two, as one row would mean GEMV */
    bool exact;               /* a last block fills up to squares, but the pitch in L0 and Mmad count whole fractals */
    enum aic_dtype copy_as;   /* element type of the copy to L1: that of as many bytes where its own has no copy */
    bool ragged;              /* some last block is filled up with what L1 held before, which no sum takes */
    const struct aic_gen_copy_way *copy;
    const struct aic_gen_load_way *load;
};

/* Scales of microscaling types. Whether they can be moved; bytes of a chunk's in L1; the byte in GM of the pair for
 * `outer` and k, a multiple of 64. */
bool aic_gen_scales_fit(const struct aic_isa_limits *lim, const struct aic_gen_side *side);
int64_t aic_gen_scales_bytes(const struct aic_gen_side *side);
int64_t aic_gen_scales_at(const struct aic_gen_side *side, int64_t outer, int64_t k);
/* GM to L1 of a chunk: from {outer, k}, so many of each. */
void aic_gen_copy_scales(struct aic_gen *g, const struct aic_gen_side *side, int64_t slot, const int64_t at[2],
                         const int64_t size[2]);
/* The fields of load2dmx about the scales of a block, with a comma in front. */
void aic_gen_scale_fields(const struct aic_gen_side *side, const struct aic_gen_block *block, char *to, size_t size);

/* The rows that the L0 layout has for `outer`, and what Mmad must be told. */
int64_t aic_gen_l0_outer(const struct aic_gen_side *side, int64_t outer);
int64_t aic_gen_mmad_outer(const struct aic_gen_side *side, int64_t outer);
/* What the generators share beside the ways: how an Mmad of these types takes a bias. */
struct aic_gen_bias {
    bool by_mmad;         /* C starts as ones x bias: the product has no filled BiasTable */
    enum aic_dtype dtype; /* of the tensor */
};
/* Whether the product multiplies these types, and with a bias if one is asked for. */
bool aic_gen_check_types(const struct aic_product *product, const enum aic_dtype types[3], bool mx, bool bias,
                         struct aic_gen_bias *how, struct aic_gen_error *err);
/* Whether so many tiles, each of so many steps of k, make a trace that can be written. */
bool aic_gen_check_mmads(int64_t tiles, int64_t steps, struct aic_gen_error *err);
/* Whether the chip has so many cores. */
bool aic_gen_check_cores(const struct aic_product *product, int64_t cores, struct aic_gen_error *err);

/* Bytes that the load of a block moves; that it takes up in L0. */
int64_t aic_gen_load_bytes(const struct aic_gen_side *side, int64_t outer, int64_t k);
int64_t aic_gen_l0_bytes(const struct aic_gen_side *side, int64_t outer, int64_t k);

#endif
