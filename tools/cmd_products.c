/* aicsim products: what each product is and has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/args.h"
#include "tools/commands.h"
#include "tools/product_files.h"
#include "tools/products.h"

#define MAX_SETS 64
#define MAX_PRODUCTS 256

enum { OPT_FORMAT = 0, OPT_RESOLVED, OPT_SET, OPT_SCHEMA };

static const struct aic_option options[] = {
    {"format", 0, "FORMAT", "text, markdown or json"},
    {"resolved", 0, NULL, "with NAME: the whole product as one YAML file that loads again, as NAME.yaml"},
    {"set", 0, "KEY=VALUE", "with NAME: change one key first"},
    {"schema", 0, "FORMAT", "the keys of product files: markdown, or json (a JSON Schema)"},
    {NULL, 0, NULL, NULL},
};

static const struct aic_usage usage = {
    "products", "[NAME] [options]", "Shows what a product is and has, or all products side by side.",
    "NAME is the name of a product or the path of a product file. Every value is shown with its unit and its source;\n"
    "what no source gives is unknown.",
    options,
};

struct request {
    const char *name, *schema;
    const char *sets[MAX_SETS];
    size_t n_sets;
    bool resolved;
    enum aic_products_format format;
};

static void print_error(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "%s\n", message);
}

struct list {
    struct aic_product *product[MAX_PRODUCTS];
    size_t n;
    bool failed;
};

static bool load_named(void *user, const char *name)
{
    struct list *list = user;
    struct aic_product *product = list->n < MAX_PRODUCTS ? aic_product_from_files(name) : NULL;
    if (product) {
        list->product[list->n++] = product;
    }
    list->failed = list->failed || !product;
    return true;
}

static int show_all(enum aic_products_format format)
{
    struct list *list = calloc(1, sizeof *list);
    if (!list) {
        return 3;
    }
    int status = 0;
    if (!aic_product_files_each(load_named, list)) {
        fprintf(stderr, "aicsim products: error: no folder with product files was found\n");
        status = 2;
    } else {
        aic_products_print_all(list->product, list->n, format);
        status = list->failed ? 2 : 0;
    }
    for (size_t i = 0; i < list->n; i++) {
        aic_product_free(list->product[i]);
    }
    free(list);
    return status;
}

static int show_one(const struct request *request)
{
    struct aic_product *product = aic_product_from_files(request->name);
    if (!product) {
        return 2;
    }
    bool ok = true;
    for (size_t i = 0; i < request->n_sets; i++) {
        ok = aic_product_set(product, request->sets[i], print_error, NULL) && ok;
    }
    if (ok && request->resolved) {
        aic_product_print_resolved(product, aic_products_put, NULL);
    } else if (ok) {
        aic_products_print_one(product, request->format);
    }
    aic_product_free(product);
    return ok ? 0 : 2;
}

static int show_schema(const char *format)
{
    if (strcmp(format, "markdown") == 0) {
        aic_schema_print_markdown(aic_products_put, NULL);
    } else if (strcmp(format, "json") == 0) {
        aic_schema_print_json(aic_products_put, NULL);
    } else {
        return aic_args_error(&usage, "--schema is markdown or json, not '%s'", format);
    }
    return 0;
}

static int take_format(struct request *request, const char *value)
{
    static const char *const names[] = {"text", "markdown", "json"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(value, names[i]) == 0) {
            request->format = (enum aic_products_format)i;
            return 0;
        }
    }
    return aic_args_error(&usage, "--format is text, markdown or json, not '%s'", value);
}

static int take(struct request *request, int index, const char *value)
{
    switch (index) {
    case OPT_FORMAT:
        return take_format(request, value);
    case OPT_RESOLVED:
        request->resolved = true;
        return 0;
    case OPT_SET:
        if (request->n_sets == MAX_SETS) {
            return aic_args_error(&usage, "more than %d settings", MAX_SETS);
        }
        request->sets[request->n_sets++] = value;
        return 0;
    case OPT_SCHEMA:
        request->schema = value;
        return 0;
    case AIC_ARG_WORD:
        if (request->name) {
            return aic_args_error(&usage, "one product at a time");
        }
        request->name = value;
        return 0;
    default:
        return 2;
    }
}

int aic_cmd_products(int argc, char **argv)
{
    struct request request = {0};
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value;
    int index, status;
    while ((index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            return 0;
        }
        status = take(&request, index, value);
        if (status) {
            return status;
        }
    }
    if (request.schema) {
        return show_schema(request.schema);
    }
    if (!request.name && (request.resolved || request.n_sets)) {
        return aic_args_error(&usage, "--resolved and --set need a product");
    }
    return request.name ? show_one(&request) : show_all(request.format);
}
