/* An instruction is one table row: its operands and fields, and four functions over a record of it. */
#ifndef AIC_ISA_INSN_H
#define AIC_ISA_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffers/memory.h"
#include "buffers/span.h"
#include "isa/check.h"
#include "isa/limits.h"
#include "isa/record.h"
#include "isa/registers.h"
#include "isa/work.h"

enum aic_field_kind {
    AIC_FIELD_UINT = 0, /* whole number >= 0 (a minus sign is kept and is out of range) */
    AIC_FIELD_SINT,
    AIC_FIELD_U64,      /* 64-bit pattern, decimal or hex */
    AIC_FIELD_BOOL,
    AIC_FIELD_VALUE,    /* a value of the record's (first) dtype: decimal, exponent, or bits:N */
    AIC_FIELD_FLOAT,    /* a plain float; f[] holds the bits of a double */
    AIC_FIELD_CHOICE,   /* one of `choices`, f[] holds its index */
    AIC_FIELD_LIST      /* `count` numbers joined by `:`; takes `count` slots of f[], all checked against min..max */
};

struct aic_field {
    const char *name;     /* as in the vendor's structure */
    uint8_t kind;         /* enum aic_field_kind */
    uint8_t slot;         /* index into aic_record.f; a list takes slot .. slot+count-1 */
    uint8_t count;        /* of a list; 0 or 1 otherwise */
    uint8_t bits;         /* width of the hardware field, 0: none */
    bool required;
    int64_t def;          /* default where not required (VALUE: the value 0 is written as def 0) */
    int64_t min, max;     /* documented range, both included; min > max: not checked here */
    const char *rule;     /* raised outside the range; NULL: FLD-001 */
    const char *const *choices; /* NULL-terminated */
    const char *unit;     /* "32 B", "elements" ...; "" for none */
    const char *meaning;  /* one line */
    const char *source;   /* document and table */
    uint8_t only_if;      /* 1 + slot of a boolean field: while that is false this field is ignored, neither required
                           * nor checked. 0: never ignored */
};

struct aic_operand_slot {
    const char *role;     /* "dst", "src", "bias", "index", "scale", "quant" */
    uint32_t spaces;      /* AIC_SPACE_BITs that some product has here; another memory is PATH-001 */
    bool optional;
    bool written;
    uint32_t legal;       /* those of `spaces` that the documents allow, where own rules judge the others; 0: all */
};

/* A record with what it means here: its registers and its product. */
struct aic_op {
    const struct aic_record *rec;
    const struct aic_registers *regs; /* after the record's own setting (isSetFMatrix ...) */
    const struct aic_isa_limits *lim;
    const struct aic_insn *insn;
};

/* The most that a record has: mmad_mx with tails in m and n reads two pieces of each operand's scales and of C, and
 * writes two of C, beside A, B and the bias. */
#define AIC_MAX_SPANS 12

/* Kinds of access in a footprint. */
enum aic_access { AIC_READ = 0, AIC_WRITE, AIC_READ_WRITE };

/* Which bytes a record touches. Reads name only bytes that reach the result; writes all that change,
 * undefined lanes included. */
struct aic_footprint {
    uint8_t n;
    struct {
        struct aic_span span;
        uint8_t access;  /* enum aic_access */
        int8_t operand;  /* which operand, -1: implied (registers' FB, index buffer) */
    } e[AIC_MAX_SPANS];
};
void aic_footprint_add(struct aic_footprint *fp, struct aic_span span, enum aic_access access, int operand);

/* How sim/ treats the record. */
enum aic_insn_class {
    AIC_CLASS_DATA = 0,  /* moves or computes on a pipe */
    AIC_CLASS_REGISTER,  /* takes effect when dispatched, on S */
    AIC_CLASS_SET_FLAG,
    AIC_CLASS_WAIT_FLAG,
    AIC_CLASS_BARRIER,
    AIC_CLASS_GET_BUF,
    AIC_CLASS_RLS_BUF,
    AIC_CLASS_CROSS_SET,
    AIC_CLASS_CROSS_WAIT,
    AIC_CLASS_SCALAR     /* `scalar cycles=N` */
};

struct aic_insn {
    const char *name;
    const char *summary;  /* one line */
    const char *source;   /* document */
    uint8_t klass;        /* enum aic_insn_class */
    uint8_t n_slots;
    struct aic_operand_slot slots[AIC_MAX_OPERANDS];
    uint8_t min_dtypes, max_dtypes; /* 0,0: takes no dtype */
    uint8_t n_fields;
    const struct aic_field *fields;
    const char *rule_insn;  /* raised where the product lacks the instruction; NULL: PATH-002 */
    const char *rule_vector_core; /* raised on a Vector Core (limits.h vector_core); NULL: the row does not care */
    const char *rule_dtype; /* dtype not listed for the destination on this product; NULL: PATH-002 */

    /* The pipe that takes the record (AIC_PIPE_NONE: the datapath does not exist; a check reports it). */
    enum aic_pipe (*pipe)(const struct aic_op *op);
    /* At dispatch: writes registers (the record's own settings, or a setter). NULL: none. */
    void (*issue)(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs);
    /* NOP conditions: raises the NOP rule and returns true. NULL: none. */
    bool (*nop)(const struct aic_op *op, struct aic_check *chk);
    /* Rules of the record alone that its tables do not say. Called with every field inside its range.
     * NULL: none. */
    void (*check)(const struct aic_op *op, struct aic_check *chk);
    /* Called only on records without error and not NOP (and by the capacity checks). NULL for non-data classes. */
    void (*footprint)(const struct aic_op *op, struct aic_footprint *fp);
    void (*work)(const struct aic_op *op, struct aic_work *work);
    /* Moves and computes, data and state. May raise value-dependent rules (never written, NaN ...).
     * Where it raises an error it must leave memory unchanged. */
    void (*execute)(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk);
};

/* The families, in the order of the instruction table (isa/insn.c). */
extern const struct aic_insn aic_insns_copy[];     /* data_copy data_copy_pad */
extern const struct aic_insn aic_insns_nd2nz[];    /* nd2nz dn2nz */
extern const struct aic_insn aic_insns_fill[];
extern const struct aic_insn aic_insns_load2d[];   /* load2d load2dv2 load2dmx */
extern const struct aic_insn aic_insns_transpose[];/* load_transpose load_transpose_v2 load_sparse */
extern const struct aic_insn aic_insns_scales[];   /* load_scales */
extern const struct aic_insn aic_insns_load3d[];   /* load3dv2 load3d_stride load3dv2pro */
extern const struct aic_insn aic_insns_load3dv1[];
extern const struct aic_insn aic_insns_registers[];/* set_fmatrix set_padding set_load3d_repeat ... */
extern const struct aic_insn aic_insns_mmad[];     /* mmad mmad_mx mmad_sparse */
extern const struct aic_insn aic_insns_fixpipe[];
extern const struct aic_insn aic_insns_sync[];     /* set_flag wait_flag pipe_barrier get_buf ... scalar */
/* Each list ends with a row whose name is NULL. */

size_t aic_insn_count(void);
const struct aic_insn *aic_insn_at(size_t index);   /* NULL past the end */
int aic_insn_find(const char *name, unsigned len);  /* index, or -1 */

/* Field by name; NULL when the instruction has none. */
const struct aic_field *aic_insn_field(const struct aic_insn *insn, const char *name, unsigned len);

/* An empty record of an instruction with every default filled in. */
void aic_record_init(struct aic_record *rec, int insn);

/* The raw bits of a VALUE field in the element type dt (rounded to nearest; out of range saturates or is inf;
 * aic_insn_check reports a value that the type cannot hold). */
uint64_t aic_field_value_bits(const struct aic_record *rec, unsigned slot, enum aic_dtype dt);

/* The whole check of a record alone on a product, in the order of precedence:
 * existence on the product, NOP, ranges, the row's own rules, element type, datapath, alignment, capacity.
 * On return chk->error and chk->nop say what to do with the record. */
void aic_insn_check(const struct aic_op *op, struct aic_check *chk);

#endif
