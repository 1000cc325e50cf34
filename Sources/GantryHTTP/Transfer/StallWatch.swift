/// Notices that a transfer moves less than one byte a second over a segment of time.
///
/// libcurl's own low-speed check averages over five seconds and counts whole ones, so it notices late; this one is
/// exact to the poll.
package struct StallWatch {
    private let limit: Duration
    private let bytesPerWindow: Int
    private var window: (start: Duration, bytes: Int)?

    package init(limit: Duration) {
        self.limit = limit
        bytesPerWindow = max(1, Int(limit.components.seconds))
    }

    /// When the transfer will count as stalled if nothing moves; nil before the first observation.
    package var due: Duration? { window.map { $0.start + limit } }

    /// Nothing is expected to move for now; the time starts again with the next observation.
    package mutating func restart() { window = nil }

    /// Takes the number of bytes moved so far in both directions, and says whether the transfer is stalled.
    package mutating func observe(bytes: Int, now: Duration) -> Bool {
        guard let current = window else {
            window = (now, bytes)
            return false
        }
        if bytes - current.bytes >= bytesPerWindow {
            window = (now, bytes)
            return false
        }
        return now - current.start >= limit
    }
}
