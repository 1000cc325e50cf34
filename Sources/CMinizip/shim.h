#ifndef GANTRY_CMINIZIP_SHIM_H
#define GANTRY_CMINIZIP_SHIM_H

/* minizip of zlib (Debian: libminizip-dev): reads the zip file that a workbook is, and a bag as one; writes the latter. */
#include <minizip/unzip.h>
#include <minizip/zip.h>

#endif
