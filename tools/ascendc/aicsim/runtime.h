/* What the Ascend C headers ask of the recorder: one C function per thing that a kernel does. The headers fill a plain
 * record; everything else (units, coroutines, device memory, the simulation) is behind these calls, in recorder.c. */
#ifndef AICSIM_RUNTIME_H
#define AICSIM_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AIC_RT_MAX_FIELDS 32
#define AIC_RT_MAX_OPERANDS 4

enum aic_rt_kind { AIC_RT_INT, AIC_RT_BITS, AIC_RT_WORD, AIC_RT_REAL };

/* `name` and `word` must outlive the call. BITS is a raw bit pattern of the record's dtype, REAL that of a
 * double. */
struct aic_rt_field {
    const char *name;
    enum aic_rt_kind kind;
    int64_t value;
    const char *word;
};

/* An operand. For space "gm", `address` is the pointer that aclrtMalloc gave plus an offset; else bytes in the buffer.
 */
struct aic_rt_operand {
    const char *space;
    uint64_t address;
    uint64_t bytes; /* size of the tensor from here on, 0: not known */
};

/* One call of the kernel. `call` is the API name as written in the source, `mnemonic` the trace instruction. */
struct aic_rt_record {
    const char *mnemonic, *call, *file;
    int line;
    int operands, dtypes, fields;
    struct aic_rt_operand operand[AIC_RT_MAX_OPERANDS];
    const char *dtype[AIC_RT_MAX_OPERANDS];
    struct aic_rt_field field[AIC_RT_MAX_FIELDS];
};

enum aic_rt_unit { AIC_RT_AIC, AIC_RT_AIV0, AIC_RT_AIV1 };

/* Which units a launch uses. The kernel says nothing: DERIVE runs on all units and each takes only its own calls,
 * DERIVE_CUBE and DERIVE_VECTOR know the kind of core from the source; KERNEL_TASK_TYPE_DEFAULT still decides. */
enum aic_rt_mode {
    AIC_RT_DERIVE,
    AIC_RT_DERIVE_CUBE,
    AIC_RT_DERIVE_VECTOR,
    AIC_RT_CUBE,
    AIC_RT_VECTOR,
    AIC_RT_MIX_1_0,
    AIC_RT_MIX_0_1,
    AIC_RT_MIX_1_1,
    AIC_RT_MIX_1_2
};

void aic_rt_emit(const struct aic_rt_record *record);

/* A rule that only the source shows (MEM-018, FP-037 ...): recorded at this line of the kernel. */
void aic_rt_report(const char *rule, const char *file, int line, const char *message);

/* Ends the program with exit status 2: `call` is known, but this recorder does not model it (`why` may be NULL). */
#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void aic_rt_not_modelled(const char *call, const char *why, const char *file, int line);

/* Scalar access to simulated memory: everything that the unit issued before is executed first. */
void aic_rt_read(const char *space, uint64_t address, void *bytes, size_t n, const char *call, const char *file,
                 int line);
void aic_rt_write(const char *space, uint64_t address, const void *bytes, size_t n, const char *call, const char *file,
                  int line);

/* Cube cores of the product, or vector units; 0 or less: not known. */
int64_t aic_rt_cores(int vector);

/* Where this code runs. */
int64_t aic_rt_block_idx(void);
int64_t aic_rt_block_num(void);
int64_t aic_rt_sub_block_idx(void);
int64_t aic_rt_task_ratio(void);
int aic_rt_is_aic(void);
int aic_rt_is_aiv(void);
int64_t aic_rt_cycle(void);

/* KERNEL_TASK_TYPE_DEFAULT inside a kernel; a unit that the type does not have ends here. */
void aic_rt_task_type(enum aic_rt_mode mode);

/* Bytes of a buffer ("l1", "ub" ...) on this product; 0 when it has none. */
uint64_t aic_rt_space_size(const char *space);

/* Per-unit storage for the framework objects (the current TPipe). */
void **aic_rt_unit_slot(void);

/* Runs `body` once for every block and unit, then writes the results back to device memory. `half` (NULL: none) names
 * the launch in the build for vector cores, whose units run what aic_rt_vector_half gave under this name. */
void aic_rt_launch(const char *kernel, enum aic_rt_mode mode, uint32_t blocks, void (*body)(void *), void *context,
                   const char *half, const char *file, int line);
void aic_rt_vector_half(const char *name, void (*body)(void *));

/* Device memory: a host-readable range at an address that is the same in every run. */
void *aic_rt_malloc(size_t bytes);
int aic_rt_free(void *pointer);
int aic_rt_copy(void *to, size_t room, const void *from, size_t bytes);
int aic_rt_fill(void *to, size_t room, int value, size_t bytes);

/* Conversions of the element types by their trace name. */
uint32_t aic_rt_from_float(const char *dtype, float value);
float aic_rt_to_float(const char *dtype, uint32_t bits);

/* Text that the kernel prints, marked with its core. */
void aic_rt_print(const char *text);

#ifdef __cplusplus
}
#endif
#endif
