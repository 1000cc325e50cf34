import CLinux
import Glibc

/// Starts programs, without a shell.
package enum StartedProgram {
    /// Starts a program in a process group of its own, so that neither Ctrl-C nor the end of a terminal reaches it. It
    /// gets no other descriptors of this process, and every signal as if nobody had blocked or ignored it.
    ///
    /// - Parameters:
    ///   - words: the program, by its path or a name that is looked for in `PATH`, and its arguments.
    ///   - environment: `NAME=value` each; `nil` for that of this process.
    ///   - input: what it reads, output: what it prints, problems: its standard error. The caller closes its own; `nil`
    ///     for `/dev/null`.
    /// - Returns: its number, and 0; or any number, and why it can't be started, as an `errno`.
    package static func start(
        _ words: [String], environment: [String]? = nil, input: Int32? = nil, output: Int32? = nil,
        problems: Int32? = nil
    ) -> (process: Int32, problem: Int32) {
        guard let program = words.first else { return (0, EINVAL) }
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        for (number, own) in [(Int32(0), input), (1, output), (2, problems)] {
            if let own {
                unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
            } else {
                unsafe posix_spawn_file_actions_addopen(
                    &actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
            }
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process: Int32 = 0
        let problem = unsafe withWords(words) { arguments in
            guard let environment else {
                return unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
            }
            return unsafe withWords(environment) {
                unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, $0)
            }
        }
        return (process, problem)
    }

    /// Texts as C wants them: pointers, the last of them nil.
    private static func withWords(
        _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return EINVAL }
            return unsafe body(base)
        }
    }
}
