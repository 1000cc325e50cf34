/* CRoaring (Debian: libroaring-dev): compressed bitmaps of 32-bit integers. */
#include <roaring/roaring.h>
