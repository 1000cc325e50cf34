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
    var rejects = Pipeline.RejectBudget.count(0)

    /// - Returns: The pipeline, or `nil` if something that it can't be without is missing or wrong.
    mutating func read(_ root: SourceNode) -> Pipeline? {
        let kind = PipelineKind(root)
        let top = NodePlace.file(line: 1, column: 1, length: 1)
        let owner = root.entries?.first?.keyPlace ?? top
        guard let section = document.section(root, "", keys: PipelineKeys(catalog: catalog).top(kind), owner: owner)
        else { return nil }
        let name = pipelineName(section)
        let title = document.text(section, "title", expected: "a title")
        let connection = kind == .group ? nil : connectionName(section)
        let isExport = kind == .payroll || kind == .datasets
        let parameters = isExport ? parameters(section, isPeriodRequired: kind == .payroll) : []
        let work: Pipeline.Work? =
            switch kind {
            case .payroll: payroll(section).map { .stages([.payroll($0)]) }
            case .datasets: datasets(section).map { .stages($0.map { .dataset($0) }) }
            case .imports: imports(section).map { .imports($0) }
            case .group: members(section, of: name).map { .group($0) }
            }
        requireFitting(work)
        let checkpoint = isExport ? checkpoint(section) : nil
        let signOff = kind == .payroll ? signOff(section, outputs: work?.outputs) : nil
        let deliver = isExport ? deliver(section, isSigned: section.has("sign-off")) : []
        let retain = isExport ? retain(section) : nil
        guard let name, let work, kind == .group || connection != nil else { return nil }
        var pipeline = Pipeline(name: name, title: title?.value ?? name, connection: connection, work: work)
        pipeline.parameters = parameters
        pipeline.rejects = rejects
        if let checkpoint { pipeline.checkpoint = checkpoint }
        pipeline.signOff = signOff
        pipeline.deliver = deliver
        pipeline.retain = retain
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

    /// `retain`: how long exports are kept.
    mutating func retain(_ section: Section) -> Retention? {
        let expected = "years after the end of the accounting year, such as 5y"
        guard let text = document.text(section, "retain", expected: expected) else { return nil }
        guard let retention = Retention(text.value) else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for retain.", expected: expected)
            return nil
        }
        return retention
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
            rejects = .count(count)
            return
        }
        if text.value.hasSuffix("%"), let share = plainDecimal(String(text.value.dropLast())), share.isExact,
            (0...100_000_000_000).contains(share.nano), share.nano % 10_000_000 == 0
        {
            rejects = .share(hundredths: Int(share.nano / 10_000_000))
            return
        }
        document.report(.badValue, at: text.place, "Found \(quoted(text.value)) for rejects.max.", expected: expected)
    }

    mutating func checkpoint(_ section: Section) -> Pipeline.Checkpoint {
        var checkpoint = Pipeline.Checkpoint()
        guard let group = document.section(section, "checkpoint", keys: PipelineKeys.checkpoint) else {
            return checkpoint
        }
        let expected = "a time from 100ms to 1h, such as 5s, 500ms or 2m"
        if let every = document.text(group, "every", expected: expected) {
            if let time = duration(every.value), time >= .milliseconds(100), time <= .seconds(3_600) {
                checkpoint.every = time
            } else {
                document.report(
                    .badValue, at: every.place, "Found \(quoted(every.value)) for checkpoint.every.", expected: expected
                )
            }
        }
        if let records = document.wholeNumber(group, "records", in: PipelineKeys.checkpointRecords) {
            checkpoint.records = records
        }
        return checkpoint
    }
}
