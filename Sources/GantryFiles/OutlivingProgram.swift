import Glibc

extension StartedProgram {
    /// Starts a program that may outlive this process: it prints into files, of which it keeps the first one locked
    /// until it ends, however it ends.
    ///
    /// - Parameters:
    ///   - output: the path of a new file for what it prints.
    ///   - problems: the path of a new file for its standard error.
    ///   - input: what it reads, at most what a pipe holds: secrets, which stand in no file and among no arguments.
    /// - Returns: its number.
    /// - Throws: `FileError`.
    package static func start(
        _ words: [String], output: String, problems: String, input: [UInt8] = []
    ) throws(FileError) -> Int32 {
        let printed = try created(output)
        let complained = try created(problems)
        let number = printed.number
        guard repeated({ flock(number, LOCK_EX | LOCK_NB) }) == 0 else {
            throw FileError(doing: "Locking", output, errno)
        }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw FileError(doing: "Starting", words.first ?? "", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let given = unsafe input.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, min($0.count, 4_096)) }
        _ = Glibc.close(ends[1])
        defer { _ = Glibc.close(ends[0]) }
        guard given == input.count else { throw FileError(doing: "Starting", words.first ?? "", E2BIG) }
        let (process, problem) = start(words, input: ends[0], output: number, problems: complained.number)
        // From here on the program alone keeps them open, and the lock with them.
        try printed.close(output)
        try complained.close(problems)
        guard problem == 0 else { throw FileError(doing: "Starting", words.first ?? "", problem) }
        return process
    }

    /// Whether the program still runs that prints into this file.
    package static func isRunning(output: String) -> Bool {
        guard let file = try? opened(output, O_RDONLY | O_CLOEXEC) else { return false }
        let number = file.number
        let isLocked = repeated({ flock(number, LOCK_SH | LOCK_NB) }) != 0 && errno == EWOULDBLOCK
        return withExtendedLifetime(file) { isLocked }
    }

    /// Takes note of a program's end, so that nothing of it is kept.
    package static func forget(_ process: Int32) -> Bool {
        var status: Int32 = 0
        let ended = unsafe waitpid(process, &status, WNOHANG)
        return ended == process || (ended < 0 && errno != EINTR)
    }

    private static func created(_ path: String) throws(FileError) -> OpenFile {
        try opened(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC)
    }

    private static func opened(_ path: String, _ flags: Int32) throws(FileError) -> OpenFile {
        let number = unsafe open(path, flags, 0o600)
        guard number >= 0 else { throw FileError(doing: "Opening", path, errno) }
        return OpenFile(number: number)
    }
}
