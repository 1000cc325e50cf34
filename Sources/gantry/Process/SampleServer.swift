internal import Dispatch
internal import FoundationEssentials
internal import GantryFiles
internal import GantryModel
internal import GantryTerminal
internal import Glibc

/// A sample back end that `gantry-server` serves for this process. It ends when this process does, in any way.
final class SampleServer: Sendable {
    let sample: SampleConnection
    let url: String
    /// The contract that it answers; `nil` for the system's default.
    let contract: String?

    /// The number after the last colon of its URL.
    var port: Int? { url.split(separator: ":").last.flatMap { Int($0) } }

    private let process: pid_t
    /// What the other end of is its standard input, which it ends with.
    private let lifeline: Int32

    /// Starts one and waits until it serves.
    ///
    /// - Parameters:
    ///   - port: Where it is to listen; 0 takes a free port.
    ///   - today: The day that it takes for today; the default is the machine's.
    ///   - contract: What KSR Cranes answers; `nil` for its default.
    /// - Throws: `UsageError` with its own words when it can't serve there.
    init(_ sample: SampleConnection, port: Int, today: String?, contract: String?) async throws {
        let path = try ServerProgram.sandbox.path()
        var words = [path, "sandbox", "--system", sample.system, "--port", "\(port)", "--json", "--until-input-ends"]
        if let today { words += ["--today", today] }
        self.contract = sample.system == "ksr-cranes" ? contract : nil
        if let contract = self.contract { words += ["--contract", contract] }
        let (input, lifeline) = try SampleServer.pipe()
        let (output, printed) = try SampleServer.pipe()
        defer { _ = close(output) }
        // Its own group: Ctrl-C asks this process for an end, which still needs the back end for a while.
        let (process, error) = StartedProgram.start(words, input: input, output: printed)
        _ = close(input)
        _ = close(printed)
        guard error == 0 else {
            _ = close(lifeline)
            throw ServerProgram.unstartable(path, error)
        }
        let line = await SampleServer.line(from: output)
        let event = line.flatMap { try? JSONDecoder().decode(Event.self, from: Data($0)) }
        (self.sample, self.process, self.lifeline) = (sample, process, lifeline)
        url = event?.url ?? ""
        guard event?.url == nil else { return }
        await stop()
        throw UsageError(
            event?.error?.explanation ?? "\(path) ended before it served \(sample.title).",
            advice: Advice(event?.error?.advice ?? "Run gantry sandbox to see why."))
    }

    /// Ends it and waits for that.
    func stop() async {
        _ = close(lifeline)
        var status: Int32 = 0
        for _ in 0..<1_000 {
            let ended = unsafe waitpid(process, &status, WNOHANG)
            if ended != 0, ended > 0 || errno != EINTR { return }
            // A task that is cancelled waits too, only without pauses.
            do { try await Task.sleep(for: .milliseconds(5)) } catch { usleep(5_000) }
        }
        _ = kill(process, SIGKILL)
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// What of its first line is used: where it serves, or why it doesn't.
    private struct Event: Decodable {
        struct Problem: Decodable {
            let explanation: String
            let advice: String?
        }
        let url: String?
        let error: Problem?
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else {
            throw UsageError("No sample back end can be started: \(unsafe String(cString: strerror(errno))).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// The first line that comes; `nil` when it ends without one.
    private static func line(from descriptor: Int32) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gantry.sample").async {
                var line: [UInt8] = []
                var byte: UInt8 = 0
                while true {
                    let count = unsafe read(descriptor, &byte, 1)
                    if count < 0, errno == EINTR { continue }
                    guard count == 1 else { return continuation.resume(returning: nil) }
                    guard byte != UInt8(ascii: "\n") else { return continuation.resume(returning: line) }
                    line.append(byte)
                }
            }
        }
    }
}
