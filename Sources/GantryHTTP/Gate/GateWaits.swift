/// The tasks that wait inside a ``RequestGate``, each ended exactly once by whoever comes first.
struct GateWaits {
    enum End: Sendable {
        /// Something changed: ask again.
        case told
        case failed(HTTPError)
        case cancelled
        case late
    }

    private var continuations: [Int: CheckedContinuation<End, Never>] = [:]
    private var lastID = 0

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func begin(_ id: Int, _ continuation: CheckedContinuation<End, Never>) { continuations[id] = continuation }

    /// Ends the wait of `id`; nothing if it has ended or is not waiting.
    mutating func end(_ id: Int, _ end: End) { continuations.removeValue(forKey: id)?.resume(returning: end) }
}

/// What is known about where the current task runs.
enum GateScope {
    /// Whether a sign-in closure runs in this task.
    @TaskLocal static var isSigningIn = false
}
