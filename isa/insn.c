#include "isa/insn.h"

#include <string.h>

#include "buffers/float_formats.h"

/* Positions are what records and product files refer to while the program runs; they are never stored. */
static const struct aic_insn *const table[] = {
    &aic_insns_copy[0],      &aic_insns_copy[1],      &aic_insns_nd2nz[0],     &aic_insns_nd2nz[1],
    &aic_insns_fill[0],      &aic_insns_load2d[0],    &aic_insns_load2d[1],    &aic_insns_load2d[2],
    &aic_insns_transpose[0], &aic_insns_transpose[1], &aic_insns_transpose[2], &aic_insns_load3d[0],
    &aic_insns_load3d[1],    &aic_insns_load3d[2],    &aic_insns_load3dv1[0],  &aic_insns_registers[0],
    &aic_insns_registers[1], &aic_insns_registers[2], &aic_insns_registers[3], &aic_insns_registers[4],
    &aic_insns_registers[5], &aic_insns_registers[6], &aic_insns_registers[7], &aic_insns_mmad[0],
    &aic_insns_mmad[1],      &aic_insns_mmad[2],      &aic_insns_fixpipe[0],   &aic_insns_sync[0],
    &aic_insns_sync[1],      &aic_insns_sync[2],      &aic_insns_sync[3],      &aic_insns_sync[4],
    &aic_insns_sync[5],      &aic_insns_sync[6],      &aic_insns_sync[7],      &aic_insns_scales[0],
};
#define N_TABLE (sizeof(table) / sizeof(table[0]))

size_t aic_insn_count(void)
{
    return N_TABLE;
}

const struct aic_insn *aic_insn_at(size_t index)
{
    return index < N_TABLE ? table[index] : NULL;
}

/* `name` may hold any bytes. */
static bool is_named(const char *full, const char *name, unsigned len)
{
    return strlen(full) == len && memcmp(full, name, len) == 0;
}

int aic_insn_find(const char *name, unsigned len)
{
    for (size_t i = 0; i < N_TABLE; i++) {
        if (is_named(table[i]->name, name, len)) {
            return (int)i;
        }
    }
    return -1;
}

const struct aic_field *aic_insn_field(const struct aic_insn *insn, const char *name, unsigned len)
{
    for (unsigned i = 0; i < insn->n_fields; i++) {
        if (is_named(insn->fields[i].name, name, len)) {
            return &insn->fields[i];
        }
    }
    return NULL;
}

void aic_record_init(struct aic_record *rec, int insn)
{
    memset(rec, 0, sizeof(*rec));
    rec->insn = (uint16_t)insn;
    const struct aic_insn *row = table[insn];
    for (unsigned i = 0; i < row->n_fields; i++) {
        const struct aic_field *field = &row->fields[i];
        rec->f[field->slot] = field->def;
        for (unsigned k = 1; k < field->count; k++) {
            rec->f[field->slot + k] = field->def;
        }
    }
}

uint64_t aic_field_value_bits(const struct aic_record *rec, unsigned slot, enum aic_dtype dt)
{
    if (rec->raw >> slot & 1) {
        return (uint64_t)rec->f[slot];
    }
    double value;
    memcpy(&value, &rec->f[slot], sizeof(value));
    return aic_value_encode(dt, value, NULL);
}
