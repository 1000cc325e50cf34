/* xxHash (Debian: libxxhash-dev): checksums as fast as memory. Its functions that ask the processor what it can do are four times as
   fast; they have names of their own, which the header makes those of the others by macros that Swift does not see. */
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#else
#include <xxhash.h>
#endif

static inline XXH128_hash_t gantry_xxh3_of(const void *bytes, size_t count) { return XXH3_128bits(bytes, count); }

static inline XXH_errorcode gantry_xxh3_add(XXH3_state_t *state, const void *bytes, size_t count) {
    return XXH3_128bits_update(state, bytes, count);
}
