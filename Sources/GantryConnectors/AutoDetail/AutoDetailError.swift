internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// What an error body says: `{error}`; a refused key also has `valid: false`.
    /// - Returns: `nil` when the body is not such an object.
    public static func explain(_ body: [UInt8], status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        let text = answer.shownText("error") ?? answer.shownText("message")
        if answer["valid"] == .bool(false) {
            return ServerMessage(
                "The API key is not valid" + (text.map { ": " + asSentence($0) } ?? "."), code: "invalid_key")
        }
        if status >= 500, let failure = ServerMessage.failure(answer, status: status) { return failure }
        guard answer["error"] != nil else { return nil }
        let sentence = text.map(asSentence) ?? ServerMessage.sentence(for: status)
        return ServerMessage(sentence, isRetryable: ServerMessage.isPassing(status))
    }
}
