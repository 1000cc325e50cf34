public import GantryAccounts
internal import GantryConnectors
public import GantryJSON
internal import GantryModel

/// A described system, for the person who writes its file.
public enum SystemReport {
    /// A file without mistakes: what it describes.
    public static func lines(_ file: SystemFile, style: TextStyle) -> [String] {
        let system = file.system
        var table = TextTable([.left("Dataset"), .right("Fields"), .left("Contents")], limit: TextTable.sentenceLimit)
        for dataset in system.datasets {
            table.add([system.qualified(dataset.name), String(dataset.fields.count), dataset.help])
        }
        var sent = TextTable([.left("To send"), .right("Columns"), .left("Contents")], limit: TextTable.sentenceLimit)
        for submission in system.submissions {
            let kind = submission.kind
            sent.add([system.qualified(kind.name), String(submission.columns.count), kind.help])
        }
        return joined([
            [
                "\(style.bold(system.name)): \(file.isExtension ? "more of " : "")\(singleLine(system.title))",
                "  File         \(singleLine(file.path, limit: 4_000))",
                system.credentials.isEmpty
                    ? "  Credentials  none"
                    : "  Credentials  \(listed(system.credentials.map(\.name), "and")), in gantry.yaml",
            ],
            table.foldedLines(style: style),
            system.submissions.isEmpty ? [] : sent.foldedLines(style: style),
        ])
    }

    /// The same for programs.
    public static func value(_ file: SystemFile) -> JSONTree {
        let system = file.system
        return .object([
            "file": .string(file.path), "system": .string(system.name), "title": .string(system.title),
            "datasets": .array(system.datasets.map { .string(system.qualified($0.name)) }),
            "submissions": .array(system.submissions.map { .string(system.qualified($0.kind.name)) }),
        ])
    }
}

extension SystemReport {
    /// The file of a new system: where it is, and how much is left to do.
    public static func lines(_ draft: SystemDraft, path: String) -> [String] {
        let datasets = NumberText.count(draft.datasets.count, one: "dataset", many: "datasets")
        let values = NumberText.count(draft.open, one: "value", many: "values")
        var lines = ["Wrote \(singleLine(path, limit: 4_000)): \(datasets), \(values) to fill in."]
        if !draft.leftOut.isEmpty {
            let shown = draft.leftOut.prefix(10)
            lines += ["", "Left out:"] + shown.map { "  \(singleLine($0.name)): \(singleLine($0.why))" }
            if shown.count < draft.leftOut.count {
                lines.append("  \(draft.leftOut.count - shown.count) more, each with a comment in the file.")
            }
        }
        return lines
    }

    /// The same for programs.
    public static func value(_ draft: SystemDraft, path: String, next: String) -> JSONTree {
        .object([
            "file": .string(path), "system": .string(draft.name),
            "datasets": .array(draft.datasets.map { .string($0) }), "open": .integer(draft.open),
            "leftOut": .array(
                draft.leftOut.map { .object(["name": .string($0.name), "why": .string($0.why)]) }),
            "nextCommand": .string(next),
        ])
    }
}
