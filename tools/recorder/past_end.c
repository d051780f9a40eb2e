#include "tools/recorder/past_end.h"

#include <inttypes.h>
#include <stdio.h>

#include "isa/insn.h"

bool aic_past_end(const struct aic_device *device, const struct aic_isa_limits *limits, const struct aic_record *rec,
                  bool *writes, char *text, size_t size)
{
    const struct aic_insn *insn = aic_insn_at(rec->insn);
    struct aic_registers regs;
    aic_registers_init(&regs);
    struct aic_op op = {.rec = rec, .regs = &regs, .lim = limits, .insn = insn};
    struct aic_check quiet = {.rec = rec};
    struct aic_footprint fp = {0};
    aic_insn_check(&op, &quiet);
    if (!insn->footprint || quiet.error || quiet.nop) {
        return false;
    }
    insn->footprint(&op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        if (fp.e[i].span.space != AIC_GM) {
            continue;
        }
        uint64_t begin, end;
        aic_span_bounds(&fp.e[i].span, &begin, &end);
        int at = aic_device_find_page(device, (uint64_t)(uintptr_t)device->base + begin);
        const struct aic_allocation *a = at >= 0 ? &device->at[at] : NULL;
        if (a && end > a->offset + a->bytes && end <= a->offset + a->pages) {
            *writes = fp.e[i].access != AIC_READ;
            snprintf(text, size, "%s: bytes %" PRIu64 "..%" PRIu64 " of an allocation of %" PRIu64
                     " bytes: it reaches past the end, into the rest of the page", insn->name, begin - a->offset,
                     end - a->offset, a->bytes);
            return true;
        }
    }
    return false;
}
