internal import GantryModel

/// An answer. Any status is an answer; only the ``RequestGate`` turns some into errors.
public struct HTTPResponse: Sendable {
    /// The protocol version spoken.
    public enum Version: String, Sendable {
        case http10 = "HTTP/1.0"
        case http11 = "HTTP/1.1"
        case http2 = "HTTP/2"
        case other = "HTTP/?"
    }

    /// Where the time of the last attempt's last hop went, each from its start.
    public struct Timings: Sendable, Hashable {
        /// Until TCP and TLS stood. Zero on a reused connection.
        public var connected: Duration = .zero
        /// Until the first byte of the answer.
        public var firstByte: Duration = .zero
        /// Until the last byte.
        public var total: Duration = .zero
        /// Whether a new connection was made.
        public var newConnection = false

        /// No time has passed.
        public init() {}
    }

    /// The status code; interim answers (1xx) are left out.
    public var status: Int
    /// The headers of this answer, without those of redirects that led to it.
    public var headers: HTTPHeaders

    /// The decoded body in one piece. Empty for HEAD, 204 and 304.
    public var body: [UInt8]

    /// The URL that gave the answer: another than the request's only after a redirect. As sensitive as the request's
    /// URL.
    public var effectiveURL: String
    /// The protocol that the answer came over.
    public var version: Version
    /// How long the parts of the last attempt took.
    public var timings: Timings

    /// How many times the request was sent for this answer; 1 unless a ``RequestGate`` sent it again.
    public var attempts = 1

    /// Whether the server answered before it can have had the whole body of the request, as with an early 413. Then an
    /// answer of 400 or more counts even if the connection broke after its headers, and ``body`` is the part that
    /// arrived. False if the request has no body.
    public var bodyWasIncomplete = false

    /// The server's certificate, where ``HTTPRequest/wantsCertificate`` asked for it and the connection was new.
    public var certificate: ServerCertificate?

    /// Whether the answer came through a proxy.
    public var usedProxy = false

    /// What the body was, where it was hashed instead of kept.
    public var hashed: HashedBody?

    /// An answer for fakes: empty, over HTTP/1.1 and after one attempt, by default.
    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], effectiveURL: String = "",
        version: Version = .http11, timings: Timings = Timings()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.effectiveURL = effectiveURL
        self.version = version
        self.timings = timings
    }

    /// Whether the status is 200 to 299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// Whether the server said where the body ends, so that a whole one is known from a cut one. In HTTP/1 it needn't:
    /// the end of the connection then ends the body (RFC 9112, 6.3).
    package var statesEnd: Bool {
        switch version {
        case .http10, .http11:
            headers.contentLength != nil
                || headers.values("transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") }
        case .http2, .other: true
        }
    }

    /// Whether the status says that the answer is elsewhere, at the address in the header `Location`.
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// Status, size and URL without query values.
    public var description: String {
        "\(status), \(counted(body.count, "byte")) from \(Redactor.target(of: effectiveURL))"
    }
    /// A mirror without children, so that `dump` shows neither headers nor body.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
