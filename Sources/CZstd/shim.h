#ifndef GANTRY_CZSTD_SHIM_H
#define GANTRY_CZSTD_SHIM_H

/* The plain names of libzstd 1.5 are enough: nothing is variadic, and the two size constants, which are macros with
 * arithmetic in them, have functions that say the same. */
#include <zstd.h>
#include <zstd_errors.h>

#endif
