internal import GantryEngine
public import GantryJSON
public import GantryKit
internal import GantryModel
internal import GantryRuns

/// What was entered into a journal, backed up or restored, for people and programs.
public enum MovingReport {
    /// Which folders were entered, and what isn't known of them.
    public static func lines(_ report: AdoptReport, style: TextStyle) -> [String] {
        var lines: [String] = []
        for run in report.adopted {
            lines.append("\(style.green("Entered")) \(run.run)\(run.isSigned ? " with its signatures" : "")")
        }
        var unknown: [String] = []
        for text in report.adopted.flatMap(\.unknown) where !unknown.contains(text) { unknown.append(text) }
        if !unknown.isEmpty {
            lines.append("Not known of them, because no folder says it:")
            lines += unknown.map { "  \($0)" }
        }
        if !report.known.isEmpty {
            lines.append(
                NumberText.count(report.known.count, one: "run was", many: "runs were") + " in the journal already.")
        }
        for run in report.neverDelivered {
            lines.append("\(style.green("Noted")) that nothing of \(run) was delivered that isn't known here")
        }
        for doubt in report.doubts {
            let never = Advice.Action.neverDelivered(folder: doubt.folder).commandText
            lines.append(
                style.yellow("Still not known: \(doubt.explanation) Of the whole period it is said by \(never)"))
        }
        for folder in report.refused {
            lines.append(
                "\(style.red("Refused")) \(singleLine(folder.folder, limit: 4_000)): \(singleLine(folder.why, limit: 1_000))"
            )
        }
        if report.refused.contains(where: \.isOfSheet) {
            lines.append(
                style.yellow(
                    "Before you send a sheet again, compare it with data/result.csv there: nothing else knows what was sent."
                ))
        }
        if report.refused.contains(where: \.isForgotten) {
            lines.append("To enter a forgotten run all the same, add \(Advice.Action.alsoForgotten.commandText).")
        }
        return lines
    }

    /// What a backup holds.
    ///
    /// - Parameters:
    ///   - restored: the workspace that was made of it; `nil` for a backup that was made.
    ///   - given: the option that names the workspace, where it was given.
    public static func lines(
        _ report: BackupReport, restored: String?, given: String?, style: TextStyle
    ) -> [String] {
        let size = "\(NumberText.count(report.files, one: "file", many: "files")), \(NumberText.bytes(report.bytes))"
        var lines = [
            restored.map {
                "\(style.green("Restored")) \(singleLine($0, limit: 4_000)) of \(NumberText.minute(report.time)): \(size)"
            }
                ?? "\(style.green("Backed up")) \(size) to \(singleLine(report.file, limit: 4_000))"
        ]
        for problem in report.damaged { lines.append(style.red("  Damaged: \(singleLine(problem, limit: 1_000))")) }
        for run in report.active {
            lines.append("  \(run) was active: what it had fetched isn't in it; start that run over.")
        }
        for path in report.leftOut { lines.append("  Left out, because it is no file: \(singleLine(path))") }
        guard let restored else {
            lines.append("  Not in it: sessions (tokens/) and caches.")
            return lines
        }
        if report.hasSent {
            lines.append(
                style.yellow(
                    "  Rows that were sent after the backup aren't known: check on the server before you send again."))
        }
        lines.append(
            style.yellow(
                "  What was signed or delivered after the backup isn't known: ask before anything is delivered again."))
        if !report.perhapsPaid.isEmpty {
            let runs = NumberText.count(report.perhapsPaid.count, one: "payroll run isn't", many: "payroll runs aren't")
            let adopt = ShellCommand(["gantry", "adopt", "exports/PIPELINE/PERIOD", "--never-delivered"])
            let month = ResultReport.at(
                ShellCommand(["gantry", "month", "PERIOD", "--pipeline", "PIPELINE"]), given ?? restored
            ).shellText
            let never = ResultReport.at(adopt, given ?? restored).shellText
            lines.append(
                style.yellow(
                    "  \(runs) known as delivered and can't be signed or delivered now. Ask who pays; \(month) says the answers to give. Where nothing of a period was delivered: \(never)"
                ))
        }
        lines.append("  Look      \(ResultReport.at(ShellCommand(["gantry", "runs"]), given ?? restored).shellText)")
        return lines
    }

    /// For the result of the last event.
    public static func value(_ report: AdoptReport) -> JSONTree {
        .object([
            "adopted": .array(
                report.adopted.map {
                    .object([
                        "run": .string($0.run.description), "isSigned": .bool($0.isSigned),
                        "unknown": texts($0.unknown),
                    ])
                }),
            "known": texts(report.known.map(\.description)),
            "neverDelivered": texts(report.neverDelivered),
            "doubts": texts(report.doubts.map(\.explanation)),
            "refused": .array(
                report.refused.map {
                    .object([
                        "folder": .string($0.folder), "why": .string($0.why), "isOfSheet": .bool($0.isOfSheet),
                        "isForgotten": .bool($0.isForgotten),
                    ])
                }),
        ])
    }

    /// For the result of the last event.
    public static func value(_ report: BackupReport) -> JSONTree {
        .object([
            "file": .string(report.file), "time": .string(report.time.description), "files": .integer(report.files),
            "bytes": .integer(Int(report.bytes)), "active": texts(report.active), "leftOut": texts(report.leftOut),
            "hasSent": .bool(report.hasSent), "damaged": texts(report.damaged),
            "perhapsPaid": texts(report.perhapsPaid.map(\.description)),
        ])
    }

    private static func texts(_ texts: [String]) -> JSONTree { .array(texts.map(JSONTree.string)) }
}
