/* Keys of what is legal on a product, and of how contested points are decided. One row is one key; the order is that
 * of the printed file, so rows of one group stand together. Meanings: isa/limits.h and the documents named in the
 * product files. */
#include "sim/config_keys.h"

#define ISA(member) AIC_KEY_AT(isa.member)
#define UNK AIC_KEY_UNKNOWN_OK
#define REQ AIC_KEY_REQUIRED
#define OPT AIC_KEY_OPTIONAL

#define BYTES_MAX ((int64_t)1 << 30)

static const char *const timing_targets[] = {"board", "camodel", NULL};
static const char *const vector_cores[] = {"none", "units", "all", NULL};
static const char *const l0a_layouts[] = {"zz", "nz", NULL};
static const char *const fix_layouts[] = {"nz", "nd", "dn", NULL};
static const char *const fix_params[] = {"v220", "m300", "arch3510", NULL};
static const char *const spaces[] = {"gm", "l1",  "l0a",    "l0b",    "l0c", "ub",
                                     "bt", "fb", "l0a_mx", "l0b_mx", "idx", NULL};
/* The numbers are CRMODE's. */
static const char *const crmodes[] = {"none",   "f32_f16",   "f32_f16_relu", "deq",   "f16_f32",
                                      "relu",   "f16_scale", "vdeq",         "vdeq8", "deq8",
                                      "vdeq16", "deq16",     "vdeqs16",      "deqs16", NULL};

#define SIZE(name, space, flags) \
    {"memory." name ".bytes", AIC_KEY_INT, flags, ISA(sizes.bytes[space]), 0, BYTES_MAX, 0, "bytes", NULL, \
     "capacity of " name "; 0: the product has none"}
#define ALIGN(name, space, def) \
    {"memory." name ".align", AIC_KEY_INT, UNK, ISA(align[space]), 1, 4096, def, "bytes", NULL, \
     "start addresses in " name " are multiples of this"}
#define BOOLEAN(path, member, def, meaning) \
    {path, AIC_KEY_BOOL, OPT, ISA(member), 0, 1, def, "", NULL, meaning}
#define DRAIN(type, to, member, space) \
    {"fixpipe." type "." to, AIC_KEY_DTYPES, UNK, ISA(member[space]), 0, 0, 0, "", NULL, \
     "element types in " to " of an L0C that holds " type}
#define LAYOUTS(to, space) \
    {"fixpipe.layouts." to, AIC_KEY_SET, UNK, ISA(fixpipe_layouts[space]), 0, 0, 0, "", fix_layouts, \
     "layouts of the destination in " to}

const struct aic_key aic_isa_keys[] = {
    {"cores", AIC_KEY_INT, UNK | REQ, AIC_KEY_AT(cores), 1, 1024, 0, "cores", NULL,
     "AI Cores (cube cores) of the chip"},
    {"vector_cores", AIC_KEY_INT, UNK, AIC_KEY_AT(vector_cores), 0, 4096, AIC_UNKNOWN, "cores", NULL,
     "vector units of the chip"},
    {"l2_bytes", AIC_KEY_INT, UNK, AIC_KEY_AT(l2_bytes), 0, (int64_t)1 << 40, AIC_UNKNOWN, "bytes", NULL,
     "L2 cache of the chip"},
    {"dram_bytes", AIC_KEY_INT, UNK, AIC_KEY_AT(dram_bytes), 0, (int64_t)1 << 50, AIC_UNKNOWN, "bytes", NULL,
     "HBM or DDR of the chip"},
    {"timing_target", AIC_KEY_CHOICE, OPT, AIC_KEY_AT(timing_target), 0, 0, AIC_TIMING_BOARD, "", timing_targets,
     "what the times are to reproduce: the board's counters or the vendor's cycle simulator"},
    BOOLEAN("split_units", split_units, 1,
            "a core is AIC, aiv0 and aiv1 with a scalar unit each; false: one coupled unit"),
    {"mixed_l1_reserved", AIC_KEY_INT, OPT, ISA(mixed_l1_reserved), 0, BYTES_MAX, 0, "bytes", NULL,
     "end of L1 that kernels with cube and vector parts leave free (MEM-018)"},
    {"vector_core", AIC_KEY_CHOICE, OPT, ISA(vector_core), 0, 0, AIC_VECTOR_CORE_NONE, "", vector_cores,
     "where records meet a Vector Core, which lacks LoadData3D (VEC-001): on aiv0 and aiv1, or everywhere"},
    {"l0a_layout", AIC_KEY_CHOICE, REQ, ISA(l0a_layout), 0, 0, 0, "", l0a_layouts, "order of the fractals in L0A"},

    SIZE("l1", AIC_L1, REQ | UNK), ALIGN("l1", AIC_L1, 32),
    SIZE("l0a", AIC_L0A, REQ | UNK), ALIGN("l0a", AIC_L0A, 512),
    SIZE("l0b", AIC_L0B, REQ | UNK), ALIGN("l0b", AIC_L0B, 512),
    SIZE("l0c", AIC_L0C, REQ | UNK), ALIGN("l0c", AIC_L0C, 64),
    SIZE("ub", AIC_UB, REQ | UNK), ALIGN("ub", AIC_UB, 32),
    SIZE("bt", AIC_BT, REQ | UNK), ALIGN("bt", AIC_BT, 64),
    SIZE("fb", AIC_FB, REQ | UNK), ALIGN("fb", AIC_FB, 128),
    SIZE("l0a_mx", AIC_L0A_MX, UNK), ALIGN("l0a_mx", AIC_L0A_MX, 32),
    SIZE("l0b_mx", AIC_L0B_MX, UNK), ALIGN("l0b_mx", AIC_L0B_MX, 32),
    SIZE("idx", AIC_IDX, UNK), ALIGN("idx", AIC_IDX, 128),
    ALIGN("gm", AIC_GM, 1),

    {"paths", AIC_KEY_PATHS, OPT, offsetof(struct aic_product, isa.path),
     sizeof(((struct aic_isa_limits *)0)->path) + sizeof(((struct aic_isa_limits *)0)->path_pipe), 0, 0, 0, "", NULL,
     "datapaths: paths.SOURCE.DESTINATION with the pipe that serves it; what is not listed does not exist"},
    {"instructions", AIC_KEY_INSNS, OPT, offsetof(struct aic_product, isa.dtypes),
     sizeof(((struct aic_isa_limits *)0)->dtypes) + sizeof(((struct aic_isa_limits *)0)->insn), 0, 0, 0, "", NULL,
     "instructions with the element types by the first operand's memory; what is not listed does not exist"},

    {"load3d.l0a_transpose", AIC_KEY_DTYPES, UNK, ISA(load3d_l0a_transpose), 0, 0, 0, "", NULL,
     "types whose enTranspose is legal into L0A (L3D-033, L3D-034)"},
    {"load3d.padding_types", AIC_KEY_DTYPES, UNK, ISA(load3d_padding_types), 0, 0, 0, "", NULL,
     "types of set_padding beside those that the loads take"},
    BOOLEAN("load3d.channel_legacy", load3d_channel_legacy, 0, "channelSize follows arch 2002's list (L3D-019..021)"),
    BOOLEAN("load3d.has_repeat", load3d_has_repeat, 0, "set_load3d_repeat acts on the loads"),
    BOOLEAN("load3d.has_dst_stride", load3d_has_dst_stride, 0,
            "the repeat register carries dstStride, which loads need"),
    BOOLEAN("load3d.has_boundary", load3d_has_boundary, 0, "set_load3d_boundary acts on the loads"),
    BOOLEAN("load3d.has_filter_256", load3d_has_filter_256, 0, "filterSizeW and filterSizeH add 256"),
    {"load3d.repeat_k_bytes", AIC_KEY_INT, OPT, ISA(load3d_repeat_k_bytes), 32, 64, 32, "bytes", NULL,
     "unit of repeatStride in repeatMode 1 (X3)"},
    BOOLEAN("load3d.k_repeat_interleaved", load3d_k_repeat_interleaved, 1,
            "repeatMode 1 without transposition: every row grows, as if all columns were loaded at once; false: block "
            "after block"),
    BOOLEAN("load3d.l0b_transpose_inert", load3d_l0b_transpose_inert, 1,
            "enTranspose is without effect into L0B (X56)"),
    BOOLEAN("load3d.dst_stride_register", load3d_dst_stride_register, 1,
            "load3dv2 takes dstStride from the repeat register; false: the vendor helper's formula (X57)"),
    BOOLEAN("load3d.strict_multiples", load3d_strict_multiples, 0, "L3D-027 is an error (X6)"),
    BOOLEAN("load3d.strict_check", load3d_strict_check, 0, "the product's debug check asks whole multiples (L3D-027)"),
    BOOLEAN("load3d.m_start_check", load3d_m_start_check, 0, "mStartPt is checked for multiples of 16 (L3D-028, X7)"),
    BOOLEAN("load3d.zero_stride_is_one", load3d_zero_stride_is_one, 0,
            "a stride or dilation of 0 counts as 1; false: an error (X8)"),
    {"load3d.pad_b32_bits", AIC_KEY_INT, OPT, ISA(load3d_pad_b32_bits), 16, 32, 32, "bits", NULL,
     "bits of a 32-bit padding value that survive (X9)"},
    BOOLEAN("load3d.tail_dense", load3d_tail_dense, 1, "a partial block of channels is stored dense in L1 [H][W][r]"),
    BOOLEAN("load3dv1.mode1_windows", load3dv1_mode1_windows, 1,
            "repeatMode 1 of load3dv1 advances by 16 windows; false: by C0 windows"),
    BOOLEAN("load2d.by_2dv2", load2d_by_2dv2, 0, "load2d is the vendor's wrapper over load2dv2 (X12..X14)"),
    BOOLEAN("load2d.dst_gap_ignored", load2d_dst_gap_ignored, 0, "dstGap of load2d is without effect (L2D-013)"),
    BOOLEAN("load2d.b4_squares", load2d_b4_squares, 0,
            "ifTranspose of load2d takes 4-bit types into L0B, in squares of 64x64 (L2D-014)"),
    {"load2d.l1_only", AIC_KEY_DTYPES, UNK, ISA(load2d_l1_only), 0, 0, 0, "", NULL,
     "types that load2d takes from L1 but not from GM (L2D-005)"},
    BOOLEAN("load_transpose.b4_l0b_only", load_transpose_b4_l0b_only, 1, "4-bit types go to L0B only (LTR-002)"),

    {"data_copy.l1_ub", AIC_KEY_BOOL, UNK, ISA(data_copy_l1_ub), 0, 1, 1, "", NULL,
     "data_copy goes from L1 to UB where that path exists; it may be there for load3dv1 alone"},
    BOOLEAN("data_copy_pad.gm_l1", data_copy_pad_gm_l1, 0, "data_copy_pad goes from GM into L1 too"),
    BOOLEAN("nd2nz.small_c0", nd2nz_small_c0, 0, "nd2nz has the SmallC0 mode (NZ-010)"),
    {"nd2nz.stride_bits", AIC_KEY_INT, OPT, ISA(nd2nz_stride_bits), 16, 64, 16, "bits", NULL,
     "width of the source strides of nd2nz"},
    {"bt.align_warn", AIC_KEY_INT, OPT, ISA(bt_align_warn), 0, 4096, 0, "bytes", NULL,
     "a BiasTable address that is no multiple gets a warning (X18); 0: none"},
    {"bt.len_unit", AIC_KEY_INT, OPT, ISA(bt_len_unit), 1, 128, 64, "bytes", NULL, "unit of blockLen, L1 to bt (X40)"},
    {"bt.gap_unit", AIC_KEY_INT, OPT, ISA(bt_gap_unit), 1, 128, 64, "bytes", NULL, "unit of dstGap, L1 to bt"},
    {"bt.pairs", AIC_KEY_PAIRS, OPT, offsetof(struct aic_product, isa.bt_pairs_n), sizeof(int64_t) +
     sizeof(((struct aic_isa_limits *)0)->bt_pairs), 0, 8, 0, "", NULL,
     "element types of a move from L1 to bt, src:dst"},
    {"fb.len_unit", AIC_KEY_INT, OPT, ISA(fb_len_unit), 1, 256, 128, "bytes", NULL, "unit of blockLen, L1 to fb (X38)"},
    {"fb.gap_unit", AIC_KEY_INT, OPT, ISA(fb_gap_unit), 1, 256, 128, "bytes", NULL, "unit of dstGap, L1 to fb (X38)"},
    {"fb.quant_bytes", AIC_KEY_INT, UNK, ISA(fb_quant_bytes), 0, 1 << 20, 0, "bytes", NULL,
     "capacity of the quantisation area of fb (MEM-011, X37)"},
    BOOLEAN("fill.l1_barrier_warns", fill_l1_barrier_warns, 0,
            "a fill into L1 with only pipe_barrier MTE1 between it and its reader is a warning (SY-009, contested: the "
            "page runs it on MTE2, the vendor's examples order it so); false: an error"),
    BOOLEAN("fill.blocks", fill_blocks, 1, "fill has blockNum and dstGap (FIL-004)"),

    {"mmad.triples", AIC_KEY_TRIPLES, OPT, offsetof(struct aic_product, isa.mmad_triples_n), sizeof(int64_t) +
     sizeof(((struct aic_isa_limits *)0)->mmad_triples), 0, AIC_MAX_TRIPLES, 0, "", NULL,
     "element types of mmad, A:B:C, with +BIAS where the form with a bias exists"},
    BOOLEAN("mmad.bias", mmad_bias, 0, "mmad has a form with a bias operand"),
    BOOLEAN("mmad.cmatrix_source", mmad_cmatrix_source, 0, "cmatrixSource=true is legal (MM-013)"),
    BOOLEAN("mmad.unit_flag", mmad_unit_flag, 0, "mmad has unit flags (MM-004)"),
    BOOLEAN("mmad.k_direction_align", mmad_k_direction_align, 0, "kDirectionAlign=true is legal (MM-010)"),
    BOOLEAN("mmad.disable_gemv", mmad_disable_gemv, 0, "disableGemv=true is legal (MM-023)"),
    BOOLEAN("mmad.b4_k_even", mmad_b4_k_even, 0, "k of 4-bit types must be even (MM-007)"),
    BOOLEAN("mmad.bias_end_checked", mmad_bias_end_checked, 0,
            "the BiasTable must hold n rounded up to 16 (MM-014); false: just n (MEM-010)"),
    BOOLEAN("mmad.c_first", mmad_c_first, 1, "sums start from the initial value; false: it is added at the end"),
    {"mmad.k_block", AIC_KEY_INT, OPT, ISA(mmad_k_block), 0, 4096, 0, "elements", NULL,
     "products of one partial sum; 0: C0 of the type, 1: one at a time"},
    {"mmad.barrier_fractals", AIC_KEY_INT, OPT, ISA(mmad_barrier_fractals), 0, 65536, 10, "fractals", NULL,
     "an mmad onto the last one's result needs an order when (m/16)*(n/16) is below this (MM-024)"},
    BOOLEAN("mmad.barrier_warns", mmad_barrier_warns, 0,
            "a missing order between small products (MM-024) is a warning (contested: the page asks for it, examples "
            "of the vendor do without); false: an error"),
    {"mmad.c_align", AIC_KEY_INT, UNK, ISA(mmad_c_align), 1, 4096, 1024, "bytes", NULL,
     "start address of a 32-bit result in L0C (MEM-003, X20)"},
    {"mmad.c_align_half", AIC_KEY_INT, UNK, ISA(mmad_c_align_half), 1, 4096, 512, "bytes", NULL,
     "start address of a half result in L0C (MEM-003, X20)"},
    {"mmad_mx.triples", AIC_KEY_TRIPLES, OPT, offsetof(struct aic_product, isa.mmad_mx_triples_n), sizeof(int64_t) +
     sizeof(((struct aic_isa_limits *)0)->mmad_mx_triples), 0, 16, 0, "", NULL,
     "element types of mmad_mx, as for mmad"},
    {"hf32.mantissa_bits", AIC_KEY_INT, UNK, ISA(hf32_mantissa_bits), 1, 23, AIC_UNKNOWN, "bits", NULL,
     "stored mantissa bits that HF32 keeps"},
    BOOLEAN("hf32.nearest_zero_ties", hf32_nearest_zero_ties, 0,
            "hf32_mode=true rounds to nearest with ties toward zero; false: it truncates (contested)"),

    {"fixpipe.params", AIC_KEY_CHOICE, OPT, ISA(fixpipe_params), 0, 0, AIC_FIX_V220, "", fix_params,
     "whose units the strides have when a record does not say (X31, X32)"},
    DRAIN("f32", "gm", fixpipe_f32, AIC_GM), DRAIN("f32", "l1", fixpipe_f32, AIC_L1),
    DRAIN("f32", "ub", fixpipe_f32, AIC_UB),
    DRAIN("s32", "gm", fixpipe_s32, AIC_GM), DRAIN("s32", "l1", fixpipe_s32, AIC_L1),
    DRAIN("s32", "ub", fixpipe_s32, AIC_UB),
    DRAIN("f16", "gm", fixpipe_f16, AIC_GM), DRAIN("f16", "l1", fixpipe_f16, AIC_L1),
    DRAIN("f16", "ub", fixpipe_f16, AIC_UB),
    LAYOUTS("gm", AIC_GM), LAYOUTS("l1", AIC_L1), LAYOUTS("ub", AIC_UB),
    {"fixpipe.quant_modes", AIC_KEY_SET, OPT, ISA(fixpipe_quant_modes), 0, 0, 0, "", aic_quant_names,
     "quantisation modes (FP-039)"},
    {"fixpipe.split_spaces", AIC_KEY_SET, OPT, ISA(fixpipe_split_spaces), 0, 0, 0, "", spaces,
     "destinations that take a channel split (FP-015)"},
    BOOLEAN("fixpipe.dual", fixpipe_dual, 0, "one drain may fill the UB of both vector units (dualDstCtl)"),
    BOOLEAN("fixpipe.unit_flag", fixpipe_unit_flag, 0, "fixpipe has unit flags"),
    {"fixpipe.nd_m_max", AIC_KEY_INT, OPT, ISA(fixpipe_nd_m_max), 1, 65535, 65535, "rows", NULL,
     "largest mSize of the nd layout (FP-006)"},
    BOOLEAN("fixpipe.nd_stride_checked", fixpipe_nd_stride_checked, 0, "srcNdStride is 1..512 (FP-010)"),
    BOOLEAN("fixpipe.local_rows_32", fixpipe_local_rows_32, 0,
            "rows of nd and dn into L1 and UB are multiples of 32 bytes (FP-024, FP-025)"),
    BOOLEAN("fixpipe.clip_relu", fixpipe_clip_relu, 0, "fixpipe has the clipping ReLU"),
    BOOLEAN("fixpipe.b4", fixpipe_b4, 0, "fixpipe drains 4-bit types"),
    {"fixpipe.src_align", AIC_KEY_INT, UNK, ISA(fixpipe_src_align), 1, 4096, 64, "bytes", NULL,
     "start address of fixpipe's source in L0C (MEM-004)"},
    {"fixpipe.dst_align", AIC_KEY_INT, UNK, ISA(fixpipe_dst_align), 1, 4096, 32, "bytes", NULL,
     "start address of an nz or dn destination, and of any in L1 and UB (FP-023)"},

    BOOLEAN("quant.has_shift", quant_has_shift, 0, "the quantisation word has the fields N and MCB"),
    BOOLEAN("quant.shift_plus_one", quant_shift_plus_one, 1, "N means a shift by N+1; false: by N (X41)"),
    BOOLEAN("quant.offset_signed", quant_offset_signed, 1, "the 9-bit offset is signed (X42)"),
    BOOLEAN("quant.hybrid_exact_stays", quant_hybrid_exact_stays, 0,
            "hybrid rounding to hifloat8 keeps numbers that the type holds; false: as the vendor's scripts, which may "
            "carry them (contested)"),
    BOOLEAN("quant.deqf16_round_first", quant_deqf16_round_first, 0,
            "DEQF16 rounds to an integer before it rounds to half (X43)"),
    {"quant.fb_entries", AIC_KEY_INT, OPT, ISA(quant_fb_entries), 0, 4096, 0, "entries", NULL,
     "per-column words of one fixpipe pass (FP-038, FP-040)"},
    {"drain.crmodes", AIC_KEY_SET, OPT, ISA(drain_crmodes), 0, 0, 0, "", crmodes,
     "conversions of a move from L0C to UB on the V pipe, where there is no fixpipe"},

    {"flag.ids", AIC_KEY_INT, UNK, ISA(flag_ids), 0, 64, 8, "ids", NULL, "event ids of a pair of pipes (SY-001)"},
    {"flag.ids_reserved_from", AIC_KEY_INT, OPT, ISA(flag_ids_reserved_from), 0, 64, 6, "ids", NULL,
     "first event id that the framework keeps for itself (SY-002)"},
    {"flag.pairs", AIC_KEY_FLAGS, OPT, ISA(flag_pairs), 0, AIC_PIPE_COUNT * AIC_PIPE_COUNT, 0, "", NULL,
     "pairs of pipes that flags connect"},
    BOOLEAN("flag.pairs_checked", flag_pairs_checked, 0, "a pair outside flag.pairs is an error (SY-007)"),
    {"cross.flags", AIC_KEY_INT, UNK, ISA(cross_flags), 0, 64, 0, "ids", NULL, "cross-core flags; 0: none (SY-012)"},
    {"cross.counter_max", AIC_KEY_INT, UNK, ISA(cross_counter_max), 0, 255, 0, "sets", NULL,
     "sets that a cross-core flag counts before a wait (SY-012)"},
    {"buf.ids", AIC_KEY_INT, UNK, ISA(buf_ids), 0, 256, 0, "ids", NULL, "buffer ids of get_buf and rls_buf; 0: none"},
    {NULL},
};
