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
                "\(style.bold(system.name)): \(singleLine(system.title))",
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
