#ifndef GANTRY_CPNG_SHIM_H
#define GANTRY_CPNG_SHIM_H

/* libpng (Debian: libpng-dev): reads screenshots. */
#include <png.h>

#endif
