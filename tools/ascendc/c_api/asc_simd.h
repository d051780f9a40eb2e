// The C interface of the cube core (c_api/asc_simd.h): functions on plain addresses, each with a form that waits for
// all pipes behind it. They become the intrinsics that their pages describe.
#ifndef AICSIM_ASC_SIMD_H
#define AICSIM_ASC_SIMD_H

#include "kernel_operator.h"

#include "aicsim/c_calls.h"

// --- structures -----------------------------------------------------------------------------------------------------
constexpr uint64_t ASC_FILL_VALUE_DEFAULT_VALUE = 0;
constexpr uint64_t ASC_DEFAULT_L13D_FMATRIX_CONFIG_VALUE = 0;
constexpr uint64_t ASC_DEFAULT_LOAD3D_V2_CONFIG_VALUE = 0x10000;
constexpr uint64_t ASC_STORE_ATOMIC_DEFAULT_VALUE = 0;

union asc_fill_value_config {
    uint64_t config = ASC_FILL_VALUE_DEFAULT_VALUE;
    struct {
        uint64_t repeat : 15;
        uint64_t reserved1 : 1;
        uint64_t blk_num : 15;
        uint64_t reserved2 : 1;
        uint64_t dst_gap : 15;
        uint64_t reserved3 : 17;
    };
};
union asc_l13d_fmatrix_config {
    uint64_t config = ASC_DEFAULT_L13D_FMATRIX_CONFIG_VALUE;
    struct {
        uint16_t l1_height;
        uint16_t l1_width;
        uint8_t padding_left_size;
        uint8_t padding_right_size;
        uint8_t padding_top_size;
        uint8_t padding_bottom_size;
    };
};
union asc_load3d_v2_config {
    uint64_t config = ASC_DEFAULT_LOAD3D_V2_CONFIG_VALUE;
    struct {
        uint64_t rpt_stride : 16;
        uint64_t rpt_time : 8;
        uint64_t rpt_mode : 1;
        uint64_t reserved2 : 39;
    };
};
union asc_store_atomic_config {
    uint64_t config = ASC_STORE_ATOMIC_DEFAULT_VALUE;
    struct {
        uint64_t atomic_type : 3;
        uint64_t atomic_op : 2;
        uint64_t reserved1 : 59;
    };
};
enum mem_dsb_t { DSB_ALL = 0, DSB_DDR, DSB_UB, DSB_SEQ };
enum ascMutexExecuteMode { ASC_LOCK_BLOCK = 0, ASC_LOCK_NON_BLOCK = 1 };
enum class QuantMode_post { NoConv = 0 };

// A function and its `_sync` form. P: the parameters in parentheses, A: the same as arguments.
#define AICSIM_ASC(head, name, P, A, ...)                                                                              \
    head inline void name(AICSIM_UNPACK P, AICSIM_SITE) { __VA_ARGS__; }                                               \
    head inline void name##_sync(AICSIM_UNPACK P, AICSIM_SITE)                                                         \
    {                                                                                                                  \
        name(AICSIM_UNPACK A, site);                                                                                   \
        aicsim::Barrier(PIPE_ALL, site);                                                                               \
    }
#define AICSIM_UNPACK(...) __VA_ARGS__
#define AICSIM_T template <typename T>
#define AICSIM_TU template <typename T, typename U>
#define AICSIM_TUS template <typename T, typename U, typename S>

// --- GM and UB to L1 ------------------------------------------------------------------------------------------------
#if __NPU_ARCH__ == 3510
// Distances between blocks have no documented unit here, so that only one block is taken.
AICSIM_ASC(, asc_copy_gm2l1, (void *dst, void *src, uint32_t n_burst, uint32_t len_burst, uint8_t pad_func_mode,
                              uint64_t src_stride, uint32_t dst_stride),
           (dst, src, n_burst, len_burst, pad_func_mode, src_stride, dst_stride),
           aicsim::CopyGmToL1(dst, src, n_burst, len_burst, pad_func_mode, src_stride || dst_stride, site))
AICSIM_ASC(AICSIM_T, asc_copy_gm2l1, (T *dst, T *src, uint32_t m_start_position, uint32_t k_start_position,
                                      uint16_t dst_stride, uint16_t m_step, uint16_t k_step, uint8_t decomp_mode,
                                      uint8_t l2_cache_ctl),
           (dst, src, m_start_position, k_start_position, dst_stride, m_step, k_step, decomp_mode, l2_cache_ctl),
           aicsim::CopyFractals(dst, src, m_start_position, k_start_position, dst_stride, m_step, k_step, decomp_mode,
                                site))
AICSIM_ASC(AICSIM_T, asc_copy_gm2l1_nd2nz, (T *dst, const T *src, uint64_t loop1_src_stride, uint8_t l2_cache_ctl,
                                            uint16_t n_value, uint32_t d_value, uint64_t loop4_src_stride,
                                            bool smallc0_en),
           (dst, src, loop1_src_stride, l2_cache_ctl, n_value, d_value, loop4_src_stride, smallc0_en),
           aicsim::Nz3510("nd2nz", "asc_copy_gm2l1_nd2nz", dst, src, loop1_src_stride, n_value, d_value,
                          loop4_src_stride, smallc0_en, site))
AICSIM_ASC(AICSIM_T, asc_copy_gm2l1_dn2nz, (T *dst, const T *src, uint64_t loop1_src_stride, uint8_t l2_cache_ctl,
                                            uint16_t n_value, uint32_t d_value, uint64_t loop4_src_stride,
                                            bool smallc0_en),
           (dst, src, loop1_src_stride, l2_cache_ctl, n_value, d_value, loop4_src_stride, smallc0_en),
           aicsim::Nz3510("dn2nz", "asc_copy_gm2l1_dn2nz", dst, src, loop1_src_stride, n_value, d_value,
                          loop4_src_stride, smallc0_en, site))
#else
AICSIM_ASC(, asc_copy_gm2l1, (void *dst, void *src, uint32_t size), (dst, src, size),
           aicsim::CopySize("asc_copy_gm2l1", "l1", dst, "gm", src, size, site))
AICSIM_ASC(, asc_copy_gm2l1, (void *dst, void *src, uint16_t n_burst, uint16_t len_burst, uint16_t src_gap,
                              uint16_t dst_gap),
           (dst, src, n_burst, len_burst, src_gap, dst_gap),
           aicsim::CopyGaps("asc_copy_gm2l1", "l1", dst, "gm", src, n_burst, len_burst, src_gap, dst_gap, site))
AICSIM_ASC(AICSIM_T, asc_copy_gm2l1, (T *dst, T *src, uint16_t base_idx, uint8_t repeat, uint16_t src_stride,
                                      uint16_t dst_gap),
           (dst, src, base_idx, repeat, src_stride, dst_gap),
           load_gm_to_cbuf(dst, src, base_idx, repeat, src_stride, dst_gap, uint8_t(0), inc, site))
AICSIM_ASC(AICSIM_T, asc_copy_gm2l1_nd2nz, (T *dst, T *src, uint16_t nd_num, uint16_t n_value, uint16_t d_value,
                                            uint16_t src_nd_matrix_stride, uint16_t src_d_value,
                                            uint16_t dst_nz_c0_stride, uint16_t dst_nz_n_stride,
                                            uint16_t dst_nz_matrix_stride),
           (dst, src, nd_num, n_value, d_value, src_nd_matrix_stride, src_d_value, dst_nz_c0_stride, dst_nz_n_stride,
            dst_nz_matrix_stride),
           aicsim::Nd2Nz("asc_copy_gm2l1_nd2nz", dst, src, nd_num, n_value, d_value, src_nd_matrix_stride, src_d_value,
                         dst_nz_c0_stride, dst_nz_n_stride, dst_nz_matrix_stride, site))
#endif
AICSIM_ASC(AICSIM_T, asc_copy_gm2l0a, (T *dst, T *src, uint16_t base_idx, uint8_t repeat, uint16_t src_stride,
                                       uint16_t dst_gap),
           (dst, src, base_idx, repeat, src_stride, dst_gap),
           load_gm_to_ca(dst, src, base_idx, repeat, src_stride, dst_gap, uint8_t(0), inc, site))
AICSIM_ASC(AICSIM_T, asc_copy_gm2l0b, (T *dst, T *src, uint16_t base_idx, uint8_t repeat, uint16_t src_stride,
                                       uint16_t dst_gap),
           (dst, src, base_idx, repeat, src_stride, dst_gap),
           load_gm_to_cb(dst, src, base_idx, repeat, src_stride, dst_gap, uint8_t(0), inc, site))
#define AICSIM_ASC_COPY(name, to, from)                                                                                \
    AICSIM_ASC(, name, (void *dst, void *src, uint32_t size), (dst, src, size),                                        \
               aicsim::CopySize(#name, to, dst, from, src, size, site))                                                \
    AICSIM_ASC(, name, (void *dst, void *src, uint16_t n_burst, uint16_t len_burst, uint16_t src_gap,                  \
                        uint16_t dst_gap),                                                                             \
               (dst, src, n_burst, len_burst, src_gap, dst_gap),                                                       \
               aicsim::CopyGaps(#name, to, dst, from, src, n_burst, len_burst, src_gap, dst_gap, site))
AICSIM_ASC_COPY(asc_copy_ub2l1, "l1", "ub")
AICSIM_ASC_COPY(asc_copy_ub2ub, "ub", "ub")
AICSIM_ASC(, asc_copy_l12gm, (void *dst, void *src, uint16_t n_burst, uint16_t len_burst, uint16_t src_gap,
                              uint16_t dst_gap),
           (dst, src, n_burst, len_burst, src_gap, dst_gap),
           aicsim::CopyGaps("asc_copy_l12gm", "gm", dst, "l1", src, n_burst, len_burst, src_gap, dst_gap, site))
AICSIM_ASC(, asc_copy_l12ub, (void *dst, void *src, bool sub_blockid, uint16_t n_burst, uint16_t len_burst,
                              uint16_t src_gap, uint16_t dst_gap),
           (dst, src, sub_blockid, n_burst, len_burst, src_gap, dst_gap),
           aicsim::FirstCore("asc_copy_l12ub", sub_blockid, site);
           aicsim::CopyGaps("asc_copy_l12ub", "ub", dst, "l1", src, n_burst, len_burst, src_gap, dst_gap, site))
#if __NPU_ARCH__ == 3510
AICSIM_ASC(, asc_copy_gm2ub, (void *dst, void *src, uint32_t size), (dst, src, size),
           aicsim::CopySize("asc_copy_gm2ub", "ub", dst, "gm", src, size, site))
AICSIM_ASC(, asc_copy_gm2ub, (void *dst, void *src, uint16_t n_burst, uint32_t len_burst, uint64_t src_stride,
                              uint32_t dst_stride),
           (dst, src, n_burst, len_burst, src_stride, dst_stride),
           aicsim::CopyPitch("asc_copy_gm2ub", "ub", dst, "gm", src, n_burst, len_burst, src_stride, dst_stride, site))
AICSIM_ASC(, asc_copy_ub2gm, (void *dst, void *src, uint32_t size), (dst, src, size),
           aicsim::CopySize("asc_copy_ub2gm", "gm", dst, "ub", src, size, site))
AICSIM_ASC(, asc_copy_ub2gm, (void *dst, void *src, uint16_t n_burst, uint32_t len_burst, uint64_t dst_stride,
                              uint32_t src_stride),
           (dst, src, n_burst, len_burst, dst_stride, src_stride),
           aicsim::CopyPitch("asc_copy_ub2gm", "gm", dst, "ub", src, n_burst, len_burst, src_stride, dst_stride, site))
#else
AICSIM_ASC_COPY(asc_copy_gm2ub, "ub", "gm")
AICSIM_ASC_COPY(asc_copy_ub2gm, "gm", "ub")
#endif
#undef AICSIM_ASC_COPY

// --- L1 to BiasTable and Fixpipe buffer -----------------------------------------------------------------------------
AICSIM_ASC(AICSIM_T, asc_copy_l12bt, (uint64_t dst, T *src, uint32_t size), (dst, src, size),
           copy_cbuf_to_bt(dst, src, 0, 1, size / aicsim::BlockUnit("bt"), 0, 0, site))
AICSIM_ASC(AICSIM_T, asc_copy_l12bt, (uint64_t dst, T *src, uint16_t conv_control, uint16_t n_burst, uint16_t len_burst,
                                      uint16_t source_gap, uint16_t dst_gap),
           (dst, src, conv_control, n_burst, len_burst, source_gap, dst_gap),
           copy_cbuf_to_bt(dst, src, conv_control, n_burst, len_burst, source_gap, dst_gap, site))
AICSIM_ASC(AICSIM_TU, asc_copy_l12fb, (T *dst, U *src, uint32_t size), (dst, src, size),
           copy_cbuf_to_fbuf(dst, src, 1, size / (__NPU_ARCH__ == 3510 ? 64 : 128), 0, 0, site))
AICSIM_ASC(AICSIM_TU, asc_copy_l12fb, (T *dst, U *src, uint16_t n_burst, uint16_t len_burst, uint16_t src_gap_size,
                                       uint16_t dst_gap_size),
           (dst, src, n_burst, len_burst, src_gap_size, dst_gap_size),
           copy_cbuf_to_fbuf(dst, src, n_burst, len_burst, src_gap_size, dst_gap_size, site))

// --- L1 to the operand buffers --------------------------------------------------------------------------------------
#define AICSIM_ASC_LOAD(name, buffer, plain, windows, squares, scales)                                                 \
    AICSIM_ASC(AICSIM_T, name, (T *dst, T *src, uint16_t start_index, uint8_t repeat, uint16_t src_stride,             \
                                uint16_t dst_gap),                                                                     \
               (dst, src, start_index, repeat, src_stride, dst_gap),                                                   \
               aicsim::Load2dC(#name, buffer, dst, src, start_index, repeat, src_stride, dst_gap, site))               \
    AICSIM_ASC(AICSIM_T, name, (T *dst, T *src, uint16_t m_start_position, uint16_t k_start_position, uint8_t m_step,  \
                                uint8_t k_step, int16_t src_stride, uint16_t dst_stride),                              \
               (dst, src, m_start_position, k_start_position, m_step, k_step, src_stride, dst_stride),                 \
               plain(dst, src, m_start_position, k_start_position, m_step, k_step, src_stride, dst_stride, 0, site))   \
    AICSIM_ASC(AICSIM_T, name##_transpose, (T *dst, T *src, uint16_t m_start_position, uint16_t k_start_position,      \
                                            uint8_t m_step, uint8_t k_step, int16_t src_stride, uint16_t dst_stride),  \
               (dst, src, m_start_position, k_start_position, m_step, k_step, src_stride, dst_stride),                 \
               plain(dst, src, m_start_position, k_start_position, m_step, k_step, src_stride, dst_stride, 1, site))   \
    AICSIM_ASC(AICSIM_T, name, (T *dst, T *src, uint16_t k_extension, uint16_t m_extension, uint16_t k_start_pt,       \
                                uint16_t m_start_pt, uint8_t stride_w, uint8_t stride_h, uint8_t filter_w,             \
                                uint8_t filter_h, uint8_t dilation_filter_w, uint8_t dilation_filter_h,                \
                                bool filter_size_w, bool filter_size_h, bool transpose, bool f_matrix_ctrl,            \
                                uint16_t channel_size),                                                                \
               (dst, src, k_extension, m_extension, k_start_pt, m_start_pt, stride_w, stride_h, filter_w, filter_h,    \
                dilation_filter_w, dilation_filter_h, filter_size_w, filter_size_h, transpose, f_matrix_ctrl,          \
                channel_size),                                                                                         \
               windows(dst, src, k_extension, m_extension, k_start_pt, m_start_pt, stride_w, stride_h, filter_w,       \
                       filter_h, dilation_filter_w, dilation_filter_h, filter_size_w, filter_size_h, transpose,        \
                       f_matrix_ctrl, channel_size, site))                                                             \
    AICSIM_ASC(AICSIM_T, name##_trans, (T *dst, T *src, uint16_t index_id, uint8_t repeat, uint16_t src_stride,        \
                                        uint16_t dst_gap, uint16_t mode_or_dst_frac_gap, uint16_t frac_gap),           \
               (dst, src, index_id, repeat, src_stride, dst_gap, mode_or_dst_frac_gap, frac_gap),                      \
               squares(dst, src, index_id, repeat, src_stride, dst_gap, mode_or_dst_frac_gap, frac_gap, site))         \
    AICSIM_ASC(AICSIM_T, name##_mx, (uint64_t dst, T *src, uint16_t x_start_pos, uint16_t y_start_pos, uint8_t x_step, \
                                     uint8_t y_step, uint16_t src_stride, uint16_t dst_stride),                        \
               (dst, src, x_start_pos, y_start_pos, x_step, y_step, src_stride, dst_stride),                           \
               scales(dst, src, x_start_pos, y_start_pos, x_step, y_step, src_stride, dst_stride, site))
AICSIM_ASC_LOAD(asc_copy_l12l0a, "l0a", load_cbuf_to_ca, img2colv2_cbuf_to_ca, load_cbuf_to_ca_transpose,
                load_cbuf_to_ca_mx)
AICSIM_ASC_LOAD(asc_copy_l12l0b, "l0b", load_cbuf_to_cb, img2colv2_cbuf_to_cb, load_cbuf_to_cb_transpose,
                load_cbuf_to_cb_mx)
#undef AICSIM_ASC_LOAD
AICSIM_ASC(AICSIM_T, asc_copy_l12l0b_sparse, (T *dst, T *src, T *index, uint16_t start_index, uint8_t repeat),
           (dst, src, index, start_index, repeat),
           load_cbuf_to_cb_sp(dst, reinterpret_cast<T *>(aicsim::At(src) | aicsim::At(index) << 32), start_index,
                              repeat, site))

// --- constants ------------------------------------------------------------------------------------------------------
#define AICSIM_ASC_FILL(name, create)                                                                                  \
    AICSIM_ASC(AICSIM_T, name, (T *dst, half value, const asc_fill_value_config &config), (dst, value, config),        \
               create(dst, config.config, value, site))                                                                \
    AICSIM_ASC(AICSIM_T, name, (T *dst, bfloat16_t value, const asc_fill_value_config &config), (dst, value, config),  \
               create##_bf16(dst, config.config, value, site))                                                         \
    AICSIM_ASC(AICSIM_T, name, (T *dst, uint32_t value, const asc_fill_value_config &config), (dst, value, config),    \
               create(dst, config.config, value, site))
AICSIM_ASC_FILL(asc_fill_l1, create_cbuf_matrix)
AICSIM_ASC_FILL(asc_fill_l0a, create_ca_matrix)
AICSIM_ASC_FILL(asc_fill_l0b, create_cb_matrix)
#undef AICSIM_ASC_FILL

// --- cube -----------------------------------------------------------------------------------------------------------
#define AICSIM_ASC_MMAD(name, mad_call)                                                                                \
    AICSIM_ASC(AICSIM_TUS, name, (T *c, U *a, S *b, uint16_t left_height, uint16_t n_dim, uint16_t right_width,        \
                                  uint8_t unit_flag, bool align_or_disable_gemv, bool c_matrix_source,                 \
                                  bool c_matrix_init_val),                                                             \
               (c, a, b, left_height, n_dim, right_width, unit_flag, align_or_disable_gemv, c_matrix_source,           \
                c_matrix_init_val),                                                                                    \
               mad_call(c, a, b, left_height, n_dim, right_width, unit_flag, align_or_disable_gemv, c_matrix_source,   \
                        c_matrix_init_val, site))                                                                      \
    AICSIM_ASC(AICSIM_TUS, name, (T *c, U *a, S *b, uint16_t left_height, uint16_t n_dim, uint16_t right_width,        \
                                  uint8_t feat_offset, uint8_t smask_offset, uint8_t unit_flag,                        \
                                  bool k_direction_align, bool is_weight_offset, bool c_matrix_source,                 \
                                  bool c_matrix_init_val),                                                             \
               (c, a, b, left_height, n_dim, right_width, feat_offset, smask_offset, unit_flag, k_direction_align,     \
                is_weight_offset, c_matrix_source, c_matrix_init_val),                                                 \
               aicsim::NoOffsets(#name, feat_offset || smask_offset || is_weight_offset, site);                        \
               name(c, a, b, left_height, n_dim, right_width, unit_flag, k_direction_align, c_matrix_source,           \
                    c_matrix_init_val, site))
AICSIM_ASC_MMAD(asc_mmad, mad)
AICSIM_ASC_MMAD(asc_mmad_s4, mad)
AICSIM_ASC_MMAD(asc_mmad_mx, mad_mx)
#undef AICSIM_ASC_MMAD
AICSIM_ASC(AICSIM_TUS, asc_mmad_sparse, (T *c, U *a, S *b, uint16_t m, uint16_t k, uint16_t n, uint8_t unit_flag,
                                         bool c_matrix_source, bool c_matrix_init_val),
           (c, a, b, m, k, n, unit_flag, c_matrix_source, c_matrix_init_val),
           mad_sp(c, a, b, m, k, n, unit_flag, c_matrix_source, c_matrix_init_val, site))

// --- drain ----------------------------------------------------------------------------------------------------------
#define AICSIM_ASC_DRAIN(name, to)                                                                                     \
    AICSIM_ASC(AICSIM_TU, name, (T *dst, U *src, uint16_t n_size, uint16_t m_size, uint32_t dst_stride,                \
                                 uint16_t src_stride, uint8_t unit_flag_mode, uint64_t quant_pre, uint8_t relu_pre,    \
                                 bool channel_split, bool nz2nd_en),                                                   \
               (dst, src, n_size, m_size, dst_stride, src_stride, unit_flag_mode, quant_pre, relu_pre, channel_split,  \
                nz2nd_en),                                                                                             \
               aicsim::DrainC<T>(#name, to, dst, src, {n_size, m_size, dst_stride, src_stride, unit_flag_mode},        \
                                 quant_pre, relu_pre, channel_split, nz2nd_en, false, false, site))                    \
    AICSIM_ASC(AICSIM_TU, name, (T *dst, U *src, uint16_t n_size, uint16_t m_size, uint32_t dst_stride,                \
                                 uint16_t src_stride, uint8_t l2_cache_ctl, uint8_t clip_relu_pre,                     \
                                 uint8_t unit_flag_ctl, uint64_t quant_pre, uint8_t relu_pre, bool split_en,           \
                                 bool nz2nd_en, uint64_t quant_post, uint8_t relu_post, bool clip_relu_post,           \
                                 uint8_t eltwise_op, bool eltwise_antq_en, bool c0_pad_en, bool broadcast_en,          \
                                 bool nz2dn_en),                                                                       \
               (dst, src, n_size, m_size, dst_stride, src_stride, l2_cache_ctl, clip_relu_pre, unit_flag_ctl,          \
                quant_pre, relu_pre, split_en, nz2nd_en, quant_post, relu_post, clip_relu_post, eltwise_op,            \
                eltwise_antq_en, c0_pad_en, broadcast_en, nz2dn_en),                                                   \
               aicsim::DrainC<T>(#name, to, dst, src, {n_size, m_size, dst_stride, src_stride, unit_flag_ctl},         \
                                 quant_pre, relu_pre, split_en, nz2nd_en, nz2dn_en,                                    \
                                 clip_relu_pre || quant_post || relu_post || clip_relu_post || eltwise_op ||           \
                                     eltwise_antq_en || c0_pad_en || broadcast_en,                                     \
                                 site))
AICSIM_ASC_DRAIN(asc_copy_l0c2gm, "gm")
AICSIM_ASC_DRAIN(asc_copy_l0c2l1, "l1")
#undef AICSIM_ASC_DRAIN
AICSIM_ASC(AICSIM_TU, asc_copy_l0c2l1, (T *dst, U *src, uint16_t n_size, uint16_t m_size, uint32_t dst_stride,
                                        uint16_t src_stride, uint8_t clip_relu_pre, uint8_t unit_flag_mode,
                                        uint64_t quant_pre, uint8_t relu_pre, bool channel_split, bool nz2nd_en,
                                        uint64_t quant_post, uint8_t relu_post, bool clip_relu_post,
                                        uint8_t eltwise_op, uint8_t eltwise_antq_en, bool c0_pad_en),
           (dst, src, n_size, m_size, dst_stride, src_stride, clip_relu_pre, unit_flag_mode, quant_pre, relu_pre,
            channel_split, nz2nd_en, quant_post, relu_post, clip_relu_post, eltwise_op, eltwise_antq_en, c0_pad_en),
           aicsim::DrainC<T>("asc_copy_l0c2l1", "l1", dst, src,
                             {n_size, m_size, dst_stride, src_stride, unit_flag_mode}, quant_pre, relu_pre,
                             channel_split, nz2nd_en, false,
                             clip_relu_pre || quant_post || relu_post || clip_relu_post || eltwise_op ||
                                 eltwise_antq_en || c0_pad_en,
                             site))
AICSIM_ASC(AICSIM_TU, asc_copy_l0c2ub, (T *dst, U *src, uint16_t n_size, uint16_t m_size, uint32_t loop_dst_stride,
                                        uint16_t loop_src_stride, uint8_t dual_dst_ctl, bool sub_blockid,
                                        uint8_t clip_relu_pre, uint8_t unit_flag_ctl, uint64_t quant_pre,
                                        uint8_t relu_pre, bool split_en, bool nz2nd_en, uint64_t quant_post,
                                        uint8_t relu_post, bool clip_relu_post, uint8_t eltwise_op,
                                        bool eltwise_antq_en, bool c0_pad_en, bool broadcast_en, bool nz2dn_en),
           (dst, src, n_size, m_size, loop_dst_stride, loop_src_stride, dual_dst_ctl, sub_blockid, clip_relu_pre,
            unit_flag_ctl, quant_pre, relu_pre, split_en, nz2nd_en, quant_post, relu_post, clip_relu_post, eltwise_op,
            eltwise_antq_en, c0_pad_en, broadcast_en, nz2dn_en),
           aicsim::DrainC<T>("asc_copy_l0c2ub", "ub", dst, src,
                             {n_size, m_size, loop_dst_stride, loop_src_stride, unit_flag_ctl, dual_dst_ctl,
                              sub_blockid},
                             quant_pre, relu_pre, split_en, nz2nd_en, nz2dn_en,
                             clip_relu_pre || quant_post || relu_post || clip_relu_post || eltwise_op ||
                                 eltwise_antq_en || c0_pad_en || broadcast_en,
                             site))

#include "aicsim/c_registers.h"
#include "aicsim/c_stops.h"

#undef AICSIM_ASC
#undef AICSIM_UNPACK
#undef AICSIM_T
#undef AICSIM_TU
#undef AICSIM_TUS
#endif
