// Functions of the C interface that are not modelled: they compile, and stop with their name and line.
#ifndef AICSIM_C_STOPS_H
#define AICSIM_C_STOPS_H

#include "aicsim/reg.h"
#include "aicsim/stops.h"

// Which lanes a mask begins with.
enum AscMaskPattern {
    PAT_ALL,
    PAT_VL1,
    PAT_VL2,
    PAT_VL3,
    PAT_VL4,
    PAT_VL8,
    PAT_VL16,
    PAT_VL32,
    PAT_VL64,
    PAT_VL128,
    PAT_M3,
    PAT_M4,
    PAT_H,
    PAT_Q,
    PAT_ALLF
};

// Hints to the L2 cache, which change no result.
enum class asc_load_l2_cache_mode : uint8_t { NORMAL_FIRST_VICTIM = 0, NOTALLOC_KEEP };
enum class asc_store_l2_cache_mode : uint8_t { NORMAL_FIRST_VICTIM = 0, NOTALLOC_KEEP };

// clang-format off
// Of the cube core: padding inside blocks, loops around a copy, images, atomic writes, registers without a known use.
#define AICSIM_C_CUBE_STOPS(X)                                                                                         \
    X(asc_copy_gm2l1_align) X(asc_copy_gm2l1_align_sync) X(asc_copy_gm2l1_pad1) X(asc_copy_gm2l1_pad1_sync)            \
    X(asc_copy_gm2l1_pad2) X(asc_copy_gm2l1_pad2_sync) X(asc_copy_gm2l1_pad3) X(asc_copy_gm2l1_pad3_sync)              \
    X(asc_copy_gm2l1_pad4) X(asc_copy_gm2l1_pad4_sync) X(asc_copy_gm2l1_pad5) X(asc_copy_gm2l1_pad5_sync)              \
    X(asc_copy_gm2l1_pad6) X(asc_copy_gm2l1_pad6_sync) X(asc_copy_gm2l1_pad7) X(asc_copy_gm2l1_pad7_sync)              \
    X(asc_copy_gm2l1_pad8) X(asc_copy_gm2l1_pad8_sync) X(asc_copy_l12l0c) X(asc_copy_l12l0c_sync) X(asc_get_ar_spr)    \
    X(asc_get_phy_buf_addr) X(asc_get_phy_stack_base) X(asc_get_program_counter) X(asc_get_smmu_tag_version)           \
    X(asc_get_squeeze_status) X(asc_get_status) X(asc_get_sys_virtual_base) X(asc_load_image_to_cbuf)                  \
    X(asc_load_image_to_cbuf_sync) X(asc_set_atomic_add_bfloat) X(asc_set_atomic_add_float)                            \
    X(asc_set_atomic_add_float16) X(asc_set_atomic_add_int) X(asc_set_atomic_add_int16) X(asc_set_atomic_add_int8)     \
    X(asc_set_atomic_max_bfloat) X(asc_set_atomic_max_float) X(asc_set_atomic_max_float16) X(asc_set_atomic_max_int)   \
    X(asc_set_atomic_max_int16) X(asc_set_atomic_max_int8) X(asc_set_atomic_min_bfloat) X(asc_set_atomic_min_float)    \
    X(asc_set_atomic_min_float16) X(asc_set_atomic_min_int) X(asc_set_atomic_min_int16) X(asc_set_atomic_min_int8)     \
    X(asc_set_gm2l1_loop1_stride) X(asc_set_gm2l1_loop2_stride) X(asc_set_gm2l1_loop_size) X(asc_set_gm2l1_pad)        \
    X(asc_set_l0c2gm_lrelu_alpha) X(asc_set_l0c2gm_quant_post) X(asc_set_l0c2gm_relu_alpha) X(asc_set_l13d_fmatrix_b)  \
    X(asc_set_l3d_rpt_b) X(asc_set_store_atomic_config_v2)

// Vector calls on memory, and scalar calls on GM.
#define AICSIM_C_VECTOR_STOPS(X)                                                                                       \
    X(asc_abs) X(asc_abs_sync) X(asc_add) X(asc_add_relu) X(asc_add_relu_sync) X(asc_add_scalar)                       \
    X(asc_add_scalar_sync) X(asc_add_sync) X(asc_and) X(asc_and_sync) X(asc_atomic_add) X(asc_atomic_and)              \
    X(asc_atomic_cas) X(asc_atomic_dec) X(asc_atomic_exch) X(asc_atomic_inc) X(asc_atomic_max) X(asc_atomic_min)       \
    X(asc_atomic_or) X(asc_atomic_sub) X(asc_atomic_xor) X(asc_axpy) X(asc_axpy_sync) X(asc_bfloat162float)            \
    X(asc_bfloat162float_sync) X(asc_bfloat162int32_rd) X(asc_bfloat162int32_rd_sync) X(asc_bfloat162int32_rn)         \
    X(asc_bfloat162int32_rn_sync) X(asc_bfloat162int32_rna) X(asc_bfloat162int32_rna_sync) X(asc_bfloat162int32_ru)    \
    X(asc_bfloat162int32_ru_sync) X(asc_bfloat162int32_rz) X(asc_bfloat162int32_rz_sync) X(asc_bitsort)                \
    X(asc_bitsort_sync) X(asc_brcb) X(asc_brcb_sync) X(asc_clear_nthbit) X(asc_clz) X(asc_copy)                        \
    X(asc_copy_gm2ub_align) X(asc_copy_gm2ub_align_sync) X(asc_copy_sync) X(asc_copy_ub2gm_align)                      \
    X(asc_copy_ub2gm_align_sync) X(asc_datablock_reduce_max) X(asc_datablock_reduce_max_sync)                          \
    X(asc_datablock_reduce_min) X(asc_datablock_reduce_min_sync) X(asc_datablock_reduce_sum)                           \
    X(asc_datablock_reduce_sum_sync) X(asc_deq_int162b8_h) X(asc_deq_int162b8_h_sync) X(asc_deq_int162b8_l)            \
    X(asc_deq_int162b8_l_sync) X(asc_deq_int322half) X(asc_deq_int322half_sync) X(asc_div) X(asc_div_sync)             \
    X(asc_duplicate) X(asc_duplicate_sync) X(asc_eq) X(asc_eq_scalar) X(asc_eq_scalar_sync) X(asc_eq_sync) X(asc_exp)  \
    X(asc_exp_sync) X(asc_ffs) X(asc_ffz) X(asc_float2bfloat16_rd) X(asc_float2bfloat16_rd_sync)                       \
    X(asc_float2bfloat16_rn) X(asc_float2bfloat16_rn_sync) X(asc_float2bfloat16_rna) X(asc_float2bfloat16_rna_sync)    \
    X(asc_float2bfloat16_ru) X(asc_float2bfloat16_ru_sync) X(asc_float2bfloat16_rz) X(asc_float2bfloat16_rz_sync)      \
    X(asc_float2float_rd) X(asc_float2float_rd_sync) X(asc_float2float_rn) X(asc_float2float_rn_sync)                  \
    X(asc_float2float_rna) X(asc_float2float_rna_sync) X(asc_float2float_ru) X(asc_float2float_ru_sync)                \
    X(asc_float2float_rz) X(asc_float2float_rz_sync) X(asc_float2half) X(asc_float2half_rd) X(asc_float2half_rd_sync)  \
    X(asc_float2half_rn) X(asc_float2half_rn_sync) X(asc_float2half_rna) X(asc_float2half_rna_sync)                    \
    X(asc_float2half_ro) X(asc_float2half_ro_sync) X(asc_float2half_ru) X(asc_float2half_ru_sync) X(asc_float2half_rz) \
    X(asc_float2half_rz_sync) X(asc_float2half_sync) X(asc_float2int16_rd) X(asc_float2int16_rd_sync)                  \
    X(asc_float2int16_rn) X(asc_float2int16_rn_sync) X(asc_float2int16_rna) X(asc_float2int16_rna_sync)                \
    X(asc_float2int16_ru) X(asc_float2int16_ru_sync) X(asc_float2int16_rz) X(asc_float2int16_rz_sync)                  \
    X(asc_float2int32_rd) X(asc_float2int32_rd_sync) X(asc_float2int32_rn) X(asc_float2int32_rn_sync)                  \
    X(asc_float2int32_rna) X(asc_float2int32_rna_sync) X(asc_float2int32_ru) X(asc_float2int32_ru_sync)                \
    X(asc_float2int32_rz) X(asc_float2int32_rz_sync) X(asc_float2int64_rd) X(asc_float2int64_rd_sync)                  \
    X(asc_float2int64_rn) X(asc_float2int64_rn_sync) X(asc_float2int64_rna) X(asc_float2int64_rna_sync)                \
    X(asc_float2int64_ru) X(asc_float2int64_ru_sync) X(asc_float2int64_rz) X(asc_float2int64_rz_sync) X(asc_fma)       \
    X(asc_fma_sync) X(asc_gather) X(asc_gather_datablock) X(asc_gather_datablock_sync) X(asc_gather_sync) X(asc_ge)    \
    X(asc_ge_scalar) X(asc_ge_scalar_sync) X(asc_ge_sync) X(asc_get_cmp_mask) X(asc_get_reduce_max_cnt)                \
    X(asc_get_reduce_min_cnt) X(asc_get_rsvd_count) X(asc_get_vms4_sr) X(asc_gt) X(asc_gt_scalar)                      \
    X(asc_gt_scalar_sync) X(asc_gt_sync) X(asc_half2float) X(asc_half2float_sync) X(asc_half2int16_rd)                 \
    X(asc_half2int16_rd_sync) X(asc_half2int16_rn) X(asc_half2int16_rn_sync) X(asc_half2int16_rna)                     \
    X(asc_half2int16_rna_sync) X(asc_half2int16_ru) X(asc_half2int16_ru_sync) X(asc_half2int16_rz)                     \
    X(asc_half2int16_rz_sync) X(asc_half2int32_rd) X(asc_half2int32_rd_sync) X(asc_half2int32_rn)                      \
    X(asc_half2int32_rn_sync) X(asc_half2int32_rna) X(asc_half2int32_rna_sync) X(asc_half2int32_ru)                    \
    X(asc_half2int32_ru_sync) X(asc_half2int32_rz) X(asc_half2int32_rz_sync) X(asc_half2int4) X(asc_half2int4_rd)      \
    X(asc_half2int4_rd_sync) X(asc_half2int4_rn) X(asc_half2int4_rn_sync) X(asc_half2int4_rna)                         \
    X(asc_half2int4_rna_sync) X(asc_half2int4_ru) X(asc_half2int4_ru_sync) X(asc_half2int4_rz)                         \
    X(asc_half2int4_rz_sync) X(asc_half2int4_sync) X(asc_half2int8) X(asc_half2int8_rd) X(asc_half2int8_rd_sync)       \
    X(asc_half2int8_rn) X(asc_half2int8_rn_sync) X(asc_half2int8_rna) X(asc_half2int8_rna_sync) X(asc_half2int8_ru)    \
    X(asc_half2int8_ru_sync) X(asc_half2int8_rz) X(asc_half2int8_rz_sync) X(asc_half2int8_sync) X(asc_half2uint8)      \
    X(asc_half2uint8_rd) X(asc_half2uint8_rd_sync) X(asc_half2uint8_rn) X(asc_half2uint8_rn_sync)                      \
    X(asc_half2uint8_rna) X(asc_half2uint8_rna_sync) X(asc_half2uint8_ru) X(asc_half2uint8_ru_sync)                    \
    X(asc_half2uint8_rz) X(asc_half2uint8_rz_sync) X(asc_half2uint8_sync) X(asc_int162float) X(asc_int162float_sync)   \
    X(asc_int162half) X(asc_int162half_rd) X(asc_int162half_rd_sync) X(asc_int162half_rn) X(asc_int162half_rn_sync)    \
    X(asc_int162half_rna) X(asc_int162half_rna_sync) X(asc_int162half_ru) X(asc_int162half_ru_sync)                    \
    X(asc_int162half_rz) X(asc_int162half_rz_sync) X(asc_int162half_sync) X(asc_int322float) X(asc_int322float_rd)     \
    X(asc_int322float_rd_sync) X(asc_int322float_rn) X(asc_int322float_rn_sync) X(asc_int322float_rna)                 \
    X(asc_int322float_rna_sync) X(asc_int322float_ru) X(asc_int322float_ru_sync) X(asc_int322float_rz)                 \
    X(asc_int322float_rz_sync) X(asc_int322float_sync) X(asc_int322int16) X(asc_int322int16_sync) X(asc_int322int64)   \
    X(asc_int322int64_sync) X(asc_int42half) X(asc_int42half_sync) X(asc_int642float_rd) X(asc_int642float_rd_sync)    \
    X(asc_int642float_rn) X(asc_int642float_rn_sync) X(asc_int642float_rna) X(asc_int642float_rna_sync)                \
    X(asc_int642float_ru) X(asc_int642float_ru_sync) X(asc_int642float_rz) X(asc_int642float_rz_sync)                  \
    X(asc_int642int32) X(asc_int642int32_sync) X(asc_int82half) X(asc_int82half_sync) X(asc_le) X(asc_le_scalar)       \
    X(asc_le_scalar_sync) X(asc_le_sync) X(asc_leakyrelu) X(asc_leakyrelu_sync) X(asc_log) X(asc_log_sync) X(asc_lt)   \
    X(asc_lt_scalar) X(asc_lt_scalar_sync) X(asc_lt_sync) X(asc_max) X(asc_max_scalar) X(asc_max_scalar_sync)          \
    X(asc_max_sync) X(asc_min) X(asc_min_scalar) X(asc_min_scalar_sync) X(asc_min_sync) X(asc_mrgsort4)                \
    X(asc_mrgsort4_sync) X(asc_mul) X(asc_mul_add) X(asc_mul_add_relu) X(asc_mul_add_relu_sync) X(asc_mul_add_sync)    \
    X(asc_mul_cast_half2int8) X(asc_mul_cast_half2int8_sync) X(asc_mul_cast_half2uint8)                                \
    X(asc_mul_cast_half2uint8_sync) X(asc_mul_scalar) X(asc_mul_scalar_sync) X(asc_mul_sync) X(asc_ndim_copy_gm2ub)    \
    X(asc_ne) X(asc_ne_scalar) X(asc_ne_scalar_sync) X(asc_ne_sync) X(asc_not) X(asc_not_sync) X(asc_or)               \
    X(asc_or_sync) X(asc_pair_reduce_sum) X(asc_pair_reduce_sum_sync) X(asc_popc) X(asc_rcp) X(asc_rcp_sync)           \
    X(asc_reduce) X(asc_reduce_sync) X(asc_relu) X(asc_relu_sync) X(asc_repeat_reduce_max_index_value)                 \
    X(asc_repeat_reduce_max_index_value_sync) X(asc_repeat_reduce_max_only_index)                                      \
    X(asc_repeat_reduce_max_only_index_sync) X(asc_repeat_reduce_max_only_value)                                       \
    X(asc_repeat_reduce_max_only_value_sync) X(asc_repeat_reduce_max_value_index)                                      \
    X(asc_repeat_reduce_max_value_index_sync) X(asc_repeat_reduce_min_index_value)                                     \
    X(asc_repeat_reduce_min_index_value_sync) X(asc_repeat_reduce_min_only_index)                                      \
    X(asc_repeat_reduce_min_only_index_sync) X(asc_repeat_reduce_min_only_value)                                       \
    X(asc_repeat_reduce_min_only_value_sync) X(asc_repeat_reduce_min_value_index)                                      \
    X(asc_repeat_reduce_min_value_index_sync) X(asc_repeat_reduce_sum) X(asc_repeat_reduce_sum_sync) X(asc_rsqrt)      \
    X(asc_rsqrt_sync) X(asc_select) X(asc_select_sync) X(asc_set_cmp_mask) X(asc_set_copy_pad_val)                     \
    X(asc_set_deq_scale) X(asc_set_gm2ub_loop1_stride) X(asc_set_gm2ub_loop2_stride) X(asc_set_gm2ub_loop_size)        \
    X(asc_set_gm2ub_pad) X(asc_set_mask_count) X(asc_set_mask_norm) X(asc_set_ndim_loop0_stride)                       \
    X(asc_set_ndim_loop1_stride) X(asc_set_ndim_loop2_stride) X(asc_set_ndim_loop3_stride)                             \
    X(asc_set_ndim_loop4_stride) X(asc_set_ndim_pad_count) X(asc_set_ndim_pad_value) X(asc_set_nthbit)                 \
    X(asc_set_ub2gm_loop1_stride) X(asc_set_ub2gm_loop2_stride) X(asc_set_ub2gm_loop_size) X(asc_set_va_reg)           \
    X(asc_set_vector_mask) X(asc_sflbits) X(asc_shiftleft) X(asc_shiftleft_sync) X(asc_shiftright)                     \
    X(asc_shiftright_round) X(asc_shiftright_round_sync) X(asc_shiftright_sync) X(asc_sqrt) X(asc_sqrt_sync)           \
    X(asc_squeeze) X(asc_store_dev) X(asc_sub) X(asc_sub_relu) X(asc_sub_relu_sync) X(asc_sub_scalar)                  \
    X(asc_sub_scalar_sync) X(asc_sub_sync) X(asc_transpose) X(asc_transpose_sync) X(asc_transto5hd_b16)                \
    X(asc_transto5hd_b16_sync) X(asc_transto5hd_b32) X(asc_transto5hd_b32_sync) X(asc_transto5hd_b8)                   \
    X(asc_transto5hd_b8_sync) X(asc_uint82half) X(asc_uint82half_sync) X(asc_vdeq_int162b8_h)                          \
    X(asc_vdeq_int162b8_h_sync) X(asc_vdeq_int162b8_l) X(asc_vdeq_int162b8_l_sync) X(asc_zero_bits_cnt)

// Vector calls on registers.
#define AICSIM_C_REGISTER_STOPS(X)                                                                                     \
    X(asc_abs_sub) X(asc_addc) X(asc_arange) X(asc_arange_descend) X(asc_bfloat162e1m2x2_rd)                           \
    X(asc_bfloat162e1m2x2_rd_v2) X(asc_bfloat162e1m2x2_rd_v3) X(asc_bfloat162e1m2x2_rd_v4) X(asc_bfloat162e1m2x2_rn)   \
    X(asc_bfloat162e1m2x2_rn_v2) X(asc_bfloat162e1m2x2_rn_v3) X(asc_bfloat162e1m2x2_rn_v4) X(asc_bfloat162e1m2x2_rna)  \
    X(asc_bfloat162e1m2x2_rna_v2) X(asc_bfloat162e1m2x2_rna_v3) X(asc_bfloat162e1m2x2_rna_v4)                          \
    X(asc_bfloat162e1m2x2_ru) X(asc_bfloat162e1m2x2_ru_v2) X(asc_bfloat162e1m2x2_ru_v3) X(asc_bfloat162e1m2x2_ru_v4)   \
    X(asc_bfloat162e1m2x2_rz) X(asc_bfloat162e1m2x2_rz_v2) X(asc_bfloat162e1m2x2_rz_v3) X(asc_bfloat162e1m2x2_rz_v4)   \
    X(asc_bfloat162e2m1x2_rd) X(asc_bfloat162e2m1x2_rd_v2) X(asc_bfloat162e2m1x2_rd_v3) X(asc_bfloat162e2m1x2_rd_v4)   \
    X(asc_bfloat162e2m1x2_rn) X(asc_bfloat162e2m1x2_rn_v2) X(asc_bfloat162e2m1x2_rn_v3) X(asc_bfloat162e2m1x2_rn_v4)   \
    X(asc_bfloat162e2m1x2_rna) X(asc_bfloat162e2m1x2_rna_v2) X(asc_bfloat162e2m1x2_rna_v3)                             \
    X(asc_bfloat162e2m1x2_rna_v4) X(asc_bfloat162e2m1x2_ru) X(asc_bfloat162e2m1x2_ru_v2) X(asc_bfloat162e2m1x2_ru_v3)  \
    X(asc_bfloat162e2m1x2_ru_v4) X(asc_bfloat162e2m1x2_rz) X(asc_bfloat162e2m1x2_rz_v2) X(asc_bfloat162e2m1x2_rz_v3)   \
    X(asc_bfloat162e2m1x2_rz_v4) X(asc_bfloat162float_v2) X(asc_bfloat162half_rd) X(asc_bfloat162half_rd_sat)          \
    X(asc_bfloat162half_rn) X(asc_bfloat162half_rn_sat) X(asc_bfloat162half_rna) X(asc_bfloat162half_rna_sat)          \
    X(asc_bfloat162half_ru) X(asc_bfloat162half_ru_sat) X(asc_bfloat162half_rz) X(asc_bfloat162half_rz_sat)            \
    X(asc_bfloat162int32_rd_sat) X(asc_bfloat162int32_rd_sat_v2) X(asc_bfloat162int32_rd_v2)                           \
    X(asc_bfloat162int32_rn_sat) X(asc_bfloat162int32_rn_sat_v2) X(asc_bfloat162int32_rn_v2)                           \
    X(asc_bfloat162int32_rna_sat) X(asc_bfloat162int32_rna_sat_v2) X(asc_bfloat162int32_rna_v2)                        \
    X(asc_bfloat162int32_ru_sat) X(asc_bfloat162int32_ru_sat_v2) X(asc_bfloat162int32_ru_v2)                           \
    X(asc_bfloat162int32_rz_sat) X(asc_bfloat162int32_rz_sat_v2) X(asc_bfloat162int32_rz_v2) X(asc_ceil)               \
    X(asc_clear_ar_spr) X(asc_create_iter_reg_b16) X(asc_create_iter_reg_b32) X(asc_create_iter_reg_b8)                \
    X(asc_cumulative_histogram_bin0) X(asc_cumulative_histogram_bin1) X(asc_deintlv) X(asc_deintlv_b16)                \
    X(asc_deintlv_b32) X(asc_deintlv_b8) X(asc_duplicate_scalar) X(asc_e1m2x22bfloat16) X(asc_e1m2x22bfloat16_v2)      \
    X(asc_e1m2x22bfloat16_v3) X(asc_e1m2x22bfloat16_v4) X(asc_e2m1x22bfloat16) X(asc_e2m1x22bfloat16_v2)               \
    X(asc_e2m1x22bfloat16_v3) X(asc_e2m1x22bfloat16_v4) X(asc_e4m32float) X(asc_e4m32float_v2) X(asc_e4m32float_v3)    \
    X(asc_e4m32float_v4) X(asc_e5m22float) X(asc_e5m22float_v2) X(asc_e5m22float_v3) X(asc_e5m22float_v4)              \
    X(asc_exp_sub) X(asc_exp_sub_v2) X(asc_float2bfloat16_rd_sat) X(asc_float2bfloat16_rd_sat_v2)                      \
    X(asc_float2bfloat16_rd_v2) X(asc_float2bfloat16_rn_sat) X(asc_float2bfloat16_rn_sat_v2)                           \
    X(asc_float2bfloat16_rn_v2) X(asc_float2bfloat16_rna_sat) X(asc_float2bfloat16_rna_sat_v2)                         \
    X(asc_float2bfloat16_rna_v2) X(asc_float2bfloat16_ru_sat) X(asc_float2bfloat16_ru_sat_v2)                          \
    X(asc_float2bfloat16_ru_v2) X(asc_float2bfloat16_rz_sat) X(asc_float2bfloat16_rz_sat_v2)                           \
    X(asc_float2bfloat16_rz_v2) X(asc_float2e4m3_rn) X(asc_float2e4m3_rn_sat) X(asc_float2e4m3_rn_sat_v2)              \
    X(asc_float2e4m3_rn_sat_v3) X(asc_float2e4m3_rn_sat_v4) X(asc_float2e4m3_rn_v2) X(asc_float2e4m3_rn_v3)            \
    X(asc_float2e4m3_rn_v4) X(asc_float2e5m2_rn) X(asc_float2e5m2_rn_sat) X(asc_float2e5m2_rn_sat_v2)                  \
    X(asc_float2e5m2_rn_sat_v3) X(asc_float2e5m2_rn_sat_v4) X(asc_float2e5m2_rn_v2) X(asc_float2e5m2_rn_v3)            \
    X(asc_float2e5m2_rn_v4) X(asc_float2half_rd_sat) X(asc_float2half_rd_sat_v2) X(asc_float2half_rd_v2)               \
    X(asc_float2half_rn_sat) X(asc_float2half_rn_sat_v2) X(asc_float2half_rn_v2) X(asc_float2half_rna_sat)             \
    X(asc_float2half_rna_sat_v2) X(asc_float2half_rna_v2) X(asc_float2half_ro_sat) X(asc_float2half_ro_sat_v2)         \
    X(asc_float2half_ro_v2) X(asc_float2half_ru_sat) X(asc_float2half_ru_sat_v2) X(asc_float2half_ru_v2)               \
    X(asc_float2half_rz_sat) X(asc_float2half_rz_sat_v2) X(asc_float2half_rz_v2) X(asc_float2hif8_rh)                  \
    X(asc_float2hif8_rh_sat) X(asc_float2hif8_rh_sat_v2) X(asc_float2hif8_rh_sat_v3) X(asc_float2hif8_rh_sat_v4)       \
    X(asc_float2hif8_rh_v2) X(asc_float2hif8_rh_v3) X(asc_float2hif8_rh_v4) X(asc_float2hif8_rna)                      \
    X(asc_float2hif8_rna_sat) X(asc_float2hif8_rna_sat_v2) X(asc_float2hif8_rna_sat_v3) X(asc_float2hif8_rna_sat_v4)   \
    X(asc_float2hif8_rna_v2) X(asc_float2hif8_rna_v3) X(asc_float2hif8_rna_v4) X(asc_float2int16_rd_sat)               \
    X(asc_float2int16_rd_sat_v2) X(asc_float2int16_rd_v2) X(asc_float2int16_rn_sat) X(asc_float2int16_rn_sat_v2)       \
    X(asc_float2int16_rn_v2) X(asc_float2int16_rna_sat) X(asc_float2int16_rna_sat_v2) X(asc_float2int16_rna_v2)        \
    X(asc_float2int16_ru_sat) X(asc_float2int16_ru_sat_v2) X(asc_float2int16_ru_v2) X(asc_float2int16_rz_sat)          \
    X(asc_float2int16_rz_sat_v2) X(asc_float2int16_rz_v2) X(asc_float2int32_rd_sat) X(asc_float2int32_rn_sat)          \
    X(asc_float2int32_rna_sat) X(asc_float2int32_ru_sat) X(asc_float2int32_rz_sat) X(asc_float2int64_rd_sat)           \
    X(asc_float2int64_rd_sat_v2) X(asc_float2int64_rd_v2) X(asc_float2int64_rn_sat) X(asc_float2int64_rn_sat_v2)       \
    X(asc_float2int64_rn_v2) X(asc_float2int64_rna_sat) X(asc_float2int64_rna_sat_v2) X(asc_float2int64_rna_v2)        \
    X(asc_float2int64_ru_sat) X(asc_float2int64_ru_sat_v2) X(asc_float2int64_ru_v2) X(asc_float2int64_rz_sat)          \
    X(asc_float2int64_rz_sat_v2) X(asc_float2int64_rz_v2) X(asc_floor) X(asc_frequency_histogram_bin0)                 \
    X(asc_frequency_histogram_bin1) X(asc_get_mask_spr_b16) X(asc_get_mask_spr_b32) X(asc_half2bfloat16_rd)            \
    X(asc_half2bfloat16_rn) X(asc_half2bfloat16_rna) X(asc_half2bfloat16_ru) X(asc_half2bfloat16_rz)                   \
    X(asc_half2float_v2) X(asc_half2hif8_rh) X(asc_half2hif8_rh_sat) X(asc_half2hif8_rh_sat_v2) X(asc_half2hif8_rh_v2) \
    X(asc_half2hif8_rna) X(asc_half2hif8_rna_sat) X(asc_half2hif8_rna_sat_v2) X(asc_half2hif8_rna_v2)                  \
    X(asc_half2int16_rd_sat) X(asc_half2int16_rn_sat) X(asc_half2int16_rna_sat) X(asc_half2int16_ru_sat)               \
    X(asc_half2int16_rz_sat) X(asc_half2int32_rd_v2) X(asc_half2int32_rn_v2) X(asc_half2int32_rna_v2)                  \
    X(asc_half2int32_ru_v2) X(asc_half2int32_rz_v2) X(asc_half2int4x2_rd) X(asc_half2int4x2_rd_sat)                    \
    X(asc_half2int4x2_rd_sat_v2) X(asc_half2int4x2_rd_sat_v3) X(asc_half2int4x2_rd_sat_v4) X(asc_half2int4x2_rd_v2)    \
    X(asc_half2int4x2_rd_v3) X(asc_half2int4x2_rd_v4) X(asc_half2int4x2_rn) X(asc_half2int4x2_rn_sat)                  \
    X(asc_half2int4x2_rn_sat_v2) X(asc_half2int4x2_rn_sat_v3) X(asc_half2int4x2_rn_sat_v4) X(asc_half2int4x2_rn_v2)    \
    X(asc_half2int4x2_rn_v3) X(asc_half2int4x2_rn_v4) X(asc_half2int4x2_rna) X(asc_half2int4x2_rna_sat)                \
    X(asc_half2int4x2_rna_sat_v2) X(asc_half2int4x2_rna_sat_v3) X(asc_half2int4x2_rna_sat_v4)                          \
    X(asc_half2int4x2_rna_v2) X(asc_half2int4x2_rna_v3) X(asc_half2int4x2_rna_v4) X(asc_half2int4x2_ru)                \
    X(asc_half2int4x2_ru_sat) X(asc_half2int4x2_ru_sat_v2) X(asc_half2int4x2_ru_sat_v3) X(asc_half2int4x2_ru_sat_v4)   \
    X(asc_half2int4x2_ru_v2) X(asc_half2int4x2_ru_v3) X(asc_half2int4x2_ru_v4) X(asc_half2int4x2_rz)                   \
    X(asc_half2int4x2_rz_sat) X(asc_half2int4x2_rz_sat_v2) X(asc_half2int4x2_rz_sat_v3) X(asc_half2int4x2_rz_sat_v4)   \
    X(asc_half2int4x2_rz_v2) X(asc_half2int4x2_rz_v3) X(asc_half2int4x2_rz_v4) X(asc_half2int8_rd_sat)                 \
    X(asc_half2int8_rd_sat_v2) X(asc_half2int8_rd_v2) X(asc_half2int8_rn_sat) X(asc_half2int8_rn_sat_v2)               \
    X(asc_half2int8_rn_v2) X(asc_half2int8_rna_sat) X(asc_half2int8_rna_sat_v2) X(asc_half2int8_rna_v2)                \
    X(asc_half2int8_ru_sat) X(asc_half2int8_ru_sat_v2) X(asc_half2int8_ru_v2) X(asc_half2int8_rz_sat)                  \
    X(asc_half2int8_rz_sat_v2) X(asc_half2int8_rz_v2) X(asc_half2uint8_rd_sat) X(asc_half2uint8_rd_sat_v2)             \
    X(asc_half2uint8_rd_v2) X(asc_half2uint8_rn_sat) X(asc_half2uint8_rn_sat_v2) X(asc_half2uint8_rn_v2)               \
    X(asc_half2uint8_rna_sat) X(asc_half2uint8_rna_sat_v2) X(asc_half2uint8_rna_v2) X(asc_half2uint8_ru_sat)           \
    X(asc_half2uint8_ru_sat_v2) X(asc_half2uint8_ru_v2) X(asc_half2uint8_rz_sat) X(asc_half2uint8_rz_sat_v2)           \
    X(asc_half2uint8_rz_v2) X(asc_hif82float) X(asc_hif82float_v2) X(asc_hif82float_v3) X(asc_hif82float_v4)           \
    X(asc_hif82half) X(asc_hif82half_v2) X(asc_int162float_v2) X(asc_int162int32) X(asc_int162int32_v2)                \
    X(asc_int162uint32) X(asc_int162uint32_v2) X(asc_int162uint8) X(asc_int162uint8_sat) X(asc_int162uint8_sat_v2)     \
    X(asc_int162uint8_v2) X(asc_int322int16_sat) X(asc_int322int16_sat_v2) X(asc_int322int16_v2) X(asc_int322int64_v2) \
    X(asc_int322uint16) X(asc_int322uint16_sat) X(asc_int322uint16_sat_v2) X(asc_int322uint16_v2) X(asc_int322uint8)   \
    X(asc_int322uint8_sat) X(asc_int322uint8_sat_v2) X(asc_int322uint8_sat_v3) X(asc_int322uint8_sat_v4)               \
    X(asc_int322uint8_v2) X(asc_int322uint8_v3) X(asc_int322uint8_v4) X(asc_int4x22bfloat16) X(asc_int4x22bfloat16_v2) \
    X(asc_int4x22bfloat16_v3) X(asc_int4x22bfloat16_v4) X(asc_int4x22half) X(asc_int4x22half_v2) X(asc_int4x22half_v3) \
    X(asc_int4x22half_v4) X(asc_int4x22int16) X(asc_int4x22int16_v2) X(asc_int4x22int16_v3) X(asc_int4x22int16_v4)     \
    X(asc_int642float_rd_v2) X(asc_int642float_rn_v2) X(asc_int642float_rna_v2) X(asc_int642float_ru_v2)               \
    X(asc_int642float_rz_v2) X(asc_int642int32_sat) X(asc_int642int32_sat_v2) X(asc_int642int32_v2)                    \
    X(asc_int82half_v2) X(asc_int82int16) X(asc_int82int16_v2) X(asc_int82int32) X(asc_int82int32_v2)                  \
    X(asc_int82int32_v3) X(asc_int82int32_v4) X(asc_intlv) X(asc_intlv_b16) X(asc_intlv_b32) X(asc_intlv_b8) X(asc_ln) \
    X(asc_load) X(asc_loadalign) X(asc_loadalign_brc) X(asc_loadalign_brc_datablock)                                   \
    X(asc_loadalign_brc_datablock_postupdate) X(asc_loadalign_brc_elem) X(asc_loadalign_brc_elem2datablock)            \
    X(asc_loadalign_brc_elem2datablock_postupdate) X(asc_loadalign_brc_elem_postupdate)                                \
    X(asc_loadalign_brc_postupdate) X(asc_loadalign_brc_postupdate_v2) X(asc_loadalign_brc_postupdate_v3)              \
    X(asc_loadalign_brc_v2) X(asc_loadalign_brc_v3) X(asc_loadalign_deintlv) X(asc_loadalign_deintlv_postupdate)       \
    X(asc_loadalign_downsample) X(asc_loadalign_downsample_postupdate) X(asc_loadalign_postupdate)                     \
    X(asc_loadalign_unpack) X(asc_loadalign_unpack4) X(asc_loadalign_unpack4_postupdate)                               \
    X(asc_loadalign_unpack_postupdate) X(asc_loadalign_unpack_postupdate_v2) X(asc_loadalign_unpack_v2)                \
    X(asc_loadalign_upsample) X(asc_loadalign_upsample_postupdate) X(asc_loadunalign) X(asc_loadunalign_postupdate)    \
    X(asc_loadunalign_pre) X(asc_madd) X(asc_mem_bar) X(asc_mull) X(asc_muls) X(asc_muls_v2) X(asc_neg) X(asc_pack)    \
    X(asc_pack_to_high) X(asc_pack_to_low) X(asc_pack_v2) X(asc_prelu) X(asc_reduce_max) X(asc_reduce_max_datablock)   \
    X(asc_reduce_min) X(asc_reduce_min_datablock) X(asc_reduce_sum) X(asc_reduce_sum_datablock) X(asc_rint)            \
    X(asc_round) X(asc_scatter) X(asc_shiftleft_scalar) X(asc_shiftright_scalar) X(asc_squeeze_v2)                     \
    X(asc_squeeze_with_status) X(asc_store) X(asc_storealign) X(asc_storealign_1st) X(asc_storealign_1st_postupdate)   \
    X(asc_storealign_intlv) X(asc_storealign_pack) X(asc_storealign_pack_postupdate)                                   \
    X(asc_storealign_pack_postupdate_v2) X(asc_storealign_pack_quarter) X(asc_storealign_pack_quarter_postupdate)      \
    X(asc_storealign_pack_v2) X(asc_storealign_postupdate) X(asc_storeunalign) X(asc_storeunalign_post)                \
    X(asc_storeunalign_post_postupdate) X(asc_storeunalign_postupdate) X(asc_subc) X(asc_trunc) X(asc_uint162uint32)   \
    X(asc_uint162uint32_v2) X(asc_uint162uint8) X(asc_uint162uint8_sat) X(asc_uint162uint8_sat_v2)                     \
    X(asc_uint162uint8_v2) X(asc_uint322int16) X(asc_uint322int16_sat) X(asc_uint322int16_sat_v2)                      \
    X(asc_uint322int16_v2) X(asc_uint322uint16) X(asc_uint322uint16_sat) X(asc_uint322uint16_sat_v2)                   \
    X(asc_uint322uint16_v2) X(asc_uint322uint8) X(asc_uint322uint8_sat) X(asc_uint322uint8_sat_v2)                     \
    X(asc_uint322uint8_sat_v3) X(asc_uint322uint8_sat_v4) X(asc_uint322uint8_v2) X(asc_uint322uint8_v3)                \
    X(asc_uint322uint8_v4) X(asc_uint82half_v2) X(asc_uint82uint16) X(asc_uint82uint16_v2) X(asc_uint82uint32)         \
    X(asc_uint82uint32_v2) X(asc_uint82uint32_v3) X(asc_uint82uint32_v4) X(asc_unpack_lower) X(asc_unpack_upper)       \
    X(asc_unsqueeze) X(asc_update_addr_reg_b16) X(asc_update_addr_reg_b32) X(asc_update_addr_reg_b8)                   \
    X(asc_create_mask_b16) X(asc_create_mask_b32)      \
    X(asc_create_mask_b8) X(asc_update_mask_b16) X(asc_update_mask_b32) X(asc_update_mask_b8) X(asc_xor)
// clang-format on

#define AICSIM_C_STOP(name)                                                                                            \
    inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS) { aic_rt_not_modelled(#name, nullptr, site.file, site.line); }
#define AICSIM_C_VECTOR_STOP(name)                                                                                     \
    inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)                                                                  \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, "vector instructions are not modelled", site.file, site.line);                      \
    }
AICSIM_C_CUBE_STOPS(AICSIM_C_STOP)
AICSIM_C_VECTOR_STOPS(AICSIM_C_VECTOR_STOP)
AICSIM_C_REGISTER_STOPS(AICSIM_C_VECTOR_STOP)
#undef AICSIM_C_STOP
#undef AICSIM_C_VECTOR_STOP

// What vector registers are called; a function of registers runs as one call.
#define AICSIM_C_REGISTER(name)                                                                                        \
    struct name {                                                                                                      \
        name() = default;                                                                                              \
        template <typename T> explicit name(const T &) {}                                                              \
    };
AICSIM_C_REGISTER(vector_bool) AICSIM_C_REGISTER(vector_half) AICSIM_C_REGISTER(vector_float)
AICSIM_C_REGISTER(vector_bfloat16_t) AICSIM_C_REGISTER(vector_int8_t) AICSIM_C_REGISTER(vector_uint8_t)
AICSIM_C_REGISTER(vector_int16_t) AICSIM_C_REGISTER(vector_uint16_t) AICSIM_C_REGISTER(vector_int32_t)
AICSIM_C_REGISTER(vector_uint32_t) AICSIM_C_REGISTER(vector_int64_t) AICSIM_C_REGISTER(vector_uint64_t)
AICSIM_C_REGISTER(vector_hifloat8_t) AICSIM_C_REGISTER(vector_fp8_e5m2_t) AICSIM_C_REGISTER(vector_fp8_e4m3fn_t)
AICSIM_C_REGISTER(vector_fp8_e8m0_t) AICSIM_C_REGISTER(vector_fp4x2_e2m1_t) AICSIM_C_REGISTER(vector_fp4x2_e1m2_t)
AICSIM_C_REGISTER(addr_reg)
AICSIM_C_REGISTER(vector_int4x2_t) AICSIM_C_REGISTER(vector_load_unalign) AICSIM_C_REGISTER(vector_store_unalign)
#undef AICSIM_C_REGISTER

#endif
