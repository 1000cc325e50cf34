#ifndef GANTRY_CHEIF_SHIM_H
#define GANTRY_CHEIF_SHIM_H

/* libheif (Debian: libheif-dev): reads the pictures that phones make. */
#include <libheif/heif.h>

#endif
