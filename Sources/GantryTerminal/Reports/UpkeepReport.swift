internal import GantryEngine
public import GantryJSON
public import GantryKit

/// What was removed from a workspace, for people and programs.
public enum UpkeepReport {
    /// What is asked before a run is forgotten.
    public static func question(_ plan: ForgottenRun) -> String {
        "\(plan.run) is \(plan.isPublished ? "published" : "unfinished") and has \(NumberText.bytes(plan.bytes)) of files. Remove it for good?"
    }

    /// A run that was forgotten.
    public static func lines(_ done: ForgottenRun, style: TextStyle) -> [String] {
        if done.wasDone { return ["\(done.run) was forgotten before. Nothing to do."] }
        var lines = ["Forgot \(style.bold(done.run.description)): \(NumberText.bytes(done.bytes))."]
        if done.isPublished { lines.append("Its number isn't given again.") }
        return lines
    }

    /// What pruning removes, and what stays for another reason than the rule.
    public static func lines(_ report: PruneReport, isDryRun: Bool, style: TextStyle) -> [String] {
        var removed = TextTable(
            [.left(isDryRun ? "Would be removed" : "Removed"), .right("Size"), .left("Why")],
            limit: TextTable.sentenceLimit)
        for item in report.items { removed.add([item.name, NumberText.bytes(item.bytes), item.because]) }
        var kept = TextTable([.left("Kept"), .left("Why")], limit: TextTable.sentenceLimit)
        for run in report.kept { kept.add([run.run.description, run.because]) }
        let count = NumberText.count(report.items.count, one: "thing", many: "things")
        let end =
            report.items.isEmpty
            ? "Nothing to remove."
            : "\(count), \(NumberText.bytes(report.bytes))\(isDryRun ? "; nothing was removed." : " removed.")"
        return joined([
            kept.foldedLines(indent: 0, style: style), removed.foldedLines(indent: 0, style: style), [end],
        ])
    }

    /// For the result of the last event.
    public static func value(_ done: ForgottenRun) -> JSONTree {
        .object([
            "run": .string(done.run.description), "bytes": .integer(Int(done.bytes)),
            "isPublished": .bool(done.isPublished), "wasDone": .bool(done.wasDone),
        ])
    }

    /// For the result of the last event.
    public static func value(_ report: PruneReport, isDryRun: Bool) -> JSONTree {
        .object([
            "isDryRun": .bool(isDryRun), "bytes": .integer(Int(report.bytes)),
            "removed": .array(
                report.items.map {
                    .object([
                        "kind": .string($0.kind.rawValue), "name": .string($0.name), "bytes": .integer(Int($0.bytes)),
                        "because": .string($0.because),
                    ])
                }),
            "kept": .array(
                report.kept.map {
                    .object(["run": .string($0.run.description), "because": .string($0.because)])
                }),
        ])
    }
}
