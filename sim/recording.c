#include "sim/recording.h"

#include <stdlib.h>
#include <string.h>

#include "sim/aicsim.h"
#include "sim/record.h"

struct aic_recording {
    struct aic_sim *sim;
    struct aic_recorder *recorder;
    struct aic_finding *findings;
    size_t n, room;
};

/* Without memory a finding is lost; the result's counts still have it. */
static void keep_finding(void *user, const struct aic_finding *finding)
{
    struct aic_recording *r = user;
    if (r->n == r->room) {
        size_t room = r->room ? r->room * 2 : 16;
        struct aic_finding *grown = realloc(r->findings, room * sizeof(*grown));
        if (!grown) {
            return;
        }
        r->findings = grown;
        r->room = room;
    }
    r->findings[r->n++] = *finding;
}

struct aic_recording *aic_recording_new(const struct aic_product *product)
{
    struct aic_recording *r = calloc(1, sizeof(*r));
    if (!r) {
        return NULL;
    }
    struct aic_options options = {.finding = keep_finding, .finding_user = r};
    r->sim = aic_sim_new(product, &options);
    r->recorder = r->sim ? aic_recorder_to_sim(r->sim) : NULL;
    if (!r->recorder) {
        aic_recording_free(r);
        return NULL;
    }
    return r;
}

void aic_recording_free(struct aic_recording *recording)
{
    if (recording) {
        aic_recorder_free(recording->recorder);
        aic_sim_free(recording->sim);
        free(recording->findings);
        free(recording);
    }
}

struct aic_recorder *aic_recording_recorder(struct aic_recording *recording)
{
    return recording->recorder;
}

bool aic_recording_tensor(struct aic_recording *recording, const char *name, const char *dtype, uint64_t address,
                          uint64_t bytes)
{
    struct aic_tensor tensor = {.name = name, .addr = address, .bytes = bytes, .l2 = true};
    tensor.dtype = aic_dtype_from_name(dtype, (unsigned)strlen(dtype));
    return tensor.dtype != AIC_DT_NONE && aic_sim_tensor(recording->sim, &tensor) >= 0;
}

bool aic_recording_write(struct aic_recording *recording, uint32_t core, const char *space, unsigned unit,
                         uint64_t address, uint64_t n, const void *data)
{
    enum aic_space s = aic_space_from_name(space, (unsigned)strlen(space));
    return s != AIC_SPACE_COUNT && aic_sim_write(recording->sim, core, s, unit, address, n, data);
}

bool aic_recording_read(struct aic_recording *recording, uint32_t core, const char *space, unsigned unit,
                        uint64_t address, uint64_t n, void *data)
{
    enum aic_space s = aic_space_from_name(space, (unsigned)strlen(space));
    return s != AIC_SPACE_COUNT && aic_sim_read(recording->sim, core, s, unit, address, n, data, NULL);
}

void aic_recording_run(struct aic_recording *recording)
{
    aic_sim_drain(recording->sim);
}

int64_t aic_recording_finish(struct aic_recording *recording)
{
    const struct aic_result *result = aic_sim_finish(recording->sim);
    return result->deadlock ? -1 : aic_cycles(result->total);
}

size_t aic_recording_findings(const struct aic_recording *recording)
{
    return recording->n;
}

const char *aic_recording_rule(const struct aic_recording *recording, size_t index)
{
    return index < recording->n ? recording->findings[index].rule : NULL;
}

const char *aic_recording_message(const struct aic_recording *recording, size_t index)
{
    return index < recording->n ? recording->findings[index].message : NULL;
}

int aic_recording_severity(const struct aic_recording *recording, size_t index)
{
    return index < recording->n ? (int)recording->findings[index].severity : -1;
}

uint32_t aic_recording_line(const struct aic_recording *recording, size_t index)
{
    return index < recording->n ? recording->findings[index].line : 0;
}
