internal import GantryJSON
public import GantryModel

extension ServerMessage {
    /// What an answer of 200 that reports a failure says, where its system has no words of its own for it.
    /// - Returns: `nil` when the body is no object, or gives no reason.
    public static func reported(_ body: [UInt8]) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        let reasons = reasons(in: answer)
        guard !reasons.isEmpty else { return nil }
        return ServerMessage(asSentence(reasons.prefix(shownReasons).joined(separator: ": ")))
    }

    /// Whether an answer that reports a failure says that it passes: its words name a timeout, an overload or another
    /// try.
    public static func reportsPassingFailure(_ body: [UInt8]) -> Bool {
        guard let answer = JSONTree.object(of: body) else { return false }
        if let status = answer["status"]?.int, isPassing(status) { return true }
        return saysThatItPasses(reasons(in: answer).joined(separator: " "))
    }

    /// Whether words of a server say that the same can succeed later.
    static func saysThatItPasses(_ words: String) -> Bool {
        let words = words.lowercased().replacing("_", with: " ")
        return passingWords.contains { words.contains($0) }
    }

    private static let shownReasons = 5

    private static let passingWords = [
        "try again", "retry", "timeout", "timed out", "temporar", "unavailable", "overload", "too many requests",
        "rate limit", "too many connections", "deadlock", "lock wait", "try restarting", "busy",
    ]

    /// The texts that an answer gives as reasons, each once.
    private static func reasons(in answer: JSONTree) -> [String] {
        var found: [String] = []
        func add(_ value: JSONTree?) {
            switch value {
            case .array(let items): for item in items { add(item) }
            case .object:
                for key in ["message", "reason", "detail", "error", "code"] { add(value?[key]) }
            case .string(let text):
                guard !text.allSatisfy(\.isWhitespace), let line = value?.shown, !found.contains(line) else { return }
                found.append(line)
            default: break
            }
        }
        for key in ["error", "errors", "message", "reason", "detail", "details"] { add(answer[key]) }
        for key in ["meta", "pagination"] where answer[key] != nil {
            for inner in ["error", "errors", "message"] { add(answer[key]?[inner]) }
        }
        return found
    }
}
