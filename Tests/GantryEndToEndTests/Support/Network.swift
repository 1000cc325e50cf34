/// A network of a test's own, with loopback and nothing else. Needs root.
final class Network: Sendable {
    private let holder: Child

    init() async throws {
        holder = try Command(
            [
                "unshare", "-n", "sh", "-c",
                "PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && echo up && exec sleep 900",
            ], timeout: .seconds(900)
        ).start()
        try await holder.says("up")
    }

    deinit { holder.end() }

    /// What a command begins with that is to run in it.
    var wrapper: [String] { ["nsenter", "-t", "\(holder.pid)", "-n"] }

    @discardableResult func shell(_ script: String) async throws -> String {
        try await Command(wrapper + ["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; \(script)"]).start().ending().checked(
            "sh -c '\(script)'"
        ).out
    }
}

extension Ending {
    /// Itself, where it exited with 0.
    func checked(_ what: String) throws -> Ending {
        guard status == .exited(0) else { throw HarnessError("\(what) ended: \(self)") }
        return self
    }
}
