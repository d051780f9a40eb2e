/* A simulation with a recorder in front and its findings kept: the whole of the lower door for callers that see only
 * numbers and strings (ctypes, other languages). C callers may as well use sim/aicsim.h and sim/record.h themselves. */
#ifndef AIC_SIM_RECORDING_H
#define AIC_SIM_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct aic_product;
struct aic_recorder;
struct aic_recording;

/* The product must outlive the recording. NULL when out of memory. */
struct aic_recording *aic_recording_new(const struct aic_product *product);
void aic_recording_free(struct aic_recording *recording); /* NULL is allowed */

/* Where records go in. Belongs to the recording. */
struct aic_recorder *aic_recording_recorder(struct aic_recording *recording);

/* Declares `bytes` of GM from `address` on, elements of `dtype`. False when the name of the type is unknown, the range
 * overlaps another tensor, or memory is out. */
bool aic_recording_tensor(struct aic_recording *recording, const char *name, const char *dtype, uint64_t address,
                          uint64_t bytes);

/* Bytes in and out of a memory ("gm", "l1" ...) of a core; `unit` 1 means aiv1's UB. Writing counts as written. Reading
 * sees what has run: call aic_recording_run first. False when the memory is unknown or the range is outside it. */
bool aic_recording_write(struct aic_recording *recording, uint32_t core, const char *space, unsigned unit,
                         uint64_t address, uint64_t n, const void *data);
bool aic_recording_read(struct aic_recording *recording, uint32_t core, const char *space, unsigned unit,
                        uint64_t address, uint64_t n, void *data);

/* Runs the records so far, as far as they go. */
void aic_recording_run(struct aic_recording *recording);

/* Ends the streams, runs everything and returns the whole cycles; -1 after a deadlock. */
int64_t aic_recording_finish(struct aic_recording *recording);

/* Findings so far, in the order in which they came. Texts belong to the recording. Index out of range: NULL, -1, 0. */
size_t aic_recording_findings(const struct aic_recording *recording);
const char *aic_recording_rule(const struct aic_recording *recording, size_t index);
const char *aic_recording_message(const struct aic_recording *recording, size_t index);
int aic_recording_severity(const struct aic_recording *recording,
                           size_t index); /* 0 hint, 1 note, 2 warning, 3 error */
uint32_t aic_recording_line(const struct aic_recording *recording, size_t index);

#ifdef __cplusplus
}
#endif
#endif
