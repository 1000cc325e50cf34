/// The tasks that wait inside a ``RequestGate``, each resumed exactly once.
struct GateWaits {
    enum Outcome: Sendable {
        /// Something changed: ask again.
        case resumed
        case failed(HTTPError)
        case cancelled
        case timedOut
    }

    private var continuations: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var lastID = 0

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func begin(_ id: Int, _ continuation: CheckedContinuation<Outcome, Never>) {
        continuations[id] = continuation
    }

    /// Ends the wait of `id`; nothing if it has ended or is not waiting.
    mutating func end(_ id: Int, _ outcome: Outcome) {
        continuations.removeValue(forKey: id)?.resume(returning: outcome)
    }
}

/// What is known about the current task.
enum GateScope {
    /// Whether a sign-in closure runs in this task.
    @TaskLocal static var isSigningIn = false
}
