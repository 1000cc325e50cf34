import Glibc
import Synchronization

/// Held while a child is started, and while a descriptor is open that is not yet marked as not for children: a socket
/// or pipe that lives on in another test's child never closes for its peer.
let spawning = Mutex(())

/// A program started for a test. It ends with ``stop()``, and also when the test process dies, because a small shell
/// beside it waits for the end of a pipe that only the test process holds open.
final class ChildProcess: Sendable {
    private let shell: pid_t
    private let lifeline: Int32
    private let output: Int32

    /// Starts `arguments[0]`, looked up in PATH. Its standard output and error come in one stream.
    init(_ arguments: [String]) throws {
        let life = try Self.pipe()
        let out = try Self.pipe()
        let script = #"""
            exec 3<&0
            "$@" </dev/null 3<&- & child=$!
            { read _ <&3; kill $child; } >/dev/null 2>&1 &
            wait $child
            """#
        shell = try Self.spawn(["/bin/sh", "-c", script, "sh"] + arguments, input: life.read, output: out.write)
        close(life.read)
        close(out.write)
        lifeline = life.write
        output = out.read
    }

    /// Reads the output up to the first line that `match` turns into a value.
    func line<R: Sendable>(_ what: String, _ match: @escaping @Sendable (String) -> R?) async throws -> R {
        let output = output
        return try await blocking {
            var seen = ""
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(output, &byte, 1) == 1 {
                guard byte == 10 else {
                    line.append(byte)
                    continue
                }
                let text = String(decoding: line, as: UTF8.self)
                if let result = match(text) { return result }
                seen += text + "\n"
                line = []
            }
            throw TestFault("\(what) did not start: \(seen)")
        }
    }

    func stop() {
        close(lifeline)
        var status: Int32 = 0
        waitpid(shell, &status, 0)
        close(output)
    }

    /// Runs a program to its end and returns its output. Throws with the output if it fails or is missing.
    @discardableResult
    static func run(_ arguments: [String], in folder: String = "/") async throws -> [UInt8] {
        try await blocking {
            let out = try pipe()
            let script = #"cd "$0" && exec "$@" </dev/null"#
            let child = try spawn(["/bin/sh", "-c", script, folder] + arguments, input: -1, output: out.write)
            close(out.write)
            defer { close(out.read) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(out.read, &buffer, buffer.count), count > 0 { bytes += buffer[0..<count] }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            guard status == 0 else {
                throw TestFault(
                    "\(arguments.joined(separator: " ")) failed: \(String(decoding: bytes.suffix(2000), as: UTF8.self))"
                )
            }
            return bytes
        }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        return try spawning.withLock { _ in
            guard Glibc.pipe(&ends) == 0 else { throw TestFault("no pipe: errno \(errno)") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
    }

    private static func spawn(_ arguments: [String], input: Int32, output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if input >= 0 { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        // The threads that run tasks block signals, and a child that inherits that can't be ended.
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        var child: pid_t = 0
        let result = spawning.withLock { _ in posix_spawn(&child, arguments[0], &actions, &attributes, &list, environ) }
        guard result == 0 else {
            throw TestFault("\(arguments[0]) can't be started: \(String(cString: strerror(result)))")
        }
        return child
    }
}
