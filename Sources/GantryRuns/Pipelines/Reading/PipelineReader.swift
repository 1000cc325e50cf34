internal import GantryEngine
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

/// Makes a `Pipeline` of a file's tree, checking every name against the catalog.
struct PipelineReader {
    typealias Section = DocumentReader.Section

    var document: DocumentReader
    let catalog: Catalog
    /// Where profiles are; `nil` where outputs can't name any.
    var profiles: ProfileFolders?
    /// `pay.codes`, once they are read; `nil` where there are none.
    var payCodes: [PayCode]?

    /// The groups that checks are for, where the file names them.
    var checkedGroups: [DocumentReader.Located<String>] = []

    /// Where `from-day` has a rule for pay periods.
    var fromDayPlace: NodePlace?

    /// `records.roles`, once it is read.
    var rolesSection: Section?

    /// What the role `employee` contains, once it is read.
    var employeeKind: ValueKind?

    /// Whether the file is one that an export holds: the systems that its datasets are of need not be known any more.
    var isExported = false

    /// `rejects`, once it is read; none if the file doesn't say.
    var rejects = RejectBudget.none

    /// - Returns: The pipeline, or `nil` if something that it can't be without is missing or wrong.
    mutating func read(_ root: SourceNode) -> Pipeline? {
        let kind = PipelineKind(root)
        let top = NodePlace.file(line: 1, column: 1, length: 1)
        let owner = root.entries?.first?.keyPlace ?? top
        guard let section = document.section(root, "", keys: PipelineKeys(catalog: catalog).top(kind), owner: owner)
        else { return nil }
        let name = pipelineName(section)
        let connection = kind == .group ? nil : connectionName(section)
        let isExport = kind == .payroll || kind == .datasets
        let values = document.values(
            of: [Pipeline.titleSetting] + (isExport ? [Pipeline.retainSetting] : []), in: section)
        let parameters = isExport ? parameters(section, isPeriodRequired: kind == .payroll) : []
        let work: Pipeline.Work? =
            switch kind {
            case .payroll: payroll(section).map { .stages([.payroll($0)]) }
            case .datasets: datasets(section).map { .stages($0.map { .dataset($0) }) }
            case .imports: imports(section).map { .imports($0) }
            case .group: members(section, of: name).map { .group($0) }
            }
        requireFitting(work)
        let checkpoint = isExport ? checkpoint(section) : CheckpointPolicy()
        let signOff = kind == .payroll ? signOff(section, outputs: work?.outputs) : nil
        let deliver = isExport ? deliver(section, isSigned: section.has("sign-off")) : []
        guard let name, let work, kind == .group || connection != nil else { return nil }
        var pipeline = Pipeline(name: name, title: name, connection: connection, work: work)
        values.put(into: &pipeline)
        pipeline.parameters = parameters
        pipeline.rejects = rejects
        pipeline.checkpoint = checkpoint
        pipeline.signOff = signOff
        pipeline.deliver = deliver
        return pipeline
    }

    // MARK: The head of the file

    mutating func pipelineName(_ section: Section) -> String? {
        let expected = "a name in lower-case letters, digits and -, such as payroll-monthly"
        guard let name = document.required(section, "pipeline", expected: expected) else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .unsafeName, at: name.place, "\(quoted(name.value)) can't be used in the names of runs and folders.",
                expected: expected)
            return nil
        }
        return name.value
    }

    mutating func connectionName(_ section: Section) -> String? {
        let expected = "the name of a connection in gantry.yaml, such as ksr"
        guard let name = document.required(section, "connection", expected: expected) else { return nil }
        guard isPlainName(name.value) else {
            document.report(
                .badValue, at: name.place, "\(quoted(name.value)) can't be the name of a connection.",
                expected: expected)
            return nil
        }
        return name.value
    }

    mutating func parameters(
        _ section: Section, isPeriodRequired: Bool
    ) -> [Pipeline.Parameter] {
        let standard = [Pipeline.Parameter(name: "period", isRequired: isPeriodRequired, help: nil)]
        guard let node = section["parameters"] else { return standard }
        guard
            let group = document.section(
                node, "parameters", keys: catalog.parameters.map(\.name), what: "parameter",
                owner: section.place(of: "parameters"))
        else { return standard }
        return group.entries.map { entry in
            guard
                let one = document.section(
                    group, entry.key, keys: PipelineKeys.parameter(isPeriodRequired: isPeriodRequired))
            else {
                return Pipeline.Parameter(name: entry.key, isRequired: true, help: nil)
            }
            let standard = document.choice(one, "default", what: "period", as: StandardPeriod.self)
            let isRequired = document.flag(one, "required")
            if standard != nil, isRequired == true {
                document.report(
                    .conflict, at: one.place(of: "default"), "A required period can't have a default.",
                    expected: "either required: true or default")
            }
            return Pipeline.Parameter(
                name: entry.key, isRequired: isRequired ?? (standard == nil),
                help: document.text(one, "help", expected: "a sentence", hasLines: true)?.value, standard: standard,
                rule: payPeriodRule(one))
        }
    }

    mutating func readRejects(_ section: Section) {
        guard let group = document.section(section, "rejects", keys: PipelineKeys.rejects) else { return }
        let expected = "a number of records, such as 0 or 5, or a share of them, such as 0.5%"
        guard let text = document.required(group, "max", expected: expected) else { return }
        if let count = plainDigits(text.value) {
            rejects = .records(count)
            return
        }
        if text.value.hasSuffix("%"), let share = plainDecimal(String(text.value.dropLast())), share.isExact,
            (0...100_000_000_000).contains(share.nano), share.nano % 10_000_000 == 0
        {
            rejects = .basisPoints(Int(share.nano / 10_000_000))
            return
        }
        document.report(.badValue, at: text.place, "Found \(quoted(text.value)) for rejects.max.", expected: expected)
    }

    mutating func checkpoint(_ section: Section) -> CheckpointPolicy {
        var checkpoint = CheckpointPolicy()
        if let group = document.section(section, "checkpoint", keys: CheckpointPolicy.settings) {
            document.fill(&checkpoint, CheckpointPolicy.settings, from: group)
        }
        return checkpoint
    }
}

/// The keys of pipeline files, part by part: the reader takes them from here, and so do the JSON Schemas.
struct PipelineKeys {
    let catalog: Catalog

    static let plainName = ValueShape.line(pattern: ValueShape.plainName)

    /// The keys at the top of a file, in the order of messages.
    func top(_ kind: PipelineKind) -> [DocumentKey] {
        switch kind {
        case .payroll:
            [
                pipeline, Pipeline.titleSetting.key, connection, parameters(isPeriodRequired: true), recordsKey,
                joinKey, checksKey,
                rejectsKey, payKey, Self.outputs(.payroll(hasPay: true)), checkpointKey, signOffKey,
                deliverKey, Pipeline.retainSetting.key,
            ]
        case .datasets:
            [
                pipeline, Pipeline.titleSetting.key, connection, parameters(isPeriodRequired: false), datasetsKey,
                rejectsKey,
                checkpointKey, deliverKey, Pipeline.retainSetting.key,
            ]
        case .imports: [pipeline, Pipeline.titleSetting.key, connection] + Pipeline.Import.settings.map(\.key)
        case .group:
            [
                pipeline, Pipeline.titleSetting.key,
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

    private var connection: DocumentKey {
        DocumentKey("connection", Self.plainName, required: true, help: "The account to use, as gantry.yaml names it.")
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
            "checkpoint", .group(CheckpointPolicy.settings.map(\.key)),
            help: "How often progress is saved, so that an interrupted run resumes from there. Whichever comes first.")
    }
}
