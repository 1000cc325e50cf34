#ifndef GANTRY_CWEBP_SHIM_H
#define GANTRY_CWEBP_SHIM_H

/* libwebp (Debian: libwebp-dev): reads the pictures that messengers and browsers save. */
#include <webp/decode.h>

#endif
