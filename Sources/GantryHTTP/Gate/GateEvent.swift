public import GantryModel

/// What a ``RequestGate`` reports to its observer, for progress output. No secrets.
public enum GateEvent: Sendable {
    /// A request is sent again after `delay`. `attempt` is the one that failed, 1 the first.
    case retrying(target: String, attempt: Int, delay: Duration, reason: String)
    /// The server asked for a pause, which applies to the whole connection.
    case paused(Duration, status: Int)
    /// Requests wait because only so many may start; `nil`: none does any more. `isHalved`: the server asked for fewer
    /// than were allowed.
    case limited(RequestRate?, isHalved: Bool)
    case signingIn
    case signedIn
    case signInFailed(reason: String)
    /// A request was refused; a new token is fetched.
    case tokenRefused(target: String, status: Int)
}
