#ifndef GANTRY_CTURBOJPEG_SHIM_H
#define GANTRY_CTURBOJPEG_SHIM_H

/* libjpeg-turbo (Debian: libturbojpeg0-dev): reads, reduces and writes JPEG images. */
#include <turbojpeg.h>

#endif
