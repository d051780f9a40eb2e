/* MEM-023 as the device has it: past the end of an allocation its page goes on, so that the access happens. */
#ifndef AIC_TOOLS_RECORDER_PAST_END_H
#define AIC_TOOLS_RECORDER_PAST_END_H

#include <stdbool.h>
#include <stddef.h>

#include "isa/limits.h"
#include "isa/record.h"
#include "tools/recorder/device.h"

/* Whether a record touches bytes behind the end of an allocation and within its last page; says so in text, and in
 * *writes whether it writes there. */
bool aic_past_end(const struct aic_device *device, const struct aic_isa_limits *limits, const struct aic_record *rec,
                  bool *writes, char *text, size_t size);

#endif
