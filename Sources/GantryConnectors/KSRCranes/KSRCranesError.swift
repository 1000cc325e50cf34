internal import GantryJSON
internal import GantryModel

extension KSRCranes {
    /// What an error body says: `{error}`, with a `message`, with `details` as a list of what is wrong, or with the request for
    /// leave that stands in the way.
    /// - Returns: `nil` when the body is no such object.
    public static func explain(_ body: [UInt8], status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body), let error = answer.shownText("error") else { return nil }
        if error == "Invalid token" {
            // Deployed servers answer an expired token with a 500.
            return ServerMessage(code: "invalid_token", "The sign-in is missing or no longer valid.")
        }
        // The texts of a failure speak of the server's program.
        if status >= 500 { return ServerMessage(ServerMessage.sentence(for: status), isRetryable: ServerMessage.isPassing(status)) }
        var sentence = asSentence(error)
        if let message = answer.shownText("message"), message != error { sentence += " " + asSentence(message) }
        var details = validation(answer["details"])
        if !details.isEmpty {
            sentence += " " + details.prefix(5).map { $0.name.isEmpty ? asSentence($0.value) : $0.name + ": " + asSentence($0.value) }
                .joined(separator: " ")
        }
        if let other = answer["conflicting_request"] {
            for name in ["id", "type", "start_date", "end_date", "status"] {
                if let value = other[name]?.shown { details.append(ServerMessage.Detail("conflicting_request." + name, value)) }
            }
        }
        return ServerMessage(
            code: answer.shownText("code"), sentence, details: details, isRetryable: ServerMessage.isPassing(status))
    }

    /// What is wrong with what was sent: a text, or a list of texts or of `{path, message}`.
    private static func validation(_ details: JSONTree?) -> [ServerMessage.Detail] {
        guard let details else { return [] }
        if let text = details.shown { return [ServerMessage.Detail("", text)] }
        return (details.list ?? []).compactMap { item in
            if let text = item.shown { return ServerMessage.Detail("", text) }
            guard let message = item.shownText("message") else { return nil }
            let path = item["path"]?.list?.compactMap(\.shown).joined(separator: ".") ?? item.shownText("path") ?? item.shownText("field") ?? ""
            return ServerMessage.Detail(singleLine(path, limit: 60), message)
        }
    }
}
