/* Product files: what they load to, what is refused, and where. */
#include <criterion/criterion.h>
#include <string.h>

#include "isa/insn.h"
#include "sim/config.h"
#include "tests/product_for_tests.h"

Test(config, two_products_load)
{
    struct aic_product *b1 = test_product("ascend910b1"), *pr = test_product("ascend950pr_9589");
    cr_assert_not_null(b1);
    cr_assert_not_null(pr);
    cr_assert_str_eq(b1->arch, "2201");
    cr_assert_str_eq(pr->arch, "3510");
    cr_assert_eq(b1->isa.sizes.bytes[AIC_L0C], 128 * 1024);
    cr_assert_eq(pr->isa.sizes.bytes[AIC_L0C], 256 * 1024);
    cr_assert_eq(b1->pipes.clock_khz, 1850000);
    cr_assert_eq(b1->pipes.route[AIC_ROUTE_L1_L0A].start, 24064); /* 23.5 cycles */
    cr_assert_eq(b1->isa.path_pipe[AIC_L0C][AIC_GM], AIC_PIPE_FIX);
    int load3d = aic_insn_find("load3dv2", 8);
    cr_assert_eq(b1->isa.dtypes[load3d][AIC_L0B] & AIC_DT_BIT(AIC_DT_INT8), 0);
    cr_assert_neq(pr->isa.dtypes[load3d][AIC_L0B] & AIC_DT_BIT(AIC_DT_INT8), 0);
    aic_product_free(b1);
    aic_product_free(pr);
}
