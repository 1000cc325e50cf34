import HTTPTypes
import Synchronization

/// A sandbox that listens. It runs until ``stop()``.
public final class RunningSandbox: Sendable {
    /// The address that it listens on.
    public let host: String
    /// The port that it listens on.
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

    /// Method and path of every endpoint, for example `GET /api/app/work-entries`, by name.
    public var endpointAddresses: [(name: String, address: String)] {
        state.endpoints.map { ($0.name, "\($0.method.rawValue) \($0.path)") }
    }

    /// The latest requests, oldest first; at most 65,536 of them. A request is entered before its answer is sent.
    public var requestLog: [LoggedRequest] { state.log.withLock { $0.entries } }

    /// Everything that was stored or changed, in order. An effect is entered before its answer is sent.
    public var effects: [SandboxEffect] { state.effects.entries }

    /// The first failure to write the effects file; from then on writes are answered 500.
    public var effectFailure: SandboxError? { state.effects.failure }

    /// The pending faults, each with the times it has left. Setting it replaces all of them; a fault for an unknown
    /// endpoint never acts.
    public var faults: [Fault] {
        get { state.schedule.withLock { $0.pending } }
        set { state.schedule.withLock { $0 = FaultSchedule(newValue) } }
    }

    /// Adds a fault after the pending ones.
    ///
    /// - Throws: ``SandboxError`` when it names an unknown endpoint.
    public func order(_ fault: Fault) throws(SandboxError) {
        try state.check(fault)
        state.schedule.withLock { $0.add(fault) }
    }

    /// Ends all tokens now; requests that use them are answered 401. Keys of AutoDetail Hub are withdrawn for good.
    public func expireTokens() { state.backend.expireTokens() }

    /// Ends all refresh tokens now, so that a client of CDBL LMS must pair again when its session ends.
    public func expireRefreshTokens() { state.backend.expireRefreshTokens() }

    /// Closes all connections and stops listening. Returns when both are done; a second call does nothing.
    public func stop() async {
        serving.cancel()
        // A cancelled server ends with a cancellation error, which is expected.
        _ = await serving.result
    }
}
