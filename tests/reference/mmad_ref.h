/* The multiplication as the documents write it, element by element, without regard to speed. */
#ifndef AIC_TESTS_REFERENCE_MMAD_REF_H
#define AIC_TESTS_REFERENCE_MMAD_REF_H

#include "reference/world.h"

enum ref_kind { REF_PLAIN = 0, REF_MX, REF_SPARSE };

/* Computes the record of `w` from its memories into c[m*n] as raw bits of the result's type. */
void ref_mmad(struct world *w, enum ref_kind kind, uint32_t *c);

/* Byte of L0C where element (m, n) of the record's result lies. */
uint64_t ref_mmad_c_at(const struct world *w, uint32_t m, uint32_t n);

#endif
