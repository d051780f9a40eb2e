// The intrinsic-level names that header libraries and hand-written kernels call. Pointers of local buffers are
// addresses inside the buffer; which buffer is part of the name. Registers are written as words; their fields are those
// of the register map in docs/record.md.
#ifndef AICSIM_INTRINSICS_H
#define AICSIM_INTRINSICS_H

#include "aicsim/ctrl.h"
#include "aicsim/fixpipe.h"
#include "aicsim/load_data.h"
#include "aicsim/mmad.h"
#include "aicsim/sync.h"

#define __fp16 half

enum addr_cal_mode_t { inc = 0, dec = 1 };
enum pad_t { PAD_NONE = 0, PAD_MODE1, PAD_MODE2, PAD_MODE3, PAD_MODE4, PAD_MODE5, PAD_MODE6, PAD_MODE7, PAD_MODE8 };

namespace aicsim
{

template <> struct Dtype<void> {
    static constexpr const char *name = "uint8";
    static constexpr unsigned bits = 8;
};

template <typename T> inline uint64_t At(const T *p) { return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(p)); }
inline uint64_t At(uint64_t p) { return p; }
template <typename P> struct Pointee {
    using type = std::remove_cv_t<P>;
};

// Blocks of 32 B from one buffer to another.
template <typename T> inline void Blocks(const char *call, const char *to, uint64_t dst, const char *from, uint64_t src,
                                         int64_t count, int64_t len, int64_t srcGap, int64_t dstGap, Site site)
{
    Record r("data_copy", call, site);
    r.At(to, dst).At(from, src).template Type<T>();
    r.Int("blockCount", count).Int("blockLen", len).Int("srcGap", srcGap).Int("dstGap", dstGap).Emit();
}

template <typename T> inline void Nd2Nz(const char *call, T *dst, T *src, int64_t ndNum, int64_t n, int64_t d,
                                        int64_t srcNd, int64_t srcD, int64_t c0, int64_t row, int64_t matrix, Site site)
{
    Record r("nd2nz", call, site);
    r.At("l1", At(dst)).At("gm", At(src)).template Type<T>();
    r.Int("ndNum", ndNum).Int("nValue", n).Int("dValue", d).Int("srcNdMatrixStride", srcNd).Int("srcDValue", srcD);
    r.Int("dstNzC0Stride", c0).Int("dstNzNStride", row).Int("dstNzMatrixStride", matrix).Emit();
}

// load_cbuf_to_ca and load_cbuf_to_cb: 2D before 3510, 2Dv2 from there on; both have seven numbers.
template <typename T>
inline void LoadFractals(const char *call, const char *to, T *dst, T *src, const int64_t (&v)[7], Site site)
{
    bool v2 = __NPU_ARCH__ == 3510;
    Record r(v2 ? "load2dv2" : "load2d", call, site);
    r.At(to, At(dst)).At("l1", At(src)).template Type<T>();
    if (v2) {
        r.Int("mStartPosition", v[0]).Int("kStartPosition", v[1]).Int("mStep", v[2]).Int("kStep", v[3]);
        r.Int("srcStride", v[4]).Int("dstStride", v[5]).Int("ifTranspose", v[6]).Emit();
        return;
    }
    r.Int("startIndex", v[0]).Int("repeatTimes", v[1]).Int("srcStride", v[2]).Int("dstGap", v[3]).Int("sid", v[4]);
    r.Int("ifTranspose", v[5]).Word("addrMode", v[6] ? "decrement" : "increment").Emit();
}

template <typename T>
inline void LoadSquares(const char *call, const char *to, T *dst, T *src, const int64_t (&v)[6], Site site)
{
    bool v2 = __NPU_ARCH__ == 3510;
    Record r(v2 ? "load_transpose_v2" : "load_transpose", call, site);
    r.At(to, At(dst)).At("l1", At(src)).template Type<T>();
    r.Int("startIndex", v[0]).Int("repeatTimes", v[1]).Int("srcStride", v[2]).Int("dstGap", v[3]);
    if (v2) {
        r.Int("dstFracGap", v[4]).Int("srcFracGap", v[5]).Emit();
        return;
    }
    r.Int("dstFracGap", v[5]).Word("addrMode", v[4] ? "decrement" : "increment").Emit();
}

template <typename T>
inline void LoadWindows(const char *call, const char *to, T *dst, T *src, const int64_t (&v)[15], Site site)
{
    static const char *const names[15] = {"kExtension",      "mExtension",      "kStartPt",    "mStartPt",
                                          "strideW",         "strideH",         "filterW",     "filterH",
                                          "dilationFilterW", "dilationFilterH", "filterSizeW", "filterSizeH",
                                          "enTranspose",     "fMatrixCtrl",     "channelSize"};
    Record r("load3dv2", call, site);
    r.At(to, At(dst)).At("l1", At(src)).template Type<T>();
    for (int i = 0; i < 15; i++) {
        r.Int(names[i], v[i]);
    }
    r.Int("isSetFMatrix", 0).Int("isSetPadding", 0).Emit();
}

template <typename T, typename U, typename Dst>
inline void Drained(const char *call, const char *to, Dst dst, U *src, int64_t n, int64_t m, int64_t dstStride,
                    int64_t srcStride, int64_t unitFlag, uint64_t quant, int64_t relu, bool split, bool nd, bool dn,
                    Site site)
{
    const UnitRegisters &regs = Registers();
    Record r("fixpipe", call, site);
    r.At(to, At(dst)).At("l0c", At(src)).template Type<U>().template Type<T>();
    r.Word("layout", dn ? "dn" : nd ? "nd" : "nz").Int("nSize", n).Int("mSize", m).Int("srcStride", srcStride);
    r.Int("dstStride", dstStride)
        .Word("quantPre", QuantName(static_cast<QuantMode_t>(quant)))
        .Int("unitFlag", unitFlag);
    r.Bits64("deqScalar", regs.deqScalar).Int("reluEn", relu != 0).Int("isChannelSplit", split);
    r.Word("params", __NPU_ARCH__ == 3510 ? "arch3510" : "v220");
    if (dn) {
        r.Int("dnNum", regs.ndNum)
            .Int("srcNzMatrixStride", regs.srcNdStride)
            .Int("dstDnMatrixStride", regs.dstNdStride);
        r.Int("srcNzC0Stride", regs.srcNzC0Stride);
    } else if (nd) {
        r.Int("ndNum", regs.ndNum).Int("srcNdStride", regs.srcNdStride).Int("dstNdStride", regs.dstNdStride);
    }
    r.Emit();
}

// Word: 14:0 repeatTimes, 30:16 blockNum, 46:32 dstGap (structure asc_fill_value_config). The value's width decides,
// not the pointer's: whole numbers are 32-bit patterns.
template <typename V>
inline void FillWord(const char *call, const char *to, uint64_t dst, uint64_t word, V value, Site site)
{
    Record r("fill", call, site);
    r.At(to, dst).template Type<V>();
    r.Int("repeatTimes", static_cast<int64_t>(Bit(word, 0, 15)));
    r.Int("blockNum", static_cast<int64_t>(Bit(word, 16, 15)));
    r.Int("dstGap", static_cast<int64_t>(Bit(word, 32, 15))).Bits("value", RawBits(value)).Emit();
}

} // namespace aicsim

// --- GM and L1 ------------------------------------------------------------------------------------------------------
template <typename T, typename U> inline void copy_gm_to_cbuf(T *dst, U *src, uint8_t, uint16_t nBurst,
                                                              uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap,
                                                              pad_t = PAD_NONE, AICSIM_SITE)
{
    aicsim::Blocks<std::remove_cv_t<T>>("copy_gm_to_cbuf", "l1", aicsim::At(dst), "gm", aicsim::At(src), nBurst,
                                        lenBurst, srcGap, dstGap, site);
}
template <typename T, typename U> inline void copy_cbuf_to_gm(T *dst, U *src, uint8_t, uint16_t nBurst,
                                                              uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap,
                                                              AICSIM_SITE)
{
    aicsim::Blocks<std::remove_cv_t<T>>("copy_cbuf_to_gm", "gm", aicsim::At(dst), "l1", aicsim::At(src), nBurst,
                                        lenBurst, srcGap, dstGap, site);
}
template <typename T, typename U> inline void copy_gm_to_ubuf(T *dst, U *src, uint8_t, uint16_t nBurst,
                                                              uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap,
                                                              AICSIM_SITE)
{
    aicsim::Blocks<std::remove_cv_t<T>>("copy_gm_to_ubuf", "ub", aicsim::At(dst), "gm", aicsim::At(src), nBurst,
                                        lenBurst, srcGap, dstGap, site);
}
template <typename T, typename U> inline void copy_ubuf_to_gm(T *dst, U *src, uint8_t, uint16_t nBurst,
                                                              uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap,
                                                              AICSIM_SITE)
{
    aicsim::Blocks<std::remove_cv_t<T>>("copy_ubuf_to_gm", "gm", aicsim::At(dst), "ub", aicsim::At(src), nBurst,
                                        lenBurst, srcGap, dstGap, site);
}
#define AICSIM_ND2NZ(name)                                                                                             \
    template <typename T> inline void name(T *dst, T *src, uint8_t, uint16_t ndNum, uint16_t nValue, uint32_t dValue,  \
                                           uint64_t srcNdMatrixStride, uint64_t srcDValue, uint16_t dstNzC0Stride,     \
                                           uint16_t dstNzNStride, uint32_t dstNzMatrixStride, AICSIM_SITE)             \
    {                                                                                                                  \
        aicsim::Nd2Nz(#name, dst, src, ndNum, nValue, dValue, static_cast<int64_t>(srcNdMatrixStride),                 \
                      static_cast<int64_t>(srcDValue), dstNzC0Stride, dstNzNStride, dstNzMatrixStride, site);          \
    }
AICSIM_ND2NZ(copy_gm_to_cbuf_multi_nd2nz_b8)
AICSIM_ND2NZ(copy_gm_to_cbuf_multi_nd2nz_b16)
AICSIM_ND2NZ(copy_gm_to_cbuf_multi_nd2nz_b32s)
#undef AICSIM_ND2NZ

// --- L1 to the operand buffers ---------------------------------------------------------------------------------------
#define AICSIM_LOAD(name, to)                                                                                          \
    template <typename T> inline void name(T *dst, T *src, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e,      \
                                           int64_t f, int64_t g, AICSIM_SITE)                                          \
    {                                                                                                                  \
        aicsim::LoadFractals(#name, to, dst, src, {a, b, c, d, e, f, g}, site);                                        \
    }
AICSIM_LOAD(load_cbuf_to_ca, "l0a")
AICSIM_LOAD(load_cbuf_to_cb, "l0b")
AICSIM_LOAD(load_cbuf_to_ca_s4, "l0a")
AICSIM_LOAD(load_cbuf_to_cb_s4, "l0b")
#undef AICSIM_LOAD
#define AICSIM_IMG2COL(name, to)                                                                                       \
    template <typename T> inline void name(T *dst, T *src, uint16_t k, uint16_t m, uint16_t kStart, uint16_t mStart,   \
                                           uint8_t strideW, uint8_t strideH, uint8_t filterW, uint8_t filterH,         \
                                           uint8_t dilationW, uint8_t dilationH, bool sizeW, bool sizeH,               \
                                           bool transpose, bool right, uint16_t channel, AICSIM_SITE)                  \
    {                                                                                                                  \
        aicsim::LoadWindows(#name, to, dst, src,                                                                       \
                            {k, m, kStart, mStart, strideW, strideH, filterW, filterH, dilationW, dilationH, sizeW,    \
                             sizeH, transpose, right, channel},                                                        \
                            site);                                                                                     \
    }
AICSIM_IMG2COL(img2colv2_cbuf_to_ca, "l0a")
AICSIM_IMG2COL(img2colv2_cbuf_to_cb, "l0b")
#undef AICSIM_IMG2COL
// The address mode is an enumerator or a boolean; 3510's last two numbers are the gaps of destination and source.
#define AICSIM_TRANSPOSE(name, to)                                                                                     \
    template <typename T, typename M>                                                                                  \
    inline void name(T *dst, T *src, uint16_t start, uint8_t repeat, uint16_t srcStride, uint16_t dstGap, M mode,      \
                     uint16_t last, AICSIM_SITE)                                                                       \
    {                                                                                                                  \
        aicsim::LoadSquares(#name, to, dst, src, {start, repeat, srcStride, dstGap, int64_t(mode), last}, site);       \
    }
AICSIM_TRANSPOSE(load_cbuf_to_ca_transpose, "l0a")
AICSIM_TRANSPOSE(load_cbuf_to_cb_transpose, "l0b")
#undef AICSIM_TRANSPOSE
template <typename P, typename T> inline void copy_cbuf_to_bt(P dst, T *src, uint16_t convert, uint16_t nBurst,
                                                              uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap,
                                                              AICSIM_SITE)
{
    aicsim::Record r("data_copy", "copy_cbuf_to_bt", site);
    r.At("bt", aicsim::At(dst)).At("l1", aicsim::At(src)).template Type<T>();
    if (convert) {
        r.Type("float");
    }
    r.Int("blockCount", nBurst).Int("blockLen", lenBurst).Int("srcGap", srcGap).Int("dstGap", dstGap).Emit();
}
template <typename P, typename T> inline void copy_cbuf_to_fbuf(P dst, T *src, uint16_t nBurst, uint16_t lenBurst,
                                                                uint16_t srcGap, uint16_t dstGap, AICSIM_SITE)
{
    aicsim::Blocks<uint64_t>("copy_cbuf_to_fbuf", "fb", aicsim::At(dst), "l1", aicsim::At(src), nBurst, lenBurst,
                             srcGap, dstGap, site);
}

// --- constants ------------------------------------------------------------------------------------------------------
#define AICSIM_CREATE(name, to)                                                                                        \
    template <typename P> inline void name(P dst, uint64_t word, half value, AICSIM_SITE)                              \
    {                                                                                                                  \
        aicsim::FillWord(#name, to, aicsim::At(dst), word, value, site);                                               \
    }                                                                                                                  \
    template <typename P, typename V, std::enable_if_t<std::is_integral<V>::value, int> = 0>                           \
    inline void name(P dst, uint64_t word, V value, AICSIM_SITE)                                                       \
    {                                                                                                                  \
        aicsim::FillWord(#name, to, aicsim::At(dst), word, static_cast<uint32_t>(value), site);                        \
    }                                                                                                                  \
    template <typename P> inline void name##_bf16(P dst, uint64_t word, bfloat16_t value, AICSIM_SITE)                 \
    {                                                                                                                  \
        aicsim::FillWord(#name "_bf16", to, aicsim::At(dst), word, value, site);                                       \
    }
AICSIM_CREATE(create_cbuf_matrix, "l1")
AICSIM_CREATE(create_ca_matrix, "l0a")
AICSIM_CREATE(create_cb_matrix, "l0b")
#undef AICSIM_CREATE

// --- cube -----------------------------------------------------------------------------------------------------------
template <typename T, typename U, typename S> inline void mad(T *c, U *a, S *b, uint16_t m, uint16_t k, uint16_t n,
                                                              uint8_t unitFlag, bool kDirectionAlign,
                                                              bool cmatrixSource, bool cmatrixInitVal, AICSIM_SITE)
{
    AscendC::MmadParams p(m, n, k, static_cast<int8_t>(unitFlag), cmatrixSource, cmatrixInitVal);
    (__NPU_ARCH__ == 3510 ? p.disableGemv : p.kDirectionAlign) = kDirectionAlign;
    aicsim::Record r("mmad", "mad", site);
    r.At("l0c", aicsim::At(c)).At("l0a", aicsim::At(a)).At("l0b", aicsim::At(b));
    if (aicsim::FromBiasTable(p)) {
        r.At("bt", 0);
    }
    r.template Type<U>().template Type<S>().template Type<T>();
    aicsim::MmadFields(r, p, site);
    r.Emit();
}
template <typename T, typename U, typename S> inline void mad(T *c, U *a, S *b, uint64_t bias, uint16_t m, uint16_t k,
                                                              uint16_t n, uint8_t unitFlag, bool kDirectionAlign, bool,
                                                              bool cmatrixInitVal, AICSIM_SITE)
{
    AscendC::MmadParams p(m, n, k, static_cast<int8_t>(unitFlag), false, cmatrixInitVal);
    (__NPU_ARCH__ == 3510 ? p.disableGemv : p.kDirectionAlign) = kDirectionAlign;
    aicsim::Record r("mmad", "mad", site);
    r.At("l0c", aicsim::At(c)).At("l0a", aicsim::At(a)).At("l0b", aicsim::At(b)).At("bt", bias);
    r.template Type<U>().template Type<S>().template Type<T>();
    aicsim::MmadFields(r, p, site);
    r.Emit();
}

// --- drain ----------------------------------------------------------------------------------------------------------
#define AICSIM_DRAIN(name, to)                                                                                         \
    template <typename T, typename U> inline void name(T *dst, U *src, uint8_t, uint16_t n, uint16_t m,                \
                                                       uint32_t dstStride, uint16_t srcStride, uint8_t unitFlag,       \
                                                       uint64_t quant, uint8_t relu, bool split, bool nd, AICSIM_SITE) \
    {                                                                                                                  \
        aicsim::Drained<T>(#name, to, dst, src, n, m, dstStride, srcStride, unitFlag, quant, relu, split, nd, false,   \
                           site);                                                                                      \
    }                                                                                                                  \
    template <typename T, typename U>                                                                                  \
    inline void name(T *dst, U *src, uint8_t, uint16_t n, uint16_t m, uint32_t dstStride, uint16_t srcStride, uint8_t, \
                     uint8_t clip, uint8_t unitFlag, uint64_t quant, uint8_t relu, bool split, bool nd, uint64_t post, \
                     uint8_t reluPost, bool, bool, uint8_t, bool, bool, bool, bool, bool, bool dn, AICSIM_SITE)        \
    {                                                                                                                  \
        if (clip || post || reluPost) {                                                                                \
            aic_rt_not_modelled(#name, "clip and post-processing stages", site.file, site.line);                       \
        }                                                                                                              \
        aicsim::Drained<T>(#name, to, dst, src, n, m, dstStride, srcStride, unitFlag, quant, relu, split, nd, dn,      \
                           site);                                                                                      \
    }
AICSIM_DRAIN(copy_matrix_cc_to_gm, "gm")
AICSIM_DRAIN(copy_matrix_cc_to_cbuf, "l1")
AICSIM_DRAIN(copy_matrix_cc_to_ub, "ub")
#undef AICSIM_DRAIN

// --- registers ------------------------------------------------------------------------------------------------------
inline void set_fmatrix(uint64_t word, AICSIM_SITE)
{
    aicsim::Record r("set_fmatrix", "set_fmatrix", site);
    r.Int("l1H", static_cast<int64_t>(aicsim::Bit(word, 16, 16)))
        .Int("l1W", static_cast<int64_t>(aicsim::Bit(word, 0, 16)));
    for (int i = 0; i < 4; i++) {
        r.Int(aicsim::kPadNames[i], static_cast<int64_t>(aicsim::Bit(word, 32 + 8 * i, 8)));
    }
    r.Emit();
}
inline void set_padding(uint64_t word, AICSIM_SITE)
{
    aicsim::Record("set_padding", "set_padding", site).Type("half").Bits("value", word & 0xffff).Emit();
}
inline void set_l3d_rpt(uint64_t word, AICSIM_SITE)
{
    aicsim::Record r("set_load3d_repeat", "set_l3d_rpt", site);
    r.Int("repeatStride", static_cast<int64_t>(aicsim::Bit(word, 0, 16)));
    r.Int("repeatTime", static_cast<int64_t>(aicsim::Bit(word, 16, 8)));
    r.Int("repeatMode", static_cast<int64_t>(aicsim::Bit(word, 24, 1)));
    if (__NPU_ARCH__ == 3510) {
        r.Int("dstStride", static_cast<int64_t>(aicsim::Bit(word, 32, 16)));
    }
    r.Emit();
}
inline void set_l1_3d_size(uint64_t bytes, AICSIM_SITE)
{
    if (bytes) { // 0 is the state in which a kernel starts
        aicsim::Record("set_load3d_boundary", "set_l1_3d_size", site).Int("value", static_cast<int64_t>(bytes)).Emit();
    }
}
inline void set_fpc(uint64_t word, AICSIM_SITE)
{
    aicsim::Registers().fpc = word;
    aicsim::Record r("set_fixpipe_addr", "set_fpc", site);
    r.Int("relu_addr", static_cast<int64_t>(aicsim::Bit(word, 0, 8) * 64));
    r.Int("quant_addr", static_cast<int64_t>(aicsim::Bit(word, 8, 8) * 128)).Emit();
    if (word >> 63) {
        aicsim::Record("set_fixpipe_config", "set_fpc", site).Int("reset_unit_flags", 1).Emit();
    }
}
inline void set_quant_pre(uint64_t word) { aicsim::Registers().deqScalar = word; }
inline void set_nd_para(uint64_t word)
{
    AscendC::SetFixpipeNz2ndFlag(static_cast<uint16_t>(aicsim::Bit(word, 0, 16)),
                                 static_cast<uint32_t>(aicsim::Bit(word, 16, 16)),
                                 static_cast<uint32_t>(aicsim::Bit(word, 32, 16)));
}
inline void set_loop3_para(uint64_t word)
{
    AscendC::SetFixpipeNz2ndFlag(static_cast<uint16_t>(aicsim::Bit(word, 0, 16)),
                                 static_cast<uint32_t>(aicsim::Bit(word, 16, 16)),
                                 static_cast<uint32_t>(aicsim::Bit(word, 32, 32)));
}
inline void set_fix_clip_relu(uint64_t word, AICSIM_SITE) { aicsim::SetClipLimit("set_fix_clip_relu", word, site); }
inline void set_mte2_nz_para(uint64_t word) { aicsim::Registers().nzPara = word; }
inline void set_channel_para(uint64_t word) { aicsim::Registers().srcNzC0Stride = static_cast<uint16_t>(word >> 48); }

// --- synchronisation
// --------------------------------------------------------------------------------------------------
inline void set_flag(pipe_t from, pipe_t to, int id, AICSIM_SITE)
{
    aicsim::Flag("set_flag", "set_flag", aicsim::PipeName(from), aicsim::PipeName(to), id, site);
}
inline void wait_flag(pipe_t from, pipe_t to, int id, AICSIM_SITE)
{
    aicsim::Flag("wait_flag", "wait_flag", aicsim::PipeName(from), aicsim::PipeName(to), id, site);
}
inline void pipe_barrier(pipe_t pipe, AICSIM_SITE) { aicsim::Barrier(pipe, site); }
// word: [0] 1, [7:4] mode, [15:8] flag.
inline void ffts_cross_core_sync(pipe_t pipe, uint64_t word, AICSIM_SITE)
{
    aicsim::CrossSet("ffts_cross_core_sync", static_cast<int64_t>(aicsim::Bit(word, 8, 8)),
                     static_cast<int64_t>(aicsim::Bit(word, 4, 4)), pipe, site);
}
inline void wait_flag_dev(int64_t id, AICSIM_SITE) { aicsim::CrossWait("wait_flag_dev", id, 0, PIPE_S, site); }
template <typename T> inline void set_ffts_base_addr(T) {}
// One of the two vector cores and its cube core (mode 4).
inline void set_intra_block(pipe_t pipe, int64_t id, AICSIM_SITE)
{
    aicsim::CrossSet("set_intra_block", id, 4, pipe, site);
}
inline void wait_intra_block(pipe_t pipe, int64_t id, AICSIM_SITE)
{
    aicsim::CrossWait("wait_intra_block", id, 4, pipe, site);
}
inline void get_buf(pipe_t pipe, uint8_t id, int64_t mode, AICSIM_SITE)
{
    aicsim::BufferId("get_buf", pipe, id, mode, site);
}
inline void rls_buf(pipe_t pipe, uint8_t id, int64_t mode, AICSIM_SITE)
{
    aicsim::BufferId("rls_buf", pipe, id, mode, site);
}

#endif
