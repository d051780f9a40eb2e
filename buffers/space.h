/* The memories of an AI Core and their sizes.
 * Source: docs/products.md "Capacities"; names as in trace format v1. */
#ifndef AIC_BUFFERS_SPACE_H
#define AIC_BUFFERS_SPACE_H

#include <stdint.h>

enum aic_space {
    AIC_GM = 0,
    AIC_L1,
    AIC_L0A,
    AIC_L0B,
    AIC_L0C,
    AIC_UB,
    AIC_BT,     /* BiasTable buffer */
    AIC_FB,     /* Fixpipe buffer */
    AIC_L0A_MX, /* scales of an MX left operand; address = L0A address / 16 */
    AIC_L0B_MX,
    AIC_IDX,    /* sparse index buffer; address = L0B address / 4 */
    AIC_SPACE_COUNT
};

#define AIC_SPACE_BIT(s) (1u << (s))

/* A number that no source gives. Whoever needs it refuses the record (PATH-003). */
#define AIC_UNKNOWN INT64_MIN

/* Bytes of each local memory of one core (UB: of one vector unit); 0 = the product has none, AIC_UNKNOWN.
 * GM is not limited here. */
struct aic_space_sizes {
    int64_t bytes[AIC_SPACE_COUNT];
};

/* "gm", "l1" ...; "?" for an unknown value. */
const char *aic_space_name(enum aic_space space);

/* AIC_SPACE_COUNT when no memory has this name. */
enum aic_space aic_space_from_name(const char *name, unsigned len);

#endif
