internal import GantryConnectors
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    // MARK: Pay

    /// The dataset from which pay is calculated.
    var payable: DatasetDescriptor? { catalog.dataset(named: KSRCranes.workEntries) }

    var recordsKey: DocumentKey {
        DocumentKey("records", .group(records(of: payable)), required: true, help: "What is fetched.")
    }

    func records(of dataset: DatasetDescriptor?) -> [DocumentKey] {
        [
            DocumentKey("dataset", .shared("dataset"), required: true, help: "The kind of record."),
            DocumentKey(
                "roles", .group(Self.entryRoles),
                help: "Which fields are what pay goes by, for a dataset other than \(KSRCranes.workEntries)."),
            pageSize(dataset?.pageSizes ?? 1...10_000),
            DocumentKey(
                "date-field", .shared("field"), standard: .text(Pipeline.Records.payDate),
                help: "The date that decides which period a record belongs to: always \(Pipeline.Records.payDate)."),
            DocumentKey(
                "allow-empty", .flag, standard: .flag(false),
                help: "Whether a period without any record is published. Otherwise the run is refused."),
        ]
    }

    private func pageSize(_ sizes: ClosedRange<Int>) -> DocumentKey {
        DocumentKey(
            "page-size", .whole(sizes), standard: .number(min(max(1_000, sizes.lowerBound), sizes.upperBound)),
            help: "Records per request. A smaller number helps where the server is slow.")
    }

    var joinKey: DocumentKey {
        DocumentKey(
            "join", .group(Self.join),
            help: "The records that are looked up for each fetched record. Their fields are written worker.name etc.")
    }

    static let join = [
        DocumentKey("dataset", .shared("dataset"), required: true, help: "The dataset to look up."),
        DocumentKey("by", .shared("field"), required: true, help: "The field that refers to the other record."),
        DocumentKey(
            "roles", .group(Self.workerRoles),
            help: "Which fields are what pay needs of workers, for a dataset other than \(KSRCranes.workers)."),
    ]

    var checksKey: DocumentKey {
        DocumentKey(
            "checks", .group(checks),
            help: "What is checked before anything is paid. A check that is left out is still made.")
    }

    var checks: [DocumentKey] {
        catalog.checks.map { check in
            let one: [ValueShape] =
                if check.hasThresholds {
                    [.shared("off"), .group(Self.limits, rules: [.notEmpty])]
                } else if PayrollChecks.alwaysBlockers.contains(check.name) {
                    [.words([Severity.blocker.rawValue])]
                } else if PayrollChecks.needsReason.contains(check.name) {
                    [.words([Severity.warning, .blocker].map(\.rawValue)), .group(Self.reasoned)]
                } else if PayrollChecks.ofEverybody.contains(check.name) {
                    [.shared("severity")]
                } else {
                    [.shared("severity"), .group(Self.grouped)]
                }
            let shapes = one + (PayrollChecks.ofEverybody.contains(check.name) ? [] : [.list(.either(one))])
            return DocumentKey(check.name, shapes.count == 1 ? shapes[0] : .either(shapes), help: check.help)
        }
    }

    static let grouped = [
        DocumentKey("severity", .shared("severity"), required: true, help: "What the check does."), groups,
    ]
    static let reasoned = [
        DocumentKey("severity", .shared("severity"), required: true, help: "What the check does."),
        DocumentKey("because", .line(), help: "Why it is lowered: required for off and info."), groups,
    ]
    /// `for`: of which employees something is.
    static let groups = DocumentKey(
        "for", .list(.line(), isUnique: true),
        help: "Only employees of these groups, by the column pay_group of employees. The default is everybody.")

    static let limits =
        Severity.choices.map {
            DocumentKey($0.rawValue, .number(most: 1_000), help: "Hours; more than this many is a finding.")
        } + [groups]

    var payKey: DocumentKey {
        DocumentKey(
            "pay", .group(Self.pay), help: "How hours become pay. Needed where an output is a payroll file.")
    }

    // MARK: Datasets

    var datasetsKey: DocumentKey {
        DocumentKey(
            "datasets", .list(.group(dataset, rules: [.notBoth("within", "since")])),
            required: true, help: "What is exported, in this order.")
    }

    var dataset: [DocumentKey] {
        // An editor doesn't know which dataset it is.
        let largestPage = catalog.datasets.map(\.pageSizes.upperBound).max() ?? 10_000
        return [
            DocumentKey("dataset", .shared("dataset"), required: true, help: "The kind of record."),
            DocumentKey(
                "page-size", .whole(1...max(largestPage, 1)),
                help: "Records per request. A smaller number helps where the server is slow."),
            DocumentKey(
                "filters", .map(.either([.line(), .whole(0...Int.max), .flag])),
                help: "What the server narrows the list by."),
            DocumentKey(
                "within", .words(Pipeline.Within.allCases.map(\.rawValue)),
                help: "Only records about a day of the run's period. Others are counted as excluded."),
            DocumentKey(
                "since", .words(Pipeline.Since.allCases.map(\.rawValue)),
                help: "Only records that the last published run of this pipeline didn't have."),
            DocumentKey(
                "for-each",
                .either([
                    .shared("dataset"), .list(.shared("dataset"), isUnique: true), .group(Self.keySource),
                ]),
                help: "Where the keys come from, for a dataset that is asked for key by key."),
            PipelineKeys.outputs(.datasets),
        ]
    }

    static let keySource = [
        DocumentKey("file", .line(), help: "A CSV file whose first column has the keys."),
        DocumentKey("dataset", .line(), help: "A dataset above, of which a field has the keys."),
        DocumentKey("field", .line(), help: "The field: its values are the keys, each once."),
    ]

    // MARK: Outputs

    private static let fileName = #"([A-Za-z0-9_]|\{period\})([A-Za-z0-9._-]|\{period\})*"#

    static func outputs(_ kind: OutputSetting) -> DocumentKey {
        let formats = kind == .datasets ? OutputFormats.ofDatasets : OutputFormats.all
        return DocumentKey(
            "outputs",
            .list(
                .either(formats.flatMap { shapes(of: $0, in: kind) } + (kind == .datasets ? [] : [.group(profiled)]))),
            required: true,
            help: "The files of the export.")
    }

    /// An output in the layout of a profile.
    private static var profiled: [DocumentKey] {
        let others = OutputFormats.all.map(\.name).joined(separator: "|")
        return [
            DocumentKey(
                "file", .line(pattern: "^" + Self.fileName + "$", most: 80), required: true,
                help: "The file's name, as the payroll program wants it."),
            DocumentKey(
                "format", .line(pattern: "^(?!(\(others))$)[a-z0-9][a-z0-9-]*$", most: 64), required: true,
                help: "The layout of a payroll program, a profile, from a folder called Profiles."),
            DocumentKey("needs", .map(.code(pattern: "^.+$")), help: "What the layout asks of the customer, by name."),
            DocumentKey(
                "codes", .map(.either([.code(pattern: "^.+$"), .group(profileCode, rules: [.notEmpty])])),
                help:
                    "The payroll program's code for each pay code: all of them, or none. A group where the layout has an absence key or columns: { code: \"2100\", absence: K }."
            ),
            DocumentKey(
                "finer", .words(["refuse", "round"]), standard: .text("refuse"),
                help: "What becomes of a rate that is finer than the layout."),
        ]
    }

    /// What an output says of a pay code beside its code.
    static let profileCode = [
        DocumentKey(
            "code", .code(pattern: "^.+$"), help: "What the payroll program calls it. The default is the pay code."),
        DocumentKey(
            "absence", .code(pattern: "^.+$"),
            help: "The key under which the program books the absence; required where the layout has one."),
        DocumentKey("column", .code(pattern: "^.+$"), help: "The column of the layout that its hours go in."),
    ]

    /// An output of one format: a shape for each possible ending of its files.
    private static func shapes(of format: any OutputFormat, in kind: OutputSetting) -> [ValueShape] {
        let standards = Dictionary(uniqueKeysWithValues: format.choices.map { ($0.name, $0.standard) })
        let ending = format.ending(standards).text
        // The key whose words have different endings; at most one does.
        let deciding = format.choices.first { choice in
            choice.words.contains { format.ending(standards.merging([choice.name: $0]) { $1 }).text != ending }
        }
        guard let deciding else { return [.group(output(format, ending: ending, in: kind, fixed: nil))] }
        return deciding.words.map { word in
            let ending = format.ending(standards.merging([deciding.name: word]) { $1 }).text
            return .group(output(format, ending: ending, in: kind, fixed: (deciding, word)))
        }
    }

    private static func output(
        _ format: any OutputFormat, ending: String, in kind: OutputSetting,
        fixed: (key: OutputChoice, word: String)?
    ) -> [DocumentKey] {
        let pattern = "^" + Self.fileName + ending.replacing(".", with: #"\."#) + "$"
        var keys = [
            DocumentKey(
                "file", .line(pattern: pattern, most: 80), required: true,
                help: "The file's name: letters, digits, points, -, _ and {period}, ending in \(ending)."),
            DocumentKey("format", .words([format.name]), required: true, help: format.help),
        ]
        for key in format.keys {
            switch key {
            case .choice(let choice):
                let isFixed = fixed?.key == choice
                keys.append(
                    DocumentKey(
                        choice.name, .words(isFixed ? [fixed?.word ?? ""] : choice.words),
                        required: isFixed && fixed?.word != choice.standard, standard: .text(choice.standard),
                        help: choice.help))
            case .needs, .codes, .finer: break
            case .list:
                if kind == .datasets {
                    keys.append(
                        DocumentKey("list", .line(), help: "A list inside the records whose elements are the rows."))
                }
            case .columns:
                let field: ValueShape = kind == .datasets ? .line() : .shared("field")
                keys.append(
                    DocumentKey(
                        "columns", .list(.either([field, .group(column(field))])),
                        required: kind != .datasets && format.needsColumns,
                        help: "The columns from left to right."
                            + (kind == .datasets
                                ? " The default is every field."
                                : format.needsColumns ? "" : " Without them the entries have no sheet.")))
            }
        }
        return keys
    }

    static func column(_ field: ValueShape) -> [DocumentKey] {
        [
            DocumentKey("field", field, required: true, help: "What is shown."),
            DocumentKey("heading", .line(), help: "The words above the column. The default is the field's name."),
            DocumentKey(
                "decimals", .either([.words(["exact"]), .whole(0...9)]), standard: .text("exact"),
                help: "Of hours and money: 0 to 9, or exact, which rounds nothing."),
        ]
    }
}
