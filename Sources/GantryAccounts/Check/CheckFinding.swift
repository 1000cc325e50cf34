public import GantryModel

/// One thing that was looked at, and what came of it.
public struct CheckFinding: Sendable {
    /// What was looked at. The raw value is its name for people and programs.
    public enum Subject: String, CaseIterable, Sendable {
        /// How requests leave this network.
        case proxy
        /// Whether the name of the server was found.
        case name
        /// Whether a connection can be made.
        case connection
        /// The server's certificate, and how long it is still good.
        case certificate
        /// How far this machine's clock is from the server's.
        case clock
        /// How long the server takes to answer.
        case answer
        /// Whether the account is accepted.
        case signIn = "sign-in"
        /// What the account may do.
        case role
        /// Whether a destination takes files.
        case delivery
        /// Whether a target of notifications can be reached.
        case notification
        /// Who can reach the workspace.
        case permissions
        /// How much room there is.
        case space
        /// The runs that the workspace knows.
        case journal
        /// Processes that are working.
        case locks
    }

    /// What came of it.
    public enum State: String, Sendable {
        case good = "ok"
        /// It works, and somebody should look at it.
        case warning
        /// It doesn't work.
        case failed
        /// It was not looked at, because something before it failed or because that would change something.
        case skipped
    }

    /// What was looked at.
    public let subject: Subject
    /// What came of it.
    public let state: State
    /// What was found, without a full stop. It contains no secret.
    public let text: String
    /// What to do; `nil` where nothing is needed.
    public let advice: Advice?
    /// Why it failed; `nil` for every other state.
    public let error: (any ExplainedError)?

    package init(_ subject: Subject, is state: State, _ text: String, advice: Advice? = nil) {
        self.subject = subject
        self.state = state
        self.text = singleLine(text, limit: 1_000)
        self.advice = advice
        error = nil
    }

    /// What failed, as its error tells it.
    ///
    /// - Parameter text: what to say instead of the error's explanation.
    package init(_ subject: Subject, _ error: any Error, text: String? = nil) {
        self.subject = subject
        state = .failed
        self.error = error as? any ExplainedError
        let words = text ?? self.error?.explanation ?? "\(error)"
        self.text = singleLine(words.hasSuffix(".") ? String(words.dropLast()) : words, limit: 1_000)
        advice = self.error?.advice
    }
}
