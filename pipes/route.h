#ifndef AIC_PIPES_ROUTE_H
#define AIC_PIPES_ROUTE_H

#include "isa/work.h"
#include "pipes/costs.h"

/* The datapath (enum aic_route) of a move; -1 when no table has it. */
int aic_route_of(const struct aic_work *work);

#endif
