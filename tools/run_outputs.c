#include "tools/run_outputs.h"

#include <stdlib.h>

bool aic_run_outputs_wanted(const struct aic_run_outputs *o)
{
    return o->timeline_path || o->csv || o->html;
}

bool aic_run_outputs_open(struct aic_run_outputs *o, const struct aic_product *product, const struct aic_sites *sites)
{
    if (o->timeline_path && !aic_timeline_open(&o->timeline, o->timeline_path)) {
        return false;
    }
    o->timeline.clock_khz = product->pipes.clock_khz;
    o->timeline.sites = sites;
    return true;
}

void aic_run_outputs_event(void *user, const struct aic_event *event)
{
    struct aic_run_outputs *o = user;
    if (o->timeline.open) {
        aic_timeline_event(&o->timeline, event);
    }
    if (o->csv) {
        aic_profile_event(&o->profile, event);
    }
    if (o->html) {
        aic_picture_event(&o->picture, event);
    }
}

bool aic_run_outputs_write(struct aic_run_outputs *o, const struct aic_session *session)
{
    return aic_timeline_close(&o->timeline) && (!o->csv || aic_write_csv(o->csv, session, &o->profile)) &&
           (!o->html || aic_write_html(o->html, session, &o->picture));
}

void aic_run_outputs_free(struct aic_run_outputs *o)
{
    if (o->timeline.open) {
        aic_out_abandon(&o->timeline.out);
        free(o->timeline.ends);
        o->timeline.open = false;
    }
    aic_profile_free(&o->profile);
    aic_picture_free(&o->picture);
}
