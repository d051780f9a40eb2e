/* A convolution by tiles of output rows: image to column in L0A, weights in FRACTAL_Z. One image. */
#ifndef AIC_TOOLS_GEN_CONV2D_H
#define AIC_TOOLS_GEN_CONV2D_H

#include "tools/gen_matmul.h"

struct aic_conv2d_options {
    int64_t channels, height, width, out_channels;
    int64_t kernel_h, kernel_w, stride_h, stride_w, dilation_h, dilation_w;
    int64_t pad_left, pad_right, pad_top, pad_bottom;
    int64_t rows;                /* output rows of a tile */
    int64_t base_n, base_k;
    int64_t cores, depth_x, depth_w, l0c_depth;
    enum aic_dtype a, b, c, out;
    enum aic_quant quant;
    bool quant_given, db_l0, unit_flag, relu, bias, compact; /* compact: one stream for all cores */
    double scale;
    const char *data;
};

struct aic_conv2d_plan {
    struct aic_conv2d_options o;
    struct aic_matmul_plan drain; /* types and conversion of the result; m x n x k of the product it is */
    int64_t c0, c1, n, k;        /* channels in blocks; output channels and k in whole fractals */
    int64_t out_h, out_w, key_h, key_w;
    int64_t l0_slots, c_slots, c_slot_bytes, ub_slot_bytes;
    int64_t x_slot_bytes, w_l1, w_slot_bytes, bias_l1, l1_bytes;
    bool first_load3d, stride_load3d; /* load3dv1; a pitch by set_load3d_repeat */
    bool fractal_copy;                /* GM to L1 by load2d, 512 bytes at a time */
};

/* Output rows oh .. oh+rows of channels n0 .. n0+n, and the slab of the image that they need. */
struct aic_conv2d_tile {
    int64_t oh, rows, m;
    int64_t h, h_rows, top, bottom; /* in the image; padding that the slab itself has */
    int64_t n0, n;
    bool padding;                   /* no window reaches the image: the slab is one row that nothing reads */
};

/* Tile `index` of output rows. */
struct aic_conv2d_tile aic_conv2d_tile_at(const struct aic_conv2d_plan *plan, int64_t index, int64_t n0);

bool aic_conv2d_make_plan(const struct aic_product *product, const struct aic_conv2d_options *options,
                          struct aic_conv2d_plan *plan, struct aic_gen_error *err);
void aic_conv2d_emit(struct aic_gen *g, const struct aic_conv2d_plan *plan);
void aic_conv2d_explain(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *plan);
bool aic_conv2d_write_data(const struct aic_conv2d_plan *plan, struct aic_gen_error *err);

#endif
