// Mmad, MmadMx, MmadWithSparse and the modes of the cube.
#ifndef AICSIM_MMAD_H
#define AICSIM_MMAD_H

#include "aicsim/params.h"

namespace aicsim
{

inline void MmadSourceRules(const AscendC::MmadParams &p, Site site)
{
    if (p.fmOffset != 0 || p.enSsparse || p.enWinogradA || p.enWinogradB) {
        aic_rt_report("MM-027", site.file, site.line,
                      "fmOffset, enSsparse, enWinogradA and enWinogradB have no effect on this product");
    }
}

// On 3510 the instruction has disableGemv where older ones have kDirectionAlign, and the library passes only the
// former.
inline void AlignField(Record &r, const AscendC::MmadParams &p, Site site)
{
    if (p.kDirectionAlign && __NPU_ARCH__ == 3510) {
        aic_rt_report("MM-010", site.file, site.line,
                      "kDirectionAlign=true: this product has no aligned K pitch; ignored");
    } else if (p.kDirectionAlign) {
        r.Int("kDirectionAlign", 1);
    }
}

// Where C starts from BiasTable without a bias tensor, the instruction reads it at address 0.
inline bool FromBiasTable(const AscendC::MmadParams &p) { return p.cmatrixSource && !p.cmatrixInitVal; }

inline void MmadFields(Record &r, const AscendC::MmadParams &p, Site site)
{
    r.Int("m", p.m).Int("n", p.n).Int("k", p.k).Int("cmatrixInitVal", p.cmatrixInitVal);
    r.Int("cmatrixSource", p.cmatrixSource).Int("unitFlag", p.unitFlag);
    AlignField(r, p, site);
    if (p.disableGemv) {
        r.Int("disableGemv", 1);
    }
    if (p.isBias) {
        r.Int("isBias", 1);
    }
}

template <typename T, typename U, typename S>
inline void Multiply(const char *mnemonic, const char *call, const AscendC::LocalTensor<T> &c,
                     const AscendC::LocalTensor<U> &a, const AscendC::LocalTensor<S> &b, const char *biasSpace,
                     uint64_t biasAddress, const AscendC::MmadParams &p, Site site)
{
    MmadSourceRules(p, site);
    Record r(mnemonic, call, site);
    r.At(c).At(a).At(b);
    if (biasSpace) {
        r.At(biasSpace, biasAddress);
    } else if (FromBiasTable(p)) {
        r.At("bt", 0);
    }
    r.template Type<U>().template Type<S>().template Type<T>();
    MmadFields(r, p, site);
    r.Emit();
}

} // namespace aicsim

namespace AscendC
{

template <typename T, typename U, typename S> inline void Mmad(const LocalTensor<T> &dst, const LocalTensor<U> &fm,
                                                               const LocalTensor<S> &filter, const MmadParams &p,
                                                               AICSIM_SITE)
{
    aicsim::Multiply("mmad", "Mmad", dst, fm, filter, nullptr, 0, p, site);
}
template <typename T, typename U, typename S, typename V>
inline void Mmad(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter,
                 const LocalTensor<V> &bias, const MmadParams &p, AICSIM_SITE)
{
    aicsim::Multiply("mmad", "Mmad", dst, fm, filter, bias.Space(), bias.Address(), p, site);
}
// m, n and k come from the tensors' shapes: [m, k] x [k, n].
template <typename T, typename U, typename S>
inline void Mmad(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter, AICSIM_SITE)
{
    ShapeInfo a = fm.GetShapeInfo(), b = filter.GetShapeInfo();
    if (a.originalShapeDim < 2 || b.originalShapeDim < 2) {
        aic_rt_not_modelled("Mmad", "three arguments need SetShapeInfo on both operands", site.file, site.line);
    }
    MmadParams p;
    p.m = static_cast<uint16_t>(a.originalShape[0]);
    p.k = static_cast<uint16_t>(a.originalShape[1]);
    p.n = static_cast<uint16_t>(b.originalShape[1]);
    aicsim::Multiply("mmad", "Mmad", dst, fm, filter, nullptr, 0, p, site);
}
template <typename T, typename U, typename S> inline void MmadMx(const LocalTensor<T> &dst, const LocalTensor<U> &fm,
                                                                 const LocalTensor<S> &filter, const MmadParams &p,
                                                                 AICSIM_SITE)
{
    aicsim::Multiply("mmad_mx", "MmadMx", dst, fm, filter, nullptr, 0, p, site);
}
template <typename T, typename U, typename S, typename V>
inline void MmadMx(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter,
                   const LocalTensor<V> &bias, const MmadParams &p, AICSIM_SITE)
{
    aicsim::Multiply("mmad_mx", "MmadMx", dst, fm, filter, bias.Space(), bias.Address(), p, site);
}
template <typename T, typename U, typename S>
inline void MmadWithSparse(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter,
                           const MmadParams &p, AICSIM_SITE)
{
    aicsim::Multiply("mmad_sparse", "MmadWithSparse", dst, fm, filter, nullptr, 0, p, site);
}

// --- modes --------------------------------------------------------------------------------------------------------
enum class HF32Mode { DISABLE = 0, ENABLE = 1 };
enum class HF32TransMode { NEAREST_EVEN = 0, NEAREST_ZERO = 1 };

inline void SetHF32Mode(HF32Mode mode, AICSIM_SITE)
{
    aicsim::Record("set_ctrl", "SetHF32Mode", site).Int("hf32", mode == HF32Mode::ENABLE).Emit();
}
inline void SetHF32Mode(bool enable, AICSIM_SITE)
{
    aicsim::Record("set_ctrl", "SetHF32Mode", site).Int("hf32", enable).Emit();
}
inline void SetHF32TransMode(bool towardZero, AICSIM_SITE)
{
    aicsim::Record("set_ctrl", "SetHF32TransMode", site).Word("hf32_mode", towardZero ? "zero" : "even").Emit();
}
inline void SetHF32TransMode(HF32TransMode mode, AICSIM_SITE)
{
    SetHF32TransMode(mode == HF32TransMode::NEAREST_ZERO, site);
}
inline void SetMMRowMajor(AICSIM_SITE)
{
    aicsim::Record("set_mm_order", "SetMMRowMajor", site).Word("order", "row").Emit();
}
inline void SetMMColumnMajor(AICSIM_SITE)
{
    aicsim::Record("set_mm_order", "SetMMColumnMajor", site).Word("order", "column").Emit();
}
inline void SetMMLayoutTransform(bool columnMajor, AICSIM_SITE)
{
    aicsim::Record("set_mm_order", "SetMMLayoutTransform", site).Word("order", columnMajor ? "column" : "row").Emit();
}

struct AscendCUtils {
    static void SetOverflow(uint64_t keep, AICSIM_SITE)
    {
        aicsim::Record("set_ctrl", "SetOverflow", site).Int("inf_nan", keep != 0).Emit();
    }
};

} // namespace AscendC
#endif
