// The bounded copies of the vendor's host programs.
#ifndef SECUREC_H
#define SECUREC_H

#include <cstring>

#ifndef EOK
#define EOK 0
#endif
inline int memcpy_s(void *to, size_t room, const void *from, size_t bytes)
{
    if (!to || !from || bytes > room) {
        return 34; // ERANGE
    }
    std::memcpy(to, from, bytes);
    return EOK;
}
inline int memset_s(void *to, size_t room, int value, size_t bytes)
{
    if (!to || bytes > room) {
        return 34;
    }
    std::memset(to, value, bytes);
    return EOK;
}

#endif
