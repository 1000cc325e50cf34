package import GantryEngine
package import GantryFormats
package import GantryJSON
package import GantryModel
internal import GantryRuns

/// What `totals.json` says about a run that sent rows, and the journal's documents of such a run.
package enum ImportSummary {
    private static let kindKey = "sent"
    private static let notReadKey = "not_read"
    private static let dialectKey = "sheet"
    /// So many rows that aren't read are listed.
    private static let mostSkipped = 100
    /// The journal's document with the command that resumes the run.
    package static let commandName = RunDirectories.commandName
    /// The journal's document with the folder that the files of the rows were sent from: its whole path.
    package static let folderName = "files"
    /// The journal's document that says that every row was checked.
    package static let preflightName = "preflight"

    static func kind(_ name: String) -> JSONTree.Member { JSONTree.Member(kindKey, .string(name)) }

    /// What a finished run has come to, as ``ImportResult`` has it.
    package struct Figures {
        package var counts = LedgerCounts()
        package var problems: [ImportResult.ProblemCount] = []
        package var notes: [ImportResult.ProblemCount] = []
        /// Rows of the workbook that are hidden, and so aren't among those that are counted.
        package var hiddenRows = 0
        /// Rows that are none of the records, or left out: they aren't counted either.
        package var skipped = FirstOnes<SheetFindings.SkippedRow>()
        /// How the result sheet is written: as the sheet, whose encoding a person can have named.
        package var hints = SheetDialect.Hints()
    }

    static func tree(_ figures: Figures) -> JSONTree {
        let counts = figures.counts
        func list(_ problems: [ImportResult.ProblemCount]) -> JSONTree {
            .array(
                problems.map {
                    .object(["code": .string($0.code), "count": .integer($0.count), "example": .string($0.example)])
                })
        }
        let notes = figures.notes.isEmpty ? [] : [JSONTree.Member("notes", list(figures.notes))]
        return .object(
            [
                JSONTree.Member(
                    "rows",
                    .object([
                        "all": .integer(counts.rows), "done": .integer(counts.done),
                        "done_before": .integer(counts.doneBefore), "refused": .integer(counts.refused),
                    ])),
                JSONTree.Member("problems", list(figures.problems)),
            ] + notes + notRead(figures) + dialect(figures.hints))
    }

    private static func dialect(_ hints: SheetDialect.Hints) -> [JSONTree.Member] {
        guard let encoding = hints.encoding, let delimiter = hints.delimiter else { return [] }
        return [
            JSONTree.Member(
                dialectKey,
                .object(["encoding": .string(encoding.rawValue), "delimiter": .string(delimiter.rawValue)]))
        ]
    }

    private static func notRead(_ figures: Figures) -> [JSONTree.Member] {
        guard figures.hiddenRows > 0 || figures.skipped.count > 0 else { return [] }
        return [
            JSONTree.Member(
                notReadKey,
                .object([
                    "hidden": .integer(figures.hiddenRows), "skipped": .integer(figures.skipped.count),
                    "first": .array(figures.skipped.first.prefix(mostSkipped).map(\.json)),
                ]))
        ]
    }

    /// What the journal keeps of a finished run; `nil` if the run sent no rows.
    package static func read(
        _ id: RunID, _ journal: any WorkspaceJournal
    ) async throws -> Figures? {
        guard let text = try await journal.document(named: RunBag.resultName, of: id) else { return nil }
        return read(try JSONTree(Array(text.utf8))["totals"] ?? .null)
    }

    package static func read(_ totals: JSONTree) -> Figures? {
        guard totals[kindKey]?.text != nil, let rows = totals["rows"] else { return nil }
        func count(_ tree: JSONTree?) -> Int { min(max(tree?.int ?? 0, 0), 1 << 50) }
        func list(_ key: String) -> [ImportResult.ProblemCount] {
            (totals[key]?.list ?? []).map {
                ImportResult.ProblemCount(
                    code: $0["code"]?.text ?? "", count: count($0["count"]), example: $0["example"]?.text ?? "")
            }
        }
        var figures = Figures(problems: list("problems"), notes: list("notes"))
        figures.hints = SheetDialect.Hints(
            encoding: totals[dialectKey]?["encoding"]?.text.flatMap(SheetDialect.Encoding.init(rawValue:)),
            delimiter: totals[dialectKey]?["delimiter"]?.text.flatMap(SheetDialect.Delimiter.init(rawValue:)))
        let notRead = totals[notReadKey]
        figures.hiddenRows = count(notRead?["hidden"])
        figures.skipped = FirstOnes(
            count: count(notRead?["skipped"]),
            first: (notRead?["first"]?.list ?? []).compactMap(SheetFindings.SkippedRow.init))
        figures.counts.rows = count(rows["all"])
        figures.counts.done = count(rows["done"])
        figures.counts.doneBefore = count(rows["done_before"])
        figures.counts.refused = count(rows["refused"])
        return figures
    }
}
