// What `kernel<<<blocks, l2ctrl, stream>>>(arguments)` becomes.
#ifndef AICSIM_LAUNCH_H
#define AICSIM_LAUNCH_H

#include <typeinfo>

#include "aicsim/system.h"
#include "aicsim/unit.h"

namespace aicsim
{

class Launch
{
public:
    template <typename Blocks, typename Control, typename Stream>
    Launch(const char *kernel, aic_rt_mode mode, Site site, Blocks blocks, Control, Stream)
        : kernel_(kernel), mode_(OneKind(mode)), site_(site), blocks_(static_cast<uint32_t>(blocks))
    {
    }
    template <typename Blocks, typename Control>
    Launch(const char *kernel, aic_rt_mode mode, Site site, Blocks blocks, Control control)
        : Launch(kernel, mode, site, blocks, control, nullptr)
    {
    }
    // Threads, and the memory that they share: a SIMT kernel.
    template <typename Blocks, typename Threads, typename Bytes, typename Stream>
    Launch(const char *kernel, aic_rt_mode, Site site, Blocks, Threads, Bytes, Stream)
    {
        aic_rt_not_modelled(kernel, "threads of SIMT kernels are not modelled", site.file, site.line);
    }
    // `body` calls the kernel with its arguments; it runs once for every block and unit.
    template <typename Body> void operator()(Body body) const
    {
        aic_rt_launch(kernel_, mode_, blocks_, Run<Body>, static_cast<void *>(&body), HalfName<Body>(), site_.file,
                      site_.line);
    }

private:
    template <typename Body> static void Run(void *context)
    {
        Registers() = UnitRegisters(); // values live as long as a kernel
        (*static_cast<Body *>(context))();
    }

    // The same launch in the build for cube cores and in that for vector cores, which registers its body.
    template <typename Body> static const char *HalfName()
    {
#ifdef AICSIM_VECTOR_HALF
        (void)&VectorHalf<Body>::there;
#endif
#ifdef AICSIM_TWO_CORE_TYPES
        return typeid(Body).name();
#else
        return nullptr;
#endif
    }
#ifdef AICSIM_VECTOR_HALF
    template <typename Body> struct VectorHalf {
        static bool there;
    };
#endif

    // Templates that ask for the kind of core were built for one kind only; the other would run its code.
    static aic_rt_mode OneKind(aic_rt_mode mode)
    {
#ifdef AICSIM_ONE_CORE_TYPE
        if (mode == AIC_RT_DERIVE) {
            return AICSIM_CORE_TYPE == AscendC::AIC ? AIC_RT_DERIVE_CUBE : AIC_RT_DERIVE_VECTOR;
        }
#endif
        return mode;
    }

    const char *kernel_ = nullptr;
    aic_rt_mode mode_ = AIC_RT_DERIVE;
    Site site_{nullptr, 0};
    uint32_t blocks_ = 0;
};

#ifdef AICSIM_VECTOR_HALF
template <typename Body>
bool Launch::VectorHalf<Body>::there = (aic_rt_vector_half(typeid(Body).name(), Launch::Run<Body>), true);
#endif

} // namespace aicsim

// The older spelling of a launch in a CPU debugging build.
#define ICPU_RUN_KF(kernel, blocks, ...)                                                                               \
    ::aicsim::Launch(#kernel, AIC_RT_DERIVE, ::aicsim::Site(__FILE__, __LINE__), (blocks),                             \
                     nullptr)([&]() { kernel(__VA_ARGS__); })
#endif
