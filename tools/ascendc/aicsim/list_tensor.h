// Lists of tensors in GM: the address list stands as many bytes behind the start as the first word says.
#ifndef AICSIM_LIST_TENSOR_H
#define AICSIM_LIST_TENSOR_H

#include "aicsim/tensor.h"

namespace AscendC
{

// What GetDesc fills in: the shape goes to memory that the kernel gives.
template <typename T> class TensorDesc
{
public:
    void SetShapeAddr(uint64_t *address) { shape_ = address; }
    uint64_t GetDim() const { return dim_; }
    uint64_t GetIndex() const { return index_; }
    uint64_t GetShape(uint32_t i) const { return shape_[i]; }
    T *GetDataPtr() const { return data_; }
    GlobalTensor<T> GetDataObj() const
    {
        GlobalTensor<T> t;
        t.SetGlobalBuffer(data_);
        return t;
    }

private:
    uint64_t *shape_ = nullptr, dim_ = 0, index_ = 0;
    T *data_ = nullptr;
};

class ListTensorDesc
{
public:
    ListTensorDesc() = default;
    explicit ListTensorDesc(void *data, uint32_t = 0xffffffff, uint32_t = 0xffffffff) : data_(data) {}
    void Init(void *data, uint32_t = 0xffffffff, uint32_t = 0xffffffff) { data_ = data; }
    template <class T> T *GetDataPtr(uint32_t index, AICSIM_SITE) const
    {
        return reinterpret_cast<T *>(static_cast<uintptr_t>(Word(Word(0, site) / 8 + index, site)));
    }
    // Where the shapes stand is documented by a figure only.
    template <class T> void GetDesc(TensorDesc<T> &, uint32_t, AICSIM_SITE) const
    {
        aic_rt_not_modelled("GetDesc", "the place of the shapes in a list of tensors is not known", site.file,
                            site.line);
    }
    uint32_t GetSize(AICSIM_SITE) const
    {
        aic_rt_not_modelled("ListTensorDesc.GetSize", "the place of the count in a list of tensors is not known",
                            site.file, site.line);
    }

private:
    uint64_t Word(uint64_t i, aicsim::Site site) const
    {
        uint64_t word;
        aic_rt_read("gm", static_cast<uint64_t>(reinterpret_cast<uintptr_t>(data_)) + i * 8, &word, sizeof(word),
                    "ListTensorDesc", site.file, site.line);
        return word;
    }

    void *data_ = nullptr;
};

} // namespace AscendC
#endif
