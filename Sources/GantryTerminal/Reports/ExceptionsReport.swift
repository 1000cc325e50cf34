internal import GantryEngine
internal import GantryModel
public import GantryRuns

/// The exceptions of a published run, for people.
public enum ExceptionsReport {
    /// More than these push everything else off a screen; their file has them all.
    private static let limit = 20

    /// The first rows of each file of exceptions.
    public static func lines(_ overview: RunOverview, style: TextStyle) -> [String] {
        let blocks = overview.exceptions.map { block($0, in: overview.files, style: style) }
        guard blocks.allSatisfy(\.isEmpty), let totals = overview.totals else { return joined(blocks) }
        return unlisted(totals, overview.files, style: style)
    }

    private static func block(_ exceptions: ListedExceptions, in files: [ExportedFile], style: TextStyle) -> [String] {
        let title = "Exceptions in \(singleLine(exceptions.path, limit: 4_000))"
        if let problem = exceptions.problem { return [title, "  \(singleLine(problem, limit: 2_000))"] }
        guard !exceptions.rows.isEmpty else { return [] }
        var table = TextTable(exceptions.headings.map { .left(singleLine($0)) }, limit: TextTable.sentenceLimit)
        for row in exceptions.rows.prefix(limit) { table.add(row) }
        var lines = [title] + table.foldedLines(style: style)
        let all = files.first { $0.path == exceptions.path }?.rows ?? exceptions.rows.count
        if all > limit { lines.append("  " + style.faint("and \(NumberText.count(all - limit)) more in the file")) }
        return lines
    }

    /// The line about exceptions that no file of the export lists.
    static func unlisted(_ totals: ExportTotals, _ files: [ExportedFile], style: TextStyle) -> [String] {
        guard totals.exceptions.contains(where: { $0.severity > .info && $0.count > 0 }),
            !files.contains(where: \.listsExceptions)
        else {
            return []
        }
        return [
            "  " + style.faint("No file lists these exceptions. Add an output with format: exceptions-csv to get one.")
        ]
    }
}
