// Calls that are known but not modelled: they compile with any arguments, and stop the program with their name and line
// when they run.
#ifndef AICSIM_STOPS_H
#define AICSIM_STOPS_H

#include <initializer_list>

#include "aicsim/base.h"

namespace aicsim
{
// Takes any argument, so that a few signatures stand for every form of a call.
struct Anything {
    Anything() {}
    Anything(std::initializer_list<long long>) {}
    template <typename T> Anything(const T &) {}
};

// What such a call gives back: whatever the kernel assigns it to. Nobody ever reads it.
struct Nothing {
    template <typename T> operator T() const { return T(); }
};
#define AICSIM_NOTHING_MEETS(op)                                                                                       \
    template <typename T> inline bool operator op(const Nothing &, const T &)                                          \
    {                                                                                                                  \
        return false;                                                                                                  \
    }
AICSIM_NOTHING_MEETS(==)
AICSIM_NOTHING_MEETS(!=)
AICSIM_NOTHING_MEETS(<)
AICSIM_NOTHING_MEETS(>)
AICSIM_NOTHING_MEETS(<=)
AICSIM_NOTHING_MEETS(>=)
#undef AICSIM_NOTHING_MEETS
} // namespace aicsim

#define AICSIM_ANY_ARGUMENTS                                                                                           \
    aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, \
    aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, \
    aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, \
    aicsim::Anything = {}, AICSIM_SITE

// Template heads: types only, types and then values, values only.
#define AICSIM_STOPS(name, why)                                                                                        \
    template <typename... X> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)                                         \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <typename X, auto V, auto... W> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)                         \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <typename X, typename Y, auto V, auto... W> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)             \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <auto V, auto... W> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)                                     \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }

// Further heads of the few calls whose first template argument is a value.
#define AICSIM_STOPS_VALUE_FIRST(name, why)                                                                            \
    template <auto V, typename X, typename... Y> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)                     \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <auto V, typename X, auto W, auto... Y> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)                 \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <auto V, typename X, typename Y, auto W, auto... Z> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)     \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }

// The same for a member of a class.
#define AICSIM_METHOD_STOPS(name, why)                                                                                 \
    template <typename... X> aicsim::Nothing name(AICSIM_ANY_ARGUMENTS) const                                          \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <auto V, auto... W> aicsim::Nothing name(AICSIM_ANY_ARGUMENTS) const                                      \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }

#endif
