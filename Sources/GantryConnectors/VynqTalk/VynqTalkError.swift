internal import GantryJSON
public import GantryModel

extension VynqTalk {
    /// Whether an answer of 200 means 429: the server reports refusals as `{success: false, message}`.
    public static func isLimit(_ body: [UInt8]) -> Bool {
        guard body.count <= 4_096, let answer = JSONTree.object(of: body) else { return false }
        return answer["success"] == .bool(false) && isLimit(answer)
    }

    private static func isLimit(_ answer: JSONTree) -> Bool {
        let words = answer["message"]?.text?.lowercased() ?? ""
        return words.contains("too many requests") || words.contains("rate limit")
    }

    /// What an answer that reports a failure says: the envelope `{success: false, message}`, also with HTTP 200, or the
    /// framework's `{error: true, reason}`.
    /// - Returns: `nil` when the body is neither. A true success is neither.
    public static func explain(_ body: [UInt8], status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        if answer["success"] == .bool(false) {
            let text = answer.shownText("message").map(asSentence)
            let isRetryable = ServerMessage.isPassing(status) || isLimit(answer)
            return ServerMessage(text ?? ServerMessage.sentence(for: status), isRetryable: isRetryable)
        }
        if status >= 500, let failure = ServerMessage.failure(answer, status: status) { return failure }
        guard answer["error"] == .bool(true) else { return nil }
        // The reason for a refused token is about the program, not for its user.
        let text = status == 401 ? nil : answer.shownText("reason").map(asSentence)
        return ServerMessage(text ?? ServerMessage.sentence(for: status), isRetryable: ServerMessage.isPassing(status))
    }
}
