internal import GantryEngine
internal import GantryHTTP
internal import Synchronization

extension GateClock {
    /// The same clock, whose waits end when the end is asked for. What is on its way to the server then is not broken
    /// off.
    func ending(with stop: StopRequest) -> GateClock {
        let waits = Waits()
        stop.whenRequested { waits.end() }
        var clock = self
        clock.sleep = { [sleep] time in try await waits.begin { try await sleep(time) } }
        return clock
    }
}

/// The waits that are under way.
private final class Waits: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, any Error>] = [:]
        var next = 0
        var isEnded = false
    }
    private let state = Mutex(State())

    func begin(_ wait: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await wait() }
        let id = state.withLock { state in
            if state.isEnded { task.cancel() }
            state.next += 1
            state.tasks[state.next] = task
            return state.next
        }
        defer { state.withLock { _ = $0.tasks.removeValue(forKey: id) } }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func end() {
        let tasks = state.withLock { state in
            state.isEnded = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}
