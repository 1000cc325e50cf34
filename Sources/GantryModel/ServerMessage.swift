/// What a server says in the body of an answer that reports a failure, in words that a clerk understands.
///
/// Texts of the server are on one line. They are neither cut nor redacted here: whoever shows a message first redacts
/// and then cuts it, because half of a secret can't be recognised.
public struct ServerMessage: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in whole sentences: "Earned leave needs five working days' notice; two were given."
    public let sentence: String
    /// The server's own words, if the sentence doesn't contain them: those of a failure describe its program.
    public let said: String?
    /// The server's own name for the error: `el_insufficient_notice`; `nil` if it has none.
    public let code: String?
    /// The id by which the server's staff find the request.
    public let traceID: String?
    /// Whether the same request can succeed later with nothing changed.
    public let isRetryable: Bool

    /// A message that is its sentence alone, and isn't retryable, by default.
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
}
