#ifndef GANTRY_CLINUX_FILTER_H
#define GANTRY_CLINUX_FILTER_H

/* C because a filter of system calls is a program of macros (seccomp(2), <linux/filter.h>). */

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define LINUX_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LINUX_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LINUX_ALLOW SECCOMP_RET_ALLOW
#define LINUX_END SECCOMP_RET_KILL_PROCESS
#define LINUX_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LINUX_IF(call, action)                                                                                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, action)
/* The low half of an argument, in which the flags are, on machines whose numbers begin with it. */
#define LINUX_IF_BITS(call, argument, bits, action, otherwise)                                                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LINUX_LOAD(args[argument]),                                \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), BPF_STMT(BPF_RET | BPF_K, action),                           \
        BPF_STMT(BPF_RET | BPF_K, otherwise)

/* From here on, the threads of this process can take and give back memory that isn't code, start further threads, write
 * to what is open, and end. Opening a file fails, and any other call ends the process with SIGSYS. Returns 0, or -1 with
 * errno where the kernel has no such filters. */
static inline int linux_forbid_other_calls(void) {
#ifdef LINUX_ARCHITECTURE
    struct sock_filter code[] = {
        LINUX_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LINUX_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, LINUX_END),
        LINUX_LOAD(nr),
        LINUX_IF(futex, LINUX_ALLOW),
        LINUX_IF(brk, LINUX_ALLOW),
        LINUX_IF(munmap, LINUX_ALLOW),
        LINUX_IF(mremap, LINUX_ALLOW),
        LINUX_IF(madvise, LINUX_ALLOW),
        LINUX_IF(write, LINUX_ALLOW),
        LINUX_IF(exit, LINUX_ALLOW),
        LINUX_IF(exit_group, LINUX_ALLOW),
        LINUX_IF(rt_sigaction, LINUX_ALLOW),
        LINUX_IF(rt_sigprocmask, LINUX_ALLOW),
        LINUX_IF(rt_sigreturn, LINUX_ALLOW),
        LINUX_IF(set_robust_list, LINUX_ALLOW),
        LINUX_IF(rseq, LINUX_ALLOW),
        LINUX_IF(sched_yield, LINUX_ALLOW),
        LINUX_IF(sched_getaffinity, LINUX_ALLOW),
        LINUX_IF(clock_gettime, LINUX_ALLOW),
        LINUX_IF(getrandom, LINUX_ALLOW),
        LINUX_IF_BITS(mmap, 2, PROT_EXEC, LINUX_END, LINUX_ALLOW),
        LINUX_IF_BITS(mprotect, 2, PROT_EXEC, LINUX_END, LINUX_ALLOW),
        LINUX_IF_BITS(clone, 0, CLONE_THREAD, LINUX_ALLOW, LINUX_END),
        /* Its flags are in memory, where no filter looks: glibc calls clone instead. */
        LINUX_IF(clone3, SECCOMP_RET_ERRNO | ENOSYS),
        LINUX_IF(openat, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, LINUX_END),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#else
    errno = ENOSYS;
    return -1;
#endif
}

#endif
