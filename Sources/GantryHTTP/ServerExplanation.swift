/// What a server's error body says, in a person's words. No secrets: the gate redacts it.
public struct ServerExplanation: Sendable, Hashable, CustomStringConvertible {
    /// A whole sentence for a clerk: "Earned leave needs five working days' notice; two were given."
    public var sentence: String

    /// The server's own words, if the sentence doesn't contain them.
    public var said: String?

    /// The system's own name for it: `el_insufficient_notice`.
    public var code: String?

    /// The id by which the server's staff find the request.
    public var traceID: String?

    /// Whether the same request can succeed later with nothing changed.
    public var isRetryable: Bool

    /// An explanation that is its sentence alone, and isn't retryable, by default.
    public init(
        _ sentence: String, said: String? = nil, code: String? = nil, traceID: String? = nil, isRetryable: Bool = false
    ) {
        self.sentence = sentence
        self.said = said
        self.code = code
        self.traceID = traceID
        self.isRetryable = isRetryable
    }

    /// The sentence, then the server's own words, then code and trace id in brackets.
    public var description: String {
        let notes = [code.map { "code \($0)" }, traceID.map { "trace id \($0)" }].compactMap(\.self)
        var text = sentence
        if let said { text += " It said: \"\(said)\"." }
        guard !notes.isEmpty else { return text }
        let ends = text.hasSuffix(".") ? "." : ""
        if !ends.isEmpty { text.removeLast() }
        return text + " (" + notes.joined(separator: ", ") + ")" + ends
    }

    func redacted(by redactor: Redactor) -> ServerExplanation {
        ServerExplanation(
            redactor.redact(sentence), said: said.map(redactor.redact), code: code.map(redactor.redact),
            traceID: traceID.map(redactor.redact), isRetryable: isRetryable)
    }
}
