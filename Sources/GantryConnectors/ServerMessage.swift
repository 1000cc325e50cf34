internal import GantryJSON
public import GantryModel

extension ServerMessage {
    /// A failure of the server, with what its body says about it; `nil` if it says nothing.
    static func failure(
        _ answer: JSONTree, status: Int, code: String? = nil, traceID: String? = nil
    ) -> ServerMessage? {
        var words: [String] = []
        for key in ["error", "message", "reason"] {
            if let text = answer.shownText(key), text != code, !words.contains(text) { words.append(text) }
        }
        guard !words.isEmpty || code != nil else { return nil }
        let said = words.isEmpty ? nil : words.joined(separator: ": ")
        return ServerMessage(
            sentence(for: status), said: said, code: code, traceID: traceID, isRetryable: isPassing(status))
    }

    /// Whether a status alone says that trying again can help: too many requests, a timeout, a server or gateway in
    /// trouble.
    static func isPassing(_ status: Int) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

    /// What is said of an answer of 200 that reports a failure without a reason.
    public static let ofSuccess = "The server reports a failure without a reason."

    /// What a status means if the body doesn't explain it.
    static func sentence(for status: Int) -> String {
        switch status {
        case 200..<300: ofSuccess
        case 400, 422: "The server rejects the request."
        case 401: "The sign-in is missing or no longer valid."
        case 403: "The account is not allowed to do this."
        case 404: "The server doesn't have the requested record."
        case 409: "The request contradicts what the server already has."
        case 413: "The request is too large for the server."
        case 429: "The server has received too many requests."
        case 500...: "The server failed."
        default: "The server answered with status \(status)."
        }
    }
}

extension JSONTree {
    /// The body of an answer as an object; `nil` if it is something else.
    static func object(of body: [UInt8]) -> JSONTree? {
        do throws(JSONProblem) {
            let tree = try JSONTree(body)
            guard case .object = tree else { return nil }
            return tree
        } catch {
            return nil
        }
    }

    /// More than the body of an error is read for.
    private static let shownLimit = 64 * 1024

    /// A text of the server, fit for a message; `nil` if it is missing or blank.
    func shownText(_ key: String) -> String? {
        guard let text = self[key]?.text else { return nil }
        let line = singleLine(text, limit: JSONTree.shownLimit)
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }

    /// A scalar as text.
    var shown: String? {
        switch self {
        case .string(let text): singleLine(text, limit: JSONTree.shownLimit)
        case .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

/// The text, with a full stop unless it ends with a punctuation mark.
func asSentence(_ text: String) -> String {
    guard let last = text.last, !".!?…".contains(last) else { return text }
    return text + "."
}
