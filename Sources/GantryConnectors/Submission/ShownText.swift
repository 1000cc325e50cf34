internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// Whether a server shows a text that was sent, perhaps in another spelling: with entities of HTML, other white space
/// or capitals.
func isShown(_ sent: String, as shown: String) -> Bool { sent == shown || shownKey(sent) == shownKey(shown) }

/// A text without what servers change in it, and without what makes no other name of it: two with one key are one
/// thing.
func shownKey(_ text: String) -> String {
    var text = text.lowercased()
    // A server that escapes what was escaped already does so twice.
    for _ in 0..<3 where text.contains("&") {
        for (entity, character) in entities { text = text.replacing(entity, with: character) }
    }
    return TextIdentity.text.folded(text)
}

/// The characters that are escaped in HTML, `&` last.
private let entities = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#x22;", "\""), ("&apos;", "'"), ("&#39;", "'"),
    ("&#039;", "'"), ("&#x27;", "'"), ("&#47;", "/"), ("&#x2f;", "/"), ("&#96;", "`"), ("&#x60;", "`"),
    ("&nbsp;", " "), ("&#160;", " "), ("&amp;", "&"), ("&#38;", "&"), ("&#x26;", "&"),
]

extension StepAnswer {
    /// Whether the answer is the server's own: without a body, or JSON that reports no failure. Anything else comes
    /// from something in between.
    var isOwn: Bool {
        guard !isBlank else { return true }
        guard let tree = try? JSONTree(body) else { return false }
        return tree["success"] != .bool(false) && ["error", "errors"].allSatisfy { tree[$0]?.saysNothing ?? true }
    }

    /// Whether something comes in place of JSON, such as the web page of a gateway.
    var isPage: Bool { !isBlank && (try? JSONTree(body)) == nil }

    /// What came in place of JSON. What began as JSON isn't shown, since that can be data of a person.
    var foundInstead: String {
        let start = String(decoding: body.prefix(4_096), as: UTF8.self).trimmed
        let small = start.lowercased()
        var found = "the text \(quoted(singleLine(String(start.prefix(60)))))"
        if start.hasPrefix("{") || start.hasPrefix("[") {
            found = "JSON that is cut off or broken"
        } else if start.hasPrefix("<") {
            let isPage = small.contains("<html") || small.hasPrefix("<!doctype html")
            found = isPage ? "a web page" : "XML"
            if isPage, let open = start.firstRange(of: "<title>") {
                let title = String(start[open.upperBound...].prefix { $0 != "<" }.prefix(60)).trimmed
                if !title.isEmpty { found += " called \(quoted(singleLine(title)))" }
            }
        }
        return
            "The server answered \(status) with \(found), where JSON is expected, so the answer says nothing of the row."
    }

    private var isBlank: Bool { body.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) } }

    /// What a success means that doesn't show what was sent: the server has it, so it is looked up and never sent
    /// again, unless the answer isn't the server's own.
    func unshown(_ sentence: String) -> EffectOutcome {
        isOwn
            ? .unconfirmed(RowProblem(RowProblem.unconfirmedCode, sentence))
            : .ambiguous(RowProblem(RowProblem.unclearCode, sentence))
    }

    /// What a success means that doesn't show the record with this id, which was changed to what it says: done, since
    /// nothing contradicts it, unless the answer isn't the server's own.
    func changed(_ id: Int64, _ sentence: String) -> EffectOutcome {
        isOwn
            ? .confirmed([Receipt(status: status, serverID: String(id))])
            : .ambiguous(RowProblem(RowProblem.unclearCode, sentence))
    }
}

extension JSONTree {
    /// Whether it is what a server gives for an error that it doesn't have: null, false, zero, or nothing in quotation
    /// marks or brackets.
    fileprivate var saysNothing: Bool {
        switch self {
        case .null: true
        case .bool(let isTrue): !isTrue
        case .number: decimal?.nano == 0
        case .string(let text): text.allSatisfy(\.isWhitespace)
        case .array(let items): items.isEmpty
        case .object(let members): members.isEmpty
        }
    }
}
