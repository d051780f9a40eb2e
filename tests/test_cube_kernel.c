/* Every way to compute a tile against the plain loops, and when products are exact. */
#include <criterion/criterion.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/cube_panels.h"

#define MAX_K 70
#define MAX_M 20
#define STRIPS 2
#define PITCH 75

struct panels {
    float a[(MAX_M + AIC_TILE_ROWS) * PITCH], b[STRIPS * PITCH * 16], c[STRIPS * (MAX_M + 3) * 16];
};

static struct panels floats, result;

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* A number of `digits` significant bits between 2^-8 and 2^8. */
static float number(uint64_t *seed, unsigned digits)
{
    float whole = (float)(next(seed) % (1u << digits));
    float value = ldexpf(whole, (int)(next(seed) % 8) - (int)digits);
    return next(seed) % 2 ? value : -value;
}

static void fill(uint64_t *seed, unsigned digits)
{
    float *all = floats.a;
    for (size_t i = 0; i < sizeof floats / sizeof *all; i++) {
        all[i] = number(seed, digits);
    }
}

/* C[m][n] by the formula of isa/cube_kernel.h, one rounded operation after the other. */
static float expected(const struct aic_cube_panels *p, uint32_t m, uint32_t n, uint32_t block, bool c_first)
{
    const float *b = (const float *)p->b + n / 16 * p->b_strip + n % 16;
    float c = floats.c[n / 16 * p->c_strip + m * 16 + n % 16];
    volatile float sum = c_first ? c : 0;
    for (uint32_t at = 0; at < p->k; at += block) {
        volatile float part = 0;
        for (uint32_t k = at; k < p->k && k < at + block; k++) {
            volatile float product = ((const float *)p->a)[m * p->a_pitch + k] * b[k * 16];
            part = part + product;
        }
        sum = sum + part;
    }
    return c_first ? sum : sum + c;
}

static void one_case(const struct aic_tile_kernel *kernel, uint64_t *seed)
{
    struct aic_cube_panels p = {.m = 1 + next(seed) % MAX_M, .n1 = STRIPS, .k = 1 + next(seed) % MAX_K,
                                .a_pitch = PITCH, .b_strip = PITCH * 16, .c_strip = (MAX_M + 3) * 16,
                                .a = floats.a, .b = floats.b, .c = result.c};
    uint32_t block = next(seed) % 2 ? 16 : 1 + next(seed) % MAX_K;
    bool c_first = next(seed) % 2;
    fill(seed, kernel->fused ? 12 : 24);
    memcpy(result.c, floats.c, sizeof result.c);
    aic_cube_dot_by(kernel->floats, &p, block, c_first);
    for (uint32_t i = 0; i < STRIPS * (MAX_M + 3) * 16; i++) {
        uint32_t m = i / 16 % (MAX_M + 3), n = i / ((MAX_M + 3) * 16) * 16 + i % 16;
        float want = m < p.m ? expected(&p, m, n, block, c_first) : floats.c[i];
        cr_assert_eq(memcmp(&result.c[i], &want, 4), 0, "%s m=%u k=%u block=%u: C[%u][%u] is %a, not %a", kernel->name,
                     p.m, p.k, block, m, n, result.c[i], want);
    }
}

Test(cube_kernel, float_tiles_are_the_plain_sums)
{
    uint64_t seed = 77;
    for (const struct aic_tile_kernel *kernel = aic_tile_kernels; kernel->name; kernel++) {
        for (int i = 0; i < 60 && kernel->level <= aic_simd_best(); i++) {
            one_case(kernel, &seed);
        }
    }
}

Test(cube_kernel, int_tiles_are_the_plain_sums)
{
    static int32_t a[24 * 40], b[16 * 40], c[20 * 16];
    uint64_t seed = 78;
    for (const struct aic_tile_kernel *kernel = aic_tile_kernels; kernel->name; kernel++) {
        if (kernel->level > aic_simd_best() || !kernel->ints) {
            continue;
        }
        for (unsigned i = 0; i < 24 * 40; i++) {
            a[i] = (int8_t)next(&seed);
            b[i % (16 * 40)] = (int8_t)next(&seed);
        }
        memset(c, 0, sizeof c);
        struct aic_cube_panels p = {20, 1, 40, 40, 16 * 40, 20 * 16, a, b, c};
        aic_cube_dot_by(kernel->ints, &p, 40, false);
        for (int i = 0; i < 20 * 16; i++) {
            int32_t want = 0;
            for (int k = 0; k < 40; k++) {
                want += a[i / 16 * 40 + k] * b[k * 16 + i % 16];
            }
            cr_assert_eq(c[i], want, "%s [%d][%d]", kernel->name, i / 16, i % 16);
        }
    }
}

static struct aic_float_range range(float least, float most, float step)
{
    struct aic_float_range r;
    float values[] = {least, most, step};
    uint32_t bits[3];
    memcpy(bits, values, sizeof bits);
    r = (struct aic_float_range){bits[0], bits[1], bits[0] | bits[1] | bits[2]};
    return r;
}

/* The processor's own flags say whether a product was rounded. */
static bool is_exact(float a, float b)
{
    volatile float x = a, y = b, product;
    feclearexcept(FE_ALL_EXCEPT);
    product = x * y;
    (void)product;
    return !fetestexcept(FE_INEXACT | FE_OVERFLOW | FE_UNDERFLOW);
}

Test(cube_kernel, exact_products_are_never_rounded)
{
    static const float least[] = {0x1p-149f, 0x1p-126f, 0x1p-70f, 0x1p-63f, 0x1p-62f, 1.0f};
    static const float most[] = {1.0f, 0x1.8p62f, 0x1.8p63f, 0x1.8p64f, 0x1.8p127f};
    static const float odd[] = {1.0f, 0x1.002p0f, 0x1.004p0f, 0x1.008p0f, 0x1.000002p0f};
    unsigned exact = 0;
    for (unsigned i = 0; i < 6 * 5 * 5; i++) {
        for (unsigned j = 0; j < 6 * 5 * 5; j++) {
            float a[] = {least[i % 6], most[i / 6 % 5], odd[i / 30]};
            float b[] = {least[j % 6], most[j / 6 % 5], odd[j / 30]};
            struct aic_float_range ra = range(a[0], a[1], a[2]), rb = range(b[0], b[1], b[2]);
            if (!aic_products_exact(&ra, &rb)) {
                continue;
            }
            exact++;
            for (unsigned k = 0; k < 9; k++) {
                cr_assert(is_exact(a[k / 3], b[k % 3]), "%a * %a", a[k / 3], b[k % 3]);
            }
        }
    }
    cr_assert_gt(exact, 100);
}

/* What half operands hold: the fast way must not be lost to them. */
Test(cube_kernel, products_of_halfs_are_exact)
{
    struct aic_float_range half = range(0x1p-24f, 65504.0f, 0x1.ffcp0f), zero = {.least = UINT32_MAX};
    struct aic_float_range full = range(0x1p-3f, 2.0f, 0x1.fffffep0f);
    cr_assert(aic_products_exact(&half, &half));
    cr_assert(aic_products_exact(&half, &zero));
    cr_assert_not(aic_products_exact(&half, &full));
}
