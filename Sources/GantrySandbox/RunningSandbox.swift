import Synchronization

/// A sandbox that listens. It runs until ``stop()``.
public final class RunningSandbox: Sendable {
    /// The address that it listens on.
    public let host: String
    /// The port that it listens on, also where a free one was asked for.
    public let port: Int
    private let state: SandboxState
    private let serving: Task<Void, any Error>

    init(host: String, port: Int, state: SandboxState, serving: Task<Void, any Error>) {
        self.host = host
        self.port = port
        self.state = state
        self.serving = serving
    }

    /// The back end that it imitates.
    public var system: SandboxSystem { state.system }

    /// For example `http://127.0.0.1:40123`, without a slash at the end.
    public var baseURL: String { host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)" }

    /// The names that faults and the log use.
    public var endpointNames: [String] { state.endpoints.map(\.name) }

    /// Method and path of every endpoint, for example `GET /api/app/work-entries`, by name.
    public var endpointAddresses: [(name: String, address: String)] {
        state.endpoints.map { ($0.name, "\($0.method.rawValue) \($0.path)") }
    }

    /// The latest requests, oldest first; at most 65,536 of them. A request is entered before its answer is sent.
    public var requestLog: [LoggedRequest] { state.log.withLock { $0.entries } }

    /// Forgets the requests so far; later ones keep counting up.
    public func clearRequestLog() { state.log.withLock { $0.removeAll() } }

    /// Everything that was taken and kept, in order. An effect is entered before its answer is sent.
    public var effects: [SandboxEffect] { state.effects.entries }

    /// Why the file of effects could not be written, the first time that happened; requests are answered 500 from then
    /// on.
    public var effectFailure: SandboxError? { state.effects.failure }

    /// The faults that are still to come, each with the times it has left. Setting it replaces all of them; a fault for
    /// an endpoint that is not served never acts.
    public var faults: [Fault] {
        get { state.schedule.withLock { $0.pending } }
        set { state.schedule.withLock { $0 = FaultSchedule(newValue) } }
    }

    /// Adds a fault behind those still to come.
    ///
    /// - Throws: ``SandboxError`` when it names an endpoint that is not served.
    public func order(_ fault: Fault) throws(SandboxError) {
        try state.check(fault)
        state.schedule.withLock { $0.add(fault) }
    }

    /// Ends all tokens now; requests that use them are answered 401. Keys of AutoDetail Hub are withdrawn for good.
    public func expireTokens() { state.backend.expireTokens() }

    /// Ends all refresh tokens now, so that a client of CDBL LMS has to pair anew when its session ends.
    public func expireRefreshTokens() { state.backend.expireRefreshTokens() }

    /// Closes all connections and stops listening. Returns when both are done; a second call does nothing.
    public func stop() async {
        serving.cancel()
        // The server ends with a cancellation error when it is cancelled, which is what was asked for.
        _ = await serving.result
    }

    /// Returns when the current task is cancelled or the server ends.
    func untilCancelled() async {
        await withTaskCancellationHandler {
            _ = await serving.result
        } onCancel: {
            serving.cancel()
        }
    }
}
