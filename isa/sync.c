/* Synchronisation inside a core and between cores, and scalar work. Source: semantics.md 14; design.md 4. */
#include "isa/sync.h"

#include <inttypes.h>

#include "isa/insn.h"

static const char *const pipe_names[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", NULL};
static const char *const barrier_names[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", "ALL", NULL};

#define SYNC_DOC "Intra-core synchronisation: SetFlag/WaitFlag, PipeBarrier"
#define CROSS_DOC "Inter-core synchronisation: CrossCoreSetFlag/CrossCoreWaitFlag"

static const struct aic_field flag_fields[] = {
    {.name = "src", .kind = AIC_FIELD_CHOICE, .slot = AIC_FLAG_SRC, .required = true, .max = 6, .choices = pipe_names,
     .unit = "", .meaning = "pipe whose earlier instructions must have completed", .source = SYNC_DOC},
    {.name = "dst", .kind = AIC_FIELD_CHOICE, .slot = AIC_FLAG_DST, .required = true, .max = 6, .choices = pipe_names,
     .unit = "", .meaning = "pipe that waits", .source = SYNC_DOC},
    {.name = "id", .kind = AIC_FIELD_UINT, .slot = AIC_FLAG_ID, .bits = 3, .required = true, .max = 7, .rule = "SY-001",
     .unit = "", .meaning = "event id of this pair of pipes; 0..3 on arch 1001", .source = SYNC_DOC},
};

static const struct aic_field barrier_fields[] = {
    {.name = "pipe", .kind = AIC_FIELD_CHOICE, .slot = AIC_BARRIER_PIPE, .required = true, .max = 7,
     .choices = barrier_names, .unit = "",
     .meaning = "pipe whose later instructions wait for its earlier ones; ALL for every pipe", .source = SYNC_DOC},
};

static const struct aic_field buf_fields[] = {
    {.name = "pipe", .kind = AIC_FIELD_CHOICE, .slot = AIC_BUF_PIPE, .required = true, .max = 6, .choices = pipe_names,
     .unit = "", .meaning = "pipe that takes or releases the buffer id", .source = SYNC_DOC},
    {.name = "bufferId", .kind = AIC_FIELD_UINT, .slot = AIC_BUF_ID, .bits = 5, .required = true, .max = 31,
     .unit = "", .meaning = "buffer id, held by one pipe at a time", .source = SYNC_DOC},
    {.name = "mode", .kind = AIC_FIELD_UINT, .slot = AIC_BUF_MODE, .bits = 1, .max = 1, .unit = "",
     .meaning = "0: order with every earlier holder; 1: the same, released by another instruction", .source = SYNC_DOC},
};

static const struct aic_field cross_fields[] = {
    {.name = "flagId", .kind = AIC_FIELD_UINT, .slot = AIC_CROSS_ID, .bits = 5, .required = true, .max = 26,
     .rule = "SY-012", .unit = "",
     .meaning = "cross-core flag 0..10; mode 4 on the cube unit: from 16 up those of the second vector unit",
     .source = CROSS_DOC},
    {.name = "mode", .kind = AIC_FIELD_UINT, .slot = AIC_CROSS_MODE, .bits = 3, .max = 4, .unit = "",
     .meaning = "0: all cores, 1: the vector units of a core, 2: cube and vector units of a core, "
                "4: cube and one vector unit",
     .source = CROSS_DOC},
    {.name = "pipe", .kind = AIC_FIELD_CHOICE, .slot = AIC_CROSS_PIPE, .max = 6, .choices = pipe_names, .unit = "",
     .meaning = "pipe that sets or waits; S by default", .source = CROSS_DOC},
};

static const struct aic_field scalar_fields[] = {
    {.name = "cycles", .kind = AIC_FIELD_UINT, .slot = AIC_SCALAR_CYCLES, .required = true, .max = INT32_MAX,
     .unit = "cycles", .meaning = "scalar work before the next record is dispatched", .source = "Trace format v1"},
};

static void check_flag(const struct aic_op *op, struct aic_check *chk)
{
    int64_t src = op->rec->f[AIC_FLAG_SRC], dst = op->rec->f[AIC_FLAG_DST], id = op->rec->f[AIC_FLAG_ID];
    if (op->lim->flag_ids == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", aic_at_field(AIC_FLAG_ID), NULL,
                  "no source gives the number of event ids of this product");
    } else if (id >= op->lim->flag_ids) {
        aic_raise(chk, "SY-001", aic_at_field(AIC_FLAG_ID), "use another event id",
                  "event id %" PRId64 " is outside 0..%" PRId64, id, op->lim->flag_ids - 1);
    }
    if (op->lim->flag_pairs_checked == 1 && op->rec->unit == AIC_UNIT_AIC && !op->lim->flag_pairs[src][dst]) {
        aic_raise(chk, "SY-007", AIC_AT_RECORD, NULL, "%s: no flags between %s and %s on this product's unit",
                  op->insn->name, pipe_names[src], pipe_names[dst]);
    }
    if (!chk->error && id >= op->lim->flag_ids_reserved_from) {
        aic_raise(chk, "SY-002", aic_at_field(AIC_FLAG_ID), "use an event id below the reserved ones",
                  "event id %" PRId64 " is reserved by the framework", id);
    }
}

static void check_barrier(const struct aic_op *op, struct aic_check *chk)
{
    if (op->rec->f[AIC_BARRIER_PIPE] == AIC_PIPE_S) {
        aic_raise(chk, "SY-008", aic_at_field(AIC_BARRIER_PIPE), "the scalar unit runs in order; leave the barrier out",
                  "pipe_barrier S is not allowed");
    }
}

/* In mode 4 the cube unit has the flags of the second vector unit from 16 up (page CrossCoreSetFlag). */
static void check_cross(const struct aic_op *op, struct aic_check *chk)
{
    int64_t id = op->rec->f[AIC_CROSS_ID], flags = op->lim->cross_flags;
    bool both = op->rec->f[AIC_CROSS_MODE] == 4 && op->rec->unit == AIC_UNIT_AIC;
    if (flags == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "no source gives the cross-core flags of this product");
    } else if (both && id >= flags && (id < AIC_CROSS_SECOND || id >= AIC_CROSS_SECOND + flags)) {
        aic_raise(chk, "SY-012", aic_at_field(AIC_CROSS_ID), NULL,
                  "cross-core flag %" PRId64 " is outside 0..%" PRId64 " and %d..%" PRId64 " of mode 4", id, flags - 1,
                  AIC_CROSS_SECOND, AIC_CROSS_SECOND + flags - 1);
    } else if (!both && id >= flags) {
        aic_raise(chk, "SY-012", aic_at_field(AIC_CROSS_ID), NULL, "cross-core flag %" PRId64 " is outside 0..%" PRId64,
                  id, flags - 1);
    }
}

static void check_buf(const struct aic_op *op, struct aic_check *chk)
{
    if (op->lim->buf_ids == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "no source gives the buffer ids of this product");
    } else if (op->rec->f[AIC_BUF_ID] >= op->lim->buf_ids) {
        aic_raise(chk, "FLD-001", aic_at_field(AIC_BUF_ID), NULL, "buffer id %" PRId64 " is outside 0..%" PRId64,
                  op->rec->f[AIC_BUF_ID], op->lim->buf_ids - 1);
    }
}

static enum aic_pipe flag_source(const struct aic_op *op)
{
    return (enum aic_pipe)op->rec->f[AIC_FLAG_SRC];
}

static enum aic_pipe flag_target(const struct aic_op *op)
{
    return (enum aic_pipe)op->rec->f[AIC_FLAG_DST];
}

static enum aic_pipe first_field(const struct aic_op *op)
{
    return (enum aic_pipe)op->rec->f[0];
}

static enum aic_pipe cross_pipe(const struct aic_op *op)
{
    return (enum aic_pipe)op->rec->f[AIC_CROSS_PIPE];
}

static enum aic_pipe scalar_pipe(const struct aic_op *op)
{
    (void)op;
    return AIC_PIPE_S;
}

#define FIELDS(t) .fields = (t), .n_fields = sizeof(t) / sizeof((t)[0])

const struct aic_insn aic_insns_sync[] = {
    {.name = "set_flag", .summary = "Sets a flag once every earlier instruction of the source pipe has completed",
     .source = SYNC_DOC, .klass = AIC_CLASS_SET_FLAG, FIELDS(flag_fields), .pipe = flag_source, .check = check_flag},
    {.name = "wait_flag", .summary = "Holds the destination pipe until the flag is set, then clears it",
     .source = SYNC_DOC, .klass = AIC_CLASS_WAIT_FLAG, FIELDS(flag_fields), .pipe = flag_target, .check = check_flag},
    {.name = "pipe_barrier", .summary = "Later instructions of the pipe start after its earlier ones have completed",
     .source = SYNC_DOC, .klass = AIC_CLASS_BARRIER, FIELDS(barrier_fields), .pipe = first_field,
     .check = check_barrier},
    {.name = "get_buf", .summary = "Takes a buffer id for a pipe; waits while another pipe holds it",
     .source = SYNC_DOC, .klass = AIC_CLASS_GET_BUF, FIELDS(buf_fields), .pipe = first_field, .check = check_buf},
    {.name = "rls_buf", .summary = "Releases a buffer id once the pipe's earlier instructions have completed",
     .source = SYNC_DOC, .klass = AIC_CLASS_RLS_BUF, FIELDS(buf_fields), .pipe = first_field, .check = check_buf},
    {.name = "cross_set", .summary = "Sets a flag for other units or cores", .source = CROSS_DOC,
     .klass = AIC_CLASS_CROSS_SET, FIELDS(cross_fields), .pipe = cross_pipe, .check = check_cross},
    {.name = "cross_wait", .summary = "Waits for a flag of other units or cores", .source = CROSS_DOC,
     .klass = AIC_CLASS_CROSS_WAIT, FIELDS(cross_fields), .pipe = cross_pipe, .check = check_cross},
    {.name = "scalar", .summary = "Scalar work of so many cycles", .source = "Trace format v1",
     .klass = AIC_CLASS_SCALAR, FIELDS(scalar_fields), .pipe = scalar_pipe},
    {.name = NULL},
};
