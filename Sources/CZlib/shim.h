#ifndef GANTRY_CZLIB_SHIM_H
#define GANTRY_CZLIB_SHIM_H

#include <zlib.h>

/* C because deflateInit2 and inflateInit2 are macros that add the caller's version and struct size, and because
 * 16 + 15, "a gzip member with the largest window", is written only in zlib's comments. */
static inline int zlib_start_deflating_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY);
}

static inline int zlib_start_inflating_gzip(z_stream *stream) {
    return inflateInit2(stream, 16 + 15);
}

#endif
