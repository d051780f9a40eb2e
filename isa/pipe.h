/* The pipes of a unit, as an instruction names them. */
#ifndef AIC_ISA_PIPE_H
#define AIC_ISA_PIPE_H

enum aic_pipe {
    AIC_PIPE_S = 0,
    AIC_PIPE_V,
    AIC_PIPE_M,
    AIC_PIPE_MTE1,
    AIC_PIPE_MTE2,
    AIC_PIPE_MTE3,
    AIC_PIPE_FIX,
    AIC_PIPE_COUNT,
    AIC_PIPE_ALL = AIC_PIPE_COUNT, /* only in pipe_barrier */
    AIC_PIPE_NONE
};

/* Units of a core. Coupled products have only AIC. */
enum aic_unit { AIC_UNIT_AIC = 0, AIC_UNIT_AIV0, AIC_UNIT_AIV1, AIC_UNIT_COUNT };

/* "S", "MTE1" ... "ALL"; "?" otherwise. */
const char *aic_pipe_name(enum aic_pipe pipe);
enum aic_pipe aic_pipe_from_name(const char *name, unsigned len);

/* "aic", "aiv0", "aiv1". */
const char *aic_unit_name(enum aic_unit unit);

#endif
