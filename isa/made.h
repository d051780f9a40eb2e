/* What a record leaves in its destination besides bytes: the layout, and the rules about reading it in another one.
 * Source: reference semantics 0, 1.3, 4, 6, 8.2, 14 and 16. */
#ifndef AIC_ISA_MADE_H
#define AIC_ISA_MADE_H

#include "isa/insn.h"

enum aic_made_how {
    AIC_MADE_BYTES = 0, /* nothing is known beside the bytes */
    AIC_MADE_NZ,        /* in L1: nd2nz, dn2nz; pitch from column block to column block */
    AIC_MADE_FRACTALS,  /* in L0A, L0B: rows x blocks fractals; ZZ: pitch from row to row, else block to block */
    AIC_MADE_SQUARES,   /* in L0A, L0B: transposed squares; the pitch is not known */
    AIC_MADE_RESULT,    /* in L0C: strips of 16 columns; pitch from strip to strip */
    AIC_MADE_BIAS,      /* in BT */
    AIC_MADE_SCALES     /* in L0A_MX, L0B_MX */
};

/* How the first two fractals of a load2d lie in the NZ matrix that it reads: one above the other, or side by side. */
enum aic_made_run { AIC_RUN_UNKNOWN = 0, AIC_RUN_DOWN, AIC_RUN_ACROSS };

struct aic_made {
    uint8_t how;           /* enum aic_made_how */
    uint8_t dtype;         /* as written */
    bool transposed, m_first;
    bool line;             /* fractals one behind the other that were copied to L1 as plain bytes */
    uint8_t square;        /* fractals of a transposed square that lie along the pitch; 1: none */
    uint8_t unit_flag;     /* of the Mmad */
    uint32_t pitch;        /* fractals */
    uint32_t rows, blocks; /* fractals; blocks of C0 (strips of 16) columns */
    uint8_t run;           /* enum aic_made_run of a load2d */
    uint32_t run_step;     /* fractals from the first of the run to the second, in L0A */
    const char *declared;  /* layout declared for the tensor that was copied here, NULL: none */
};

/* The layout in which a legal data record stores operand 0. */
void aic_made_of(const struct aic_op *op, const struct aic_work *work, struct aic_made *made);

/* How far into a stored matrix a load from L1 starts: fractal rows of 16 and columns, in elements. False where the load
 * does not take a plain part of an NZ matrix (windows, repeats apart). `at` describes the matrix. */
struct aic_made_at;
bool aic_made_offset(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at, int64_t *row,
                     int64_t *column);

/* Completes what a load2d leaves in L0A with its run through `at`, one NZ matrix in L1. */
void aic_made_run(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at,
                  struct aic_made *made);

/* The same of a load2dv2: whether it takes plain bytes, at `at` in L1, as they lie there. */
void aic_made_line(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at,
                   struct aic_made *made);

/* Whether k runs along the rows of the matrix that the load took to L0A or L0B. */
bool aic_made_k_in_rows(const struct aic_op *op, const struct aic_work *work);

/* What lies at a byte: the last record that covers it. */
struct aic_made_at {
    struct aic_made made;
    uint64_t lo, hi; /* bytes that the record spans */
    uint32_t line;
};
typedef bool aic_made_find_fn(void *user, enum aic_space space, uint64_t addr, struct aic_made_at *at);

/* Raises the rules about layouts that do not fit (LAY-001, LTR-010, MM-011, MM-017, MM-021, MM-022, MM-029, MX-008,
 * UF-003, UF-005) for a record that starts now; `find` answers for the memories of its core. */
void aic_made_check(const struct aic_op *op, const struct aic_work *work, aic_made_find_fn *find, void *user,
                    struct aic_check *chk);

#endif
