internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let lostWords = ["repeat", "stop"]

    static let lost: [DocumentKey] = [
        DocumentKey("find", .line(), help: "The dataset that shows whether the row is there."),
        DocumentKey("get", .line(), help: "The path of an answer that shows it."),
        DocumentKey("query", .map(.line()), help: "What is asked besides, with columns and {mark} in { and }."),
        DocumentKey("records", .either(path), help: "Where the answer to get has the list."),
        DocumentKey("id", .either(path), standard: .text("id"), help: "Where a record of that list has its id."),
        DocumentKey("mark", .line(), help: "The field that carries the row's mark."),
        DocumentKey("same", .map(.line(), canBeEmpty: false), help: "Fields with the columns that they are equal to."),
        DocumentKey("key", .line(), help: "The header by which the server recognises a request that comes again."),
    ]
}

extension SystemReader {
    /// `lost`: what is done when the answer to a step is lost.
    mutating func lost(_ group: Section, _ scope: StepScope) -> LostRule? {
        guard let node = group["lost"] else {
            document.report(
                .missingKey, at: group.owner, "\(group.path) doesn't say what is done when its answer is lost.",
                expected: "lost: with how a row is sent once",
                note:
                    "repeat: twice is the same as once. find, with mark or same: a dataset shows it. get, with records: an answer shows it. key: a header by which the server recognises it. stop: nobody can tell."
            )
            return nil
        }
        if case .text = node.content {
            switch document.choice(group, "lost", what: "way", among: SystemKeys.lostWords) {
            case "repeat": return .repeats
            case "stop": return .stop
            default: return nil
            }
        }
        guard let section = document.section(group, "lost", keys: SystemKeys.lost) else { return nil }
        let ways = ["find", "get", "key"].filter { section.has($0) }
        guard ways.count == 1, let way = ways.first else {
            document.report(
                .conflict, at: ways.count > 1 ? section.place(of: ways[1]) : section.owner,
                ways.isEmpty ? "lost doesn't say how." : "lost has \(listed(ways, "and")).",
                expected: "exactly one of find, get and key, or repeat or stop")
            return nil
        }
        let belonging: [String] =
            switch way {
            case "find": ["query", "mark", "same"]
            case "get": ["query", "records", "id", "mark", "same"]
            default: []
            }
        for key in ["query", "records", "id", "mark", "same"] where section.has(key) && !belonging.contains(key) {
            document.report(
                .conflict, at: section.place(of: key), "\(key) doesn't belong to \(way).", expected: "no \(key)")
        }
        switch way {
        case "key":
            return document.text(section, "key", expected: "a header, such as Idempotency-Key").flatMap { header($0) }
        case "find": return find(section, scope)
        default: return get(section, scope)
        }
    }

    private mutating func header(_ name: DocumentReader.Located<String>) -> LostRule? {
        guard name.value.utf8.allSatisfy({ isNameByte($0) && $0 != 0x2E }) else {
            document.report(
                .badValue, at: name.place, "\(quoted(name.value)) can't be the name of a header.",
                expected: "letters, digits, - and _")
            return nil
        }
        return .key(header: name.value)
    }

    private mutating func find(_ section: Section, _ scope: StepScope) -> LostRule? {
        guard let name = document.text(section, "find", expected: "the name of a dataset") else { return nil }
        let query = texts(section, key: "query", in: scope)
        let place = "datasets." + name.value
        guard let dataset = scope.datasets.first(where: { $0.name == name.value }) else {
            if isOpen(place) { return nil }
            document.unknownName("dataset", name, among: scope.datasets.map(\.name))
            return nil
        }
        if dataset.path.contains(DescribedDataset.keyPlaceholder) {
            document.report(
                .conflict, at: name.place, "\(name.value) is asked for by keys, so it can't be searched.",
                expected: "a dataset that is a list, or get")
        }
        if dataset.body != nil {
            document.report(
                .conflict, at: name.place, "\(name.value) is a search by post, which isn't used to look a row up.",
                expected: "a dataset that is read with get, or get")
        }
        let fields = dataset.fields.map(\.name)
        return proof(section, in: scope) { reader, text in
            guard fields.contains(text.value) else {
                if reader.isOpen(place + ".fields." + text.value) { return nil }
                reader.document.unknownName("field", text, among: fields)
                return nil
            }
            return [text.value]
        }.map { .look(DescribedLookup(place: .dataset(dataset), query: query, proof: $0)) }
    }

    private mutating func get(_ section: Section, _ scope: StepScope) -> LostRule? {
        let path = pathPieces(section, key: "get", in: scope)
        let query = texts(section, key: "query", in: scope)
        if !section.has("records") {
            document.missing("records", in: section, expected: "where the answer has the list")
        }
        let records = keys(section, "records")
        let id = section.has("id") ? keys(section, "id") : ["id"]
        let proof = proof(section, in: scope) { reader, text in reader.keys(text) }
        guard let path, let records, let id, let proof else { return nil }
        return .look(DescribedLookup(place: .list(path: path, records: records, id: id), query: query, proof: proof))
    }

    private mutating func proof(
        _ section: Section, in scope: StepScope,
        _ place: (inout SystemReader, DocumentReader.Located<String>) -> [String]?
    ) -> DescribedLookup.Proof? {
        guard section.has("mark") != section.has("same") else {
            document.report(
                section.has("mark") ? .conflict : .missingKey,
                at: section.has("mark") ? section.place(of: "same") : section.owner,
                section.has("mark") ? "lost has mark and same." : "lost doesn't say how a record is recognised.",
                expected: "mark: with the field that carries the row's mark, or same: with fields and their columns")
            return nil
        }
        if section.has("mark") {
            return document.text(section, "mark", expected: "the field that carries the mark")
                .flatMap { place(&self, $0) }.map { .mark($0) }
        }
        guard let node = section["same"] else { return nil }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(
                node, section.path("same"), expected: "fields with columns, such as { spent_on: date, hours: hours }")
            return nil
        }
        let pairs = entries.compactMap { entry -> (field: [String], column: Int)? in
            let field = place(&self, .init(value: entry.key, place: entry.keyPlace))
            guard let name = document.text(entry.value, section.path("same") + "." + entry.key, expected: "a column")
            else { return nil }
            guard let column = scope.index(name.value) else {
                document.unknownName("column", name, among: scope.names)
                return nil
            }
            return field.map { ($0, column) }
        }
        return pairs.count == entries.count ? .same(pairs) : nil
    }

    /// A look-up by mark finds only what was sent with one.
    mutating func requireMark(
        _ lost: LostRule, body: BodyTree?, query: [(name: String, value: [RowPiece])],
        headers: [(name: String, value: [RowPiece])], group: Section
    ) {
        guard case .look(let lookup) = lost, case .mark = lookup.proof, !isOpen(group.path) else { return }
        let isSent = body?.hasMark ?? false || (query + headers).contains { $0.value.contains(.mark) }
        guard !isSent else { return }
        document.report(
            .conflict, at: group.place(of: "lost"), "The row is looked up by its mark, but no mark is sent.",
            expected: "{ column: comments, mark: after } or \"{mark}\" in the body")
    }
}

extension BodyTree {
    fileprivate var hasMark: Bool {
        switch self {
        case .constant: false
        case .text(let pieces): pieces.contains(.mark)
        case .column(_, _, let hasMark): hasMark
        case .list(let items): items.contains(where: \.hasMark)
        case .object(let members): members.contains(where: \.value.hasMark)
        }
    }
}
