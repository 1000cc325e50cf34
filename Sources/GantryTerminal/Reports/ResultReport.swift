public import GantryEngine
internal import GantryModel
public import GantryRuns

/// The result of an export, for people.
public enum ResultReport {
    /// - Parameters:
    ///   - command: the command that was run, so that the next one can look like it.
    ///   - workspace: the option that names the workspace, where it was given.
    ///   - again: what can be done where the run was published before; `nil`, the default, for what fetching it again does.
    public static func lines(
        _ result: ExportResult, command: ShellCommand, workspace: String?,
        again: String? = nil, style: TextStyle
    ) -> [String] {
        let again =
            again
            ?? (result.delivered == nil
                ? "To replace it with the server's current data, add --revision next."
                : "To correct it by the server's current data, add --revision next.")
        let summary = SummaryReport.lines(result.totals, style: style)
        return joined([
            [head(result, style)]
                + (result.totals.correction.map { CorrectionText.files($0, currency: result.totals.currency) } ?? [])
                + SourceReport.lines(result.source, indent: 12, style: style)
                + (result.totals.datasets.isEmpty ? summary : []),
            result.totals.datasets.isEmpty ? [] : summary,
            OverlapReport.lines(result.overlaps, style: style),
            next(after: result, command: command, workspace: workspace, again: again, style: style),
        ])
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

    private static func next(
        after result: ExportResult, command: ShellCommand, workspace: String?, again: String, style: TextStyle
    ) -> [String] {
        let folder = singleLine(result.folder, limit: 4_000)
        guard !result.isFolderMissing else {
            return [
                "  " + style.yellow("Its folder is missing: \(folder)"),
                "  " + again,
            ]
        }
        if let place = result.publishedElsewhere {
            return ["  \(style.faint("Folder"))    \(singleLine(place, limit: 4_000))"]
        }
        var lines = ["  \(style.faint("Folder"))    \(folder)"]
        let id = result.id.description
        func add(_ title: String, _ words: ShellCommand) {
            lines.append("  \(style.faint(title))\(String(repeating: " ", count: 10 - title.count))\(words.shellText)")
        }
        add("Verify", at(command.other("verify", id), workspace))
        if let waits = result.waits, waits.count > 0 {
            let words = NumberText.count(waits.count, one: "signature", many: "signatures")
            lines.append("  \(style.yellow("Waits for \(words)."))")
            add("Sign", at(command.other("sign", id, "--by", waits.next ?? "PERSON"), workspace))
        }
        add("Details", at(command.other("show", id), workspace))
        if result.wasPublished {
            lines.append("  " + again)
            return lines
        }
        for file in result.totals.leftOut {
            lines.append(
                "  \(style.yellow("\(file) is missing: values don't fit its layout. Nobody can sign the run."))")
        }
        if let base = result.lostBase {
            let why = base.place.map { "is at \(singleLine($0, limit: 4_000))" } ?? "is missing or changed"
            lines.append("  " + style.yellow("No variance.csv: the folder of \(base.run), the period before, \(why)."))
        }
        let lists = result.files.filter { $0.listsExceptions && ($0.rows ?? 0) > 0 }
        // Findings of pay are reviewed and decided about; those of datasets are only listed.
        let isPay = result.totals.datasets.isEmpty
        let hasMore = !result.totals.leftOut.isEmpty || result.totals.correction != nil
        if isPay, !lists.isEmpty || hasMore {
            add("Review", at(command.other("review", id), workspace))
        }
        for file in lists {
            let title = isPay ? "List" : "Review"
            lines.append(
                "  \(style.faint(title))\(String(repeating: " ", count: 10 - title.count))\(folder)/\(singleLine(file.path, limit: 4_000))"
            )
        }
        lines += ExceptionsReport.unlisted(result.totals, result.files, style: style)
        return lines
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
