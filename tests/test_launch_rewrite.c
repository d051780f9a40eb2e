/* Kernel launches in C++ text. Expected texts are written by hand from what the language says. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/device_attributes.h"
#include "tools/launch_rewrite.h"

static struct aic_rewritten rewrite(const char *text)
{
    struct aic_kernels kernels = {0};
    cr_assert(aic_kernels_scan(&kernels, text, strlen(text)));
    struct aic_rewritten r = aic_launch_rewrite(&kernels, "k.asc", text, strlen(text));
    aic_kernels_free(&kernels);
    return r;
}

static void expect(const char *text, const char *wanted)
{
    struct aic_rewritten r = rewrite(text);
    cr_assert_not_null(r.text, "%s", r.error);
    cr_expect_str_eq(r.text, wanted);
    free(r.text);
}

#define SITE(line) "::aicsim::Site(\"k.asc\", " line ")"

Test(launch_rewrite, plain)
{
    expect("k<<<8, nullptr, s>>>(a, b);\n",
           "#line 1 \"k.asc\"\n::aicsim::Launch(\"k\", AIC_RT_DERIVE_CUBE, " SITE("1") ", 8, nullptr, s)([&]() { k(a, b); });\n");
}

/* Arguments that call something are evaluated once, in front of all blocks. */
Test(launch_rewrite, arguments_with_calls)
{
    expect("k<<<8, 0, s>>>(f(a, b), n + 1, (T *)p, sizeof(x), g());\n",
           "#line 1 \"k.asc\"\n::aicsim::Launch(\"k\", AIC_RT_DERIVE_CUBE, " SITE("1") ", 8, 0, s)"
           "([&, aicsim_argument0 = f(a, b), aicsim_argument1 = g()]() mutable "
           "{ k(aicsim_argument0, n + 1, (T *)p, sizeof(x), aicsim_argument1); });\n");
    expect("k<<<8, 0, s>>>(f<a, b>(c));\n",
           "#line 1 \"k.asc\"\n::aicsim::Launch(\"k\", AIC_RT_DERIVE_CUBE, " SITE("1") ", 8, 0, s)"
           "([&]() { k(f<a, b>(c)); });\n");
}

Test(launch_rewrite, mode_of_the_kernel)
{
    expect("extern \"C\" __global__ __cube__ void c(GM_ADDR a);\nc<<<1, 0, s>>>(a);",
           "#line 1 \"k.asc\"\nextern \"C\" __global__ __cube__ void c(GM_ADDR a);\n"
           "::aicsim::Launch(\"c\", AIC_RT_CUBE, " SITE("2") ", 1, 0, s)([&]() { c(a); });");
    expect("template <int N> __global__ __mix__(1, 2) void m(GM_ADDR a) {}\nm<3><<<1, 0, s>>>(a);",
           "#line 1 \"k.asc\"\ntemplate <int N> __global__ __mix__(1, 2) void m(GM_ADDR a) {}\n"
           "::aicsim::Launch(\"m<3>\", AIC_RT_MIX_1_2, " SITE("2") ", 1, 0, s)([&]() { m<3>(a); });");
    expect("__global__ __mix__(1, 1) void m(); m<<<1, 0, s>>>();",
           "#line 1 \"k.asc\"\n__global__ __mix__(1, 1) void m(); "
           "::aicsim::Launch(\"m\", AIC_RT_MIX_1_1, " SITE("1") ", 1, 0, s)([&]() { m(); });");
    expect("__global__ __vector__ void v(); v<<<1, 0, s>>>();",
           "#line 1 \"k.asc\"\n__global__ __vector__ void v(); "
           "::aicsim::Launch(\"v\", AIC_RT_VECTOR, " SITE("1") ", 1, 0, s)([&]() { v(); });");
}

/* A kernel without a qualifier is for the cores whose buffers and calls the text names. */
Test(launch_rewrite, kind_of_core_from_the_text)
{
    struct aic_rewritten r = rewrite("TQue<TPosition::VECIN, 1> q; k<<<1, 0, s>>>();");
    cr_expect_not_null(strstr(r.text, "AIC_RT_DERIVE_VECTOR,"));
    free(r.text);
    r = rewrite("TQue<TPosition::VECIN, 1> q; Mmad(c, a, b, p); k<<<1, 0, s>>>();");
    cr_expect_not_null(strstr(r.text, "AIC_RT_DERIVE,"));
    free(r.text);
    r = rewrite("/* VECIN */ k<<<1, 0, s>>>();");
    cr_expect_not_null(strstr(r.text, "AIC_RT_DERIVE_CUBE,"));
    free(r.text);
}

/* In sources of both kinds a kernel is for what it reaches: over classes, members outside of them and constants. */
Test(launch_rewrite, kind_of_core_of_each_kernel)
{
    static const char both[] =
        "#include \"x.h\"\nnamespace n {\n"
        "template <typename T, int N = 3> class Cube { void Run() { Mmad(c, a, b, p); } };\n"
        "class Vector { void Run(); int x[4] = {1, 2}; };\n"
        "constexpr auto place = TPosition::VECIN;\n"
        "void Vector::Run() { LocalTensor<T> t(place, 0, 3); }\n}\n"
        "void plain() {}\n"
        "extern \"C\" {\n"
        "template <class T = int> __global__ __aicore__ void c(GM_ADDR p) { n::Cube<T> o; o.Run(); }\n"
        "__global__ __aicore__ void v(GM_ADDR p) { Vector o; o.Run(); }\n}\n"
        "__global__ void m() { c(0); v(0); }\n"
        "__global__ void s() { plain(); }\n";
    static const char *const launches[][2] = {{"c<int><<<1, 0, s>>>(p);", "AIC_RT_DERIVE_CUBE,"},
                                              {"v<<<1, 0, s>>>(p);", "AIC_RT_DERIVE_VECTOR,"},
                                              {"m<<<1, 0, s>>>();", "AIC_RT_DERIVE,"},
                                              {"s<<<1, 0, s>>>();", "AIC_RT_DERIVE,"},
                                              {"other<<<1, 0, s>>>();", "AIC_RT_DERIVE,"}};
    for (size_t i = 0; i < sizeof(launches) / sizeof(launches[0]); i++) {
        char text[1200];
        snprintf(text, sizeof(text), "%sint main() { %s }\n", both, launches[i][0]);
        struct aic_rewritten r = rewrite(text);
        cr_expect_not_null(strstr(r.text, launches[i][1]), "%s\n%s", launches[i][0], r.text);
        free(r.text);
    }
}

Test(launch_rewrite, names_with_templates_and_namespaces)
{
    expect("ns::k<T, 3, P<int>><<<n, l, s>>>(a)",
           "#line 1 \"k.asc\"\n::aicsim::Launch(\"ns::k<T, 3, P<int>>\", AIC_RT_DERIVE_CUBE, " SITE("1")
           ", n, l, s)([&]() { ns::k<T, 3, P<int>>(a); })");
    expect("return ::k<(a > b)><<<f(x, y), 0, s>>>(g(1), (h));",
           "#line 1 \"k.asc\"\nreturn ::aicsim::Launch(\"::k<(a > b)>\", AIC_RT_DERIVE_CUBE, " SITE("1")
           ", f(x, y), 0, s)([&, aicsim_argument0 = g(1)]() mutable { ::k<(a > b)>(aicsim_argument0, (h)); });");
}

Test(launch_rewrite, text_that_is_no_launch)
{
    const char *text = "// k<<<1, 0, s>>>(a)\n/* k<<<1>>>(a) */ \"k<<<1>>>(a)\" '<' R\"x(k<<<1>>>(a))x\"\n"
                       "int v = 1'000 << 3; std::vector<std::vector<std::vector<int>>> w;\n"
                       "std::ostream &operator<<<T>(std::ostream &, T);\n";
    char wanted[600];
    snprintf(wanted, sizeof(wanted), "#line 1 \"k.asc\"\n%s", text);
    expect(text, wanted);
}

/* A launch over several lines is one line afterwards; the next line has its own number again. */
/* An array in a buffer becomes a reference to its place; parameters, pointers and initialised arrays stay. */
Test(launch_rewrite, arrays_in_the_buffers)
{
    expect("void f(__cbuf__ half *p) { __cbuf__ half a[16 * N]; g(a); }",
           "#line 1 \"k.asc\"\nvoid f(__cbuf__ half *p) { half (&a)[16 * N] = "
           "::aicsim::LocalArray<half[16 * N]>(\"l1\", __FILE__, __LINE__, \"a\"); g(a); }");
    expect("{ __ca__ unsigned char b[2]\n[3]; }\nx\n",
           "#line 1 \"k.asc\"\n{ unsigned char (&b)[2] [3] = "
           "::aicsim::LocalArray<unsigned char[2] [3]>(\"l0a\", __FILE__, __LINE__, \"b\"); }\n"
           "#line 3 \"k.asc\"\nx\n");
    static const char *const same[] = {"{ __cbuf__ half *a = b[3]; }", "f((__cbuf__ half *)a[2]);",
                                       "{ __ubuf__ half a[2] = {0, 0}; }", "{ half a[2]; }",
                                       "template <__cbuf__ half a[2]> f();"};
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        char wanted[160];
        snprintf(wanted, sizeof(wanted), "#line 1 \"k.asc\"\n%s", same[i]);
        expect(same[i], wanted);
    }
}

Test(launch_rewrite, lines_keep_their_numbers)
{
    expect("int a;\nk<M,\n  N>\n    <<<n, 0, s>>>( // blocks\n  a,\n  b);\nint z;\n",
           "#line 1 \"k.asc\"\nint a;\n::aicsim::Launch(\"k<M, N>\", AIC_RT_DERIVE_CUBE, " SITE("2")
           ", n, 0, s)([&]() { k<M, N>(a, b); });\n#line 7 \"k.asc\"\nint z;\n");
}

Test(launch_rewrite, errors_name_the_line)
{
    struct aic_rewritten r = rewrite("int a;\n\nk<<<1, 0, s;\n");
    cr_expect_null(r.text);
    cr_expect_eq(r.error_line, 3);
    cr_expect_not_null(strstr(r.error, ">>>"));
    r = rewrite("k<<<1, 0, s>>>(a, (b);\n");
    cr_expect_null(r.text);
    cr_expect_eq(r.error_line, 1);
    r = rewrite("= <<<1, 0, s>>>(a);");
    cr_expect_null(r.text);
    cr_expect_not_null(strstr(r.error, "name"));
}

Test(launch_rewrite, includes)
{
    const char *text = "#include <a.h>\n  #  include \"b.h\"\nint x; // #include \"no.h\"\n#include \"dir/c.h\"\n";
    char name[64];
    bool quoted = true;
    size_t at = 0, n = strlen(text);
    cr_assert(aic_include_next(text, n, &at, name, sizeof(name), &quoted));
    cr_expect_str_eq(name, "a.h");
    cr_expect_not(quoted);
    cr_assert(aic_include_next(text, n, &at, name, sizeof(name), &quoted));
    cr_expect_str_eq(name, "b.h");
    cr_expect(quoted);
    cr_assert(aic_include_next(text, n, &at, name, sizeof(name), &quoted));
    cr_expect_str_eq(name, "dir/c.h");
    cr_expect_not(aic_include_next(text, n, &at, name, sizeof(name), &quoted));
}

Test(launch_rewrite, device_attributes)
{
    char text[] = "#define D __forceinline__[host, aicore]\n[aicore] int f(); // [aicore]\nputs(\"[aicore] \\\" x\");\n"
                  "/* [aicore]\n */ a[host] + b[ aicore , host ] + 1'000 + c[i];\n[aicore";
    const char *want = "#define D __forceinline__              \n         int f(); // [aicore]\n"
                       "puts(\"[aicore] \\\" x\");\n"
                       "/* [aicore]\n */ a[host] + b                  + 1'000 + c[i];\n[aicore";
    cr_expect_eq(aic_blank_device_attributes(text, strlen(text)), 3u);
    cr_expect_str_eq(text, want);
}
