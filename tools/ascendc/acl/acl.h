// The host side of a kernel program: the runtime calls that allocate, copy, launch and wait. A stream runs its work at
// once, so that synchronising has nothing left to wait for.
#ifndef ACL_ACL_H
#define ACL_ACL_H

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "aicsim/launch.h"
#include "aicsim/simt.h"
#include "aicsim/types.h"

typedef int aclError;
typedef void *aclrtStream;
typedef void *aclrtContext;
typedef void *aclrtEvent;
typedef uint16_t aclFloat16;

constexpr aclError ACL_SUCCESS = 0;
constexpr aclError ACL_ERROR_NONE = 0;
constexpr aclError ACL_ERROR_INVALID_PARAM = 100000;
constexpr aclError ACL_ERROR_BAD_ALLOC = 200000;

enum aclrtMemcpyKind {
    ACL_MEMCPY_HOST_TO_HOST,
    ACL_MEMCPY_HOST_TO_DEVICE,
    ACL_MEMCPY_DEVICE_TO_HOST,
    ACL_MEMCPY_DEVICE_TO_DEVICE,
    ACL_MEMCPY_DEFAULT
};
enum aclrtMemMallocPolicy {
    ACL_MEM_MALLOC_HUGE_FIRST,
    ACL_MEM_MALLOC_HUGE_ONLY,
    ACL_MEM_MALLOC_NORMAL_ONLY,
    ACL_MEM_MALLOC_HUGE_FIRST_P2P,
    ACL_MEM_MALLOC_HUGE_ONLY_P2P,
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P
};
enum aclrtDevAttr { ACL_DEV_ATTR_AICORE_CORE_NUM = 1, ACL_DEV_ATTR_VECTOR_CORE_NUM = 101 };
enum aclrtLastErrLevel { ACL_RT_THREAD_LEVEL = 0 };
#define ACL_STREAM_FAST_LAUNCH 0x1u
#define ACL_STREAM_FAST_SYNC 0x2u

inline aclError aclInit(const char *) { return ACL_SUCCESS; }
inline aclError aclFinalize() { return ACL_SUCCESS; }
inline const char *aclGetRecentErrMsg() { return ""; }
inline aclError aclrtGetLastError(aclrtLastErrLevel) { return ACL_SUCCESS; }
inline aclError aclrtPeekAtLastError(aclrtLastErrLevel) { return ACL_SUCCESS; }

inline aclError aclrtSetDevice(int32_t) { return ACL_SUCCESS; }
inline aclError aclrtResetDevice(int32_t) { return ACL_SUCCESS; }
inline aclError aclrtGetDevice(int32_t *device)
{
    *device = 0;
    return ACL_SUCCESS;
}
inline aclError aclrtGetDeviceCount(uint32_t *count)
{
    *count = 1;
    return ACL_SUCCESS;
}
inline aclError aclrtGetDeviceInfo(uint32_t, aclrtDevAttr attribute, int64_t *value)
{
    *value = aic_rt_cores(attribute == ACL_DEV_ATTR_VECTOR_CORE_NUM);
    return *value > 0 ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM;
}
inline aclError aclrtCreateContext(aclrtContext *context, int32_t)
{
    *context = context;
    return ACL_SUCCESS;
}
inline aclError aclrtSetCurrentContext(aclrtContext) { return ACL_SUCCESS; }
inline aclError aclrtDestroyContext(aclrtContext) { return ACL_SUCCESS; }
inline aclError aclrtCreateStream(aclrtStream *stream)
{
    *stream = stream;
    return ACL_SUCCESS;
}
inline aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t, uint32_t)
{
    return aclrtCreateStream(stream);
}
inline aclError aclrtDestroyStream(aclrtStream) { return ACL_SUCCESS; }
inline aclError aclrtSynchronizeStream(aclrtStream) { return ACL_SUCCESS; }
inline aclError aclrtSynchronizeStreamWithTimeout(aclrtStream, int32_t) { return ACL_SUCCESS; }
// Where the flags between cores lie on a chip: nowhere that a kernel would have to know here.
inline aclError aclrtGetHardwareSyncAddr(void **address)
{
    *address = nullptr;
    return ACL_SUCCESS;
}
inline aclError aclrtSynchronizeDevice() { return ACL_SUCCESS; }
inline aclError aclrtCreateEvent(aclrtEvent *event)
{
    *event = event;
    return ACL_SUCCESS;
}
inline aclError aclrtRecordEvent(aclrtEvent, aclrtStream) { return ACL_SUCCESS; }
inline aclError aclrtSynchronizeEvent(aclrtEvent) { return ACL_SUCCESS; }
inline aclError aclrtDestroyEvent(aclrtEvent) { return ACL_SUCCESS; }

inline aclError aclrtMalloc(void **pointer, size_t size, aclrtMemMallocPolicy)
{
    *pointer = aic_rt_malloc(size);
    return *pointer ? ACL_SUCCESS : ACL_ERROR_BAD_ALLOC;
}
inline aclError aclrtFree(void *pointer) { return aic_rt_free(pointer) ? ACL_ERROR_INVALID_PARAM : ACL_SUCCESS; }
inline aclError aclrtMallocHost(void **pointer, size_t size)
{
    *pointer = std::calloc(size ? size : 1, 1);
    return *pointer ? ACL_SUCCESS : ACL_ERROR_BAD_ALLOC;
}
inline aclError aclrtFreeHost(void *pointer)
{
    std::free(pointer);
    return ACL_SUCCESS;
}
inline aclError aclrtMemcpy(void *to, size_t room, const void *from, size_t bytes, aclrtMemcpyKind)
{
    return aic_rt_copy(to, room, from, bytes) ? ACL_ERROR_INVALID_PARAM : ACL_SUCCESS;
}
inline aclError aclrtMemcpyAsync(void *to, size_t room, const void *from, size_t bytes, aclrtMemcpyKind kind,
                                 aclrtStream)
{
    return aclrtMemcpy(to, room, from, bytes, kind);
}
inline aclError aclrtMemset(void *to, size_t room, int32_t value, size_t bytes)
{
    return aic_rt_fill(to, room, value, bytes) ? ACL_ERROR_INVALID_PARAM : ACL_SUCCESS;
}
inline aclError aclrtMemsetAsync(void *to, size_t room, int32_t value, size_t bytes, aclrtStream)
{
    return aclrtMemset(to, room, value, bytes);
}
inline aclFloat16 aclFloatToFloat16(float value) { return static_cast<aclFloat16>(aic_rt_from_float("half", value)); }
inline float aclFloat16ToFloat(aclFloat16 bits) { return aic_rt_to_float("half", bits); }

#endif
