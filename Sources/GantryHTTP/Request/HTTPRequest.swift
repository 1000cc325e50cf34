public import GantryModel

/// One request, as a value. Nothing is checked until it is sent; a request that can't be sent fails with
/// ``HTTPError/Code/invalidRequest`` before a connection is made.
public struct HTTPRequest: Sendable {
    /// Default GET.
    public var method: HTTPMethod

    /// An absolute `https` URL, percent-encoded, without user and password. ``URLBuilder`` makes one from parts.
    /// `http` is for loopback addresses, or where the client's configuration allows it.
    public var url: String

    /// Sent in this order. `Content-Length` and `Transfer-Encoding` are refused; a `Content-Type` is only sent if
    /// given, and a form's own takes its place.
    public var headers: [HeaderField]

    /// Default none.
    public var body: HTTPBody

    /// Default ``HTTPTimeouts/ordinary``.
    public var timeouts: HTTPTimeouts

    /// How large an answer may be; ``HTTPLimits`` has the defaults.
    public var limits: HTTPLimits

    /// Whether the request may reach the server twice. Default: only for methods that read (GET, HEAD, OPTIONS).
    ///
    /// If false, the gate retries only if the request was provably not sent, and a repetition that libcurl starts by
    /// itself, on a kept connection that turns out dead, is stopped.
    public var mayRepeat: Bool

    /// Which connection it may go over. Default nil: ``ConnectionChoice/any`` where it may be repeated, else
    /// ``ConnectionChoice/fresh``.
    public var connection: ConnectionChoice?

    /// Whether 429 without `Retry-After` is tried again. Default true; false for what a server counts over minutes,
    /// such as tries to sign in: each further one would make it worse.
    public var repeatsWhenLimited = true

    /// Whether 429 without `Retry-After` uses up a try, as a failure does. Default false; true for signing in, because
    /// a server locks out who insists.
    public var countsLimits = false

    /// Whether a ``RequestGate`` adds its token. Default true; false for the sign-in call itself.
    public var needsToken: Bool

    /// Whether a redirect is an answer and no failure: for a caller that decides about each hop itself. Default false.
    public var acceptsRedirect = false

    /// Whether a connection may be made to an address of this machine, whatever its name. Default true; false for an
    /// address that a remote server chose. An attempt fails with ``HTTPError/Code/thisMachine``.
    public var mayReachThisMachine = true

    /// Whether the answer says what certificate the server has. Default false. Use a new connection
    /// (``ConnectionChoice/fresh``), because another shows none.
    public var wantsCertificate = false

    /// What a file server is asked for, for an address of `sftp`, `ftp` or `ftps`. Default none, for `https`.
    public var files: FileExchange?

    /// Signs the request for a store of objects (Signature Version 4). Default none.
    public var signature: RequestSignature?

    /// Whether the answer's body is hashed and counted instead of kept. Default false.
    public var hashesBody = false

    /// Counts the body's bytes while they are sent, and those of an answer that is hashed. Default none.
    public var meter: TransferMeter?

    /// Secrets of the body that an error body must not show back, such as a password. Default none.
    public var secrets: [Secret] = []

    /// A `GET` without a body that carries the token, by default. Without `mayRepeat` the
    /// method decides.
    public init(
        _ method: HTTPMethod = .get, _ url: String, headers: [HeaderField] = [], body: HTTPBody = .none,
        timeouts: HTTPTimeouts = .ordinary, limits: HTTPLimits = HTTPLimits(), mayRepeat: Bool? = nil,
        needsToken: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.limits = limits
        self.mayRepeat = mayRepeat ?? method.isSafe
        self.needsToken = needsToken
    }

    var connectionChoice: ConnectionChoice { connection ?? (mayRepeat ? .any : .fresh) }

    /// Replaces every header of this name (case ignored) by one.
    public mutating func setHeader(_ name: String, _ value: HeaderValue) {
        let folded = name.lowercased()
        headers.removeAll { $0.name.lowercased() == folded }
        headers.append(HeaderField(name, value))
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method and URL without query values; no headers, no body.
    public var description: String { "\(method) \(Redactor.target(of: url))" }
    /// A mirror without children, so that `dump` shows neither headers nor body.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
