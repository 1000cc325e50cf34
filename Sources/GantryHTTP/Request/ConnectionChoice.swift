/// Which connection a request may go over.
///
/// A server can close a kept connection in the moment in which a request is sent over it. Then it is unknown whether
/// the request arrived. libcurl repeats it by itself; ``HTTPClient`` stops that where ``HTTPRequest/mayRepeat`` is
/// false, and the request fails with ``HTTPError/mayHaveReachedServer``. So with any of these a request that may not be
/// repeated is sent once at most; the difference is how often it fails without need.
public enum ConnectionChoice: Sendable, Hashable {
    /// A new one. It costs the time to connect, over TLS three round trips in all, and can't be dead already.
    case fresh
    /// One that was in use less than a second ago and shows no sign of an end, or a new one. Servers keep idle
    /// connections for seconds, so that it is closed in just that moment only if a server closes after each answer
    /// without saying so.
    case recent
    /// One that was in use within the last 118 s and shows no sign of an end, or a new one.
    case any
}
