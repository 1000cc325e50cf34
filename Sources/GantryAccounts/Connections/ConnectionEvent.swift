/// What a connection reports while it works.
public enum ConnectionEvent: Sendable {
    case signingIn
    /// A request is sent again after a wait.
    case retrying(what: String, attempt: Int, wait: Duration, reason: String)
    /// The server asked for a pause.
    case paused(Duration, status: Int)
    /// No WebSocket is available at the moment, so messages go as requests.
    case socketless(reason: String)
}
