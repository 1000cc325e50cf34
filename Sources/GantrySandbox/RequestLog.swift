/// One request that the sandbox received, without header values, tokens and body.
public struct LoggedRequest: Sendable, Hashable {
    /// Counts from 1, also when old entries are dropped.
    public var number: Int
    /// As it was sent: `GET`.
    public var method: String
    /// As it was sent, without the query.
    public var path: String
    /// The query as it was sent, without the question mark; empty when there was none.
    public var query: String
    /// The endpoint's short name; nil for an unknown path.
    public var endpoint: String?
    /// The status that was sent; nil when the connection was closed without one.
    public var status: Int?
    /// Whether it had the header `Authorization`.
    public var hadAuthorization: Bool
    /// The client's port, the same for all requests of one connection.
    public var clientPort: Int
    /// When its head had arrived.
    public var receivedAt: ContinuousClock.Instant
    /// The text of the faults that acted.
    public var faults: [String]
}

extension [LoggedRequest] {
    /// The most requests that arrived within any time of one second.
    public var mostInASecond: Int {
        let times = map(\.receivedAt).sorted()
        var first = 0
        return times.indices.reduce(0) { most, last in
            while times[first] + .seconds(1) <= times[last] { first += 1 }
            return Swift.max(most, last - first + 1)
        }
    }
}

/// The latest requests, oldest first.
struct RequestLog: Sendable {
    /// Enough for a run of ten million records in pages of a thousand, several times over.
    static let capacity = 65_536

    private(set) var entries: [LoggedRequest] = []
    private var received = 0

    mutating func append(_ request: LoggedRequest) {
        received += 1
        // Half is dropped at once, so that dropping costs little per request.
        if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 2) }
        var numbered = request
        numbered.number = received
        entries.append(numbered)
    }
}
