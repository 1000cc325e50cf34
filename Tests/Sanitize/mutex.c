// Tells ThreadSanitizer what happens when a Swift Mutex is contended.
//
// Taking and freeing one that nobody waits for is compiled into the program, where the sanitizer sees it. The rest is in
// libswiftSynchronization, which isn't instrumented, and in the kernel: without this, whatever a contended Mutex protects is reported.
// Scripts/sanitize links it into every program: its functions stand before those of the library, which they call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void locking(uint32_t thread, __attribute__((swift_context)) void *handle);
typedef __attribute__((swiftcall)) void unlocking(__attribute__((swift_context)) void *handle);

// Constructors of libraries that are loaded later can need them, so they are looked up when first called.
static locking *real_lock;
static unlocking *real_unlock;

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *handle) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *handle) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *handle) {
    if (!real_lock) real_lock = (locking *)dlsym(RTLD_NEXT, LOCK);
    real_lock(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *handle) {
    if (!real_unlock) real_unlock = (unlocking *)dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    real_unlock(handle);
}
