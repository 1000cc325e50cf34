public import GantryModel

/// What a connection reports while it works.
public enum ConnectionEvent: Sendable {
    case signingIn
    /// A request is sent again after a wait.
    case retrying(what: String, attempt: Int, wait: Duration, reason: String)
    /// The server asked for a pause.
    case paused(Duration, status: Int)
    /// Requests wait because only so many may start; `nil`: none does any more. `isHalved`: the server asked for fewer
    /// than were allowed.
    case limited(RequestRate?, isHalved: Bool)
    /// No WebSocket is available at the moment, so messages go as requests.
    case socketless(reason: String)
}
