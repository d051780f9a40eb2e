#include "simt_api/asc_simt.h"
