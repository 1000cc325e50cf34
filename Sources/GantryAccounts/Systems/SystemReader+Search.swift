internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    /// The path of the list, and what a search has in its body.
    mutating func place(_ section: Section) -> (path: String?, body: JSONTree?) {
        if section.has("get"), section.has("post") {
            document.report(
                .conflict, at: section.place(of: "post"), "\(section.path) has get and post.",
                expected: "get, or post for a list that is a search")
        }
        guard section.has("post") else {
            if section.has("body") {
                document.report(
                    .conflict, at: section.place(of: "body"), "A request with get has no body.",
                    expected: "post, for a list that is a search")
            }
            return (path(section, "get", takesKey: true), nil)
        }
        guard let node = section["body"] else { return (path(section, "post", takesKey: true), .object([])) }
        guard node.entries != nil else {
            document.wrongType(node, section.path("body"), expected: "a group with what the search asks")
            return (nil, nil)
        }
        return (path(section, "post", takesKey: true), constants(node, section.path("body")))
    }

    /// A tree of constants; `nil` after a mistake.
    private mutating func constants(_ node: SourceNode, _ path: String) -> JSONTree? {
        switch node.content {
        case .nothing: return .null
        case .refused: return nil
        case .text(let text, let isPlain): return constant(text, isPlain: isPlain)
        case .list(let items):
            return .array(items.compactMap { constants($0, path) })
        case .group(let entries):
            return .object(
                entries.compactMap { entry in
                    if case .text = entry.value.content, isSecretName(entry.key) {
                        reportSecret(path, entry)
                        return nil
                    }
                    return constants(entry.value, path + "." + entry.key).map { JSONTree.Member(entry.key, $0) }
                })
        }
    }

    /// A search is told in its body which page is meant, and has no answer to HEAD.
    mutating func requireSearch(_ section: Section, _ paging: Paging?) {
        if case .linked(cursor: nil, _)? = paging?.kind {
            document.report(
                .conflict, at: section.place(of: "paging"), "The next page of a search has no address of its own.",
                expected: "offset, page, cursor or after")
        }
        if let total = section["total"], total.entries?.contains(where: { ["head", "get"].contains($0.key) }) == true {
            document.report(
                .conflict, at: section.place(of: "total"), "A search is asked for its total by no other request.",
                expected: "a path, { header }, or none")
        }
    }

    /// A value as it stands in a body; a text in quotes stays one.
    func constant(_ text: String, isPlain: Bool) -> JSONTree {
        if isPlain, text == "true" || text == "false" { return .bool(text == "true") }
        return isPlain && plainDecimal(text) != nil ? .number(text) : .string(text)
    }
}
