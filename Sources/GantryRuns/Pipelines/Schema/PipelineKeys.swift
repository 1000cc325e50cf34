internal import GantryConnectors
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryYAML

/// The keys of pipeline files, part by part: the reader takes them from here, and so do the JSON Schemas.
struct PipelineKeys {
    let catalog: Catalog

    static let plainName = ValueShape.line(pattern: ValueShape.plainName)

    /// The keys at the top of a file, in the order of messages.
    func top(_ kind: PipelineKind) -> [DocumentKey] {
        switch kind {
        case .payroll:
            [
                pipeline, title, connection, parameters(isPeriodRequired: true), recordsKey, joinKey, checksKey,
                rejectsKey, payKey, Self.outputs(.payroll(hasPay: true)), checkpointKey, signOffKey,
                deliverKey, retainKey,
            ]
        case .datasets:
            [
                pipeline, title, connection, parameters(isPeriodRequired: false), datasetsKey, rejectsKey,
                checkpointKey, deliverKey, retainKey,
            ]
        case .imports: [pipeline, title, connection] + imports
        case .group:
            [
                pipeline, title,
                DocumentKey(
                    "runs", .list(.line(), isUnique: true), required: true,
                    help: "Pipelines in the order in which they run, by name or by the path of their file."),
                DocumentKey(
                    "connections", .list(Self.plainName, isUnique: true),
                    help:
                        "Connections of gantry.yaml that each pipeline runs for, one after the other. By default each uses its own."
                ),
            ]
        }
    }

    // MARK: The head of every file

    /// Names the file that this one extends.
    static let extends = "extends"

    var extending: DocumentKey {
        DocumentKey(
            Self.extends, .line(), required: true,
            help:
                "The pipeline that this one is like, by name or by the path of its file: this file says only what differs. Groups have the keys of both, a key without a value leaves the other's out, an output takes the place of the other's of the same file, and format: none leaves that out."
        )
    }

    private var pipeline: DocumentKey {
        DocumentKey(
            "pipeline", Self.plainName, required: true,
            help: "The pipeline's name, which names its runs and folders: lower-case letters, digits and -.")
    }

    private var title: DocumentKey {
        DocumentKey("title", .line(), help: "What people call the pipeline. The default is its name.")
    }

    private var connection: DocumentKey {
        DocumentKey("connection", Self.plainName, required: true, help: "The account to use, as gantry.yaml names it.")
    }

    private var retainKey: DocumentKey {
        DocumentKey(
            "retain", .line(pattern: "^[0-9]{1,3}y$"),
            help:
                "How long exports must be kept: years after the end of the accounting year. The default is 5y where people sign."
        )
    }

    private func parameters(isPeriodRequired: Bool) -> DocumentKey {
        DocumentKey(
            "parameters",
            .group(
                catalog.parameters.map {
                    DocumentKey(
                        $0.name, .group(Self.parameter(isPeriodRequired: isPeriodRequired)), help: $0.help)
                }), help: "What a run is given. The default is a period, which pay always needs.")
    }

    static let fromDay = "from-day"
    /// What lifts the rule.
    static let anyDays = "any"

    static func parameter(isPeriodRequired: Bool) -> [DocumentKey] {
        let help = DocumentKey("help", .lines, help: "What a person reads when it is missing.")
        guard !isPeriodRequired else {
            return [
                DocumentKey("required", .always, help: "A payroll run always needs a period."), help,
                DocumentKey(
                    fromDay, .either([.whole(PayPeriodRule.firstDays), .words([anyDays])]), standard: .text(anyDays),
                    help:
                        "The day of the month on which each pay period begins, such as 16 for the 16th to the 15th; other days are refused."
                ),
            ]
        }
        return [
            DocumentKey("required", .flag, help: "Whether a run must be given one. The default is true."), help,
            DocumentKey(
                "default", .words(StandardPeriod.allCases.map(\.rawValue)),
                help: "The days that are exported when none are given, counted from today."),
        ]
    }

    private var rejectsKey: DocumentKey {
        DocumentKey(
            "rejects", .group(Self.rejects), help: "With more unreadable records than this, nothing is published.")
    }

    static let rejects = [
        DocumentKey(
            "max",
            .either([.whole(0...Int.max), .line(pattern: #"^(100|[1-9]?[0-9])(\.[0-9]{1,2})?%$"#)]), required: true,
            standard: .number(0), help: "A number of records, or a share of them such as 0.5%.")
    ]

    private var checkpointKey: DocumentKey {
        DocumentKey(
            "checkpoint", .group(Self.checkpoint),
            help: "How often progress is saved, so that an interrupted run resumes from there. Whichever comes first.")
    }

    static let checkpointRecords = 1...100_000_000
    static let checkpoint = [
        DocumentKey(
            "every", .line(pattern: "^([1-9][0-9]*)(ms|s|m|h)$"), standard: .text("5s"),
            help: "A time from 100ms to 1h: 500ms, 5s, 2m."),
        DocumentKey(
            "records", .whole(checkpointRecords), standard: .number(Pipeline.Checkpoint().records),
            help: "A number of records."),
    ]

    // MARK: What is sent

    private var imports: [DocumentKey] {
        let text = ValueShape.line()
        return [
            DocumentKey("submit", .shared("submission"), help: "What is sent, one row at a time."),
            DocumentKey("upload", .shared("upload"), help: "What is uploaded, one file for each row."),
            DocumentKey("sheet", .group(Self.sheet), help: "Where the rows are."),
            DocumentKey("files", .group(Self.files), help: "Where the files to upload are."),
            DocumentKey(
                "transfers", .whole(Self.transfers), standard: .number(Pipeline.Import.usualTransfers),
                help: "Rows sent at once."),
            DocumentKey(
                "transport", .words(Pipeline.Import.Transport.allCases.map(\.rawValue)),
                standard: .text(Pipeline.Import.Transport.socket.rawValue),
                help: "Whether messages go over a WebSocket or as requests."),
            DocumentKey(
                "creates", .flag, standard: .flag(false),
                help: "Whether rows without a number may create records."),
            DocumentKey(
                "allow", .list(text), help: "Problems that don't keep a row from being sent, by their codes."),
        ]
    }

    static let transfers = 1...64
    static let headerRow = 1...1_048_576

    static let sheet = [
        DocumentKey("file", .line(), help: "The CSV file or workbook, unless the command names another."),
        DocumentKey("tab", .line(), help: "The sheet of a workbook. The default is the only visible one with rows."),
        DocumentKey(
            "header-row", .whole(Self.headerRow),
            help: "The row with the headings. The default is the first with those that every row needs."),
        DocumentKey(
            "fill-down", .list(.line()), help: "Fields whose empty cells have the value above, such as merged cells."),
        DocumentKey("export", .line(), help: "A pipeline whose published export of the period contains the sheet."),
        DocumentKey(
            "encoding", .words(SheetDialect.Encoding.allCases.map(\.rawValue)),
            help: "How the sheet's text is encoded. The default is to detect it."),
        DocumentKey(
            "delimiter", .words(SheetDialect.Delimiter.allCases.map(\.rawValue)),
            help: "What separates two cells. The default is to detect it."),
        DocumentKey(
            "decimal", .words(SheetDialect.DecimalMark.allCases.map(\.rawValue)),
            help: "What precedes the decimals of a number. The default is to see it in the sheet's numbers."),
        DocumentKey(
            "dates", .words(DayOrder.allCases.map(\.rawValue)),
            help:
                "The order of day, month and year. The default is that of office.country in gantry.yaml, else to see it in the sheet's days."
        ),
        DocumentKey(
            "values", .map(.map(.line())), help: "What the sheet writes for a value: { type: { Læge: medical } }."),
        DocumentKey("columns", .map(.line()), help: "The sheet's heading of a field, where it isn't the field's name."),
    ]

    static let files = [
        DocumentKey("folder", .line(), help: "Relative to the sheet's folder, which is the default."),
        DocumentKey(
            "pattern", .line(), help: "File names that take the place of a sheet, such as {leave}_{type}.pdf."),
        DocumentKey(
            "privacy", .words(PhotoPrivacy.allCases.map(\.rawValue)),
            help: "What is removed from photos before they are sent."),
        DocumentKey(
            "convert", .flag, standard: .flag(true),
            help: "Whether photos that the server doesn't take (HEIC, or too large) are sent as JPEG."),
    ]
}
