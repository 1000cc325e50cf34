public import GantryModel

/// Why a request gave no usable answer: what failed, on which request, why, and whether trying again can help.
///
/// It never shows a query value, a header value or an unredacted body; ``errorBody`` holds the raw body for
/// mapping and is left out of every description.
public struct HTTPError: Error, Sendable {
    /// The kind of failure. Open: later versions may add codes, so a `switch` needs a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name for programs and tests: `nameNotFound`.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The name.
        public var description: String { name }

        /// The request can't be sent: URL, scheme, header, or a host that is not allowed.
        public static let invalidRequest = Code("invalidRequest")
        /// libcurl could not be set up.
        public static let setUp = Code("setUp")
        /// The host name was not found.
        public static let nameNotFound = Code("nameNotFound")
        /// The address points to this machine, where the request must not go.
        public static let thisMachine = Code("thisMachine")
        /// No connection: refused or unreachable.
        public static let connectFailed = Code("connectFailed")
        /// The time for connecting, or for the whole attempt, ran out.
        public static let timeout = Code("timeout")
        /// Almost nothing was transferred within the stall limit.
        public static let stalled = Code("stalled")
        /// TLS failed: certificate, host name, version or handshake.
        public static let tls = Code("tls")
        /// The connection was reset or broke the protocol.
        public static let reset = Code("reset")
        /// The server closed without answering.
        public static let noAnswer = Code("noAnswer")
        /// The body ended before its stated length.
        public static let truncated = Code("truncated")
        /// The body could not be decompressed.
        public static let badEncoding = Code("badEncoding")
        /// A file of the request's body can't be opened or read; ``HTTPError/cause`` says why.
        public static let bodyUnreadable = Code("bodyUnreadable")
        /// A file in the request's body changed after its digest was taken; the body was not sent completely.
        public static let bodyChanged = Code("bodyChanged")
        /// The decoded body exceeds its limit.
        public static let bodyTooLarge = Code("bodyTooLarge")
        /// The headers exceed their limit.
        public static let headersTooLarge = Code("headersTooLarge")
        /// A redirect to another origin, without a usable target, or of a request that is not GET or HEAD.
        public static let redirectRefused = Code("redirectRefused")
        /// More redirects than allowed.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// The server answered with a status that is not 2xx; see ``HTTPError/status``.
        public static let status = Code("status")
        /// The server refused the token, and a new one too.
        public static let refused = Code("refused")
        /// Signing in failed.
        public static let signInFailed = Code("signInFailed")
        /// The proxy refuses the account or the address; nothing reached the server.
        public static let proxyRefused = Code("proxyRefused")
        /// The task was cancelled, or the client shut down.
        public static let cancelled = Code("cancelled")
        /// The attempts, or the run's retry budget, are used up; see ``HTTPError/lastCode``.
        public static let outOfRetries = Code("outOfRetries")
        /// The time for the request, its waits and its retries ran out; see ``HTTPError/lastCode``.
        public static let deadlineExceeded = Code("deadlineExceeded")
    }

    /// The kind of failure.
    public var code: Code

    /// The failure of the last attempt, if ``code`` says that retrying ended; otherwise the same as ``code``.
    public var lastCode: Code

    /// Why, in one sentence without the request; no secrets.
    public var reason: String

    /// The request's method, for example `GET`.
    public let method: String

    /// The request's URL with `***` for each query value.
    public let target: String

    /// libcurl's number for the failure, or nil if it did not come from libcurl.
    public var curlCode: Int?

    /// What a file server refused; nil for any other failure.
    public var fileFault: FileFault?

    /// The status of the answer, if there was one.
    public var status: Int?

    /// How long the server asked to wait, neither raised nor capped.
    public var retryAfter: Duration?

    /// The number of attempts. The default is 1.
    public var attempts = 1

    /// Whether any of the attempts can have had an effect. False means that none was sent, or that the server only
    /// answered with 429 or a refusal of the token.
    public var mayHaveReachedServer = false

    /// Whether the request has a body that no attempt handed over completely: the server certainly doesn't have all of
    /// it, so it can't have accepted it. False means nothing: what was handed over need not have arrived.
    public var bodyWasIncomplete = false

    /// The first 64 KiB of the answer's body as the server sent it, for mapping to a domain error. Not for showing;
    /// ``bodyText`` is.
    public var errorBody: [UInt8] = []

    /// ``errorBody`` redacted, on one line, at most 500 characters.
    public var bodyText = ""

    /// What ``errorBody`` means, if the system's errors are known.
    public var serverMessage: ServerMessage?

    /// What a person can do about a refused account; `nil` for general advice.
    var accountAdvice: Advice?

    /// How a person finds out what is wrong with the way to the server, as a sentence; `nil` for no advice.
    var networkAdvice: Advice?

    /// The cause, if it was not a request: a token that could not be saved, a credential or file that could not be
    /// read. It decides whether trying again can help.
    public var cause: (any ExplainedError)?

    /// A failure of a request, whose URL is kept for redacted descriptions.
    public init(_ code: Code, _ reason: String, request: HTTPRequest) {
        self.init(code, reason, method: request.method.name, url: request.url)
        bodyWasIncomplete = request.body.length > 0
    }

    init(_ code: Code, _ reason: String, method: String, url: String) {
        self.code = code
        self.lastCode = code
        self.reason = reason
        self.method = singleLine(method, limit: .max)
        self.target = Redactor.target(of: url)
    }

    /// The same failure for another request that waited for it.
    init(_ code: Code, _ reason: String, from other: HTTPError, request: HTTPRequest) {
        self = HTTPError(code, reason, request: request)
        lastCode = other.lastCode
        status = other.status
        curlCode = other.curlCode
        retryAfter = other.retryAfter
        errorBody = other.errorBody
        bodyText = other.bodyText
        serverMessage = other.serverMessage
        cause = other.cause
        accountAdvice = other.accountAdvice
        networkAdvice = other.networkAdvice
    }

    /// A failed sign-in, keeping what the sign-in's own error knows.
    package static func signInFailed(_ cause: any Error, request: HTTPRequest) -> HTTPError {
        if cause is CancellationError { return HTTPError(.cancelled, "cancelled while signing in", request: request) }
        if let cause = cause as? any ExplainedError, !(cause is HTTPError) {
            var error = HTTPError(.signInFailed, Redactor().redact(cause.explanation), request: request)
            error.cause = cause
            return error
        }
        guard let cause = cause as? HTTPError else {
            return HTTPError(
                .signInFailed, "signing in failed: \(Redactor().redact(String(describing: cause)))", request: request)
        }
        var error = HTTPError(
            .signInFailed, "signing in with \(cause.method) \(cause.target) failed: \(cause.reason)", from: cause,
            request: request)
        // Only an answer that refuses the account is about credentials; a bad certificate or address keeps its own
        // error.
        if cause.code == .refused || [400, 401, 403, 422].contains(cause.status ?? 0) {
            error.lastCode = .signInFailed
        }
        return error
    }

    /// Whether sending the same again later can succeed: true for transport failures, 408, 425, 429, 500, 502, 503,
    /// 504, and where tries or time ran out on one of these.
    public var isRetryable: Bool {
        if let cause { return cause.isRetryable }
        if fileFault != nil { return false }
        return switch lastCode {
        case .nameNotFound, .connectFailed, .timeout, .stalled, .reset, .noAnswer, .truncated, .badEncoding,
            .deadlineExceeded:
            true
        case .status: status.map(RetryPolicy.statuses.contains) ?? false
        default: false
        }
    }
}

extension HTTPError: ExplainedError, CustomStringConvertible, CustomReflectable {
    /// What failed, why, and what the server said.
    public var explanation: String {
        if let cause { return cause.explanation }
        var text = "\(method) \(target) failed"
        if attempts > 1 { text += " after \(attempts) attempts" }
        text += ": \(reason)"
        if let curlCode { text += " (curl \(curlCode))" }
        text += "."
        if let serverMessage {
            text += " \(serverMessage)"
        } else if !bodyText.isEmpty {
            text += " The server said: \"\(bodyText)\"."
        }
        if let retryAfter { text += " It asked to wait \(retryAfter.roundedUpSeconds) s." }
        return text
    }

    /// What failed, why, and what the server said.
    public var description: String { explanation }

    /// What to do next, in one sentence.
    public var advice: Advice? {
        if let cause { return cause.advice }
        guard let networkAdvice, isOfNetwork else { return plainAdvice }
        return plainAdvice + " " + networkAdvice
    }

    /// Whether the way to the server failed, and not the server's answer.
    private var isOfNetwork: Bool {
        [
            .nameNotFound, .connectFailed, .timeout, .stalled, .reset, .noAnswer, .tls, .proxyRefused,
            .redirectRefused,
        ].contains(lastCode)
    }

    private var plainAdvice: Advice {
        switch lastCode {
        case .invalidRequest, .thisMachine, .setUp: "Correct the connection's configuration."
        case .nameNotFound, .connectFailed:
            "Check the connection's URL and the network, then run the same command again."
        case .tls: "Check the server's certificate and the connection's CA file; verification can't be switched off."
        case .proxyRefused: "Correct the proxy's account under proxy, or ask for access to this address."
        case .redirectRefused, .tooManyRedirects: "Set the connection's URL to the server's real address."
        case .bodyTooLarge: "Set a smaller records.page-size in the pipeline file."
        case .headersTooLarge: "The server sends far too many headers and needs fixing."
        case .refused, .signInFailed: accountAdvice ?? "Check the connection's credentials."
        case .cancelled: "Run the same command again to resume."
        case .status where !isRetryable: "Change the request or the account; trying again won't help before that."
        default: "Run the same command again later to resume."
        }
    }

    /// A mirror that shows only the redacted description.
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .struct) }
}
