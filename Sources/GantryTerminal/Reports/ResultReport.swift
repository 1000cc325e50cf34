internal import GantryEngine
public import GantryKit
internal import GantryModel

/// What came of an export, for people.
public enum ResultReport {
    /// - Parameters:
    ///   - command: the command that was run, so that the next one can be spelled like it.
    ///   - workspace: the option that names the workspace, where it was given.
    ///   - again: what can be done where the run was published before.
    public static func lines(
        _ result: ExportResult, command: CommandWords, workspace: String?,
        again: String = "To correct it with what the server says now, add --revision next.", style: TextStyle
    ) -> [String] {
        joined([
            [head(result, style)],
            TotalsReport.lines(result.totals, style: style),
            FilesReport.lines(result.files, style: style),
            next(result, command, workspace, again, style),
        ])
    }

    private static func head(_ result: ExportResult, _ style: TextStyle) -> String {
        if result.wasPublished {
            return "\(style.bold(result.id.description)) is already published. Nothing was changed."
        }
        let rejected = result.totals.counts.rejected
        guard rejected > 0 else { return "\(style.green("Published")) \(style.bold(result.id.description))" }
        let words = Figures.count(rejected, "record that could not be read", "records that could not be read")
        return "\(style.yellow("Published")) \(style.bold(result.id.description)) without \(words)"
    }

    private static func next(
        _ result: ExportResult, _ command: CommandWords, _ workspace: String?, _ again: String, _ style: TextStyle
    ) -> [String] {
        let folder = singleLine(result.folder, limit: 4_000)
        var lines = ["  \(style.faint("Folder"))    \(folder)"]
        let id = result.id.description
        func add(_ title: String, _ words: CommandWords) {
            lines.append("  \(style.faint(title))\(String(repeating: " ", count: 10 - title.count))\(words.shellText)")
        }
        add("Prove it", at(command.other("verify", id), workspace))
        if result.wasPublished {
            add("Details", at(command.other("show", id), workspace))
            lines.append("  " + again)
            return lines
        }
        for file in result.files where file.path.hasSuffix("exceptions.csv") && (file.rows ?? 0) > 0 {
            lines.append("  \(style.faint("Look at"))   \(folder)/\(singleLine(file.path, limit: 4_000))")
        }
        if result.totals.counts.rejected > 0 { add("Rejects", at(command.other("show", id), workspace)) }
        return lines
    }

    /// The command in the same workspace.
    static func at(_ command: CommandWords, _ workspace: String?) -> CommandWords {
        guard let workspace else { return command }
        return CommandWords(command.words + ["--workspace", workspace])
    }
}

/// Files as a table.
public enum FilesReport {
    public static func lines(_ files: [ExportedFile], style: TextStyle) -> [String] {
        var table = TextTable([.left("File"), .right("Size"), .right("Rows")])
        for file in files { table.add([file.path, Figures.bytes(file.bytes), file.rows.map(Figures.count) ?? ""]) }
        return table.lines(style: style)
    }
}
