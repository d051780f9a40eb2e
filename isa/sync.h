/* Field slots of the synchronisation records, for those who schedule them. */
#ifndef AIC_ISA_SYNC_H
#define AIC_ISA_SYNC_H

/* set_flag, wait_flag */
enum { AIC_FLAG_SRC = 0, AIC_FLAG_DST, AIC_FLAG_ID };
/* pipe_barrier */
enum { AIC_BARRIER_PIPE = 0 };
/* get_buf, rls_buf */
enum { AIC_BUF_PIPE = 0, AIC_BUF_ID, AIC_BUF_MODE };
/* cross_set, cross_wait */
enum { AIC_CROSS_ID = 0, AIC_CROSS_MODE, AIC_CROSS_PIPE };
#define AIC_CROSS_SECOND 16 /* first flag of mode 4 that the cube unit shares with its second vector unit */
/* scalar */
enum { AIC_SCALAR_CYCLES = 0 };

#endif
