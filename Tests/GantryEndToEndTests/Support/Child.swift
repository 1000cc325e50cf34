import Glibc
import Synchronization
import Testing

/// How a program ended and what it said.
struct Ending: Sendable, CustomStringConvertible {
    enum Status: Equatable, Sendable {
        case exited(Int32)
        case killed(by: Int32)
        /// It was ended because its time was over: a hang.
        case timedOut
    }

    let status: Status
    let out: String
    let err: String
    let took: Duration

    var code: Int32? { if case .exited(let code) = status { code } else { nil } }
    var wasKilled: Bool { status == .killed(by: SIGKILL) }
    var lines: [Substring] { out.split(separator: "\n") }
    /// The ids of what a review shows as open.
    var openFindings: [String] {
        lines.filter { $0.hasSuffix(" open") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
    }

    /// Records what it said as an issue unless it exited with a code.
    func expect(exit code: Int32, place: SourceLocation = #_sourceLocation) {
        #expect(status == .exited(code), "\(self)", sourceLocation: place)
    }

    var description: String {
        "\(status) after \(took)" + (out.isEmpty ? "" : "\nstdout: \(out.suffix(1500))")
            + (err.isEmpty ? "" : "\nstderr: \(err.suffix(1500))")
    }
}

/// A program to run: where, with what, and for how long at most.
struct Command: Sendable {
    var words: [String]
    var environment: [String: String] = [:]
    var folder: String?
    var timeout = Duration.seconds(60)

    init(
        _ words: [String], environment: [String: String] = [:], folder: String? = nil, timeout: Duration = .seconds(60)
    ) {
        self.words = words
        self.environment = environment
        self.folder = folder
        self.timeout = timeout
    }

    /// Runs it to its end; waits first until few enough others run.
    func run() async throws -> Ending {
        try await Slots.shared.using { try await start().ending() }
    }

    /// Ends it with SIGKILL after a time, if it runs as long.
    func killed(after wait: Duration) async throws -> Ending {
        try await Slots.shared.using {
            let child = try start()
            try await Task.sleep(for: wait)
            child.end()
            return try await child.ending()
        }
    }

    /// Ends it with SIGKILL as soon as something is so, if it runs as long.
    func killed(once isSo: @Sendable () throws -> Bool) async throws -> Ending {
        try await Slots.shared.using {
            let child = try start()
            while !child.hasEnded, try !isSo() { try await Task.sleep(for: .milliseconds(1)) }
            child.end()
            return try await child.ending()
        }
    }

    /// Runs it and throws unless it exits with 0.
    @discardableResult func succeed() async throws -> Ending {
        let ending = try await run()
        guard ending.status == .exited(0) else {
            throw HarnessError("\(words.joined(separator: " ")) ended: \(ending)")
        }
        return ending
    }

    /// Starts it at once, as the leader of a process group of its own.
    func start() throws -> Child {
        let output = try TestFolder("out")
        var variables = [
            "PATH": Product.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
            "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC",
        ]
        variables.merge(environment) { $1 }
        // libfaketime moves the environment of the first program that it is loaded into, beside which Swift looks for the
        // arguments: that program is env.
        let folder = folder.map { ["-C", $0] } ?? []
        let pid = try spawn(
            ["env"] + folder + words, variables, out: output.file("out"),
            err: output.file("err"))
        return Child(pid: pid, output: output, timeout: timeout)
    }
}

private func spawn(_ words: [String], _ variables: [String: String], out: String, err: String) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    var pid: pid_t = 0
    let problem = unsafe posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, &environment)
    guard problem == 0 else {
        throw HarnessError("\(words[0]) can't be started: \(unsafe String(cString: strerror(problem)))")
    }
    return pid
}

/// A program that runs.
final class Child: Sendable {
    let pid: pid_t
    let outPath: String
    private let output: TestFolder
    private let began = ContinuousClock.now
    private let status: Task<Ending.Status, Never>
    private let ends: Counter
    var hasEnded: Bool { ends.value > 0 }

    fileprivate init(pid: pid_t, output: TestFolder, timeout: Duration) {
        self.pid = pid
        self.output = output
        outPath = output.file("out")
        let ends = Counter()
        self.ends = ends
        status = Task {
            let hang = Task {
                // Sleeping ends early only when the program has ended.
                guard (try? await Task.sleep(for: timeout)) != nil else { return false }
                kill(-pid, SIGKILL)
                return true
            }
            let number = await waitForEnd(of: pid)
            ends.add()
            hang.cancel()
            if await hang.value { return .timedOut }
            return number & 0x7F == 0 ? .exited(number >> 8 & 0xFF) : .killed(by: number & 0x7F)
        }
    }

    /// Signals the program itself, not those that it started.
    func signal(_ number: Int32) { kill(pid, number) }

    /// Ends it and those that it started.
    func end() { kill(-pid, SIGKILL) }

    func ending() async throws -> Ending {
        let status = await status.value
        let took = ContinuousClock.now - began
        return Ending(
            status: status, out: try text(of: output.file("out")), err: try text(of: output.file("err")), took: took)
    }

    /// What it has written to standard error so far.
    func errSoFar() throws -> String { try text(of: output.file("err")) }

    /// What it has written to standard output so far.
    func outSoFar() throws -> String { try text(of: outPath) }

    /// Waits until it has written a text to either, and throws where it has not within ten seconds.
    func says(_ text: String) async throws {
        for _ in 0..<1_000 {
            if try errSoFar().contains(text) || outSoFar().contains(text) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        end()
        throw HarnessError("It does not say '\(text)': \(try await ending())")
    }
}

private func waitForEnd(of pid: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
        onOwnThread {
            var status: Int32 = 0
            while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
            continuation.resume(returning: status)
        }
    }
}

/// Runs what blocks on a thread of its own: Dispatch has 255 for all, and with more programs than that nothing would go
/// on.
private func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(Box(work))
    let result = unsafe pthread_create(
        &thread, nil,
        { argument in
            if let argument = unsafe argument { unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work() }
            return nil
        }, box.toOpaque())
    precondition(result == 0, "no thread: \(result)")
    pthread_detach(thread)
}

/// Lets only so many programs run at once, so that time limits mean something on a small machine.
final class Slots: Sendable {
    static let shared = Slots(Product.width)

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    init(_ width: Int) { state = Mutex(State(free: width)) }

    func using<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer {
            let next = state.withLock { state in
                if state.waiting.isEmpty {
                    state.free += 1
                    return nil as CheckedContinuation<Void, Never>?
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
        return try await body()
    }
}
