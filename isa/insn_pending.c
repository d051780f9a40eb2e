/* Rows of the families that are not there yet, so that programs link. Weak: a family's own rows win. */
#include "isa/insn.h"

#define PENDING __attribute__((weak))
#define ROW(n) {.name = n, .min_dtypes = 1, .max_dtypes = 1}

PENDING const struct aic_insn aic_insns_load2d[] = {ROW("load2d"), ROW("load2dv2"), ROW("load2dmx"), {0}};
PENDING const struct aic_insn aic_insns_transpose[] = {ROW("load_transpose"), ROW("load_transpose_v2"),
                                                       ROW("load_sparse"), {0}};
PENDING const struct aic_insn aic_insns_load3dv1[] = {ROW("load3dv1"), {0}};
PENDING const struct aic_insn aic_insns_fixpipe[] = {ROW("fixpipe"), {0}};
PENDING const char *const aic_quant_names[AIC_Q_COUNT + 1] = {
    "NoQuant", "F322F16", "F322BF16", "DEQF16", "VDEQF16", "QF322B8_PRE", "VQF322B8_PRE", "REQ8", "VREQ8",
    "QF322FP8_PRE", "VQF322FP8_PRE", "QF322HIF8_PRE", "VQF322HIF8_PRE", "QF322HIF8_PRE_HYBRID",
    "VQF322HIF8_PRE_HYBRID", "QS322BF16_PRE", "VQS322BF16_PRE", "QF322F16_PRE", "VQF322F16_PRE", "QF322BF16_PRE",
    "VQF322BF16_PRE", "QF322F32_PRE", "VQF322F32_PRE", NULL};
