/* wslay (Debian: libwslay-dev): the frames and messages of WebSockets. */
#include <wslay/wslay.h>
