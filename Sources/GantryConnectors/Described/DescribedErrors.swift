internal import GantryJSON
public import GantryModel

/// How a described system reports a failure.
public struct DescribedErrors: Sendable {
    private let message: [String]?
    private let code: [String]?

    /// The keys that lead to a text or a list of texts, and to a code; `nil` where there are none.
    public init(message: [String]?, code: [String]?) {
        self.message = message
        self.code = code
    }

    /// What an error body says; `nil` where it has neither.
    public func explain(_ body: [UInt8], _ status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        let found = message.flatMap { answer.value(at: $0) }
        let texts: [String] =
            switch found {
            case .array(let items): items.compactMap(\.shown)
            case let value: value?.shown.map { [$0] } ?? []
            }
        let code = code.flatMap { answer.value(at: $0)?.shown }
        guard !texts.isEmpty || code != nil else { return nil }
        let sentence =
            texts.isEmpty ? ServerMessage.sentence(for: status) : texts.map(asSentence).joined(separator: " ")
        return ServerMessage(sentence, code: code, isRetryable: ServerMessage.isPassing(status))
    }
}
