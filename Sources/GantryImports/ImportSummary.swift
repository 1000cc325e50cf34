package import GantryEngine
package import GantryJSON
internal import GantryModel
internal import GantryRuns

/// What `totals.json` says about a run that sent rows, and the journal's documents of such a run.
package enum ImportSummary {
    private static let kindKey = "sent"
    /// The journal's document with the command that resumes the run.
    package static let commandName = RunDirectories.commandName
    /// The journal's document that says that every row was checked.
    package static let preflightName = "preflight"

    static func kind(_ name: String) -> JSONTree.Member { JSONTree.Member(kindKey, .string(name)) }

    static func tree(_ counts: LedgerCounts, _ problems: [ImportResult.ProblemCount]) -> JSONTree {
        .object([
            "rows": .object([
                "all": .integer(counts.rows), "done": .integer(counts.done),
                "done_before": .integer(counts.doneBefore), "refused": .integer(counts.refused),
            ]),
            "problems": .array(
                problems.map {
                    .object(["code": .string($0.code), "count": .integer($0.count), "example": .string($0.example)])
                }),
        ])
    }

    /// What the journal keeps of a finished run; `nil` if the run sent no rows.
    package static func read(
        _ id: RunID, _ journal: any WorkspaceJournal
    ) async throws -> (counts: LedgerCounts, problems: [ImportResult.ProblemCount])? {
        guard let text = try await journal.document(named: RunBag.resultName, of: id) else { return nil }
        return read(try JSONTree(Array(text.utf8))["totals"] ?? .null)
    }

    package static func read(_ totals: JSONTree) -> (counts: LedgerCounts, problems: [ImportResult.ProblemCount])? {
        guard totals[kindKey]?.text != nil, let rows = totals["rows"] else { return nil }
        var counts = LedgerCounts()
        func count(_ key: String) -> Int { min(max(rows[key]?.int ?? 0, 0), 1 << 50) }
        counts.rows = count("all")
        counts.done = count("done")
        counts.doneBefore = count("done_before")
        counts.refused = count("refused")
        let problems = (totals["problems"]?.list ?? []).map {
            ImportResult.ProblemCount(
                code: $0["code"]?.text ?? "", count: min(max($0["count"]?.int ?? 0, 0), 1 << 50),
                example: $0["example"]?.text ?? "")
        }
        return (counts, problems)
    }
}
