/* The key table's macros and its two halves: what isa/ and what pipes/ take from a product file. */
#ifndef AIC_SIM_CONFIG_KEYS_H
#define AIC_SIM_CONFIG_KEYS_H

#include "sim/config.h"

#define AIC_KEY_AT(member) offsetof(struct aic_product, member), sizeof(((struct aic_product *)0)->member)
#define AIC_KEY_OPTIONAL 0

extern const struct aic_key aic_isa_keys[];  /* ends with a row whose path is NULL */
extern const struct aic_key aic_pipe_keys[];

#endif
