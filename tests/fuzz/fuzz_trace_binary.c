/* Any bytes as a binary trace: no crash, and every record that comes out can be printed. */
#include <stdint.h>
#include <string.h>

#include "isa/trace_binary.h"
#include "isa/trace_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
    const uint8_t *at;
    size_t n;
};

static bool read_bytes(void *user, uint64_t offset, void *out, size_t n)
{
    const struct bytes *b = user;
    if (offset > b->n || n > b->n - offset) {
        return false;
    }
    memcpy(out, b->at + offset, n);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes bytes = {data, size};
    struct aic_binary_source source = {&bytes, size, read_bytes, NULL};
    struct aic_trace_tensors none = {0};
    char err[300], text[4096];
    struct aic_binary_reader *reader = aic_binary_reader_new(&source, err, sizeof err);
    for (size_t s = 0; reader && s < aic_binary_streams(reader); s++) {
        struct aic_record rec;
        uint64_t order;
        while (aic_binary_next(reader, s, &rec, &order, err, sizeof err) > 0) {
            aic_trace_print(&rec, &none, text, sizeof text);
        }
    }
    aic_binary_reader_free(reader);
    return 0;
}
