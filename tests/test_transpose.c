/* Transposition of pieces against its definition, with every byte between and around the pieces watched. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "buffers/transpose.h"

enum { NP = 3, GUARD = 64, UNTOUCHED = 0xa5 };

/* Bytes of the elements that a side names, from the first to the last. */
static size_t side_bytes(unsigned bytes, uint64_t outer, uint64_t stride, uint64_t inner, uint64_t step)
{
    return ((outer - 1) * stride + inner + (NP - 1) * step) * bytes;
}

static void fill(unsigned char *src, size_t n)
{
    uint32_t x = 12345;

    for (size_t i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        src[i] = (unsigned char)(x >> 24);
    }
}

/* The definition of the header, element by element. */
static void put_by_definition(const struct aic_pieces *p, unsigned bytes, unsigned char *dst)
{
    const unsigned char *src = p->src;

    for (uint64_t n = 0; n < p->np; n++)
        for (uint64_t i = 0; i < p->ni; i++)
            for (uint64_t j = 0; j < p->nj; j++)
                memcpy(dst + (n * p->dst_step + j * p->dst_stride + i) * bytes,
                       src + (n * p->src_step + i * p->src_stride + j) * bytes, bytes);
}

/* The source ends where its last element does, so that a sanitizer sees a read beyond it. */
static void check_piece(unsigned bytes, enum aic_simd level, uint64_t ni, uint64_t nj, uint64_t gap)
{
    struct aic_pieces p = {.dst_stride = ni + gap, .src_stride = nj + gap, .ni = ni, .nj = nj, .np = NP};

    p.dst_step = nj * p.dst_stride + gap;
    p.src_step = ni * p.src_stride;
    size_t src_bytes = side_bytes(bytes, ni, p.src_stride, nj, p.src_step);
    size_t dst_bytes = side_bytes(bytes, nj, p.dst_stride, ni, p.dst_step) + 2 * GUARD;
    unsigned char *src = malloc(src_bytes), *got = malloc(dst_bytes), *want = malloc(dst_bytes);

    cr_assert(src && got && want);
    fill(src, src_bytes);
    memset(got, UNTOUCHED, dst_bytes);
    memset(want, UNTOUCHED, dst_bytes);
    p.src = src;
    p.dst = got + GUARD;
    put_by_definition(&p, bytes, want + GUARD);
    aic_transpose_for(bytes, level)(&p);
    cr_assert_eq(memcmp(got, want, dst_bytes), 0, "level %u, %u bytes, %u x %u, gap %u", level, bytes, (unsigned)ni,
                 (unsigned)nj, (unsigned)gap);
    free(src);
    free(got);
    free(want);
}

/* All levels that the machine has, also those that it would not choose. */
static void check_levels(unsigned bytes, uint64_t ni, uint64_t nj, uint64_t gap)
{
    for (unsigned level = 0; level <= aic_simd_best(); level++)
        check_piece(bytes, (enum aic_simd)level, ni, nj, gap);
}

Test(transpose, every_small_piece_of_every_width)
{
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        for (uint64_t ni = 1; ni <= 41; ni++)
            for (uint64_t nj = 1; nj <= 41; nj++)
                for (uint64_t gap = 0; gap <= 3; gap += 3)
                    check_levels(bytes, ni, nj, gap);
}

Test(transpose, pieces_of_several_squares)
{
    static const uint64_t sizes[] = {9, 16, 25, 33, 47, 48, 49, 57, 63, 64, 65, 100, 129};
    enum { N = sizeof sizes / sizeof sizes[0] };

    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        for (unsigned i = 0; i < N; i++)
            for (unsigned j = 0; j < N; j++)
                check_levels(bytes, sizes[i], sizes[j], i % 3);
}

Test(transpose, no_piece_writes_nothing)
{
    uint16_t src[64] = {1, 2, 3}, dst[64] = {7};
    struct aic_pieces p = {dst, src, 8, 8, 8, 8, 0, 64, 64};

    for (unsigned level = 0; level <= aic_simd_best(); level++)
        aic_transpose_for(2, (enum aic_simd)level)(&p);
    for (unsigned i = 0; i < 64; i++)
        cr_assert_eq(dst[i], i ? 0 : 7);
}
