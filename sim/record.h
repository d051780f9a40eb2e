/* The lower door: builds instruction records by name and hands them on. For compilers, DSLs and bindings that know an
 * instruction when they emit it and want no text in between.
 *
 * A record is begun, filled and emitted:
 *     aic_recorder_begin(r, "mmad");
 *     aic_recorder_operand(r, "l0c", 0); aic_recorder_operand(r, "l0a", 0); aic_recorder_operand(r, "l0b", 0);
 *     aic_recorder_dtype(r, "half"); aic_recorder_int(r, "m", 16); ...
 *     aic_recorder_emit(r);
 * Names are those of trace format v1 (docs/trace-format.md); `aicsim explain mmad` lists them. What is not given has
 * its documented default. sim/record_calls.h has one function an instruction over the same calls.
 *
 * A name that does not exist, or a required field left out, makes the record unusable: the call returns false, emit
 * drops the record and returns false, and aic_recorder_error says why. Values are kept as given; the simulation checks
 * them. Only integers, doubles and C strings cross this interface, so that ctypes and the like can call it. */
#ifndef AIC_SIM_RECORD_H
#define AIC_SIM_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct aic_sim;
struct aic_record;
struct aic_recorder;

/* Takes every finished record. False ends the emit with an error. */
typedef bool aic_record_sink_fn(void *user, const struct aic_record *record);

/* NULL when out of memory. */
struct aic_recorder *aic_recorder_new(aic_record_sink_fn *sink, void *user);

/* A recorder that pushes into a simulation, which must outlive it. */
struct aic_recorder *aic_recorder_to_sim(struct aic_sim *sim);
void aic_recorder_free(struct aic_recorder *r); /* NULL is allowed */

/* Where the records that follow belong: a core, and a unit (0 AIC, 1 aiv0, 2 aiv1; -1: the instruction's own, AIC for
 * flags and barriers). Initially core 0, unit -1. */
void aic_recorder_core(struct aic_recorder *r, uint32_t core, int unit);

/* Where they come from: a line of the source, and a number for its file that findings carry back (0: none). */
void aic_recorder_site(struct aic_recorder *r, uint32_t file, uint32_t line);

bool aic_recorder_begin(struct aic_recorder *r, const char *mnemonic);

/* Operands in the order of the trace format, destination first. `address` is in bytes; in "gm" it is absolute. */
bool aic_recorder_operand(struct aic_recorder *r, const char *space, uint64_t address);

/* Element types in order; one is enough where all are the same. */
bool aic_recorder_dtype(struct aic_recorder *r, const char *name);

/* A field by name: whole numbers and booleans; `name.i` is element i of a list ("padList.0"). For a field that is a
 * value of the element type the number is that value. */
bool aic_recorder_int(struct aic_recorder *r, const char *field, int64_t value);
/* A value of the element type, or a plain float. */
bool aic_recorder_real(struct aic_recorder *r, const char *field, double value);
/* The raw bits of a value of the element type. */
bool aic_recorder_bits(struct aic_recorder *r, const char *field, uint64_t bits);
/* One of the field's words ("nd", "VDEQF16", "MTE1"). */
bool aic_recorder_word(struct aic_recorder *r, const char *field, const char *word);

bool aic_recorder_emit(struct aic_recorder *r);

/* The first thing that was wrong with the record begun last; "" when nothing is. Owned by the recorder. */
const char *aic_recorder_error(const struct aic_recorder *r);

#ifdef __cplusplus
}
#endif
#endif
