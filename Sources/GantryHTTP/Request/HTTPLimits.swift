/// How long one attempt may take. libcurl rounds to milliseconds.
public struct HTTPTimeouts: Sendable, Hashable {
    /// From start to the last byte, redirects included. Default 30 s.
    public var total: Duration

    /// For name look-up, TCP and TLS. Default 10 s.
    public var connect: Duration

    /// Longest time in which less than one byte a second moves once the request is being sent. Default 20 s.
    /// Counted on the wire, so a slow decoder is not a stall.
    public var stall: Duration

    /// The times of ordinary calls.
    public init(total: Duration = .seconds(30), connect: Duration = .seconds(10), stall: Duration = .seconds(20)) {
        self.total = total
        self.connect = connect
        self.stall = stall
    }

    /// For calls that answer with a page: 30 s in total.
    public static let ordinary = HTTPTimeouts()

    /// For files: 300 s in total.
    public static let transfer = HTTPTimeouts(total: .seconds(300))
}

/// How much of an answer is taken in before the transfer is cut. libcurl's own limits do not hold for compressed or
/// endless bodies, so these are counted where the bytes arrive.
public struct HTTPLimits: Sendable, Hashable {
    /// Bytes of body after decompression. Default 64 MiB. A longer body is ``HTTPError/Code/bodyTooLarge``.
    public var bodyBytes: Int

    /// Bytes of status line and headers, those of interim answers included. Default 256 KiB.
    public var headerBytes = 256 * 1024

    /// Redirects followed for one GET or HEAD. Default 3.
    public var redirects = 3

    /// The default limits.
    public init(bodyBytes: Int = 64 * 1024 * 1024) {
        self.bodyBytes = bodyBytes
    }
}
