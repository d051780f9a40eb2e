// Intrinsics whose numbers are packed into words, and those of 3510. A packing stands here only where a page or public
// header libraries establish it (table in docs/record.md); a bit beyond it stops the program.
#ifndef AICSIM_WORDS_H
#define AICSIM_WORDS_H

#include "aicsim/bit_mode.h"
#include "aicsim/intrinsics.h"
#include "aicsim/stops.h"

namespace aicsim
{

inline int64_t Field(uint64_t word, int low, int width) { return static_cast<int64_t>(Bit(word, low, width)); }

// Stops where the word has bits outside `known`.
inline void OnlyBits(const char *call, uint64_t word, uint64_t known, Site site)
{
    if (word & ~known) {
        char why[96];
        snprintf(why, sizeof(why), "bits 0x%llx of its word have no known meaning",
                 static_cast<unsigned long long>(word & ~known));
        aic_rt_not_modelled(call, why, site.file, site.line);
    }
}

// The word of mad: that of MmadBitModeParams. Bit 61 is disableGemv on 3510, kDirectionAlign before.
template <typename T, typename U, typename S> inline void MadWord(const char *mnemonic, const char *call, T *c, U *a,
                                                                  S *b, const uint64_t *bias, uint64_t word, Site site)
{
    OnlyBits(call, word, 0xe180000fffffffff, site);
    AscendC::MmadBitModeParams bits;
    bits.config0 = word;
    AscendC::MmadParams p = FromBits(bits);
    if (__NPU_ARCH__ != 3510) {
        p.kDirectionAlign = p.disableGemv;
        p.disableGemv = false;
    }
    Record r(mnemonic, call, site);
    r.At("l0c", At(c)).At("l0a", At(a)).At("l0b", At(b));
    if (bias) {
        r.At("bt", *bias);
        p.cmatrixSource = false;
    } else if (FromBiasTable(p)) {
        r.At("bt", 0);
    }
    r.template Type<U>().template Type<S>().template Type<T>();
    MmadFields(r, p, site);
    r.Emit();
}

// The two words of copy_matrix_cc_to_*: sizes and destination pitch; source pitch and modes.
template <typename T, typename U>
inline void DrainWords(const char *call, const char *to, T *dst, U *src, uint64_t xm, uint64_t xt, Site site)
{
    // 15:0 pitch, 29 and 38:34 quantPre, 33:32 unitFlag, 41:39 relu, 42 channel split, 43 ND.
    OnlyBits(call, xt, 0xfff2000ffff, site);
    uint64_t quant = Bit(xt, 34, 5) | Bit(xt, 29, 1) << 5;
    int64_t relu = Field(xt, 39, 3);
    if (relu > 1) {
        aic_rt_not_modelled(call, "a ReLU with a slope", site.file, site.line);
    }
    Drained<T>(call, to, dst, src, Field(xm, 4, 12), Field(xm, 16, 16), Field(xm, 32, 32), Field(xt, 0, 16),
               Field(xt, 32, 2), quant, relu, Bit(xt, 42, 1), Bit(xt, 43, 1), false, site);
}

// nd2nz and dn2nz of 3510: byte strides at the source, MTE2_NZ_PARA for the destination.
template <typename T> inline void Nz3510(const char *mnemonic, const char *call, T *dst, const T *src, uint64_t loop1,
                                         uint64_t n, uint64_t d, uint64_t loop4, bool smallC0, Site site)
{
    bool nd = mnemonic[1] == 'd';
    uint64_t para = Registers().nzPara, size = Dtype<T>::bits / 8;
    if (size == 0 || loop1 % size || loop4 % size) {
        aic_rt_not_modelled(call, "strides that are not whole elements", site.file, site.line);
    }
    Record r(mnemonic, call, site);
    r.At("l1", At(dst)).At("gm", At(src)).template Type<T>();
    r.Int(nd ? "ndNum" : "dnNum", Field(para, 0, 16)).Int("nValue", n).Int("dValue", d);
    r.Int(nd ? "srcNdMatrixStride" : "srcDnMatrixStride", loop4 / size).Int("srcDValue", loop1 / size);
    r.Int("dstNzNStride", Field(para, 16, 16)).Int("dstNzC0Stride", Field(para, 32, 16));
    r.Int("dstNzMatrixStride", Field(para, 48, 16) * 32 / static_cast<int64_t>(size));
    if (smallC0) {
        r.Int("enableSmallC0", 1);
    }
    r.Emit();
}

// The scales of a microscaling operand alone.
inline void LoadScales(const char *call, const char *to, uint64_t dst, const void *src, const int64_t (&v)[6],
                       Site site)
{
    Record r("load_scales", call, site);
    r.At(to, dst).At("l1", static_cast<uint64_t>(reinterpret_cast<uintptr_t>(src))).Type("fp8_e8m0");
    r.Int("xStartPosition", v[0]).Int("yStartPosition", v[1]).Int("xStep", v[2]).Int("yStep", v[3]);
    r.Int("srcStride", v[4]).Int("dstStride", v[5]).Emit();
}

// Bytes with distances from head to head (the align_v2 forms).
inline void CopyBytes(const char *call, const char *to, uint64_t dst, const char *from, uint64_t src, int64_t count,
                      int64_t len, int64_t srcPitch, int64_t dstPitch, Site site)
{
    bool out = Same(to, "gm");
    int64_t whole = (len + 31) / 32 * 32;
    int64_t gm = (out ? dstPitch : srcPitch) - len, local = (out ? srcPitch : dstPitch) - whole;
    if (count == 1) {
        gm = local = 0;
    }
    if (local % 32 != 0) {
        aic_rt_not_modelled(call, "a pitch that is no multiple of 32 bytes", site.file, site.line);
    }
    Record r("data_copy_pad", call, site);
    r.At(to, dst).At(from, src).Type("uint8").Int("blockCount", count).Int("blockLen", len);
    r.Int("srcStride", out ? local / 32 : gm).Int("dstStride", out ? gm : local / 32).Emit();
}

} // namespace aicsim

// --- cube -----------------------------------------------------------------------------------------------------------
#define AICSIM_MAD_WORD(name, mnemonic)                                                                                \
    template <typename T, typename U, typename S> inline void name(T *c, U *a, S *b, uint64_t word, AICSIM_SITE)       \
    {                                                                                                                  \
        aicsim::MadWord(mnemonic, #name, c, a, b, nullptr, word, site);                                                \
    }                                                                                                                  \
    template <typename T, typename U, typename S>                                                                      \
    inline void name(T *c, U *a, S *b, uint64_t bias, uint64_t word, AICSIM_SITE)                                      \
    {                                                                                                                  \
        aicsim::MadWord(mnemonic, #name, c, a, b, &bias, word, site);                                                  \
    }
AICSIM_MAD_WORD(mad, "mmad")
AICSIM_MAD_WORD(mad_mx, "mmad_mx")
#undef AICSIM_MAD_WORD

template <typename T, typename U, typename S>
inline void mad_mx(T *c, U *a, S *b, uint16_t m, uint16_t k, uint16_t n, uint8_t unitFlag, bool disableGemv,
                   bool cmatrixSource, bool cmatrixInitVal, AICSIM_SITE)
{
    AscendC::MmadBitModeParams p;
    p.SetM(m);
    p.SetK(k);
    p.SetN(n);
    p.SetUnitFlag(unitFlag);
    p.SetDisableGemv(disableGemv);
    p.SetCmatrixSource(cmatrixSource);
    p.SetCmatrixInitVal(cmatrixInitVal);
    aicsim::MadWord("mmad_mx", "mad_mx", c, a, b, nullptr, p.config0, site);
}
template <typename T, typename U, typename S>
inline void mad_sp(T *c, U *a, S *b, uint16_t m, uint16_t k, uint16_t n, uint8_t unitFlag, bool cmatrixSource,
                   bool cmatrixInitVal, AICSIM_SITE)
{
    AscendC::MmadParams p(m, n, k, static_cast<int8_t>(unitFlag), cmatrixSource, cmatrixInitVal);
    aicsim::Record r("mmad_sparse", "mad_sp", site);
    r.At("l0c", aicsim::At(c)).At("l0a", aicsim::At(a)).At("l0b", aicsim::At(b));
    if (aicsim::FromBiasTable(p)) {
        r.At("bt", 0);
    }
    r.template Type<U>().template Type<S>().template Type<T>();
    aicsim::MmadFields(r, p, site);
    r.Emit();
}

// --- drain ----------------------------------------------------------------------------------------------------------
#define AICSIM_DRAIN_WORDS(name, to)                                                                                   \
    template <typename T, typename U> inline void name(T *dst, U *src, uint64_t xm, uint64_t xt, AICSIM_SITE)          \
    {                                                                                                                  \
        aicsim::DrainWords(#name, to, dst, src, xm, xt, site);                                                         \
    }
AICSIM_DRAIN_WORDS(copy_matrix_cc_to_gm, "gm")
AICSIM_DRAIN_WORDS(copy_matrix_cc_to_cbuf, "l1")
#undef AICSIM_DRAIN_WORDS

// --- L1 to the operand buffers --------------------------------------------------------------------------------------
// Words of Load2DBitModeParam and Load3DBitModeParam; the short form of the oldest architectures; 4-bit names.
#define AICSIM_LOAD_WORDS(name, to)                                                                                    \
    template <typename T>                                                                                              \
    inline void name(T *dst, T *src, uint64_t config0, uint64_t config1, bool transpose, AICSIM_SITE)                  \
    {                                                                                                                  \
        AscendC::Load2DBitModeParam p;                                                                                 \
        p.config0 = config0;                                                                                           \
        p.config1 = config1;                                                                                           \
        aicsim::Record r("load2dv2", #name, site);                                                                     \
        r.At(to, aicsim::At(dst)).At("l1", aicsim::At(src)).template Type<T>();                                        \
        r.Int("mStartPosition", p.GetMStartPosition()).Int("kStartPosition", p.GetKStartPosition());                   \
        r.Int("mStep", p.GetMStep()).Int("kStep", p.GetKStep()).Int("srcStride", p.GetSrcStride());                    \
        r.Int("dstStride", p.GetDstStride()).Int("ifTranspose", transpose).Emit();                                     \
    }                                                                                                                  \
    template <typename T> inline void name(T *dst, T *src, uint16_t start, uint8_t repeat, uint16_t srcStride,         \
                                           uint8_t sid, bool transpose, addr_cal_mode_t mode, AICSIM_SITE)             \
    {                                                                                                                  \
        aicsim::LoadFractals(#name, to, dst, src, {start, repeat, srcStride, 0, sid, transpose, mode}, site);          \
    }
AICSIM_LOAD_WORDS(load_cbuf_to_ca, "l0a")
AICSIM_LOAD_WORDS(load_cbuf_to_cb, "l0b")
AICSIM_LOAD_WORDS(load_cbuf_to_ca_s4, "l0a")
AICSIM_LOAD_WORDS(load_cbuf_to_cb_s4, "l0b")
#undef AICSIM_LOAD_WORDS

#define AICSIM_IMG2COL_WORDS(name, to)                                                                                 \
    template <typename T> inline void name(T *dst, T *src, uint64_t config0, uint64_t config1, AICSIM_SITE)            \
    {                                                                                                                  \
        AscendC::Load3DBitModeParam p;                                                                                 \
        p.config0 = config0;                                                                                           \
        p.config1 = config1;                                                                                           \
        aicsim::LoadWindows(#name, to, dst, src,                                                                       \
                            {p.GetKExtension(), p.GetMExtension(), p.GetKStartPt(), p.GetMStartPt(), p.GetStrideW(),   \
                             p.GetStrideH(), p.GetFilterW(), p.GetFilterH(), p.GetDilationFilterW(),                   \
                             p.GetDilationFilterH(), p.GetFilterSizeW(), p.GetFilterSizeH(), p.GetTranspose(),         \
                             p.GetFmatrixCtrl(), p.GetChannelSize()},                                                  \
                            site);                                                                                     \
    }
AICSIM_IMG2COL_WORDS(img2colv2_cbuf_to_ca, "l0a")
AICSIM_IMG2COL_WORDS(img2colv2_cbuf_to_cb, "l0b")
#undef AICSIM_IMG2COL_WORDS

#define AICSIM_LOAD_MX(name, to)                                                                                       \
    inline void name(uint64_t dst, const void *src, uint16_t x, uint16_t y, uint8_t xStep, uint8_t yStep,              \
                     uint16_t srcStride, uint16_t dstStride, AICSIM_SITE)                                              \
    {                                                                                                                  \
        aicsim::LoadScales(#name, to, dst, src, {x, y, xStep, yStep, srcStride, dstStride}, site);                     \
    }
AICSIM_LOAD_MX(load_cbuf_to_ca_mx, "l0a_mx")
AICSIM_LOAD_MX(load_cbuf_to_cb_mx, "l0b_mx")
#undef AICSIM_LOAD_MX

// The source word: address of the weights, and of their indices in the upper half.
template <typename T>
inline void load_cbuf_to_cb_sp(T *dst, T *src, uint16_t startIndex, uint8_t repeat, AICSIM_SITE)
{
    uint64_t word = aicsim::At(src);
    aicsim::Record r("load_sparse", "load_cbuf_to_cb_sp", site);
    r.At("l0b", aicsim::At(dst)).At("l1", aicsim::Bit(word, 0, 32)).At("l1", aicsim::Bit(word, 32, 24));
    r.template Type<T>().Int("startIndex", startIndex).Int("repeatTimes", repeat).Emit();
}

// --- GM to L1 and the operand buffers -------------------------------------------------------------------------------
#define AICSIM_LOAD_GM(name, to)                                                                                       \
    template <typename T> inline void name(T *dst, T *src, uint16_t start, uint8_t repeat, uint16_t srcStride,         \
                                           uint16_t dstGap, uint8_t sid, addr_cal_mode_t mode, AICSIM_SITE)            \
    {                                                                                                                  \
        aicsim::Record r("load2d", #name, site);                                                                       \
        r.At(to, aicsim::At(dst)).At("gm", aicsim::At(src)).template Type<std::remove_cv_t<T>>();                      \
        r.Int("startIndex", start).Int("repeatTimes", repeat).Int("srcStride", srcStride).Int("dstGap", dstGap);       \
        r.Int("sid", sid).Word("addrMode", mode ? "decrement" : "increment").Emit();                                   \
    }                                                                                                                  \
    template <typename T> inline void name(T *dst, T *src, uint16_t start, uint8_t repeat, uint16_t srcStride,         \
                                           uint8_t sid, addr_cal_mode_t mode, AICSIM_SITE)                             \
    {                                                                                                                  \
        name(dst, src, start, repeat, srcStride, uint16_t(0), sid, mode, site);                                        \
    }
AICSIM_LOAD_GM(load_gm_to_ca, "l0a")
AICSIM_LOAD_GM(load_gm_to_cb, "l0b")
AICSIM_LOAD_GM(load_gm_to_cbuf, "l1")
#undef AICSIM_LOAD_GM

template <typename T> inline void
copy_gm_to_cbuf_multi_nd2nz(T *dst, T *src, uint8_t, uint64_t loop1SrcStride, uint8_t, uint16_t nValue, uint32_t dValue,
                            uint64_t loop4SrcStride, bool smallC0, AICSIM_SITE)
{
    aicsim::Nz3510("nd2nz", "copy_gm_to_cbuf_multi_nd2nz", dst, src, loop1SrcStride, nValue, dValue, loop4SrcStride,
                   smallC0, site);
}
template <typename T> inline void
copy_gm_to_cbuf_multi_dn2nz(T *dst, T *src, uint8_t, uint64_t loop1SrcStride, uint8_t, uint16_t nValue, uint32_t dValue,
                            uint64_t loop4SrcStride, bool smallC0, AICSIM_SITE)
{
    aicsim::Nz3510("dn2nz", "copy_gm_to_cbuf_multi_dn2nz", dst, src, loop1SrcStride, nValue, dValue, loop4SrcStride,
                   smallC0, site);
}
template <typename T, typename U> inline void
copy_gm_to_cbuf_align_v2(T *dst, U *src, uint8_t, uint32_t nBurst, uint32_t lenBurst, uint8_t left, uint8_t right, bool,
                         uint8_t, uint64_t srcPitch, uint32_t dstPitch, AICSIM_SITE)
{
    if (left || right) {
        aic_rt_not_modelled("copy_gm_to_cbuf_align_v2", "padding", site.file, site.line);
    }
    aicsim::CopyBytes("copy_gm_to_cbuf_align_v2", "l1", aicsim::At(dst), "gm", aicsim::At(src), nBurst, lenBurst,
                      static_cast<int64_t>(srcPitch), dstPitch, site);
}
// Outer loops around the align_v2 forms: once each is all that is modelled.
inline void set_loop_size_outtol1(uint64_t word, AICSIM_SITE)
{
    if (aicsim::Bit(word, 0, 21) > 1 || aicsim::Bit(word, 21, 21) > 1) {
        aic_rt_not_modelled("set_loop_size_outtol1", "loops around a copy", site.file, site.line);
    }
}
inline void set_loop1_stride_outtol1(uint64_t) {}
inline void set_loop2_stride_outtol1(uint64_t) {}

// --- named, but with packings or effects that nothing public establishes ---------------------------------------------
// clang-format off
#define AICSIM_OTHER_INTRINSICS(X)                                                                                     \
    X(img2col_cbuf_to_ca) X(img2col_cbuf_to_cb) X(img2col_cbuf_to_ub) X(load_unzip_index_from_gm)                      \
    X(load_gm_to_cb_unzip) X(load_gm_to_cbuf_unzip) X(load_image_to_cbuf) X(broadcast_ub_to_cc) X(copy_cbuf_to_cc)     \
    X(copy_ubuf_to_cc) X(copy_matrix_ubuf_to_cc) X(copy_matrix_cc_to_ubuf) X(set_fmatrix_b) X(set_padding_b)           \
    X(set_l3d_rpt_b) X(set_quant_post) X(set_lrelu_alpha) X(set_aipp_spr_0) X(hset_flag) X(hwait_flag)                 \
    X(set_atomic_add) X(set_atomic_max) X(set_atomic_min) X(set_atomic_f32) X(set_atomic_f16) X(set_atomic_s32)        \
    X(set_atomic_s16) X(set_atomic_s8) X(set_atomic_bf16) X(set_st_atomic_cfg) X(winograd_feature_map_transform)
// clang-format on
#define AICSIM_INTRINSIC_STOP(name) AICSIM_STOPS(name, nullptr)
AICSIM_OTHER_INTRINSICS(AICSIM_INTRINSIC_STOP)
#undef AICSIM_INTRINSIC_STOP
inline void set_atomic_none() {}

#endif
