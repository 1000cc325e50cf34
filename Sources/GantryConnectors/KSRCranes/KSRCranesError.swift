internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// What an error body says: `{error}`, with a `message`, or with `details` as a list of what is wrong. A failure
    /// can have a `message` alone.
    /// - Returns: `nil` when the body is no such object.
    public static func explain(_ body: [UInt8], status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        guard let error = answer.shownText("error") else {
            return status >= 500 ? ServerMessage.failure(answer, status: status) : nil
        }
        if error == "Invalid token" {
            // Deployed servers answer an expired token with a 500, and a role that may not read something with the
            // same.
            return ServerMessage(
                "The sign-in is no longer valid, or the account's role doesn't permit this.", code: "invalid_token")
        }
        if status >= 500 { return ServerMessage.failure(answer, status: status) }
        if status == 400, error.contains("selectedMonday") {
            return ServerMessage(
                "The server answers the deployed contract of KSR Cranes. Write contract: deployed at the connection in gantry.yaml.",
                code: "other-contract")
        }
        var sentence = asSentence(error)
        if let message = answer.shownText("message"), message != error { sentence += " " + asSentence(message) }
        let faults = validation(answer["details"])
        for fault in faults.prefix(shownFaults) { sentence += " " + fault }
        if faults.count > shownFaults { sentence += " And \(faults.count - shownFaults) more." }
        return ServerMessage(sentence, code: answer.shownText("code"), isRetryable: ServerMessage.isPassing(status))
    }

    /// So many faults of a request are told.
    private static let shownFaults = 5

    /// What is wrong with what was sent: a text, or a list of texts or of `{path, message}`.
    private static func validation(_ details: JSONTree?) -> [String] {
        guard let details else { return [] }
        if let text = details.shown { return [asSentence(text)] }
        return (details.list ?? []).compactMap { item in
            if let text = item.shown { return asSentence(text) }
            guard let message = item.shownText("message") else { return nil }
            let path =
                item["path"]?.list?.compactMap(\.shown).joined(separator: ".") ?? item.shownText("path")
                ?? item.shownText("field") ?? ""
            return (path.isEmpty ? "" : singleLine(path, limit: 60) + ": ") + asSentence(message)
        }
    }
}
