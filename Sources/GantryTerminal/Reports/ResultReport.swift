public import GantryEngine
internal import GantryModel
public import GantryRuns

/// The result of an export, for people.
public enum ResultReport {
    /// What came of it.
    ///
    /// - Parameter again: what can be done where the run was published before; `nil`, the default, for what fetching it
    ///   again does.
    public static func lines(_ result: ExportResult, again: String? = nil, style: TextStyle) -> [String] {
        let summary = SummaryReport.lines(result.totals, style: style)
        return joined([
            [head(result, style)]
                + (result.totals.correction.map { CorrectionText.files($0, currency: result.totals.currency) } ?? [])
                + SourceReport.lines(result.source, indent: 12, style: style)
                + (result.totals.datasets.isEmpty ? summary : []),
            result.totals.datasets.isEmpty ? [] : summary,
            OverlapReport.lines(result.overlaps, style: style),
            place(of: result, again, style: style),
        ])
    }

    /// What comes next: for pay the rest of the month, for datasets and an open period a look at them.
    ///
    /// - Parameters:
    ///   - command: the command that was run, so that the next one works in the same place.
    ///   - workspace: the workspace, where the command doesn't name it.
    public static func next(
        after result: ExportResult, command: ShellCommand, workspace: String? = nil, style: TextStyle
    ) -> [String] {
        guard !result.isFolderMissing, result.publishedElsewhere == nil else { return [] }
        let isOpen = (try? PayPeriod(result.id.period))?.isDated ?? false
        let isPay = result.totals.datasets.isEmpty && !isOpen
        let words =
            isPay
            ? ["month", result.id.period, "--pipeline", result.id.pipeline] : ["show", result.id.description]
        let place = workspace.map { ["--workspace", $0] } ?? command.place
        let next = ShellCommand([command.words.first ?? "gantry"] + words + place)
        return [line(isPay ? "Next" : "Details", next.shellText, style: style)]
    }

    private static func line(_ title: String, _ text: String, style: TextStyle) -> String {
        "  \(style.faint(title))\(String(repeating: " ", count: 10 - title.count))\(text)"
    }

    private static func head(_ result: ExportResult, _ style: TextStyle) -> String {
        if result.wasPublished {
            let paid = result.delivered.map { " \(singleLine($0, limit: 1_000))." } ?? ""
            return
                "\(style.bold(result.id.description)) is already published, so nothing was fetched or changed.\(paid)"
        }
        let rejected = result.totals.counts.rejected
        let missing =
            result.totals.leftOut
            + (rejected > 0
                ? [NumberText.count(rejected, one: "unreadable record", many: "unreadable records")] : [])
        guard !missing.isEmpty else { return "\(style.green("Published")) \(style.bold(result.id.description))" }
        return
            "\(style.yellow("Published")) \(style.bold(result.id.description)) without \(listed(missing, "and"))"
    }

    /// Where the files are, and what is missing from them.
    private static func place(of result: ExportResult, _ again: String?, style: TextStyle) -> [String] {
        let folder = singleLine(result.folder, limit: 4_000)
        let usual =
            result.delivered == nil
            ? "To replace it with the server's current data, add --revision next."
            : "To correct it by the server's current data, add --revision next."
        guard !result.isFolderMissing else {
            return ["  " + style.yellow("Its folder is missing: \(folder)"), "  " + (again ?? usual)]
        }
        if let place = result.publishedElsewhere {
            return [line("Folder", singleLine(place, limit: 4_000), style: style)]
        }
        var lines = [line("Folder", folder, style: style)]
        if let waits = result.waits, waits.count > 0 {
            let words = NumberText.count(waits.count, one: "signature", many: "signatures")
            lines.append("  \(style.yellow("Waits for \(words)."))")
        }
        if result.wasPublished { return lines + ["  " + (again ?? usual)] }
        for file in result.totals.leftOut {
            lines.append(
                "  \(style.yellow("\(file) is missing: values don't fit its layout. Nobody can sign the run."))")
        }
        if let base = result.lostBase {
            let why = base.place.map { "is at \(singleLine($0, limit: 4_000))" } ?? "is missing or changed"
            lines.append("  " + style.yellow("No variance.csv: the folder of \(base.run), the period before, \(why)."))
        }
        let isOpen = (try? PayPeriod(result.id.period))?.isDated ?? false
        let isPay = result.totals.datasets.isEmpty && !isOpen
        let books = isPay ? result.files.filter { $0.path.hasSuffix(".xlsx") } : []
        for book in books {
            lines.append(line("Workbook", "\(folder)/\(singleLine(book.path, limit: 4_000))", style: style))
        }
        for file in result.files where books.isEmpty && file.listsExceptions && (file.rows ?? 0) > 0 {
            let title = isPay ? "List" : "Review"
            lines.append(line(title, "\(folder)/\(singleLine(file.path, limit: 4_000))", style: style))
        }
        return lines + ExceptionsReport.unlisted(result.totals, result.files, style: style)
    }

    /// The command in the same workspace.
    public static func at(_ command: ShellCommand, _ workspace: String?) -> ShellCommand {
        guard let workspace else { return command }
        return ShellCommand(command.words + ["--workspace", workspace])
    }
}

/// Where records came from or rows went.
public enum SourceReport {
    /// The address and account, with a caution for a server on this machine; none if the run doesn't say.
    ///
    /// - Parameter indent: the column at which they begin. The default is 10.
    public static func lines(_ source: RunSource?, indent: Int = 10, style: TextStyle) -> [String] {
        guard let source else { return [] }
        let lead = "  " + style.faint("Source") + String(repeating: " ", count: max(indent - 8, 1))
        let caution = source.caution.map { String(repeating: " ", count: indent) + style.yellow($0) }
        return ["\(lead)\(words(source))"] + [caution].compactMap(\.self)
    }

    static func words(_ source: RunSource) -> String { singleLine("\(source.system) at \(source.words)", limit: 1_000) }
}

/// Published periods of pay that hold the same days.
public enum OverlapReport {
    /// A table of the overlapping periods; no lines if there are none.
    public static func lines(_ overlaps: [PayOverlap], style: TextStyle) -> [String] {
        guard !overlaps.isEmpty else { return [] }
        let isPaid = overlaps.contains { $0.delivered != nil }
        var table = TextTable(
            [.left("Also published"), .left("Days in both"), .right("Entries in both")]
                + (isPaid ? [.left("Delivered")] : []), limit: TextTable.sentenceLimit)
        for overlap in overlaps {
            table.add(
                [
                    overlap.run.description,
                    overlap.first == overlap.last ? "\(overlap.first)" : "\(overlap.first)..\(overlap.last)",
                    overlap.entries.map(NumberText.count) ?? "unknown",
                ] + (isPaid ? [overlap.delivered ?? "no"] : []))
        }
        return [
            style.yellow(
                isPaid
                    ? "Warning: hours of this period were paid already."
                    : "Warning: paying these periods too would pay the same hours twice.")
        ]
            + table.foldedLines(style: style)
    }
}

/// Files as a table.
public enum FilesReport {
    /// A table of the files with their sizes and rows; no lines if there are none.
    public static func lines(_ files: [ExportedFile], style: TextStyle) -> [String] {
        var table = TextTable([.left("File"), .right("Size"), .right("Rows")])
        for file in files {
            table.add([file.path, NumberText.bytes(file.bytes), file.rows.map(NumberText.count) ?? ""])
        }
        return table.lines(style: style)
    }
}
