internal import GantryEngine
internal import GantryImports
internal import GantryModel
internal import GantryRuns

/// How refused rows are corrected and sent: in a copy, since a published file that is changed can no longer be
/// verified.
struct RefusedRows {
    let result: ImportResult
    /// The command that was run.
    let command: ShellCommand
    /// The option that names the workspace, where it was given.
    let workspace: String?

    func lines(_ style: TextStyle) -> [String] {
        let published = singleLine(result.folder, limit: 4_000) + "/data/refused\(ending)"
        if result.origin.isPaid {
            return [
                "  \(style.faint("Refused"))   \(published)",
                "            These entries are paid and not marked, so a later export would pay them again. Settle what changed by",
                "            hand and have them marked on the server; don't export the period as a new revision before that.",
            ]
        }
        if result.origin.isExport {
            return [
                "  \(style.faint("Refused"))   \(published)",
                "            Correct the entries at their source, export them as a new revision, and run the same command again.",
            ]
        }
        var lines = [
            "  \(style.faint("Correct"))   a copy of the refused rows and send it; leave the published file as it is:",
            "            " + ShellCommand(["cp", "-i", "\(result.folder)/data/refused\(ending)", copy]).shellText,
            "            " + again.shellText,
        ]
        if result.unreadableRows > 0 {
            let rows = NumberText.count(
                result.unreadableRows, one: "unreadable row is", many: "unreadable rows are"
            )
            lines.append(
                "            \(rows) listed there without cells. Copy the cells from your sheet; gantry_error names each row."
            )
        }
        return lines
    }

    /// A workbook where the office sent one.
    private var ending: String { result.has("data/refused.xlsx") ? ".xlsx" : ".csv" }

    /// Beside the sheet, or in the working folder if the sheet's folder isn't suitable.
    var copy: String {
        let published = ["refused", "result"].flatMap { ["/data/\($0).csv", "/data/\($0).xlsx"] }
        guard let sheet = result.origin.sheet, !published.contains(where: sheet.hasSuffix) else {
            return "\(result.id.period)-refused\(ending)"
        }
        let name = SheetPath.stem(sheet)
        if name.hasSuffix("-refused") { return name + "-2\(ending)" }
        let stem = name.reversed().drop(while: \.isNumber).reversed()
        guard String(stem).hasSuffix("-refused-"), let last = Int(name.dropFirst(stem.count)), last < 1_000 else {
            return name + "-refused\(ending)"
        }
        return "\(String(stem))\(last + 1)\(ending)"
    }

    private var again: ShellCommand {
        let files = result.origin.folder.map { $0.hasPrefix("./") && $0.count > 2 ? String($0.dropFirst(2)) : $0 }
        let isRun = command.words.dropFirst().first == "run"
        let base = isRun ? command : ResultReport.at(command.other("run", result.id.pipeline), workspace)
        return base.sending(copy, files: files)
    }
}

extension ImportResult {
    /// Whether it has published a file.
    func has(_ path: String) -> Bool { files.contains { $0.path == path } }
}
