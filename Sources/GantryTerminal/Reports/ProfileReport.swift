internal import GantryEngine
public import GantryJSON
public import GantryKit
internal import GantryModel
public import GantryRuns

/// Layouts of payroll programs, for people who choose or write one.
public enum ProfileReport {
    /// Every profile with its title.
    public static func lines(_ profiles: [ProfileFile], style: TextStyle) -> [String] {
        var table = TextTable(
            [.left("Profile"), .left("Payroll program and layout"), .left("Described by"), .left("Needs")],
            limit: TextTable.sentenceLimit)
        for profile in profiles {
            table.add([
                profile.name, profile.title, profile.knownWords, profile.needs.map(\.name).joined(separator: ", "),
            ])
        }
        return joined([
            table.isEmpty ? ["There are no profiles."] : table.foldedLines(style: style),
            [
                "No file was tried in any of these programs: import a first one into a test company.",
                "An output of a pipeline file names one: format: \(profiles.first?.name ?? "danlon")",
            ],
        ])
    }

    /// One profile with all that an output must know.
    public static func lines(_ profile: ProfileFile, style: TextStyle) -> [String] {
        var head = [
            "\(style.bold(profile.name)): \(singleLine(profile.title))",
            "  File         \(singleLine(profile.path, limit: 4_000))",
        ]
        if let source = profile.source { head.append("  Source       \(singleLine(source, limit: 500))") }
        head.append("  Known by     \(profile.knownWords); not tried in the program itself")
        head.append("  A row is     \(row(profile.each))")
        if let length = profile.rowLength { head.append("  Row length   \(length) characters") }
        head.append("  Units        \(listed(profile.units, "and"))")
        if !profile.columns.isEmpty {
            head.append("  Columns      \(listed(profile.columns, "and")), by codes: of the output")
        }
        if profile.takesAbsence {
            head.append("  Absence      a key for each pay code of leave, by codes: of the output")
        }
        head.append("  Two rows     of one number and code: \(profile.rowsOfOneCodeWords)")
        head.append(
            "  Numbers      \(profile.numberIdentity == "number" ? "42 and 0042 are one" : "42 and 0042 are two")")
        head.append("  Corrections  \(corrections(profile.corrections))")
        head.append(
            "  Proof        \(profile.isProven ? "its files are read back" : "none: its files can't be read back")")
        if profile.hasSchema { head.append("  Schema       every file must keep the XML schema beside it") }
        var table = TextTable([.left("Need"), .left("Meaning")], limit: TextTable.sentenceLimit)
        for need in profile.needs { table.add([need.name, need.title]) }
        return joined([head, table.isEmpty ? [] : table.foldedLines(style: style)])
    }

    private static func row(_ word: String) -> String {
        switch word {
        case "day": "a day of a pay line"
        case "stretch": "a pay line; of leave each stretch of days without a workday between them"
        default: "a pay line"
        }
    }

    private static func corrections(_ word: String) -> String {
        switch word {
        case "difference": "as rows with a sign"
        case "action": "as rows that say Add, Change or Void"
        default: "not taken"
        }
    }

    /// A valid profile.
    public static func valid(_ profile: ProfileFile, style: TextStyle) -> [String] {
        joined([
            [style.green("\(singleLine(profile.path, limit: 4_000)) is valid.")], lines(profile, style: style),
        ])
    }

    /// The first lines of a run in a profile's layout, under a ruler.
    public static func lines(_ preview: ProfilePreview, style: TextStyle) -> [String] {
        let width = preview.lines.map(\.count).max() ?? 0
        let ruler = preview.isFixed ? [style.faint(tens(width)), style.faint(units(width))] : []
        let rows = NumberText.count(preview.rows, one: "row", many: "rows")
        let fit =
            preview.misfitCount == 0
            ? "\(rows) in all; everything fits."
            : "\(rows) in all; \(NumberText.count(preview.misfitCount, one: "value doesn't", many: "values don't")) fit:"
        return joined([
            [style.bold("\(preview.run) as \(preview.profile)")], ruler + preview.lines,
            [preview.misfitCount == 0 ? style.green(fit) : style.red(fit)] + preview.misfits.map { "  " + $0 }
                + (preview.misfitCount > preview.misfits.count
                    ? ["  … and \(preview.misfitCount - preview.misfits.count) more"] : []),
            ["Nothing was written."],
        ])
    }

    /// 10, 20, 30 … above their positions.
    private static func tens(_ width: Int) -> String {
        var line = ""
        for ten in stride(from: 10, through: width, by: 10) {
            let text = String(ten)
            line += String(repeating: " ", count: ten - line.count - text.count) + text
        }
        return line
    }

    private static func units(_ width: Int) -> String {
        String((1...max(1, width)).map { $0 % 10 == 0 ? "|" : $0 % 5 == 0 ? "+" : "." })
    }

    /// For `--json`.
    public static func value(_ profiles: [ProfileFile]) -> JSONTree {
        JSONTree.object([
            "profiles": .array(
                profiles.map { profile in
                    JSONTree.object([
                        "profile": .string(profile.name), "title": .string(profile.title),
                        "source": profile.source.map { .string($0) } ?? .null, "known": .string(profile.known),
                        "path": .string(profile.path),
                        "rowLength": profile.rowLength.map { .integer($0) } ?? .null,
                        "units": .array(profile.units.map { .string($0) }), "each": .string(profile.each),
                        "corrections": .string(profile.corrections),
                        "rowsOfOneCode": .string(profile.rowsOfOneCode),
                        "numberIdentity": .string(profile.numberIdentity),
                        "columns": .array(profile.columns.map { .string($0) }),
                        "takesAbsence": .bool(profile.takesAbsence), "isProven": .bool(profile.isProven),
                        "needs": .array(
                            profile.needs.map { need in
                                JSONTree.object(["need": .string(need.name), "title": .string(need.title)])
                            }),
                    ])
                })
        ])
    }

    /// For `--json`.
    public static func value(_ preview: ProfilePreview) -> JSONTree {
        JSONTree.object([
            "run": .string(preview.run.description), "profile": .string(preview.profile),
            "lines": .array(preview.lines.map { .string($0) }), "rows": .integer(preview.rows),
            "misfits": .array(preview.misfits.map { .string($0) }), "misfitCount": .integer(preview.misfitCount),
        ])
    }
}
