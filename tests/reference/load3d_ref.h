/* The image-to-column load as its formulas read, one element at a time. Test-time only. */
#ifndef AIC_TESTS_LOAD3D_REF_H
#define AIC_TESTS_LOAD3D_REF_H

#include <stdbool.h>
#include <stdint.h>

struct ref_load3d {
    unsigned bits;
    bool l0b, transpose, nz; /* nz: L0A holds NZ and column blocks have the pitch dst_stride; else ZZ */
    int h, w, pad[4];        /* left, right, top, bottom */
    int channels, filter_w, filter_h, stride_w, stride_h, dil_w, dil_h;
    int k_ext, m_ext, k_start, m_start;
    int times, mode, repeat_stride;
    int dst_stride;          /* fractals; used where nz */
    uint64_t src, dst, boundary;
    uint32_t pad_value;
};

/* Rows and columns of the unfolded matrix. */
long ref_load3d_rows(const struct ref_load3d *p);
long ref_load3d_cols(const struct ref_load3d *p);

/* Moves data and states. touched[a] is set for every L1 byte that was read; written[a] for every byte of the
 * destination that gets a new state. */
void ref_load3d(const struct ref_load3d *p, const uint8_t *l1, const uint8_t *l1_state, uint8_t *dst,
                uint8_t *dst_state, uint8_t *touched, uint8_t *written);

#endif
