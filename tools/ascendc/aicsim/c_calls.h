// What the functions of the C interface have in common.
#ifndef AICSIM_C_CALLS_H
#define AICSIM_C_CALLS_H

#include "aicsim/words.h"

namespace aicsim
{

inline uint64_t At(const void *p) { return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(p)); }

inline void CopyGaps(const char *call, const char *to, const void *dst, const char *from, const void *src,
                     int64_t count, int64_t len, int64_t srcGap, int64_t dstGap, Site site)
{
    Blocks<uint8_t>(call, to, At(dst), from, At(src), count, len, srcGap, dstGap, site);
}
inline void CopySize(const char *call, const char *to, const void *dst, const char *from, const void *src,
                     uint32_t bytes, Site site)
{
    if (bytes % 32 != 0) {
        aic_rt_not_modelled(call, "a size that is no multiple of 32 bytes", site.file, site.line);
    }
    CopyGaps(call, to, dst, from, src, 1, bytes / 32, 0, 0, site);
}
inline void CopyPitch(const char *call, const char *to, const void *dst, const char *from, const void *src,
                      int64_t count, int64_t len, uint64_t srcPitch, uint64_t dstPitch, Site site)
{
    CopyBytes(call, to, At(dst), from, At(src), count, len, static_cast<int64_t>(srcPitch),
              static_cast<int64_t>(dstPitch), site);
}
inline void CopyGmToL1(const void *dst, const void *src, int64_t count, int64_t len, int pad, bool apart, Site site)
{
    if (pad || (count > 1 && apart)) {
        aic_rt_not_modelled("asc_copy_gm2l1", pad ? "padding between the bytes" : "blocks apart: the unit is unknown",
                            site.file, site.line);
    }
    CopyGaps("asc_copy_gm2l1", "l1", dst, "gm", src, count, len, 0, 0, site);
}
template <typename T> inline void CopyFractals(T *dst, T *src, int64_t m, int64_t k, int64_t dstStride, int64_t mStep,
                                               int64_t kStep, int decompress, Site site)
{
    (void)dst, (void)src, (void)m, (void)k, (void)dstStride, (void)mStep, (void)kStep, (void)decompress;
    aic_rt_not_modelled("asc_copy_gm2l1", "the 2D form: its source pitch is not a parameter and nowhere documented",
                        site.file, site.line);
}
inline void FirstCore(const char *call, bool second, Site site)
{
    if (second) {
        aic_rt_not_modelled(call, "a record of the AIC names the UB of aiv0 only", site.file, site.line);
    }
}
template <typename T> inline void Load2dC(const char *call, const char *to, T *dst, T *src, int64_t start,
                                          int64_t repeat, int64_t srcStride, int64_t dstGap, Site site)
{
    Record r("load2d", call, site);
    r.At(to, At(dst)).At("l1", At(src)).template Type<T>();
    r.Int("startIndex", start).Int("repeatTimes", repeat).Int("srcStride", srcStride).Int("dstGap", dstGap).Emit();
}

inline void NoOffsets(const char *call, bool given, Site site)
{
    if (given) {
        aic_rt_not_modelled(call, "offsets of features and weights", site.file, site.line);
    }
}

struct DrainSizes {
    int64_t n, m, dstStride, srcStride, unitFlag, dualDst = 0, subBlock = 0;
};
template <typename T, typename U>
inline void DrainC(const char *call, const char *to, T *dst, U *src, const DrainSizes &s, uint64_t quant, int relu,
                   bool split, bool nd, bool dn, bool post, Site site)
{
    if (post || relu > 1 || s.dualDst) {
        aic_rt_not_modelled(call, post ? "clipping, element-wise and post-processing stages"
                                  : s.dualDst ? "two destinations" : "a ReLU with a slope",
                            site.file, site.line);
    }
    FirstCore(call, s.subBlock != 0, site);
    Drained<T>(call, to, dst, src, s.n, s.m, s.dstStride, s.srcStride, s.unitFlag, quant, relu, split, nd, dn, site);
}

} // namespace aicsim
#endif
