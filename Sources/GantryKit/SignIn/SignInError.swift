internal import GantryConnectors
internal import GantryHTTP
public import GantryModel

/// Why an account can't be signed in to: on which connection, why, and what to do. It never holds a secret.
public struct SignInError: ExplainedError, Equatable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Neither gantry.yaml names the credentials nor has anybody signed in.
        public static let signedOut = Code(rawValue: "signed-out")
        /// The session that was kept is over, and only a person can open another.
        public static let ended = Code(rawValue: "session-ended")
        /// A credential is missing or malformed.
        public static let credential = Code(rawValue: "credential")
        /// The server says no.
        public static let refused = Code(rawValue: "refused")
        /// The answer to the sign-in is none of this system's.
        public static let unreadable = Code(rawValue: "answer-unreadable")
        /// The file that keeps a session can't be used.
        public static let damaged = Code(rawValue: "session-damaged")
        /// Another process works on the same session for too long.
        public static let busy = Code(rawValue: "session-busy")
        public static let unknownSystem = Code(rawValue: "system-unknown")
        /// The system can't do what was asked.
        public static let unsupported = Code(rawValue: "unsupported")
    }

    public let code: Code
    public let explanation: String
    public let advice: String?
    /// True only while another process holds the session.
    public var isRetryable: Bool { code == .busy }

    package init(_ code: Code, _ explanation: String, advice: String? = nil) {
        self.code = code
        self.explanation = explanation
        self.advice = advice
    }

    /// - Parameter secrets: what was sent and must not come back in a server's words.
    init(_ problem: SignInProblem, _ connection: Connection, secrets: [Secret]) {
        let name = connection.name
        switch problem {
        case .credential(let credential, let what):
            self.init(
                .credential, "The \(credential) of the connection \(name) \(what).",
                advice: "Correct it in gantry.yaml, or sign in with: gantry login \(name)")
        case .refused(let words):
            let said = words.map { Redactor(knownSecrets: secrets).redact($0) }
            self.init(
                .refused, "\(connection.baseURL) refuses the sign-in of the connection \(name)" + (said.map { ": \"\($0)\"." } ?? "."),
                advice: "Check the connection's credentials.")
        case .unreadable(let what):
            self.init(
                .unreadable, "The answer of \(connection.baseURL) to the sign-in of the connection \(name) can't be used: \(what).",
                advice: "See that it is the address of a server of the system \(connection.system).")
        }
    }
}
