#ifndef GANTRY_CPQ_SHIM_H
#define GANTRY_CPQ_SHIM_H

#include <libpq-fe.h>

#endif
