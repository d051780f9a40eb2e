/* The check of a record alone, in the order of precedence of semantics.md 16. */
#include <inttypes.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/insn.h"

static const char *slot_name(const struct aic_insn *insn, unsigned operand)
{
    return operand < insn->n_slots ? insn->slots[operand].role : "operand";
}

static bool on_vector_core(const struct aic_op *op)
{
    return op->lim->vector_core == AIC_VECTOR_CORE_ALL ||
           (op->lim->vector_core == AIC_VECTOR_CORE_UNITS && (op->rec->unit != AIC_UNIT_AIC || op->rec->unit_given));
}

static bool exists(const struct aic_op *op, struct aic_check *chk)
{
    if (op->insn->rule_vector_core && on_vector_core(op)) {
        aic_raise(chk, op->insn->rule_vector_core, AIC_AT_RECORD, "load on an AI Core",
                  "%s: a Vector Core has no such load", op->insn->name);
        return false;
    }
    uint8_t state = op->lim->insn[op->rec->insn];
    if (state == AIC_PATH_YES) {
        return true;
    }
    if (state == AIC_PATH_UNKNOWN) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "%s: no source says whether this product has it",
                  op->insn->name);
        return false;
    }
    aic_raise(chk, op->insn->rule_insn ? op->insn->rule_insn : "PATH-002", AIC_AT_RECORD, NULL,
              "%s: this product has no such instruction", op->insn->name);
    return false;
}

static void check_value(const struct aic_op *op, const struct aic_field *field, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    enum aic_dtype dt = (enum aic_dtype)rec->dtype[0];
    unsigned bits = aic_dtype_bits(dt);
    if (rec->raw >> field->slot & 1) {
        if (bits < 64 && (uint64_t)rec->f[field->slot] >> bits) {
            aic_raise(chk, "FLD-001", aic_at_field(field->slot), "give the bit pattern of one element",
                      "%s: bits:0x%" PRIx64 " does not fit the %u bits of %s", field->name,
                      (uint64_t)rec->f[field->slot], bits, aic_dtype_name(dt));
        }
        return;
    }
    double value;
    memcpy(&value, &rec->f[field->slot], sizeof(value));
    if (aic_dtype_is_float(dt)) {
        return;
    }
    double low = aic_dtype_is_signed(dt) ? -(double)((uint64_t)1 << (bits - 1)) : 0;
    double span = bits == 64 ? 18446744073709551616.0 : (double)((uint64_t)1 << bits);
    if (!(value >= low && value < low + span)) {
        aic_raise(chk, "FLD-001", aic_at_field(field->slot), "choose a value that the type holds",
                  "%s: %.17g is outside %s (%.0f..%.0f)", field->name, value, aic_dtype_name(dt), low, low + span - 1);
    }
}

static void check_range(const struct aic_op *op, const struct aic_field *field, struct aic_check *chk)
{
    unsigned count = field->count ? field->count : 1;
    for (unsigned k = 0; k < count; k++) {
        int64_t v = op->rec->f[field->slot + k];
        if (field->min > field->max || (v >= field->min && v <= field->max)) {
            continue;
        }
        aic_raise(chk, field->rule ? field->rule : "FLD-001", aic_at_field(field->slot), NULL,
                  "%s: %" PRId64 " is outside %" PRId64 "..%" PRId64 "%s%s", field->name, v, field->min, field->max,
                  field->unit && *field->unit ? ", unit " : "", field->unit ? field->unit : "");
        return;
    }
}

static void check_ranges(const struct aic_op *op, struct aic_check *chk)
{
    for (unsigned i = 0; i < op->insn->n_fields; i++) {
        const struct aic_field *field = &op->insn->fields[i];
        if (field->only_if && !op->rec->f[field->only_if - 1]) {
            continue;
        }
        if (op->rec->beyond >> field->slot & 1) {
            aic_raise(chk, field->rule ? field->rule : "FLD-001", aic_at_field(field->slot),
                      "give a pattern of at most 64 bits", "%s: the number does not fit 64 bits", field->name);
        } else if (field->kind == AIC_FIELD_VALUE) {
            check_value(op, field, chk);
        } else if (field->kind != AIC_FIELD_U64 && field->kind != AIC_FIELD_FLOAT) {
            check_range(op, field, chk);
        }
    }
}

static void check_spaces(const struct aic_op *op, struct aic_check *chk)
{
    for (unsigned i = 0; i < op->rec->n_operands && i < op->insn->n_slots && !chk->error; i++) {
        enum aic_space space = (enum aic_space)op->rec->op[i].space;
        if (!(op->insn->slots[i].spaces & AIC_SPACE_BIT(space))) {
            aic_raise(chk, "PATH-001", aic_at_operand((int)i), NULL, "%s: no datapath of it has its %s in %s",
                      op->insn->name, slot_name(op->insn, i), aic_space_name(space));
        }
    }
}

static void check_path(const struct aic_op *op, struct aic_check *chk)
{
    if (op->insn->klass != AIC_CLASS_DATA || op->rec->n_operands < 2) {
        return;
    }
    unsigned dst = op->rec->op[0].space;
    unsigned src = op->rec->op[1].space;
    if (src == AIC_L0A || src == AIC_L0B) {
        return; /* the cube's operands are no datapath */
    }
    uint8_t state = op->lim->path[src][dst];
    if (state == AIC_PATH_UNKNOWN) {
        aic_raise(chk, "PATH-003", aic_at_operand(0), NULL, "%s: no source says whether this product moves %s to %s",
                  op->insn->name, aic_space_name((enum aic_space)src), aic_space_name((enum aic_space)dst));
    } else if (state == AIC_PATH_NO) {
        aic_raise(chk, "PATH-001", aic_at_operand(0), NULL, "%s: this product has no datapath from %s to %s",
                  op->insn->name, aic_space_name((enum aic_space)src), aic_space_name((enum aic_space)dst));
    }
}

/* Instructions with two or more types judge them together, in their own check. */
static void check_dtype(const struct aic_op *op, struct aic_check *chk)
{
    if (op->insn->max_dtypes != 1 || op->rec->n_operands == 0) {
        return;
    }
    unsigned space = op->rec->op[0].space;
    enum aic_dtype dt = (enum aic_dtype)op->rec->dtype[0];
    aic_dtype_set set = op->lim->dtypes[op->rec->insn][space];
    if (set & AIC_DT_BIT(dt)) {
        return;
    }
    if (set & AIC_DT_UNKNOWN_SET) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "%s: no source says which types this product takes to %s",
                  op->insn->name, aic_space_name((enum aic_space)space));
        return;
    }
    aic_raise(chk, op->insn->rule_dtype ? op->insn->rule_dtype : "PATH-002", AIC_AT_RECORD, NULL,
              "%s: %s to %s is not supported on this product", op->insn->name, aic_dtype_name(dt),
              aic_space_name((enum aic_space)space));
}

static const char *const align_rule[AIC_SPACE_COUNT] = {
    [AIC_L1] = "MEM-001",  [AIC_L0A] = "MEM-002", [AIC_L0B] = "MEM-002",
    [AIC_BT] = "MEM-005",  [AIC_FB] = "MEM-006",  [AIC_UB] = "MEM-021",
};

static void check_align_one(const struct aic_op *op, unsigned i, struct aic_check *chk)
{
    const struct aic_operand *operand = &op->rec->op[i];
    bool written = i < op->insn->n_slots && op->insn->slots[i].written;
    const char *rule = align_rule[operand->space];
    int64_t align = op->lim->align[operand->space];
    if (operand->space == AIC_L0C) {
        bool half = op->rec->n_dtypes > 2 && aic_dtype_bits((enum aic_dtype)op->rec->dtype[2]) == 16;
        rule = written ? "MEM-003" : "MEM-004";
        align = !written ? op->lim->fixpipe_src_align : half ? op->lim->mmad_c_align_half : op->lim->mmad_c_align;
    }
    if (!rule || align == 0) {
        return;
    }
    if (align == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", aic_at_operand((int)i), NULL, "%s %s: no source gives this product's alignment",
                  slot_name(op->insn, i), aic_space_name((enum aic_space)operand->space));
        return;
    }
    if (operand->addr % (uint64_t)align) {
        aic_raise(chk, rule, aic_at_operand((int)i), "move the operand to a multiple of the alignment",
                  "%s %s:%" PRIu64 " is not aligned to %" PRId64 " bytes", slot_name(op->insn, i),
                  aic_space_name((enum aic_space)operand->space), operand->addr, align);
        return;
    }
    if (operand->space == AIC_BT && op->lim->bt_align_warn > 0 && operand->addr % (uint64_t)op->lim->bt_align_warn) {
        aic_raise_as(chk, rule, AIC_SEV_WARNING, aic_at_operand((int)i), NULL,
                     "%s bt:%" PRIu64 " is not aligned to %" PRId64 " bytes, which a debug check asks (contested: X18)",
                     slot_name(op->insn, i), operand->addr, op->lim->bt_align_warn);
    }
}

static const char *const capacity_rule[AIC_SPACE_COUNT] = {
    [AIC_L1] = "MEM-009",     [AIC_L0A] = "MEM-007",    [AIC_L0B] = "MEM-007", [AIC_L0C] = "MEM-008",
    [AIC_UB] = "MEM-022",     [AIC_BT] = "MEM-010",     [AIC_FB] = "MEM-011",  [AIC_L0A_MX] = "MEM-012",
    [AIC_L0B_MX] = "MEM-012", [AIC_IDX] = "MEM-007",
};

static void check_capacity(const struct aic_op *op, struct aic_check *chk)
{
    struct aic_footprint fp = {0};
    op->insn->footprint(op, &fp);
    unsigned reported = 0;
    for (unsigned i = 0; i < fp.n; i++) {
        unsigned space = fp.e[i].span.space;
        if (space == AIC_GM || reported >> space & 1) {
            continue;
        }
        uint64_t lo, hi;
        aic_span_bounds(&fp.e[i].span, &lo, &hi);
        int64_t size = op->lim->sizes.bytes[space];
        if (size == AIC_UNKNOWN) {
            aic_raise(chk, "PATH-003", aic_at_operand(fp.e[i].operand), NULL,
                      "no source gives the size of this product's %s", aic_space_name((enum aic_space)space));
        } else if (lo > hi || hi > (uint64_t)size) {
            aic_raise(chk, capacity_rule[space], aic_at_operand(fp.e[i].operand),
                      "make the access smaller or start it lower", "%s: bytes %" PRIu64 "..%" PRIu64
                      " reach past the end of %s (%" PRId64 " bytes)", op->insn->name, lo, hi,
                      aic_space_name((enum aic_space)space), size);
        } else {
            continue;
        }
        reported |= 1u << space;
    }
}

void aic_insn_check(const struct aic_op *op, struct aic_check *chk)
{
    if (!exists(op, chk) || (op->insn->nop && op->insn->nop(op, chk))) {
        return;
    }
    check_ranges(op, chk);
    if (!chk->error) {
        check_spaces(op, chk);
    }
    if (!chk->error && op->insn->check) {
        op->insn->check(op, chk);
    }
    if (!chk->error) {
        check_path(op, chk);
    }
    if (!chk->error) {
        check_dtype(op, chk);
    }
    if (chk->error) {
        return;
    }
    for (unsigned i = 0; i < op->rec->n_operands; i++) {
        check_align_one(op, i, chk);
    }
    if (!chk->error && op->insn->footprint) {
        check_capacity(op, chk);
    }
}
