/* A convolution by tiles of output rows: image to column in L0A, weights in FRACTAL_Z. */
#ifndef AIC_TOOLS_GEN_CONV2D_H
#define AIC_TOOLS_GEN_CONV2D_H

#include "tools/gen_drain.h"

struct aic_conv2d_options {
    int64_t batch;               /* images */
    int64_t channels, height, width, out_channels;
    int64_t kernel_h, kernel_w, stride_h, stride_w, dilation_h, dilation_w;
    int64_t pad_left, pad_right, pad_top, pad_bottom;
    int64_t rows;                /* output rows of a tile */
    int64_t base_n, base_k;
    int64_t cores, grid_m, grid_n; /* parts of the tiles and of the output channels */
    int64_t depth_x, depth_w, l0c_depth;
    enum aic_dtype a, b, c;
    bool db_l0, bias, compact;   /* compact: one stream for all cores */
    struct aic_gen_result result;
    const char *data;
};

struct aic_conv2d_plan {
    struct aic_conv2d_options o;
    struct aic_gen_drain drain;
    int64_t c0, c1, n, k;        /* channels in blocks; output channels and k in whole fractals */
    int64_t single_n;            /* output channels of a core */
    int64_t out_h, out_w, key_h, key_w;
    int64_t tiles_h, tiles;      /* of an image, of all */
    int64_t l0_slots, c_slots;
    int64_t x_slot_bytes, w_l1, w_slot_bytes, bias_l1, ones_l1, l1_bytes, ub_bytes;
    bool bias_mmad;              /* C starts as ones x bias, where no BiasTable can be filled */
    enum aic_dtype bias_dtype;
    bool first_load3d, stride_load3d; /* load3dv1; a pitch by set_load3d_repeat */
    bool fractal_copy;                /* GM to L1 by load2d, 512 bytes at a time */
    bool one_pixel;                   /* some tile has one */
    bool skips;                       /* windows pass over some pixels */
};

/* Output rows oh .. oh+rows of an image, channels n0 .. n0+n, and the slab of the image that they need. */
struct aic_conv2d_tile {
    int64_t image, oh, rows, m;
    int64_t h, h_rows, top, bottom; /* in the image; padding that the slab itself has */
    int64_t n0, n;
    bool padding;                   /* no window reaches the image: the slab is one row that nothing reads */
};

/* Tile `index` of all; the images of one row of tiles follow one another. */
struct aic_conv2d_tile aic_conv2d_tile_at(const struct aic_conv2d_plan *plan, int64_t index, int64_t n0, int64_t n);

/* Channels of the core, from *n0 on; 0: it has no work. */
int64_t aic_conv2d_channels(const struct aic_conv2d_plan *plan, int64_t core, int64_t *n0);

/* Bytes of the bias of n channels. */
int64_t aic_conv2d_bias_bytes(const struct aic_conv2d_plan *plan, int64_t n);

bool aic_conv2d_make_plan(const struct aic_product *product, const struct aic_conv2d_options *options,
                          struct aic_conv2d_plan *plan, struct aic_gen_error *err);
void aic_conv2d_emit(struct aic_gen *g, const struct aic_conv2d_plan *plan);
void aic_conv2d_explain(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *plan);
bool aic_conv2d_write_data(const struct aic_conv2d_plan *plan, struct aic_gen_error *err);

#endif
