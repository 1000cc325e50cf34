#ifndef GANTRY_CLINUX_SHIM_H
#define GANTRY_CLINUX_SHIM_H

/* Calls of glibc that its Swift module leaves out, because it is built without _GNU_SOURCE. They are declared here
 * as glibc declares them; the constants have the values of the kernel's own headers, which never change. */

#include <errno.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/types.h>

extern int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
extern int sync_file_range(int file, off_t offset, off_t count, unsigned int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern const char *strerrorname_np(int number);
extern const char *strerrordesc_np(int number);

/* C because RENAME_NOREPLACE is hidden with renameat2. */
static inline int linux_rename_without_replacing(int from_folder, const char *from, int to_folder, const char *to) {
    return renameat2(from_folder, from, to_folder, to, 1u /* RENAME_NOREPLACE */);
}

/* C because SYNC_FILE_RANGE_WRITE is hidden with sync_file_range. Starts writing out; waits for nothing. */
static inline int linux_start_writing_out(int file, off_t offset, off_t count) {
    return sync_file_range(file, offset, count, 2u /* SYNC_FILE_RANGE_WRITE */);
}

/* C because Swift's Glibc module lacks <sys/statfs.h>. The magic number of the file system that a path is on, as in
 * <linux/magic.h>; -1 with errno where it can't be found. Numbers are 32 bits wide, so that -1 is none of them. */
static inline long linux_file_system(const char *path) {
    struct statfs about;
    int result;
    do { result = statfs(path, &about); } while (result != 0 && errno == EINTR);
    return result == 0 ? (long)(unsigned int)about.f_type : -1L;
}

/* C because prctl takes a variable number of arguments. No core file, no dump handler, no tracing by other processes. */
static inline int linux_forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
}

/* C because prctl takes a variable number of arguments. What this process starts gets no more rights than it has. */
static inline int linux_forbid_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
}

/* C because Swift's Glibc module lacks <malloc.h>. Returns 1, or 0 for a limit that glibc does not take. */
static inline int linux_limit_heaps(int count) {
    return mallopt(M_ARENA_MAX, count);
}

/* Likewise. Freed blocks of this size, and as much at the end of a heap, go back to the system. */
static inline int linux_return_freed(int bytes) {
    return mallopt(M_MMAP_THRESHOLD, bytes) && mallopt(M_TRIM_THRESHOLD, bytes);
}

#endif
