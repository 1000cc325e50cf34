internal import GantryFiles
internal import GantryYAML
internal import Glibc

/// Runs a program without a shell and returns what it prints.
///
/// The program gets a short text or nothing on its standard input, no standard error, no descriptor of this process,
/// and a process group of its own, which is killed when its time is up.
package enum CommandOutput {
    package enum Result: Equatable {
        case output([UInt8])
        /// It ended, but not well: the end of a sentence.
        case failed(String)
        case notStarted(String)
        case tooLong
    }

    /// - Parameters:
    ///   - input: what it gets on its standard input: at most as much as a pipe holds, 64 KiB.
    ///   - environment: `NAME=value` each; by default that of this process.
    package static func read(
        _ words: [String], input: [UInt8] = [], environment: [String]? = nil, limit: Int, timeout: Duration
    ) -> Result {
        let deadline = ContinuousClock.now + timeout
        var inputs: [Int32] = [-1, -1]
        guard unsafe pipe(&inputs) == 0 else { return .notStarted(systemReason(errno)) }
        // Only read from by the program.
        defer { _ = close(inputs[0]) }
        for end in inputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let given = unsafe input.withUnsafeBytes {
            unsafe Glibc.write(inputs[1], $0.baseAddress, min($0.count, 65_536))
        }
        _ = close(inputs[1])
        guard given == input.count else { return .notStarted("its input is too long") }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return .notStarted(systemReason(errno)) }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Only read from: closing can't lose anything.
        defer { _ = close(reading) }
        let (process, error) = StartedProgram.start(
            words, environment: environment, input: inputs[0], output: writing)
        _ = close(writing)
        guard error == 0 else { return .notStarted(systemReason(error)) }
        let late = Result.failed("took longer than \(timeout.components.seconds) s")
        let (bytes, problem) = collect(reading, limit: limit, until: deadline, late)
        if let problem {
            stop(process)
            return problem
        }
        guard let status = wait(process, until: deadline) else {
            stop(process)
            return late
        }
        // Ends whatever it left running in its group.
        _ = kill(-process, SIGKILL)
        if status & 0x7F != 0 { return .failed("was stopped by signal \(status & 0x7F)") }
        let code = (status >> 8) & 0xFF
        return code == 0 ? .output(bytes) : .failed("exited with code \(code)")
    }

    private static func collect(
        _ descriptor: Int32, limit: Int, until deadline: ContinuousClock.Instant, _ late: Result
    ) -> ([UInt8], Result?) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let left = milliseconds(until: deadline)
            guard left > 0 else { return ([], late) }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&request, 1, left)
            if ready < 0, errno != EINTR { return (bytes, .failed("has unreadable output: \(systemReason(errno))")) }
            guard ready > 0 else { continue }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return (bytes, .failed("has unreadable output: \(systemReason(errno))"))
            }
            if count == 0 { return (bytes, nil) }
            bytes += buffer[..<count]
            if bytes.count > limit { return ([], .tooLong) }
        }
    }

    private static func wait(_ process: pid_t, until deadline: ContinuousClock.Instant) -> Int32? {
        var status: Int32 = 0
        while true {
            let ended = unsafe waitpid(process, &status, WNOHANG)
            if ended == process { return status }
            if ended < 0, errno != EINTR { return nil }
            guard milliseconds(until: deadline) > 0 else { return nil }
            usleep(2_000)
        }
    }

    private static func stop(_ process: pid_t) {
        _ = kill(-process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = (deadline - ContinuousClock.now).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        return Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
