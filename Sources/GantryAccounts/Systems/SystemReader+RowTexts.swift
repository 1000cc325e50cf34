internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    /// A text with columns, `{mark}`, `{file.name}` and `{file.type}`, and what steps before have taken.
    mutating func rowPieces(_ text: DocumentReader.Located<String>, _ scope: StepScope) -> [RowPiece]? {
        if isExpression(text.value) { return nil }
        var pieces: [RowPiece] = []
        var rest = Substring(text.value)
        var isRight = true
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let offset = text.value.distance(from: text.value.startIndex, to: open)
            if !rest[..<open].isEmpty { pieces.append(.text(String(rest[..<open]))) }
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                report(in: text, from: offset, "A placeholder stands in { and }.", expected: "such as {mark}")
                return nil
            }
            let name = String(rest[rest.index(after: open)..<close])
            if let piece = piece(name, scope) {
                pieces.append(piece)
            } else if isOpen(scope.path + ".steps") {
                isRight = false
            } else {
                isRight = false
                let known = scope.names + ["mark"] + (scope.hasFile ? ["file.name", "file.type"] : []) + scope.taken
                report(
                    in: text, from: offset, length: name.unicodeScalars.count + 2,
                    "Unknown placeholder {\(shortened(name))}.", expected: listed(known.map { "{\($0)}" }),
                    nearest: nearestWord(to: name, among: known).map { "{\($0)}" })
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return isRight ? pieces : nil
    }

    private func piece(_ name: String, _ scope: StepScope) -> RowPiece? {
        switch name {
        case "mark": .mark
        case "file.name" where scope.hasFile: .fileName
        case "file.type" where scope.hasFile: .fileType
        default: scope.index(name).map { .column($0) } ?? (scope.taken.contains(name) ? .step(name) : nil)
        }
    }

    /// Names with such texts: a query, or headers.
    mutating func texts(_ section: Section, key: String, in scope: StepScope) -> [(name: String, value: [RowPiece])] {
        guard let node = section[key] else { return [] }
        guard let entries = node.entries else {
            document.wrongType(node, section.path(key), expected: "a group of names, each with its text")
            return []
        }
        return entries.compactMap { entry in
            if isSecretName(entry.key) {
                reportSecret(section.path(key), entry)
                return nil
            }
            if case .text("", _) = entry.value.content { return (entry.key, []) }
            return document.text(entry.value, section.path(key) + "." + entry.key, expected: "a text")
                .flatMap { rowPieces($0, scope) }.map { (entry.key, $0) }
        }
    }

    /// A path with columns in it, which every row must have.
    mutating func pathPieces(_ section: Section, key: String, in scope: StepScope) -> [RowPiece]? {
        guard let text = document.required(section, key, expected: "a path that begins with /"),
            let pieces = rowPieces(text, scope)
        else { return nil }
        // What stands in for a column is like a part of any other path.
        let plain = pieces.map { if case .text(let text) = $0 { text } else { "0" } }.joined()
        guard checkPath(plain, in: text) else { return nil }
        for case .column(let column) in pieces
        where !scope.columns[column].isRequired && !isOpen("\(scope.path).columns.\(scope.columns[column].name)") {
            document.report(
                .conflict, at: text.place, "The column \(scope.columns[column].name) can be empty inside of a path.",
                expected: "required: true at the column")
        }
        return pieces
    }

    /// A tree of constants, texts with placeholders, `{ column }` and `{ step }`.
    mutating func body(_ node: SourceNode, at path: String, in scope: StepScope) -> BodyTree? {
        switch node.content {
        case .nothing: return .constant(.null)
        case .refused: return nil
        case .text(let text, let isPlain):
            if isPlain, text == "true" || text == "false" { return .constant(.bool(text == "true")) }
            if isPlain, plainDecimal(text) != nil { return .constant(.number(text)) }
            if text.isEmpty { return .constant(.string("")) }
            return document.text(node, path, expected: "a text", hasLines: true)
                .flatMap { rowPieces($0, scope) }.map { .text($0) }
        case .list(let items):
            let trees = items.compactMap { body($0, at: path, in: scope) }
            return trees.count == items.count ? .list(trees) : nil
        case .group(let entries):
            if entries.count == 1, entries[0].key == "secret" {
                document.report(
                    .unsupported, at: entries[0].keyPlace, "Credentials can't be sent in a body.",
                    expected: "sign-in, which says how they are sent")
                return nil
            }
            if entries.contains(where: { $0.key == "column" || $0.key == "step" }) {
                return leaf(node, at: path, in: scope)
            }
            var members: [(key: String, value: BodyTree)] = []
            for entry in entries {
                guard let tree = body(entry.value, at: path + "." + entry.key, in: scope) else { continue }
                members.append((entry.key, tree))
            }
            return members.count == entries.count ? .object(members) : nil
        }
    }

    private mutating func leaf(_ node: SourceNode, at path: String, in scope: StepScope) -> BodyTree? {
        guard let group = document.section(node, path, keys: SystemKeys.leaf, owner: node.place) else { return nil }
        if group.has("step") {
            guard let name = document.text(group, "step", expected: "what a step before has taken") else { return nil }
            guard scope.taken.contains(name.value) else {
                if isOpen(scope.path + ".steps") { return nil }
                document.unknownName(
                    "name", name, among: scope.taken,
                    expected: scope.taken.isEmpty ? "takes: { \(name.value): … } at a step before" : listed(scope.taken)
                )
                return nil
            }
            return .text([.step(name.value)])
        }
        guard let name = document.text(group, "column", expected: "the name of a column") else { return nil }
        if scope.hasFile, name.value == "file.name" { return .text([.fileName]) }
        if scope.hasFile, name.value == "file.type" { return .text([.fileType]) }
        guard let index = scope.index(name.value) else {
            document.unknownName("column", name, among: scope.names)
            return nil
        }
        if scope.columns[index].kind == .file {
            document.report(
                .conflict, at: name.place, "The column \(name.value) is the file itself.",
                expected: "file.name or file.type, or file: raw at the step")
        }
        let asText = document.choice(group, "as", what: "kind", among: ["text"]) != nil
        let hasMark = document.choice(group, "mark", what: "place", among: ["after"]) != nil
        if hasMark { requireRoom(index, group: group, in: scope) }
        return .column(index, asText: asText, hasMark: hasMark)
    }

    /// A mark that is cut off can't be found.
    private mutating func requireRoom(_ column: Int, group: Section, in scope: StepScope) {
        let name = scope.columns[column].name
        guard case .text(let most) = scope.columns[column].kind else {
            document.report(
                .conflict, at: group.place(of: "mark"), "The column \(name) isn't a text, so it can't carry a mark.",
                expected: "a column of the type text")
            return
        }
        guard limited.contains("\(scope.path).columns.\(name)") else {
            document.report(
                .missingKey, at: group.place(of: "mark"),
                "The column \(name) doesn't say how many characters the server keeps, and a mark that is cut off can't be found.",
                expected: "most: at the column \(name)")
            return
        }
        if most <= DescribedSubmission.markLength {
            document.report(
                .conflict, at: group.place(of: "mark"), "The column \(name) has \(most) characters.",
                expected: "more than \(DescribedSubmission.markLength), which the mark needs")
        }
    }
}
