internal import GantryJSON

extension AutoDetail {
    /// What an error body says: `{error}`; a refused key also has `valid: false`.
    /// - Returns: `nil` when the body is no such object.
    public static func explain(_ body: [UInt8], status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        let text = answer.shownText("error") ?? answer.shownText("message")
        if answer["valid"] == .bool(false) {
            return ServerMessage(code: "invalid_key", "The API key is not valid" + (text.map { ": " + asSentence($0) } ?? "."))
        }
        guard answer["error"] != nil else { return nil }
        // A failure of the server is told in its own words only where they are for people: its status says enough else.
        let sentence = status >= 500 ? ServerMessage.sentence(for: status) : text.map(asSentence)
        return ServerMessage(sentence ?? ServerMessage.sentence(for: status), isRetryable: ServerMessage.isPassing(status))
    }
}
