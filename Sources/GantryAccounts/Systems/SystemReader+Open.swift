internal import GantryModel
internal import GantryYAML

// Values that are still to be filled in: `TODO`, or `TODO: what to write`.
extension SystemReader {
    /// What an author writes where a value is still to be found out.
    static let open = "TODO"

    /// The same tree, in which every open value is reported and refused, so that nothing else is said of it.
    ///
    /// - Parameters:
    ///   - path: where the node is: `datasets.hours.paging`.
    ///   - key: what its key means; `nil` where it has none of its own.
    ///   - shapes: what it can be.
    mutating func reportOpen(
        _ node: SourceNode, _ path: String = "", key: DocumentKey? = nil,
        shapes: [ValueShape] = [.group(SystemKeys.top)]
    ) -> SourceNode {
        var node = node
        switch node.content {
        case .text(let text, _):
            guard let hint = SystemReader.hint(in: text) else { break }
            opened.append(path)
            // What a group of any names has takes its meaning from the group, but not its form.
            let own = key.map { ("." + path).hasSuffix("." + $0.name) ? $0.name : "" } ?? ""
            document.report(
                .open, at: node.place, "\(path) is still to be filled in.",
                expected: hint.isEmpty ? SystemReader.forms[own] ?? described(shapes) : hint,
                note: key?.help)
            node.content = .refused
        case .list(let items):
            let inner = shapes.flatMap { shape -> [ValueShape] in
                if case .list(let item, _, _, _) = shape { flat(item) } else { [] }
            }
            node.content = .list(
                items.enumerated().map { reportOpen($1, path + "[\($0)]", key: key, shapes: inner) })
        case .group(let entries):
            node.content = .group(
                entries.map { entry in
                    var entry = entry
                    let (key, inner) = child(entry.key, of: shapes, key)
                    entry.value = reportOpen(
                        entry.value, path.isEmpty ? entry.key : path + "." + entry.key, key: key, shapes: inner)
                    return entry
                })
        case .nothing, .refused: break
        }
        return node
    }

    /// Whether a place, something in it or something round it is still to be filled in, so that others can't be
    /// compared with it.
    func isOpen(_ path: String) -> Bool {
        opened.contains {
            $0 == path || path.hasPrefix($0 + ".") || $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[")
        }
    }

    /// What an open value says of what belongs there, or an empty text; `nil` for any other value.
    static func hint(in text: String) -> String? {
        if text == open { return "" }
        guard text.hasPrefix(open + ":") else { return nil }
        return String(text.dropFirst(open.count + 1).drop { $0 == " " })
    }

    /// What a value can be, where its shape alone would say too little.
    private static let forms = [
        "paging": SystemKeys.pagingForms, "total": SystemKeys.totalForms,
        "fields": "a group with a name for each field, such as id: { type: integer, required: true }",
        "records": "the key of the list, or \"\" for a bare list",
    ]

    private func child(
        _ name: String, of shapes: [ValueShape], _ owner: DocumentKey?
    ) -> (key: DocumentKey?, shapes: [ValueShape]) {
        for case .group(let keys, _) in shapes {
            if let key = keys.first(where: { $0.name == name }) { return (key, flat(key.shape)) }
        }
        for case .map(let value, _, _) in shapes { return (owner, flat(value)) }
        return (nil, [])
    }

    private func flat(_ shape: ValueShape) -> [ValueShape] {
        if case .either(let shapes) = shape { shapes } else { [shape] }
    }

    /// "none, or the keys offset, limit and size"; `nil` where any text will do.
    private func described(_ shapes: [ValueShape]) -> String? {
        let forms = shapes.compactMap { shape -> String? in
            switch shape {
            case .words(let words): listed(words)
            case .flag: "true or false"
            case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .group(let keys, _): keys.isEmpty ? nil : "a group of keys: " + listed(keys.map(\.name), "and")
            default: nil
            }
        }
        return forms.isEmpty ? nil : forms.joined(separator: "; or ")
    }
}
