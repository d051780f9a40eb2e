// What the examples share: random inputs, device buffers, and the comparison with a reference on the host.
#ifndef EXAMPLES_CHECK_H
#define EXAMPLES_CHECK_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"

// The same numbers in every run: multiples of 1/8 in [-2, 2), which sums of half products keep exactly.
class Numbers {
public:
    explicit Numbers(uint32_t seed) : state_(seed) {}
    int Whole(int low, int high)
    {
        state_ = state_ * 1664525u + 1013904223u;
        return low + static_cast<int>((state_ >> 8) % static_cast<uint32_t>(high - low + 1));
    }
    float Eighth() { return static_cast<float>(Whole(-16, 15)) / 8.0f; }

private:
    uint32_t state_;
};

template <typename T> class DeviceArray {
public:
    explicit DeviceArray(size_t count) : count_(count) { aclrtMalloc(&pointer_, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST); }
    explicit DeviceArray(const std::vector<T> &values) : DeviceArray(values.size())
    {
        aclrtMemcpy(pointer_, Bytes(), values.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE);
    }
    ~DeviceArray() { aclrtFree(pointer_); }
    DeviceArray(const DeviceArray &) = delete;

    uint8_t *Pointer() const { return static_cast<uint8_t *>(pointer_); }
    std::vector<T> Fetch() const
    {
        std::vector<T> values(count_);
        aclrtMemcpy(values.data(), Bytes(), pointer_, Bytes(), ACL_MEMCPY_DEVICE_TO_HOST);
        return values;
    }

private:
    size_t Bytes() const { return count_ * sizeof(T); }
    size_t count_;
    void *pointer_ = nullptr;
};

// 0 when every element is within `tolerance` of the reference, else 1 after a message: an exit status.
template <typename T>
inline int Compare(const char *what, const std::vector<T> &got, const std::vector<float> &wanted, float tolerance = 0)
{
    for (size_t i = 0; i < wanted.size(); i++) {
        float value = static_cast<float>(got[i]);
        if (!(std::fabs(value - wanted[i]) <= tolerance)) {
            std::printf("%s: element %zu is %g, expected %g\n", what, i, value, wanted[i]);
            return 1;
        }
    }
    std::printf("%s: %zu elements agree\n", what, wanted.size());
    return 0;
}

#endif
