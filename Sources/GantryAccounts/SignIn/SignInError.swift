internal import GantryConnectors
internal import GantryHTTP
public import GantryModel

/// Why signing in to an account failed: on which connection, why, and what to do. It never contains a secret.
public struct SignInError: ExplainedError, Equatable {
    public enum Code: String, CaseIterable, Sendable {
        /// gantry.yaml names no credentials, and there is no saved session.
        case signedOut = "signed-out"
        /// The saved session has ended, and only a person can open another.
        case ended = "session-ended"
        /// A credential is missing or malformed.
        case credential
        /// The server refuses.
        case refused
        /// The answer to the sign-in doesn't come from this system.
        case unreadable = "answer-unreadable"
        /// The session file is unusable.
        case damaged = "session-damaged"
        /// Another process has been using the session for too long.
        case busy = "session-busy"
        /// The system doesn't support this.
        case unsupported
    }

    /// What went wrong, for programs.
    public let code: Code
    /// What happened, in one or more sentences; server messages in it are redacted.
    public let explanation: String
    /// What to do about it; `nil` if there is nothing to suggest.
    public let advice: Advice?
    /// True only while another process holds the session.
    public var isRetryable: Bool { code == .busy }

    package init(_ code: Code, _ explanation: String, advice: Advice? = nil) {
        self.code = code
        self.explanation = explanation
        self.advice = advice
    }

    /// - Parameter error: the refusing answer; its words are already redacted.
    init(_ refusal: SignInRefusal, error: HTTPError, connection: Connection) {
        var text = "\(connection.baseURL) refuses the sign-in of the connection \(connection.name)"
        if let status = error.status { text += " (status \(status))" }
        let said = error.serverMessage
        text += ". " + ServerMessage(refusal.sentence, code: said?.code, traceID: said?.traceID).description
        // Words under a code are the same for every request; others are about this one.
        if let said, said.code == nil { text += " The server said: \"\(said.sentence)\"" }
        self.init(.refused, text, advice: connection.correction(after: refusal.remedy))
    }

    /// The same error with other advice.
    public func advising(_ advice: Advice) -> SignInError { SignInError(code, explanation, advice: advice) }

    static func signedOut(_ connection: Connection, _ wanted: [SignInCredential]) -> SignInError {
        let missing = wanted.map(\.name).filter { connection.credentials[$0] == nil }
        return SignInError(
            .signedOut,
            "The connection \(connection.name) is not signed in, and gantry.yaml doesn't give its \(listed(missing, "and")).",
            advice: "Sign in: \(.logIn(connection: connection.name))")
    }

    static func signedOutMeanwhile(_ connection: Connection) -> SignInError {
        SignInError(
            .ended,
            "Someone has signed out of the connection \(connection.name) in the meantime, or signed in with another account.",
            advice: "Run the command again. If that doesn't help, sign in: \(.logIn(connection: connection.name))")
    }

    static func ended(_ connection: Connection, _ ending: SessionState.Ending) -> SignInError {
        let name = connection.name
        let again: Advice = "Sign in again: \(.logIn(connection: name))"
        return switch ending {
        case .ended: SignInError(.ended, "The session of the connection \(name) has ended.", advice: again)
        case .refused:
            SignInError(
                .ended,
                "\(connection.baseURL) no longer accepts the session of the connection \(name), so it was deleted.",
                advice: again)
        case .doubted:
            SignInError(
                .ended,
                "\(connection.baseURL) refuses the session of the connection \(name): it is no longer valid, or the account's role doesn't permit this.",
                advice:
                    "\(.whoAmI(connection: name)) shows the role. If it is right, sign in again: \(.logIn(connection: name))"
            )
        }
    }

    static func noSignUp(_ connection: Connection, _ system: System) -> SignInError {
        SignInError(
            .unsupported, "\(system.title) doesn't let the connection \(connection.name) create accounts.",
            advice: "Sign in without \(.signUp).")
    }

    /// - Parameter secrets: secrets that were sent and must not appear in the server's words.
    init(_ problem: SignInProblem, _ connection: Connection, secrets: [Secret]) {
        let name = connection.name
        switch problem {
        case .credential(let credential, let what):
            self.init(
                .credential, "The \(credential) of the connection \(name) \(what).",
                advice: connection.correction(of: credential))
        case .refused(let words):
            let said = words.map { Redactor(knownSecrets: secrets).redact($0) }
            self.init(
                .refused,
                "\(connection.baseURL) refuses the sign-in of the connection \(name)"
                    + (said.map { ": \"\($0)\"." } ?? "."),
                advice: connection.correction())
        case .unreadable(let what):
            self.init(
                .unreadable,
                "\(connection.baseURL) gave an unusable answer to the sign-in of the connection \(name): \(what).",
                advice: connection.system.digest == nil
                    ? "Check that this is the address of a \(connection.system.name) server."
                    : "Check the address, and sign-in in the file that describes \(connection.system.name).")
        }
    }
}
