/* What time is spent on. */
#ifndef AIC_PIPES_PART_H
#define AIC_PIPES_PART_H

#include "isa/pipe.h"

/* What a stretch of time was spent on: the first are the pipes (enum aic_pipe). */
enum aic_part {
    AIC_PART_SYNC = AIC_PIPE_COUNT, /* flags, barriers and queues on their way */
    AIC_PART_BANK,                  /* bank conflicts and shared ports */
    AIC_PART_L2,
    AIC_PART_HBM,
    AIC_PART_COUNT
};

#endif
