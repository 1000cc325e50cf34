// Valgrind 3.19 writes into the signal mask that a program waits with, and libdispatch has its in memory that can't be written.
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    unsigned long copy;
    memcpy(&copy, mask, sizeof copy);
    return (int)syscall(SYS_rt_sigsuspend, &copy, sizeof copy);
}
