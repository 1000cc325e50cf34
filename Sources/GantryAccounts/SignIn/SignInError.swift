internal import GantryConnectors
internal import GantryHTTP
public import GantryModel

/// Why an account can't be signed in to: on which connection, why, and what to do. It never holds a secret.
public struct SignInError: ExplainedError, Equatable {
    public enum Code: String, CaseIterable, Sendable {
        /// Neither gantry.yaml names the credentials nor has anybody signed in.
        case signedOut = "signed-out"
        /// The session that was kept is over, and only a person can open another.
        case ended = "session-ended"
        /// A credential is missing or malformed.
        case credential
        /// The server says no.
        case refused
        /// The answer to the sign-in is none of this system's.
        case unreadable = "answer-unreadable"
        /// The file that keeps a session can't be used.
        case damaged = "session-damaged"
        /// Another process works on the same session for too long.
        case busy = "session-busy"
        case unknownSystem = "system-unknown"
        /// The system can't do what was asked.
        case unsupported
    }

    /// What went wrong, for programs.
    public let code: Code
    /// What happened, in one or more sentences; server messages in it are redacted.
    public let explanation: String
    /// What to do about it; `nil` where there is nothing to suggest.
    public let advice: String?
    /// True only while another process holds the session.
    public var isRetryable: Bool { code == .busy }

    package init(_ code: Code, _ explanation: String, advice: String? = nil) {
        self.code = code
        self.explanation = explanation
        self.advice = advice
    }

    /// - Parameter error: what the refusal's answer was; its words are redacted already.
    init(_ refusal: SignInRefusal, _ error: HTTPError, _ connection: Connection) {
        var text = "\(connection.baseURL) refuses the sign-in of the connection \(connection.name)"
        if let status = error.status { text += " (status \(status))" }
        let said = error.serverMessage
        text += ". " + ServerExplanation(refusal.sentence, code: said?.code, traceID: said?.traceID).description
        // Words under a code are the same for every request; others are about this one.
        if let said, said.code == nil { text += " The server said: \"\(said.sentence)\"" }
        self.init(.refused, text, advice: "\(refusal.remedy), or sign in with: gantry login \(connection.name)")
    }

    static func signedOut(_ connection: Connection, _ wanted: [SignInCredential]) -> SignInError {
        let missing = wanted.map(\.name).filter { connection.credentials[$0] == nil }
        return SignInError(
            .signedOut,
            "The connection \(connection.name) is not signed in, and gantry.yaml does not name its \(listed(missing, "and")).",
            advice: "Sign in with: gantry login \(connection.name)")
    }

    static func signedOutMeanwhile(_ connection: Connection) -> SignInError {
        SignInError(
            .ended,
            "Somebody has signed out of the connection \(connection.name) meanwhile, or signed in with another account.",
            advice: "Run the command again; where that does not help, sign in with: gantry login \(connection.name)")
    }

    static func ended(_ connection: Connection, _ ending: SessionState.Ending) -> SignInError {
        let name = connection.name
        let again = "Sign in again with: gantry login \(name)"
        return switch ending {
        case .ended: SignInError(.ended, "The session of the connection \(name) is over.", advice: again)
        case .refused:
            SignInError(
                .ended,
                "\(connection.baseURL) no longer accepts the session of the connection \(name), and it was forgotten.",
                advice: again)
        case .doubted:
            SignInError(
                .ended,
                "\(connection.baseURL) refuses the session of the connection \(name): it is no longer valid, or the account's role may not read this.",
                advice:
                    "See the role with: gantry whoami \(name). If it is the right one, sign in again with: gantry login \(name)"
            )
        }
    }

    static func noSignUp(_ connection: Connection, _ system: System) -> SignInError {
        SignInError(
            .unsupported, "\(system.title) opens no accounts for the connection \(connection.name).",
            advice: "Leave --sign-up away.")
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
                .refused,
                "\(connection.baseURL) refuses the sign-in of the connection \(name)"
                    + (said.map { ": \"\($0)\"." } ?? "."),
                advice: "Correct the credentials in gantry.yaml, or sign in with: gantry login \(name)")
        case .unreadable(let what):
            self.init(
                .unreadable,
                "The answer of \(connection.baseURL) to the sign-in of the connection \(name) can't be used: \(what).",
                advice: "See that it is the address of a server of the system \(connection.system).")
        }
    }
}
