// Mmad, MmadMx and MmadWithSparse.
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
                      "kDirectionAlign=true: this product has no aligned K pitch, and the library does not pass it on "
                      "(contested: the page forbids it, an example of the vendor sets it)");
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
    aicsim::Multiply(IsMx<PrimT<U>>::value ? "mmad_mx" : "mmad", "Mmad", dst, fm, filter, nullptr, 0, p, site);
}
template <typename T, typename U, typename S, typename V>
inline void Mmad(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter,
                 const LocalTensor<V> &bias, const MmadParams &p, AICSIM_SITE)
{
    aicsim::Multiply(IsMx<PrimT<U>>::value ? "mmad_mx" : "mmad", "Mmad", dst, fm, filter, bias.Space(), bias.Address(),
                     p, site);
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

} // namespace AscendC
#endif
