/* Global memory: sparse pages over a 64-bit address space. */
#ifndef AIC_BUFFERS_GM_H
#define AIC_BUFFERS_GM_H

#include <stdbool.h>
#include <stdint.h>

struct aic_gm;

struct aic_gm *aic_gm_new(void);
void aic_gm_free(struct aic_gm *gm);

/* Bytes that no page holds read as 0 and AIC_ST_NEVER. state may be NULL. */
void aic_gm_read(struct aic_gm *gm, uint64_t addr, uint64_t n, uint8_t *data, uint8_t *state);

/* state NULL means AIC_ST_VALID. False when out of memory. */
bool aic_gm_write(struct aic_gm *gm, uint64_t addr, uint64_t n, const uint8_t *data, const uint8_t *state);

/* Sets the state of n bytes and leaves their data. Costs memory only for what is read or written later. */
bool aic_gm_mark(struct aic_gm *gm, uint64_t addr, uint64_t n, uint8_t state);

/* Pointer to the longest contiguous piece of [addr, addr+n) in one page; *got is its length.
 * *data stays valid until the memory is freed, *state until GM is written again. Reading: NULL pointers for an absent
 * page; nothing may be written through them. Writing (create = true): the page is made. */
void aic_gm_piece(struct aic_gm *gm, uint64_t addr, uint64_t n, bool create, uint8_t **data, uint8_t **state,
                  uint64_t *got);

/* Bytes of pages held. */
uint64_t aic_gm_resident(const struct aic_gm *gm);

#endif
