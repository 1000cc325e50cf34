// Counts the calls that change files under one folder, records them, and makes chosen ones fail, lie or be the last.
//
//   cc -shared -fPIC -O2 -o faults.so faults.c -ldl
//   LD_PRELOAD=$PWD/faults.so GANTRY_FAULT_ROOT=DIR GANTRY_FAULT=kill@17 GANTRY_FAULT_LOG=calls.log PROGRAM …
//
// README.md beside this file has the variables and the log's columns. Everything here makes plain system calls, so it
// works inside any thread, before main and between fork and exec, and the log is complete up to a SIGKILL.
// One counter per fault runs over all threads. Descriptors are resolved through /proc/self/fd at each call: no table can
// go stale after a rename, a dup or a descriptor received from elsewhere.

#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// MARK: What can be counted

enum call {
    c_open, c_creat, c_write, c_pwrite, c_writev, c_pwritev, c_copy, c_fsync, c_fdatasync, c_sync_file_range, c_syncfs, c_rename,
    c_unlink, c_rmdir, c_truncate, c_ftruncate, c_fallocate, c_mkdir, c_link, c_symlink, c_close, call_count
};

static const char *const call_names[call_count] = {
    "open", "creat", "write", "pwrite", "writev", "pwritev", "copy", "fsync", "fdatasync", "sync_file_range", "syncfs", "rename",
    "unlink", "rmdir", "truncate", "ftruncate", "fallocate", "mkdir", "link", "symlink", "close",
};

#define BIT(c) (1u << (c))
static const unsigned all_calls = (1u << call_count) - 1;
static const unsigned write_calls = BIT(c_write) | BIT(c_pwrite) | BIT(c_writev) | BIT(c_pwritev);
static const unsigned sync_calls = BIT(c_fsync) | BIT(c_fdatasync);
static const unsigned all_sync_calls = BIT(c_fsync) | BIT(c_fdatasync) | BIT(c_sync_file_range) | BIT(c_syncfs);

// MARK: What can be ordered

enum kind { f_kill, f_kill_after, f_power, f_stop, f_error, f_short, f_lie, f_hole, f_drop_fsync, f_drop_dirsync };

struct fault {
    enum kind kind;
    int error;           // errno of f_error
    unsigned calls;      // which calls this fault counts and meets
    unsigned long at;    // the call it meets, counted from one; 0 is every call
    bool onwards;        // and all after it
    atomic_ulong seen;
};

enum { max_faults = 8 };
static struct fault faults[max_faults];
static int fault_count;
static unsigned chosen_calls = (1u << call_count) - 1;
static char root[PATH_MAX];
static size_t root_length;
static int log_descriptor = -1;
static atomic_ulong sequence;
static bool active;

static const struct { const char *name; int value; } error_names[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EINTR", EINTR}, {"EPERM", EPERM},
    {"ENOENT", ENOENT}, {"EEXIST", EEXIST}, {"EXDEV", EXDEV}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"ENOMEM", ENOMEM},
    {"EAGAIN", EAGAIN}, {"EFBIG", EFBIG}, {"EINVAL", EINVAL}, {"ELOOP", ELOOP}, {"EBUSY", EBUSY}, {"ENOTEMPTY", ENOTEMPTY},
    {"ENOTDIR", ENOTDIR}, {"EISDIR", EISDIR}, {"ENAMETOOLONG", ENAMETOOLONG}, {"ESTALE", ESTALE}, {"EBADF", EBADF},
    {"EOPNOTSUPP", EOPNOTSUPP}, {"ENOLCK", ENOLCK}, {"ENODEV", ENODEV}, {"ENXIO", ENXIO}, {"EMLINK", EMLINK},
};

static void raw_write(int fd, const char *text, size_t length) {
    while (length > 0) {
        long n = syscall(SYS_write, fd, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        text += n;
        length -= (size_t)n;
    }
}

// A mistaken order must not look like a run without faults.
static void refuse(const char *what, const char *text) {
    char line[512];
    int n = snprintf(line, sizeof line, "faults.so: %s: %.300s\n", what, text);
    raw_write(2, line, (size_t)n);
    syscall(SYS_exit_group, 125);
}

static unsigned parse_calls(const char *list) {
    char copy[512];
    unsigned mask = 0;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *rest = NULL, *name = strtok_r(copy, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest)) {
        int c = 0;
        while (c < call_count && strcmp(call_names[c], name) != 0) c++;
        if (c == call_count) refuse("GANTRY_FAULT_CALLS names no such call", name);
        mask |= BIT(c);
    }
    return mask;
}

static void parse_fault(char *text) {
    if (fault_count == max_faults) refuse("GANTRY_FAULT holds too many faults", text);
    struct fault *fault = &faults[fault_count++];
    char whole[256];
    snprintf(whole, sizeof whole, "%s", text);
    char *at = strchr(text, '@');
    if (at) {
        *at++ = 0;
        char *end;
        fault->at = strtoul(at, &end, 10);
        fault->onwards = *end == '+';
        if (fault->at == 0 || end == at || end[fault->onwards] != 0) refuse("GANTRY_FAULT needs a number from 1 after @", whole);
    }
    char *detail = strchr(text, ':');
    if (detail) *detail++ = 0;
    fault->calls = all_calls;
    if (!strcmp(text, "kill")) fault->kind = f_kill;
    else if (!strcmp(text, "kill-after")) fault->kind = f_kill_after;
    else if (!strcmp(text, "power")) fault->kind = f_power;
    else if (!strcmp(text, "stop")) fault->kind = f_stop;
    else if (!strcmp(text, "short")) fault->kind = f_short, fault->calls = write_calls;
    else if (!strcmp(text, "lie")) fault->kind = f_lie, fault->calls = write_calls;
    else if (!strcmp(text, "hole")) fault->kind = f_hole, fault->calls = write_calls;
    else if (!strcmp(text, "drop-fsync")) fault->kind = f_drop_fsync, fault->calls = all_sync_calls;
    else if (!strcmp(text, "drop-dirsync")) fault->kind = f_drop_dirsync, fault->calls = all_sync_calls;
    else if (!strcmp(text, "fsync-error")) fault->kind = f_error, fault->error = EIO, fault->calls = sync_calls;
    else if (!strcmp(text, "error") && detail) {
        fault->kind = f_error;
        for (size_t i = 0; i < sizeof error_names / sizeof *error_names; i++)
            if (!strcmp(error_names[i].name, detail)) fault->error = error_names[i].value;
        if (fault->error == 0) fault->error = atoi(detail);
        if (fault->error <= 0 || fault->error > 4095) refuse("GANTRY_FAULT names no such error", whole);
    } else refuse("GANTRY_FAULT names no such fault", whole);
    if (!at && fault->kind != f_drop_fsync && fault->kind != f_drop_dirsync) refuse("GANTRY_FAULT needs @N", whole);
}

// MARK: Losing power

enum { max_disks = 8, loop_major = 7, page = 4096 };
static int disks[max_disks];
static int disk_count;
static uint64_t random_state;

static uint64_t random_number(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Only what is mounted from a file may lose power: the order would end the file system of the whole machine as well.
static void add_disk(const char *folder) {
    struct stat status;
    long fd = syscall(SYS_openat, AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fstat((int)fd, &status) < 0) refuse("GANTRY_FAULT_DISKS names no folder", folder);
    if (major(status.st_dev) != loop_major) refuse("power@N needs a file system on a loop device", folder);
    if (disk_count == max_disks) refuse("GANTRY_FAULT_DISKS names too many folders", folder);
    disks[disk_count++] = (int)fd;
}

static void find_disks(void) {
    const char *list = getenv("GANTRY_FAULT_DISKS"), *seed = getenv("GANTRY_FAULT_SEED");
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", list && *list ? list : root);
    for (char *rest = NULL, *one = strtok_r(copy, ":", &rest); one; one = strtok_r(NULL, ":", &rest)) add_disk(one);
    random_state = seed ? strtoull(seed, NULL, 10) : 0;
}

enum way { nothing, some_pages, some_files, all_files, way_count };

static void write_back_file(int fd, off64_t size, enum way way) {
    const unsigned now = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    if (way == some_files && random_number() % 2) return;
    if (way != some_pages) {
        syscall(SYS_sync_file_range, fd, 0L, 0L, now);
        return;
    }
    for (off64_t at = 0; at < size;) {
        off64_t length = page * (off64_t)(1 + random_number() % 4);
        if (random_number() % 2) syscall(SYS_sync_file_range, fd, (long)at, (long)length, now);
        at += length;
    }
}

// The kernel writes dirty pages whenever and in whatever order it likes. The journal is not committed by it.
static void write_back(int folder, enum way way) {
    struct entry { uint64_t inode, offset; unsigned short length; unsigned char type; char name[]; };
    _Alignas(struct entry) char buffer[8192];
    for (long n; (n = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
        for (long at = 0; at < n;) {
            struct entry *entry = (struct entry *)(buffer + at);
            at += entry->length;
            if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..")) continue;
            long fd = syscall(SYS_openat, folder, entry->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
            struct stat status;
            if (fd < 0) continue;
            if (fstat((int)fd, &status) == 0) {
                if (S_ISDIR(status.st_mode)) write_back((int)fd, way);
                else if (S_ISREG(status.st_mode)) write_back_file((int)fd, status.st_size, way);
            }
            syscall(SYS_close, fd);
        }
    }
}

// With the journal committed, names and lengths are there whose bytes are not.
static void lose_power(enum way way, bool commits_journal) {
    for (int i = 0; i < disk_count; i++) write_back(disks[i], way);
    for (int i = 0; i < disk_count; i++) {
        uint32_t order = commits_journal ? 1 : 2;
        if (syscall(SYS_ioctl, disks[i], _IOR('X', 125, uint32_t), &order) < 0) refuse("the file system can't be shut down", strerror(errno));
    }
}

static void start(void) {
    const char *folder = getenv("GANTRY_FAULT_ROOT");
    if (!folder || !*folder) return;
    const char *program = getenv("GANTRY_FAULT_PROGRAM");
    if (program && *program && strcmp(program, program_invocation_short_name) != 0) return;
    if (!realpath(folder, root)) refuse("GANTRY_FAULT_ROOT is no folder", folder);
    root_length = strlen(root);
    if (root_length == 1) root_length = 0;
    const char *calls = getenv("GANTRY_FAULT_CALLS");
    if (calls && *calls) chosen_calls = parse_calls(calls);
    const char *order = getenv("GANTRY_FAULT");
    if (order && *order) {
        char copy[1024], *rest = NULL;
        snprintf(copy, sizeof copy, "%s", order);
        for (char *one = strtok_r(copy, ", ", &rest); one; one = strtok_r(NULL, ", ", &rest)) parse_fault(one);
    }
    for (int i = 0; i < fault_count; i++) {
        if (faults[i].kind != f_power) continue;
        find_disks();
        break;
    }
    const char *log = getenv("GANTRY_FAULT_LOG");
    if (log && *log) {
        long fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (fd < 0) refuse("GANTRY_FAULT_LOG cannot be opened", log);
        long high = syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 200);  // out of the way of the program's own numbers
        if (high >= 0) syscall(SYS_close, fd);
        log_descriptor = (int)(high >= 0 ? high : fd);
    }
    active = true;
}

// Other libraries' constructors may come first; whoever calls first starts it.
static pthread_once_t once = PTHREAD_ONCE_INIT;
__attribute__((constructor(101))) static void constructor(void) { pthread_once(&once, start); }
static bool is_active(void) {
    pthread_once(&once, start);
    return active;
}

// MARK: Paths

// The part of an absolute path below the root, "." for the root itself, or NULL when it is elsewhere.
static const char *below_root(const char *path) {
    if (strncmp(path, root, root_length) != 0) return NULL;
    if (path[root_length] == 0) return ".";
    return path[root_length] == '/' ? path + root_length + 1 : NULL;
}

static bool path_of_descriptor(int fd, char out[PATH_MAX]) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long n = syscall(SYS_readlinkat, AT_FDCWD, link, out, PATH_MAX - 1);
    if (n <= 0) return false;
    out[n] = 0;
    static const char gone[] = " (deleted)";
    if ((size_t)n > sizeof gone && !strcmp(out + n - (sizeof gone - 1), gone)) out[n - (long)(sizeof gone - 1)] = 0;
    return true;
}

// Resolves links and dots in the folder of a path; the last part stays as written, for it may be a link or not exist yet.
static bool path_of_name(int folder, const char *name, char out[PATH_MAX]) {
    char joined[PATH_MAX * 2];
    if (!name) return false;
    if (name[0] == '/') {
        snprintf(joined, sizeof joined, "%s", name);
    } else {
        char base[PATH_MAX];
        if (folder == AT_FDCWD) {
            if (syscall(SYS_getcwd, base, sizeof base) <= 0) return false;
        } else if (!path_of_descriptor(folder, base)) {
            return false;
        }
        if (name[0] == 0) {
            snprintf(out, PATH_MAX, "%s", base);
            return true;
        }
        snprintf(joined, sizeof joined, "%s/%s", base, name);
    }
    size_t length = strlen(joined);
    while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
    char *slash = strrchr(joined, '/');
    if (!slash) return false;
    char last[NAME_MAX + 2];
    snprintf(last, sizeof last, "%s", slash + 1);
    if (last[0] == 0 || !strcmp(last, ".") || !strcmp(last, "..")) return realpath(joined, out) != NULL;
    slash[slash == joined] = 0;
    char parent[PATH_MAX];
    if (!realpath(joined, parent)) return false;
    size_t used = parent[1] ? strlen(parent) : 0, more = strlen(last);
    if (used + more + 2 > PATH_MAX) return false;
    memcpy(out, parent, used);
    out[used] = '/';
    memcpy(out + used + 1, last, more + 1);
    return true;
}

// MARK: One counted call

struct event {
    enum call call;
    unsigned long number;
    int fd;
    long long bytes;          // asked for; -1 when the call has none
    char path[PATH_MAX];      // absolute
    char second[PATH_MAX];    // absolute; empty when the call has none
    char note[96];
    bool is_folder;
    bool kill_after;
};

enum answer { proceed, fail, shorten, lie, leave_hole, drop };

static void escape(char **to, char *end, const char *text) {
    for (; *text && *to + 4 < end; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '%' || c == 0x7f) *to += sprintf(*to, "%%%02X", c);
        else *(*to)++ = (char)c;
    }
}

static void record(const struct event *e, const char *result) {
    if (log_descriptor < 0) return;
    char line[PATH_MAX * 2 + 512], *p = line, *end = line + sizeof line - 128;
    const char *path = below_root(e->path), *second = e->second[0] ? below_root(e->second) : NULL;
    p += sprintf(p, "%lu\t%ld:%ld\t%s\t", e->number, syscall(SYS_getpid), syscall(SYS_gettid), call_names[e->call]);
    escape(&p, end, path ? path : e->path);
    p += sprintf(p, "\t%d\t%lld\t%s\t", e->fd, e->bytes, result);
    escape(&p, end, second ? second : e->second);
    p += sprintf(p, "\t%s\n", e->note);
    int saved = errno;
    raw_write(log_descriptor, line, (size_t)(p - line));
    errno = saved;
}

static void note(struct event *e, const char *text) {
    size_t used = strlen(e->note);
    snprintf(e->note + used, sizeof e->note - used, "%s%s", used ? "," : "", text);
}

static void die(void) {
    for (;;) {
        syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
        syscall(SYS_sched_yield);
    }
}

// Counts the call and says what is to become of it. Sets errno when the answer is `fail`.
static enum answer meet(struct event *e) {
    e->number = atomic_fetch_add(&sequence, 1) + 1;
    enum answer answer = proceed;
    int error = 0;
    for (int i = 0; i < fault_count; i++) {
        struct fault *fault = &faults[i];
        if (!(BIT(e->call) & fault->calls & chosen_calls)) continue;
        if (fault->kind == f_drop_fsync && e->is_folder) continue;
        if (fault->kind == f_drop_dirsync && !e->is_folder) continue;
        unsigned long seen = atomic_fetch_add(&fault->seen, 1) + 1;
        if (fault->at && seen != fault->at && !(fault->onwards && seen > fault->at)) continue;
        switch (fault->kind) {
        case f_kill:
            note(e, "killed");
            record(e, "-");
            die();
            break;
        case f_kill_after: e->kill_after = true; break;
        case f_power: {
            static const char *const names[way_count] = {"nothing", "pages", "files", "all"};
            enum way way = random_number() % way_count;
            bool commits_journal = random_number() % 2;
            note(e, names[way]);
            note(e, commits_journal ? "journal" : "no-journal");
            note(e, "power");
            record(e, "-");
            lose_power(way, commits_journal);
            die();
            break;
        }
        case f_stop:
            note(e, "stopped");
            record(e, "-");
            e->note[0] = 0;
            syscall(SYS_kill, syscall(SYS_getpid), SIGSTOP);
            break;
        case f_error:
            note(e, "injected");
            answer = fail;
            error = fault->error;
            break;
        case f_short: note(e, "short"); answer = shorten; break;
        case f_lie: note(e, "lied"); answer = lie; break;
        case f_hole: note(e, "hole"); answer = leave_hole; break;
        case f_drop_fsync:
        case f_drop_dirsync: note(e, "dropped"); answer = drop; break;
        }
    }
    if (answer == fail) errno = error;
    return answer;
}

static long finish(struct event *e, long result) {
    char text[24];
    snprintf(text, sizeof text, "%ld", result < 0 ? (long)-errno : result);
    if (e->kill_after) note(e, "killed-after");
    record(e, text);
    if (e->kill_after) die();
    return result;
}

static bool begin_fd(struct event *e, enum call call, int fd, long long bytes) {
    if (!is_active()) return false;
    int saved = errno;
    bool counted = path_of_descriptor(fd, e->path) && below_root(e->path);
    errno = saved;
    if (!counted) return false;
    e->call = call, e->fd = fd, e->bytes = bytes;
    e->second[0] = e->note[0] = 0;
    e->is_folder = e->kill_after = false;
    return true;
}

static bool begin_path(struct event *e, enum call call, int folder, const char *name) {
    if (!is_active()) return false;
    int saved = errno;
    bool counted = path_of_name(folder, name, e->path) && below_root(e->path);
    errno = saved;
    if (!counted) return false;
    e->call = call, e->fd = -1, e->bytes = -1;
    e->second[0] = e->note[0] = 0;
    e->is_folder = e->kill_after = false;
    return true;
}

// Counted when either name is below the root; a name elsewhere is recorded in full.
static bool begin_paths(struct event *e, enum call call, int from_folder, const char *from, int to_folder, const char *to) {
    if (!is_active()) return false;
    int saved = errno;
    bool first = path_of_name(from_folder, from, e->path), second = path_of_name(to_folder, to, e->second);
    errno = saved;
    if (!(first && below_root(e->path)) && !(second && below_root(e->second))) return false;
    if (!first) snprintf(e->path, PATH_MAX, "%s", from ? from : "");
    if (!second) snprintf(e->second, PATH_MAX, "%s", to ? to : "");
    e->call = call, e->fd = -1, e->bytes = -1;
    e->note[0] = 0;
    e->is_folder = e->kill_after = false;
    return true;
}

// MARK: Opening

static void note_flags(struct event *e, int flags) {
    if (flags & O_CREAT) note(e, "O_CREAT");
    if (flags & O_EXCL) note(e, "O_EXCL");
    if (flags & O_TRUNC) note(e, "O_TRUNC");
    if (flags & O_APPEND) note(e, "O_APPEND");
    if ((flags & O_SYNC) == O_SYNC || (flags & O_DSYNC)) note(e, "O_SYNC");
}

static int do_open(enum call call, int folder, const char *name, int flags, mode_t mode) {
    struct event e;
    bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
    if (!writes || (flags & O_PATH) || !begin_path(&e, call, folder, name))
        return (int)syscall(SYS_openat, folder, name, flags, mode);
    int saved = errno;
    if (syscall(SYS_faccessat, AT_FDCWD, e.path, F_OK) < 0 && errno == ENOENT && (flags & O_CREAT)) note(&e, "new");
    errno = saved;
    note_flags(&e, flags);
    if (meet(&e) == fail) return (int)finish(&e, -1);
    long fd = syscall(SYS_openat, folder, name, flags, mode);
    e.fd = (int)fd;
    return (int)finish(&e, fd);
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

int open(const char *name, int flags, ...) { MODE(flags) return do_open(c_open, AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE(flags) return do_open(c_open, AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE(flags) return do_open(c_open, folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE(flags) return do_open(c_open, folder, name, flags, mode); }
int __open_2(const char *name, int flags) { return do_open(c_open, AT_FDCWD, name, flags, 0); }
int __open64_2(const char *name, int flags) { return do_open(c_open, AT_FDCWD, name, flags, 0); }
int __openat_2(int folder, const char *name, int flags) { return do_open(c_open, folder, name, flags, 0); }
int __openat64_2(int folder, const char *name, int flags) { return do_open(c_open, folder, name, flags, 0); }
int creat(const char *name, mode_t mode) { return do_open(c_creat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return do_open(c_creat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

// The C library makes the file inside itself; only the choice of the name is left to it.
static int do_mkstemp(char *template, int suffix, int flags) {
    static int (*next)(char *, int, int);
    struct event e;
    if (!next) next = (int (*)(char *, int, int))dlsym(RTLD_NEXT, "mkostemps");
    if (!begin_path(&e, c_open, AT_FDCWD, template)) return next(template, suffix, flags);
    note(&e, "new");
    note_flags(&e, O_CREAT | O_EXCL | flags);
    if (meet(&e) == fail) return (int)finish(&e, -1);
    int fd = next(template, suffix, flags);
    if (fd >= 0) path_of_descriptor(fd, e.path);
    e.fd = fd;
    return (int)finish(&e, fd);
}

int mkstemp(char *template) { return do_mkstemp(template, 0, 0); }
int mkstemp64(char *template) { return do_mkstemp(template, 0, 0); }
int mkostemp(char *template, int flags) { return do_mkstemp(template, 0, flags); }
int mkostemp64(char *template, int flags) { return do_mkstemp(template, 0, flags); }
int mkstemps(char *template, int suffix) { return do_mkstemp(template, suffix, 0); }
int mkostemps64(char *template, int suffix, int flags) { return do_mkstemp(template, suffix, flags); }

int close(int fd) {
    struct event e;
    if (fd >= 0 && fd == log_descriptor) {
        errno = EBADF;
        return -1;
    }
    if (!is_active()) return (int)syscall(SYS_close, fd);
    int saved = errno;
    long flags = syscall(SYS_fcntl, fd, F_GETFL);
    errno = saved;
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY || (flags & O_PATH) || !begin_fd(&e, c_close, fd, -1))
        return (int)syscall(SYS_close, fd);
    if (meet(&e) == fail) {  // the kernel gives the descriptor back even when closing reports an error
        int error = errno;
        syscall(SYS_close, fd);
        errno = error;
        return (int)finish(&e, -1);
    }
    return (int)finish(&e, syscall(SYS_close, fd));
}

// MARK: Writing

static size_t total(const struct iovec *parts, int count) {
    size_t sum = 0;
    for (int i = 0; i < count; i++) sum += parts[i].iov_len;
    return sum;
}

static void note_offset(struct event *e, off64_t offset) {
    char text[40];
    snprintf(text, sizeof text, "at=%lld", (long long)offset);
    note(e, text);
}

// Where the bytes should be, zeros come to stand, as when a device loses a write it has acknowledged.
static void make_hole(int fd, off64_t offset, size_t length) {
    struct stat status;
    int saved = errno;
    if (fstat(fd, &status) < 0) return;
    off64_t from = offset;
    if (offset < 0) {
        long flags = syscall(SYS_fcntl, fd, F_GETFL);
        from = flags & O_APPEND ? status.st_size : (off64_t)syscall(SYS_lseek, fd, 0, SEEK_CUR);
        syscall(SYS_lseek, fd, from + (off64_t)length, SEEK_SET);
    }
    if (from + (off64_t)length > status.st_size) syscall(SYS_ftruncate, fd, from + (off64_t)length);
    errno = saved;
}

// `offset` is -1 for a write at the descriptor's own position.
static ssize_t do_write(enum call call, int fd, const void *bytes, size_t length, off64_t offset) {
    struct event e;
    bool counted = begin_fd(&e, call, fd, (long long)length);
    enum answer answer = proceed;
    if (counted) {
        if (offset >= 0) note_offset(&e, offset);
        answer = meet(&e);
    }
    switch (answer) {
    case fail: return finish(&e, -1);
    case lie: return finish(&e, (long)length);
    case leave_hole: make_hole(fd, offset, length); return finish(&e, (long)length);
    case shorten: length = length > 1 ? length / 2 : length; break;
    default: break;
    }
    long n = offset >= 0 ? syscall(SYS_pwrite64, fd, bytes, length, offset) : syscall(SYS_write, fd, bytes, length);
    return counted ? finish(&e, n) : n;
}

static ssize_t do_writev(enum call call, int fd, const struct iovec *parts, int count, off64_t offset, int flags) {
    struct event e;
    bool counted = begin_fd(&e, call, fd, (long long)total(parts, count));
    enum answer answer = proceed;
    if (counted) {
        if (offset >= 0) note_offset(&e, offset);
        answer = meet(&e);
    }
    switch (answer) {
    case fail: return finish(&e, -1);
    case lie: return finish(&e, (long)total(parts, count));
    case leave_hole: make_hole(fd, offset, total(parts, count)); return finish(&e, (long)total(parts, count));
    case shorten:
        for (int i = 0; i < count; i++) {  // half of the first part that holds anything
            if (parts[i].iov_len == 0) continue;
            size_t length = parts[i].iov_len > 1 ? parts[i].iov_len / 2 : 1;
            long n = offset >= 0 ? syscall(SYS_pwrite64, fd, parts[i].iov_base, length, offset)
                                 : syscall(SYS_write, fd, parts[i].iov_base, length);
            return finish(&e, n);
        }
        break;
    default: break;
    }
    long n = syscall(SYS_pwritev2, fd, parts, count, (long)offset, 0L, flags);  // -1: own position
    return counted ? finish(&e, n) : n;
}

ssize_t write(int fd, const void *bytes, size_t length) { return do_write(c_write, fd, bytes, length, -1); }
ssize_t __write(int fd, const void *bytes, size_t length) { return do_write(c_write, fd, bytes, length, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return do_write(c_pwrite, fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return do_write(c_pwrite, fd, bytes, length, at); }
ssize_t __pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return do_write(c_pwrite, fd, bytes, length, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return do_writev(c_writev, fd, parts, count, -1, 0); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return do_writev(c_pwritev, fd, parts, count, at, 0); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return do_writev(c_pwritev, fd, parts, count, at, 0); }
ssize_t pwritev2(int fd, const struct iovec *parts, int count, off_t at, int flags) { return do_writev(c_pwritev, fd, parts, count, at, flags); }
ssize_t pwritev64v2(int fd, const struct iovec *parts, int count, off64_t at, int flags) { return do_writev(c_pwritev, fd, parts, count, at, flags); }

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
    struct event e;
    bool counted = begin_fd(&e, c_copy, to, (long long)length);
    if (counted && meet(&e) == fail) return finish(&e, -1);
    long n = syscall(SYS_copy_file_range, from, from_at, to, to_at, length, flags);
    return counted ? finish(&e, n) : n;
}

static ssize_t do_sendfile(int to, int from, off64_t *at, size_t length) {
    struct event e;
    bool counted = begin_fd(&e, c_copy, to, (long long)length);
    if (counted && meet(&e) == fail) return finish(&e, -1);
    long n = syscall(SYS_sendfile, to, from, at, length);
    return counted ? finish(&e, n) : n;
}

ssize_t sendfile(int to, int from, off_t *at, size_t length) { return do_sendfile(to, from, (off64_t *)at, length); }
ssize_t sendfile64(int to, int from, off64_t *at, size_t length) { return do_sendfile(to, from, at, length); }

// MARK: Syncing

static bool is_folder(int fd) {
    struct stat status;
    int saved = errno;
    bool answer = fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
    errno = saved;
    return answer;
}

static int do_sync(enum call call, long number, int fd, off64_t at, off64_t length, unsigned flags) {
    struct event e;
    if (!begin_fd(&e, call, fd, -1)) return (int)syscall(number, fd, at, length, flags);
    e.is_folder = is_folder(fd);
    if (e.is_folder) note(&e, "folder");
    switch (meet(&e)) {
    case fail: return (int)finish(&e, -1);
    case drop: return (int)finish(&e, 0);
    default: return (int)finish(&e, syscall(number, fd, at, length, flags));
    }
}

int fsync(int fd) { return do_sync(c_fsync, SYS_fsync, fd, 0, 0, 0); }
int fdatasync(int fd) { return do_sync(c_fdatasync, SYS_fdatasync, fd, 0, 0, 0); }
int syncfs(int fd) { return do_sync(c_syncfs, SYS_syncfs, fd, 0, 0, 0); }
int sync_file_range(int fd, off64_t at, off64_t length, unsigned flags) {
    return do_sync(c_sync_file_range, SYS_sync_file_range, fd, at, length, flags);
}

// MARK: Names

static int do_rename(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    struct event e;
    bool counted = begin_paths(&e, c_rename, from_folder, from, to_folder, to);
    if (counted && flags & RENAME_NOREPLACE) note(&e, "RENAME_NOREPLACE");
    if (counted && flags & RENAME_EXCHANGE) note(&e, "RENAME_EXCHANGE");
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
    return (int)(counted ? finish(&e, n) : n);
}

int rename(const char *from, const char *to) { return do_rename(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) { return do_rename(from_folder, from, to_folder, to, 0); }
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    return do_rename(from_folder, from, to_folder, to, flags);
}

static int do_unlink(int folder, const char *name, int flags) {
    struct event e;
    bool counted = begin_path(&e, flags & AT_REMOVEDIR ? c_rmdir : c_unlink, folder, name);
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_unlinkat, folder, name, flags);
    return (int)(counted ? finish(&e, n) : n);
}

int unlink(const char *name) { return do_unlink(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return do_unlink(folder, name, flags); }
int rmdir(const char *name) { return do_unlink(AT_FDCWD, name, AT_REMOVEDIR); }
int remove(const char *name) {
    struct stat status;
    bool folder = lstat(name, &status) == 0 && S_ISDIR(status.st_mode);
    return do_unlink(AT_FDCWD, name, folder ? AT_REMOVEDIR : 0);
}

static int do_mkdir(int folder, const char *name, mode_t mode) {
    struct event e;
    bool counted = begin_path(&e, c_mkdir, folder, name);
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_mkdirat, folder, name, mode);
    return (int)(counted ? finish(&e, n) : n);
}

int mkdir(const char *name, mode_t mode) { return do_mkdir(AT_FDCWD, name, mode); }
int mkdirat(int folder, const char *name, mode_t mode) { return do_mkdir(folder, name, mode); }

char *mkdtemp(char *template) {
    static char *(*next)(char *);
    struct event e;
    if (!next) next = (char *(*)(char *))dlsym(RTLD_NEXT, "mkdtemp");
    if (!begin_path(&e, c_mkdir, AT_FDCWD, template)) return next(template);
    if (meet(&e) == fail) {
        finish(&e, -1);
        return NULL;
    }
    char *made = next(template);
    if (made) path_of_name(AT_FDCWD, made, e.path);
    finish(&e, made ? 0 : -1);
    return made;
}

static int do_link(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    struct event e;
    bool counted = begin_paths(&e, c_link, from_folder, from, to_folder, to);
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
    return (int)(counted ? finish(&e, n) : n);
}

int link(const char *from, const char *to) { return do_link(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    return do_link(from_folder, from, to_folder, to, flags);
}

static int do_symlink(const char *target, int folder, const char *name) {
    struct event e;
    bool counted = begin_path(&e, c_symlink, folder, name);
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_symlinkat, target, folder, name);
    return (int)(counted ? finish(&e, n) : n);
}

int symlink(const char *target, const char *name) { return do_symlink(target, AT_FDCWD, name); }
int symlinkat(const char *target, int folder, const char *name) { return do_symlink(target, folder, name); }

// MARK: Sizes

static int do_ftruncate(int fd, off64_t length) {
    struct event e;
    bool counted = begin_fd(&e, c_ftruncate, fd, length);
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_ftruncate, fd, length);
    return (int)(counted ? finish(&e, n) : n);
}

int ftruncate(int fd, off_t length) { return do_ftruncate(fd, length); }
int ftruncate64(int fd, off64_t length) { return do_ftruncate(fd, length); }

static int do_truncate(const char *name, off64_t length) {
    struct event e;
    bool counted = begin_path(&e, c_truncate, AT_FDCWD, name);
    if (counted) e.bytes = length;
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_truncate, name, length);
    return (int)(counted ? finish(&e, n) : n);
}

int truncate(const char *name, off_t length) { return do_truncate(name, length); }
int truncate64(const char *name, off64_t length) { return do_truncate(name, length); }

static int do_fallocate(int fd, int mode, off64_t at, off64_t length) {
    struct event e;
    bool counted = begin_fd(&e, c_fallocate, fd, length);
    if (counted) note_offset(&e, at);
    if (counted && meet(&e) == fail) return (int)finish(&e, -1);
    long n = syscall(SYS_fallocate, fd, mode, at, length);
    return (int)(counted ? finish(&e, n) : n);
}

int fallocate(int fd, int mode, off_t at, off_t length) { return do_fallocate(fd, mode, at, length); }
int fallocate64(int fd, int mode, off64_t at, off64_t length) { return do_fallocate(fd, mode, at, length); }

// Answers the error itself and leaves errno alone; where the file system cannot, the C library writes zeros instead.
static int do_posix_fallocate(int fd, off64_t at, off64_t length) {
    static int (*next)(int, off64_t, off64_t);
    int saved = errno;
    int error = do_fallocate(fd, 0, at, length) < 0 ? errno : 0;
    if (error == EOPNOTSUPP) {
        if (!next) next = (int (*)(int, off64_t, off64_t))dlsym(RTLD_NEXT, "posix_fallocate64");
        error = next(fd, at, length);
    }
    errno = saved;
    return error;
}

int posix_fallocate(int fd, off_t at, off_t length) { return do_posix_fallocate(fd, at, length); }
int posix_fallocate64(int fd, off64_t at, off64_t length) { return do_posix_fallocate(fd, at, length); }
