public import GantryJSON
public import GantryKit
internal import GantryModel

/// The first page of a dataset, for the person who describes it.
public enum TryReport {
    /// The typed values beside the records, what no field names, and what the page proves.
    public static func lines(_ tried: TriedDataset, style: TextStyle) -> [String] {
        let of = tried.total.map { " of \($0)" } ?? tried.least.map { " of at least \($0)" } ?? ""
        let head = [
            style.bold(tried.name),
            "  Account   \(singleLine(tried.account ?? "the server names none"))",
            "  Request   \(singleLine(tried.request, limit: 500))",
            "  Records   \(tried.count)\(of)"
                + (tried.rejects.count == 0 ? "" : ", \(tried.rejects.count) can't be used")
                + (tried.leftOut == 0 ? "" : ", \(tried.leftOut) left out"),
        ]
        var values = TextTable(
            [.left("Field")] + tried.records.indices.map { TextTable.Column.left("Record \($0 + 1)") })
        for field in tried.fields { values.add([field.name] + field.values.map { singleLine($0 ?? "–") }) }
        var rejects = TextTable([.left("Record"), .left("Field"), .left("Found"), .left("Expected")])
        for reject in tried.rejects.first {
            rejects.add([String(reject.index + 1), reject.field, reject.found, reject.expected])
        }
        var absent = TextTable([.left("No record has"), .left("Looked for at")])
        for (field, path) in tried.absent { absent.add([field, singleLine(path, limit: 60)]) }
        var unnamed = TextTable([.left("No field names"), .left("Such as")])
        for (path, value) in tried.unnamed { unnamed.add([path, value]) }
        var proofs = TextTable([.left("Proof"), .left("Holds")], limit: TextTable.sentenceLimit)
        for (proof, holds) in tried.proofs { proofs.add([words(proof), holds ? "yes" : "no"]) }
        return joined([
            head, values.foldedLines(style: style), rejects.isEmpty ? [] : rejects.foldedLines(style: style),
            tried.records.isEmpty
                ? [] : ["The first record as the server sent it:", "  " + singleLine(tried.records[0], limit: 4_000)],
            absent.isEmpty ? [] : absent.foldedLines(style: style),
            unnamed.isEmpty ? [] : unnamed.foldedLines(style: style), proofs.foldedLines(style: style), tried.doubts,
        ])
    }

    /// The same for programs.
    public static func value(_ tried: TriedDataset) -> JSONTree {
        let absent = JSONTree.array(tried.absent.map { .string($0.field) })
        return .object([
            "dataset": .string(tried.name), "account": JSONTree(tried.account), "request": .string(tried.request),
            "records": .integer(tried.count), "total": tried.total.map { .integer($0) } ?? .null,
            "least": tried.least.map { .integer($0) } ?? .null, "rejected": .integer(tried.rejects.count),
            "leftOut": .integer(tried.leftOut), "absent": absent,
            "unnamed": .array(tried.unnamed.map { .string($0.path) }),
            "proofs": .object(tried.proofs.map { JSONTree.Member($0.proof.rawValue, .bool($0.holds)) }),
            "doubts": .array(tried.doubts.map { .string($0) }),
        ])
    }

    private static func words(_ proof: TriedDataset.Proof) -> String {
        switch proof {
        case .total: "the answer says how many records the list has"
        case .least: "the answer says how many records the list has at least"
        case .size: "the page is as large as was asked for"
        case .period: "the server knows the days that it is asked for"
        case .borders: "the first and the last day of the period have all their records"
        case .keys: "no key comes twice"
        }
    }
}
