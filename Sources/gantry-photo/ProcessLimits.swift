internal import CLinux
internal import Glibc

/// What the process can't do any more once it decodes what a stranger has made.
enum ProcessLimits {
    /// Decoding the largest picture that is taken needs about half of it.
    private static let memory: rlim_t = 2 << 30
    /// A usual photo takes a second or two.
    private static let seconds: rlim_t = 60

    /// No other file, none that grows, no other privileges, little memory and little time, and of the kernel's calls
    /// the few that decoding needs. A kernel without such a filter leaves the other limits.
    static func apply() {
        limit(RLIMIT_AS, memory)
        limit(RLIMIT_CPU, seconds)
        limit(RLIMIT_FSIZE, 0)
        limit(RLIMIT_NOFILE, 3)
        _ = linux_forbid_new_privileges()
        _ = linux_forbid_other_calls()
    }

    /// The kernel ends this process before any other where the machine runs out of memory.
    static func offerAsFirst() {
        let file = unsafe open("/proc/self/oom_score_adj", O_WRONLY)
        guard file >= 0 else { return }
        _ = unsafe write(file, "1000", 4)
        _ = close(file)
    }

    private static func limit(_ resource: __rlimit_resource, _ most: rlim_t) {
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
