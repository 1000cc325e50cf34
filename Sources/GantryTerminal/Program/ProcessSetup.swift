internal import CLinux
internal import Glibc

/// What the process is before it does anything: private, sparing and silent with its memory, and not to be killed by a
/// reader.
package enum ProcessSetup {
    package static func apply() {
        _ = umask(0o077)
        shareHeaps()
        forbidDumps()
        fillStandardDescriptors()
        // A closed pipe and a file-size limit become write errors, which can be reported.
        for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
        // A caller that ignores it leaves that behind, and how a program ended that this one started would be lost.
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// Two heaps for all threads; glibc gives a thread its own, up to eight for each processor, and what one thread
    /// freed is then not there for the next. A run moves its buffers from thread to thread. What is freed goes back to
    /// the system from 1 MiB on; glibc raises that to the largest block that was ever freed, and keeps what lies before
    /// one that is left.
    private static func shareHeaps() {
        _ = linux_limit_heaps(2)
        _ = linux_return_freed(1 << 20)
    }

    /// No core file and no dump through a handler: memory holds passwords and tokens.
    ///
    /// Swift's own crash reporter is switched off from outside, with SWIFT_BACKTRACE=enable=no, since it reads its
    /// settings before the program begins.
    private static func forbidDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        _ = linux_forbid_dumps()
    }

    /// Opens what the caller closed, so that no file of a run can become "standard output".
    private static func fillStandardDescriptors() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            // Opened the wrong way round, so that using it is an error as it would be on a closed one.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
