public import GantryJSON
internal import GantryModel
public import GantryRuns

/// What can be exported, for people who write pipeline files.
public enum DatasetReport {
    /// Every dataset with its meaning.
    public static func lines(
        _ datasets: [DatasetDescriptor], _ submissions: [SubmissionDescriptor], style: TextStyle
    ) -> [String] {
        var table = TextTable([.left("Dataset"), .left("Contents")], limit: TextTable.sentenceLimit)
        for dataset in datasets { table.add([dataset.name, dataset.title]) }
        var sent = TextTable([.left("To send"), .left("Description")], limit: TextTable.sentenceLimit)
        for one in submissions { sent.add([one.name, one.title]) }
        return joined([
            table.isEmpty ? [] : table.foldedLines(style: style), sent.isEmpty ? [] : sent.foldedLines(style: style),
        ])
    }

    /// Something that can be sent, with the columns of its sheet.
    public static func lines(_ one: SubmissionDescriptor, style: TextStyle) -> [String] {
        joined([
            [
                "\(style.bold(one.name)): \(one.title)",
                "  In a pipeline file: \(one.isUpload ? "upload" : "submit"): \(one.name)",
            ],
            fields(titled: "Column", one.fields, style: style),
        ])
    }

    /// One dataset with its fields, lists and filters.
    public static func lines(_ dataset: DatasetDescriptor, style: TextStyle) -> [String] {
        var head = ["\(style.bold(dataset.name)): \(dataset.title)"]
        if dataset.isKeyed {
            head.append("  Fetched key by key; \"for-each\" in the pipeline file says where the keys come from.")
        }
        if let order = dataset.order {
            head.append("  A later run can continue by \(order), with \"since: last-run\" in the pipeline file.")
        }
        if dataset.isWithinPeriod {
            head.append("  Has the records of the run's period.")
        } else if dataset.hasDays {
            head.append("  Can be limited to the run's period, with \"within: period\" in the pipeline file.")
        }
        var filters = TextTable([.left("Filter"), .left("Takes"), .left("Meaning")], limit: TextTable.sentenceLimit)
        for filter in dataset.filters {
            filters.add([filter.name, taken(filter.kind), (filter.isRequired ? "Required. " : "") + filter.help])
        }
        var blocks = [head, fields(titled: "Field", dataset.fields, style: style), filters.foldedLines(style: style)]
        for list in dataset.lists {
            blocks.append(["List \(style.bold(list.name)): \(list.help)"])
            blocks.append(fields(titled: "Field of \(list.name)", list.fields, style: style))
        }
        if let join = dataset.join {
            blocks.append(["Joined from \(style.bold(join.dataset)), if the pipeline file lists it before this one:"])
            blocks.append(
                fields(
                    titled: "Field",
                    join.fields.map {
                        FieldDescription(
                            name: "\(join.name).\($0.name)", kind: $0.kind, isRequired: false, help: $0.help)
                    }, style: style))
        }
        return joined(blocks)
    }

    private static func fields(titled title: String, _ fields: [FieldDescription], style: TextStyle) -> [String] {
        var table = TextTable(
            [.left(title), .left("Holds"), .left("Always"), .left("Meaning")], limit: TextTable.sentenceLimit)
        for field in fields {
            let held = field.unit.map { "number of \($0.words)" } ?? held(field.kind)
            table.add([field.name, held, field.isRequired ? "yes" : "", field.help])
        }
        return table.foldedLines(style: style)
    }

    /// A field's kind in a word or two.
    static func held(_ kind: ValueKind) -> String {
        switch kind {
        case .integer: "whole number"
        case .decimal: "number"
        case .hours: "hours"
        case .money: "money"
        case .date: "day"
        case .instant: "time"
        case .flag: "true or false"
        case .text: "text"
        case .link: "address"
        case .list: "list"
        case .choice: "word"
        }
    }

    private static func taken(_ kind: DatasetFilter.Kind) -> String {
        switch kind {
        case .date: "a day"
        case .integer: "a number"
        case .text: "a text"
        case .choice(let words): words.joined(separator: ", ")
        }
    }

    /// For `--json`.
    public static func value(_ datasets: [DatasetDescriptor], _ submissions: [SubmissionDescriptor] = []) -> JSONTree {
        JSONTree.object([
            "datasets": .array(datasets.map(value)),
            "submissions": .array(
                submissions.map { one in
                    JSONTree.object([
                        "submission": .string(one.name), "title": .string(one.title), "isUpload": .bool(one.isUpload),
                        "fields": .array(one.fields.map(value)),
                    ])
                }),
        ])
    }

    private static func value(_ dataset: DatasetDescriptor) -> JSONTree {
        JSONTree.object([
            "dataset": .string(dataset.name), "title": .string(dataset.title), "isKeyed": .bool(dataset.isKeyed),
            "order": dataset.order.map { .string($0) } ?? .null, "hasDays": .bool(dataset.hasDays),
            "fields": .array(dataset.fields.map(value)),
            "lists": .array(
                dataset.lists.map { list in
                    JSONTree.object(["list": .string(list.name), "fields": .array(list.fields.map(value))])
                }),
            "filters": .array(
                dataset.filters.map { filter in
                    JSONTree.object([
                        "filter": .string(filter.name), "takes": .string(taken(filter.kind)),
                        "isRequired": .bool(filter.isRequired),
                        "help": .string(filter.help),
                    ])
                }),
        ])
    }

    private static func value(_ field: FieldDescription) -> JSONTree {
        JSONTree.object([
            "field": .string(field.name), "holds": .string(held(field.kind)), "isRequired": .bool(field.isRequired),
            "help": .string(field.help),
        ])
    }
}
