internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let since: [DocumentKey] = [
        DocumentKey(
            "field", .line(), required: true, help: "A time or whole number that grows with each new or changed record."
        ),
        DocumentKey(
            "query", .map(.line(), canBeEmpty: false),
            help:
                "What a request says, with {since}, {since:unix}, {since:unix-ms} or {since:day}. Without it the whole list is fetched, and what the last run had is left out."
        ),
    ]
}

extension SystemReader {
    /// `since`: the field by which a later run goes on.
    mutating func since(_ section: Section, among fields: [DescribedField]?) -> DescribedDataset.Since? {
        guard let group = document.section(section, "since", keys: SystemKeys.since) else { return nil }
        guard
            let name = document.required(
                group, "field", expected: "the field with the time at which a record was made or changed"), let fields,
            let field = field(name, of: section, among: fields, kinds: [.time, .integer], types: "time or integer")
        else { return nil }
        var query: [(name: String, value: RequestText)] = []
        guard let node = group["query"] else { return DescribedDataset.Since(field: name.value, query: []) }
        let expected = "a group with the server's parameters, such as { updated_since: \"{since}\" }"
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(node, group.path("query"), expected: expected)
            return nil
        }
        for entry in entries {
            guard let text = document.text(entry.value, group.path("query") + "." + entry.key, expected: "a text"),
                let pieces = pieces(text, of: field.kind)
            else { continue }
            query.append((entry.key, RequestText(pieces)))
        }
        let asks = query.contains { $0.value.pieces.contains { if case .since = $0 { true } else { false } } }
        if query.count == entries.count, !asks {
            document.report(
                .conflict, at: group.place(of: "query"), "The query doesn't ask for {since}.", expected: expected)
        }
        return DescribedDataset.Since(field: name.value, query: query)
    }

    /// Stands for which records a dataset has and how they follow each other: whatever the file says about it but how
    /// the list is fetched and proven, and what it could be narrowed by, and of its fields only these.
    func listDigest(_ dataset: SourceNode, fields: [String]) -> String {
        let ways = ["filters", "paging", "proof", "state", "total"]
        return digest(of: dataset, saying: { !ways.contains($0) }, fields: fields.contains)
    }

    /// Stands for how a record of a dataset is read: whatever the file says about its key and fields, which records are
    /// none, and what is cut out of them.
    func readingDigest(_ dataset: SourceNode) -> String {
        digest(of: dataset, saying: ["fields", "key", "leave-out"].contains, withholding: sensitive)
    }

    private func digest(
        of dataset: SourceNode, saying isSaid: (String) -> Bool, fields isField: (String) -> Bool = { _ in true },
        withholding keys: [String] = []
    ) -> String {
        var said = dataset.withoutWords(.group(SystemKeys.dataset))
        said.content = .group(
            (said.entries ?? []).filter { isSaid($0.key) }.sorted { $0.key < $1.key }.map { entry in
                guard entry.key == "fields", let all = entry.value.entries else { return entry }
                var entry = entry
                entry.value.content = .group(all.filter { isField($0.key) }.sorted { $0.key < $1.key })
                return entry
            })
        let lines = [zone?.name ?? ""] + keys.sorted() + [said.yaml]
        return ContentHasher.digest(of: Array(lines.joined(separator: "\n").utf8).span).description
    }
}
