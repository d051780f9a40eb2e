/* Lets an independent oracle ask for conversions: arrays of 8-byte words in, the same number of words out.
 *   dtype_codec decode DTYPE                       raw bits -> bits of the double
 *   dtype_codec encode DTYPE MODE SATURATE KEEPNAN bits of the double -> raw bits
 *   dtype_codec mantissa KEPT MODE                 bits of the float -> bits of the float */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/float_formats.h"

struct request {
    char verb;
    enum aic_dtype dt;
    unsigned kept;
    struct aic_round round;
};

static uint64_t answer(const struct request *r, uint64_t word)
{
    if (r->verb == 'd') {
        double value = aic_value_decode(r->dt, word);
        memcpy(&word, &value, sizeof word);
        return word;
    }
    if (r->verb == 'e') {
        double value;
        memcpy(&value, &word, sizeof value);
        return aic_value_encode(r->dt, value, &r->round);
    }
    uint32_t bits = (uint32_t)word;
    float value;
    memcpy(&value, &bits, sizeof value);
    value = aic_float_round_mantissa(value, r->kept, r->round.mode);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool parse(struct request *r, int argc, char **argv)
{
    if (argc < 3)
        return false;
    r->verb = argv[1][0];
    if (r->verb == 'm') {
        r->kept = (unsigned)atoi(argv[2]);
        r->round.mode = (enum aic_round_mode)(argc > 3 ? atoi(argv[3]) : 0);
        return argc == 4;
    }
    r->dt = aic_dtype_from_name(argv[2], (unsigned)strlen(argv[2]));
    if (r->verb == 'e' && argc == 6)
        r->round = (struct aic_round){(enum aic_round_mode)atoi(argv[3]), atoi(argv[4]) != 0, atoi(argv[5]) != 0};
    return r->dt != AIC_DT_NONE && argc == (r->verb == 'e' ? 6 : 3);
}

int main(int argc, char **argv)
{
    struct request request = {0};
    uint64_t words[4096];
    size_t count;

    if (!parse(&request, argc, argv)) {
        fprintf(stderr, "dtype_codec: cannot read the arguments\n");
        return 2;
    }
    while ((count = fread(words, sizeof words[0], 4096, stdin)) > 0) {
        for (size_t i = 0; i < count; i++)
            words[i] = answer(&request, words[i]);
        if (fwrite(words, sizeof words[0], count, stdout) != count)
            return 1;
    }
    return 0;
}
