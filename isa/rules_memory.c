/* Checker rules: addresses, capacities, datapaths, fields and layouts. One array a prefix, sorted by id (isa/rules.c searches them). */
#include "isa/rules_tables.h"

static const struct aic_rule rules_mem[] = {
    {
        .id = "MEM-001",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "L1 operand byte address %32!=0",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-002",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "L0A/L0B operand byte address %512!=0",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-003",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "L0C Mmad dst address %1024!=0 (%512 if dst half)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-004",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "L0C Fixpipe src address %64!=0",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-005",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "2201,3510,3002",
        .statement = "BT address %64!=0 (%128 warn)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-006",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "2201,3510,3002",
        .statement = "FB address %128!=0 (L1->FB dst)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-007",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "access end > the product's L0A/L0B (64 KB; 32 KB on 9030)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-008",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "access end > the product's L0C",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-009",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "access end > the product's L1",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-010",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "products with one",
        .statement = "access end > the product's BiasTable",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-011",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "2201,3510",
        .statement = "FB quant area overflow (2 KB 2201; 4..8 KB 3510)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-012",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "3510",
        .statement = "MX scale end > 4 KB",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-013",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "L1 range shorter than one needed 512 B fractal",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-014",
        .severity = AIC_SEV_ERROR,
        .word = "undefined",
        .undefined = true,
        .reported_as = "SY-009, SY-010, SY-011",
        .evidence = "documented",
        .products = "all",
        .statement = "two in-flight instructions write overlapping bytes without ordering",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-015",
        .severity = AIC_SEV_ERROR,
        .word = "undefined",
        .undefined = true,
        .reported_as = "SY-009, SY-010, SY-011",
        .evidence = "documented",
        .products = "all",
        .statement = "a read of bytes being written by an unordered instruction (RAW/WAR)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-016",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "read of never-written (poison) lane contributing to m x n x k",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-017",
        .severity = AIC_SEV_ERROR,
        .word = "undefined",
        .undefined = true,
        .reported_as = "SY-009",
        .evidence = "documented",
        .products = "all",
        .statement = "L0 same-address simultaneous read and write",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-018",
        .severity = AIC_SEV_WARNING,
        .word = "warn",
        .evidence = "documented",
        .products = "2201",
        .statement = "L1 usable limit 512 KB-256 B in mixed cube/vector kernels",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-019",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "destination position not L0A/L0B (v1/v2 header also UB)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-020",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "source position not L1 (GM for 2D on 2201 and earlier)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-021",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "UB operand byte address %32!=0",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-022",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "access end > the product's UB",
        .source = "reference semantics, section 16",
    },
    {
        .id = "MEM-023",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "GM access outside every declared tensor, or past the end of the one it names",
        .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_mem = {
    "MEM", rules_mem, sizeof rules_mem / sizeof rules_mem[0],
};

static const struct aic_rule rules_path[] = {
    {
        .id = "PATH-001",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "the product has no such datapath, where no rule of its own says so",
        .source = "reference semantics, section 16",
    },
    {
        .id = "PATH-002",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement =
            "the product has no such instruction, mode or dtype, where no rule of its own says so (e.g. NZ2DN on "
            "2201)",
        .source = "reference semantics, section 16",
    },
    {
        .id = "PATH-003",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement = "the product file says `unknown` for something the record needs",
        .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_path = {
    "PATH", rules_path, sizeof rules_path / sizeof rules_path[0],
};

static const struct aic_rule rules_fld[] = {
    {
        .id = "FLD-001",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "all",
        .statement =
            "a field outside its documented range or wider than its register, where no rule of its own says so "
            "(incl. set_load3d_repeat repeatTime>255: refused, never spilled into repeatMode)",
        .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_fld = {
    "FLD", rules_fld, sizeof rules_fld / sizeof rules_fld[0],
};

static const struct aic_rule rules_lay[] = {
    {
        .id = "LAY-001",
        .severity = AIC_SEV_WARNING,
        .word = "warn",
        .evidence = "documented",
        .products = "all",
        .statement = "a consumer reads a span in another layout than it was written in",
        .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_lay = {
    "LAY", rules_lay, sizeof rules_lay / sizeof rules_lay[0],
};

static const struct aic_rule rules_vec[] = {
    {
        .id = "VEC-001",
        .severity = AIC_SEV_ERROR,
        .word = "error",
        .evidence = "documented",
        .products = "2002",
        .statement =
            "a record for a Vector Core (Atlas inference series): LoadData3D is not supported there in any version",
        .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_vec = {
    "VEC", rules_vec, sizeof rules_vec / sizeof rules_vec[0],
};
