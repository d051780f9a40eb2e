/* Which products Mmad computes, how it takes a bias, and how many cores there are. */
#include "tools/gen.h"

#define LL long long
#define FAIL(...) return aic_gen_fail(err, __VA_ARGS__)

static const struct aic_mmad_triple *find_triple(const struct aic_isa_limits *lim, const enum aic_dtype types[3],
                                                 bool mx)
{
    const struct aic_mmad_triple *triples = mx ? lim->mmad_mx_triples : lim->mmad_triples;
    int64_t n = mx ? lim->mmad_mx_triples_n : lim->mmad_triples_n;
    for (int64_t i = 0; i < n; i++) {
        const struct aic_mmad_triple *t = &triples[i];
        if (t->a == types[0] && t->b == types[1] && t->c == types[2]) {
            return t;
        }
    }
    return NULL;
}

static bool copies_whole(const struct aic_isa_limits *lim, enum aic_dtype dt)
{
    return aic_gen_has_path(lim, AIC_GM, AIC_L1) &&
           (aic_gen_has(lim, "data_copy", AIC_L1, dt) ||
            (aic_gen_has(lim, "load2d", AIC_L1, dt) && !lim->load2d_by_2dv2));
}

bool aic_gen_check_types(const struct aic_product *product, const enum aic_dtype types[3], bool mx, bool bias,
                         struct aic_gen_bias *how, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    const struct aic_mmad_triple *triple = find_triple(lim, types, mx);
    *how = (struct aic_gen_bias){.by_mmad = false};
    if (!triple) {
        FAIL("--dtype %s:%s:%s%s: %s has no such %s; aicsim products %s lists what it multiplies",
             aic_dtype_name(types[0]), aic_dtype_name(types[1]), aic_dtype_name(types[2]), mx ? " with --mx" : "",
             product->name, mx ? "MmadMx" : "Mmad", product->name);
    }
    if (!bias) {
        return true;
    }
    if (triple->bias != AIC_DT_NONE && aic_gen_has_path(lim, AIC_L1, AIC_BT) &&
        aic_gen_has(lim, "data_copy", AIC_L1, (enum aic_dtype)triple->bias)) {
        how->dtype = (enum aic_dtype)triple->bias;
        return true;
    }
    how->by_mmad = true;
    how->dtype = types[1];
    if (mx || lim->load2d_by_2dv2 || !copies_whole(lim, types[0]) || !copies_whole(lim, types[1]) ||
        !aic_gen_has(lim, "load2d", AIC_L0A, types[0]) || !aic_gen_has(lim, "load2d", AIC_L0B, types[1])) {
        FAIL("--bias: %s fills no BiasTable for %s:%s:%s, and load2d brings no block of ones to L0A or of biases to "
             "L0B that C could start from", product->name, aic_dtype_name(types[0]), aic_dtype_name(types[1]),
             aic_dtype_name(types[2]));
    }
    return true;
}

bool aic_gen_check_mmads(int64_t tiles, int64_t steps, struct aic_gen_error *err)
{
    const int64_t most = 1 << 24;
    if (tiles > most || tiles * steps > most) {
        FAIL("--base: %lld tiles of %lld steps are more than the %lld Mmads that a trace is written for; choose "
             "larger ones",
             (LL)tiles, (LL)steps, (LL)most);
    }
    return true;
}

bool aic_gen_check_cores(const struct aic_product *product, int64_t cores, struct aic_gen_error *err)
{
    if (product->cores > 0 && cores > product->cores) {
        FAIL("--cores %lld: %s has %lld; give it as many or fewer", (LL)cores, product->name, (LL)product->cores);
    }
    return true;
}
