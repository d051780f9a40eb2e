/* What isa/ needs to know of a product: what is legal, in which layout, and how contested points are decided.
 * sim/config.c fills it from the product's YAML; every member is one key there (configs/SCHEMA.md).
 * Numbers may be AIC_UNKNOWN where the key's table allows it. */
#ifndef AIC_ISA_LIMITS_H
#define AIC_ISA_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/dtype.h"
#include "buffers/space.h"
#include "isa/pipe.h"

#define AIC_MAX_INSNS 64
#define AIC_MAX_TRIPLES 48
/* In a dtype set: the product file says `unknown`. */
#define AIC_DT_UNKNOWN_SET ((aic_dtype_set)1u << 31)

enum aic_path_state { AIC_PATH_NO = 0, AIC_PATH_YES, AIC_PATH_UNKNOWN };

/* Where a record meets a Vector Core of the inference series, which lacks LoadData3D (VEC-001): on the units aiv0 and
 * aiv1 of a core, or everywhere. */
enum aic_vector_core { AIC_VECTOR_CORE_NONE = 0, AIC_VECTOR_CORE_UNITS, AIC_VECTOR_CORE_ALL };

enum aic_l0a_layout { AIC_L0A_ZZ = 0, AIC_L0A_NZ };
enum aic_fix_layout { AIC_FIX_NZ = 0, AIC_FIX_ND, AIC_FIX_DN, AIC_FIX_LAYOUTS };
enum aic_fix_params { AIC_FIX_V220 = 0, AIC_FIX_M300, AIC_FIX_ARCH3510, AIC_FIX_PARAMS };

/* Quantisation modes of Fixpipe, in the order of the documentation's table. V* read one word per column. */
enum aic_quant {
    AIC_Q_NOQUANT = 0,
    AIC_Q_F322F16, AIC_Q_F322BF16,
    AIC_Q_DEQF16, AIC_Q_VDEQF16,
    AIC_Q_QF322B8_PRE, AIC_Q_VQF322B8_PRE,
    AIC_Q_REQ8, AIC_Q_VREQ8,
    AIC_Q_QF322FP8_PRE, AIC_Q_VQF322FP8_PRE,
    AIC_Q_QF322HIF8_PRE, AIC_Q_VQF322HIF8_PRE,
    AIC_Q_QF322HIF8_PRE_HYBRID, AIC_Q_VQF322HIF8_PRE_HYBRID,
    AIC_Q_QS322BF16_PRE, AIC_Q_VQS322BF16_PRE,
    AIC_Q_QF322F16_PRE, AIC_Q_VQF322F16_PRE,
    AIC_Q_QF322BF16_PRE, AIC_Q_VQF322BF16_PRE,
    AIC_Q_QF322F32_PRE, AIC_Q_VQF322F32_PRE,
    AIC_Q_COUNT
};
extern const char *const aic_quant_names[AIC_Q_COUNT + 1]; /* NULL at the end */

/* One legal Mmad: A, B -> C; bias AIC_DT_NONE when the bias form is not supported. */
struct aic_mmad_triple {
    uint8_t a, b, c, bias;
};

/* L1 -> BT element types. */
struct aic_dtype_pair {
    uint8_t src, dst;
};

struct aic_isa_limits {
    struct aic_space_sizes sizes;
    int64_t align[AIC_SPACE_COUNT];      /* start address, bytes */
    int64_t mmad_c_align, mmad_c_align_half;
    int64_t fixpipe_src_align, fixpipe_dst_align; /* L0C source; destination of nz, of L1, UB and of dn */
    int64_t bt_align_warn;               /* 0: no warning */

    /* Which memory moves to which, and on which pipe. */
    uint8_t path[AIC_SPACE_COUNT][AIC_SPACE_COUNT];      /* [src][dst], enum aic_path_state */
    uint8_t path_pipe[AIC_SPACE_COUNT][AIC_SPACE_COUNT]; /* enum aic_pipe */

    /* Element types of an instruction, by its first operand's memory; 0: not supported there.
     * Index: instruction table position (isa/insn.h). */
    aic_dtype_set dtypes[AIC_MAX_INSNS][AIC_SPACE_COUNT];
    uint8_t insn[AIC_MAX_INSNS];         /* the product has the instruction at all; enum aic_path_state */

    /* LoadData3D */
    int64_t l0a_layout;                  /* enum aic_l0a_layout */
    aic_dtype_set load3d_l0a_transpose;  /* types whose enTranspose is legal into L0A */
    aic_dtype_set load3d_padding_types;  /* types of set_padding beside those of the loads */
    int64_t load3d_channel_legacy;       /* bool: the 2002 channelSize list (L3D-019..021) */
    int64_t load3d_has_repeat;           /* bool: SetLoadDataRepeat */
    int64_t load3d_has_dst_stride;       /* bool: L3D_RPT carries dstStride and it is needed */
    int64_t load3d_has_boundary;         /* bool */
    int64_t load3d_has_filter_256;       /* bool: filterSizeW/H */
    int64_t load3d_repeat_k_bytes;       /* repeatMode 1: unit of repeatStride, 32 or 64 (X3) */
    int64_t load3d_k_repeat_interleaved; /* bool: repeatMode 1 without transposition grows every row (1.5) */
    int64_t load3d_l0b_transpose_inert;  /* bool (X56) */
    int64_t load3d_dst_stride_register;  /* bool: from the register, else the vendor helper's formula (X57, X4) */
    int64_t load3d_strict_multiples;     /* bool: L3D-027 is an error (X6) */
    int64_t load3d_strict_check;         /* bool: the product has the strict debug check at all (L3D-027) */
    int64_t load3d_m_start_check;        /* bool: L3D-028 */
    int64_t load3d_zero_stride_is_one;   /* bool (X8) */
    int64_t load3d_pad_b32_bits;         /* 16 or 32 (X9) */
    int64_t load3d_tail_dense;           /* bool: a partial C1 block is stored dense [H][W][r] */
    int64_t load3dv1_mode1_windows;      /* bool: repeatMode 1 advances 16 windows, else C0 (v1) */

    /* Other loads */
    int64_t load2d_by_2dv2;              /* bool: LoadData2D is a wrapper over 2Dv2 (X12..X14) */
    int64_t load2d_dst_gap_ignored;      /* bool: 1001 */
    int64_t load2d_b4_squares;           /* bool: ifTranspose takes 4-bit types in 64x64 squares into L0B (L2D-014) */
    aic_dtype_set load2d_l1_only;        /* types that load2d takes from L1 but not from GM (L2D-005) */
    int64_t load_transpose_b4_l0b_only;  /* bool */

    /* Copies */
    int64_t data_copy_l1_ub;             /* bool: data_copy goes from L1 to UB where the path exists */
    int64_t data_copy_pad_gm_l1;         /* bool: data_copy_pad from GM into L1 */
    int64_t nd2nz_small_c0;              /* bool */
    int64_t nd2nz_stride_bits;           /* 16 or 64: width of the source strides */
    int64_t bt_len_unit, bt_gap_unit;    /* bytes */
    int64_t bt_pairs_n;
    struct aic_dtype_pair bt_pairs[8];
    int64_t fb_len_unit, fb_gap_unit;    /* bytes */
    int64_t fb_quant_bytes;              /* capacity of the quantisation area */
    int64_t fill_l1_barrier_warns;       /* bool: how SY-009 weighs a fill into L1 with only a barrier of MTE1 behind */
    int64_t fill_blocks;                 /* bool: blockNum and dstGap exist */

    /* Mmad */
    int64_t mmad_triples_n;
    struct aic_mmad_triple mmad_triples[AIC_MAX_TRIPLES];
    int64_t mmad_mx_triples_n;
    struct aic_mmad_triple mmad_mx_triples[16];
    int64_t mmad_bias, mmad_cmatrix_source, mmad_unit_flag; /* bool */
    int64_t mmad_k_direction_align, mmad_disable_gemv;      /* bool */
    int64_t mmad_b4_k_even;              /* bool: MM-007 */
    int64_t mmad_bias_end_checked;       /* bool: MM-014, the BiasTable is read up to n rounded to 16; else MEM-010 */
    int64_t hf32_mantissa_bits;          /* stored bits kept: 10, or AIC_UNKNOWN */
    int64_t hf32_nearest_zero_ties;      /* bool: CTRL[47] rounds to nearest, ties to zero; else it truncates */
    int64_t mmad_c_first;                /* bool: init + sum(k), else (sum over k) + init */
    int64_t mmad_k_block;                /* elements per partial sum: 0 = C0 of the type; 1 = one at a time */
    int64_t mmad_barrier_fractals;       /* MM-024: (m/16)*(n/16) below this needs an order; 10 */
    int64_t mmad_barrier_warns;          /* bool: a missing barrier (MM-024) is a warning */

    /* Fixpipe */
    int64_t fixpipe_params;              /* enum aic_fix_params: default of `params` */
    aic_dtype_set fixpipe_f32[AIC_SPACE_COUNT]; /* by destination: types a float L0C drains to */
    aic_dtype_set fixpipe_s32[AIC_SPACE_COUNT];
    aic_dtype_set fixpipe_f16[AIC_SPACE_COUNT]; /* half L0C */
    int64_t fixpipe_layouts[AIC_SPACE_COUNT]; /* bit per enum aic_fix_layout */
    int64_t fixpipe_quant_modes;         /* bit per enum aic_quant */
    int64_t fixpipe_split_spaces;        /* bit per space: channel split allowed */
    int64_t fixpipe_dual;                /* bool: dualDstCtl */
    int64_t fixpipe_unit_flag;           /* bool */
    int64_t fixpipe_nd_m_max;            /* 8192, or 65535 */
    int64_t fixpipe_nd_stride_checked;   /* bool: FP-010, srcNdStride 1..512 */
    int64_t fixpipe_local_rows_32;       /* bool: FP-024, FP-025; rows into L1 and UB are multiples of 32 bytes */
    int64_t fixpipe_clip_relu;           /* bool */
    int64_t fixpipe_b4;                  /* bool: 4-bit channel merge */
    int64_t quant_has_shift;             /* bool: N and MCB in the word */
    int64_t quant_shift_plus_one;        /* bool (X41) */
    int64_t quant_offset_signed;         /* bool (X42) */
    int64_t quant_hybrid_exact_stays;    /* bool: hybrid rounding to hifloat8 keeps numbers that the type holds */
    int64_t quant_deqf16_round_first;    /* bool (X43) */
    int64_t quant_fb_entries;            /* entries of one pass */

    /* Draining without Fixpipe */
    int64_t drain_crmodes;               /* bit per CRMODE of legacy.md 3.3; 0 where Fixpipe drains */

    /* Synchronisation */
    int64_t flag_ids;                    /* ids 0..n-1 */
    int64_t flag_ids_reserved_from;      /* SY-002 from this id on */
    uint8_t flag_pairs[AIC_PIPE_COUNT][AIC_PIPE_COUNT]; /* bool [src][dst] */
    int64_t flag_pairs_checked;          /* bool: SY-007 */
    int64_t cross_flags;                 /* number of ids, 0: none */
    int64_t cross_counter_max;
    int64_t buf_ids;                     /* get_buf/rls_buf: number of ids, 0: none */

    /* Core */
    int64_t split_units;                 /* bool: AIC + aiv0 + aiv1, else one coupled unit */
    int64_t mixed_l1_reserved;           /* MEM-018, bytes */
    int64_t vector_core;                 /* enum aic_vector_core */
};

#endif
