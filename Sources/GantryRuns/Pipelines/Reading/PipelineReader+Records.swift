internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
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
}

extension PipelineReader {
    /// The fields that the file may name: those of the records, and `worker.name` and the like of the joined ones.
    struct Fields {
        var known: [(reference: FieldReference, descriptor: FieldDescription)] = []
        /// The message for a field of a dataset that is not joined: its name, and what would join it.
        var joinable: [String: (dataset: String, advice: String)] = [:]
    }

    /// Hours that become pay.
    mutating func payroll(_ section: Section) -> Pipeline.Payroll? {
        let (records, dataset) = records(section)
        let (join, joined) =
            rolesSection == nil ? join(section, dataset) : joinByRoles(section, of: records?.dataset ?? "")
        let fields = fields(dataset, joinedBy: join, with: joined)
        let checks = checks(section)
        requireStatus(checks)
        readRejects(section)
        let pay = pay(section, fields)
        requireKnownGroups(of: pay)
        payCodes = pay.map { $0.distinctCodes.map(\.payCode) }
        guard let outputs = outputs(section, fields), let records else { return nil }
        return Pipeline.Payroll(records: records, join: join, checks: checks, pay: pay, outputs: outputs)
    }

    // MARK: Records and their join

    mutating func records(_ section: Section) -> (Pipeline.Records?, DatasetDescriptor?) {
        guard section.has("records") else {
            document.missing("records", in: section, expected: "what to fetch: dataset and page-size")
            return (nil, nil)
        }
        guard
            let group = document.section(section, "records", keys: PipelineKeys(catalog: catalog).records(of: nil))
        else {
            return (nil, nil)
        }
        if group.has("roles") { return recordsByRoles(group) }
        let names = catalog.datasets.map(\.name)
        let dataset = self.dataset(group, known: names)
        let sizes = dataset?.pageSizes ?? 1...10_000
        let size = document.wholeNumber(group, "page-size", in: sizes)
        let allowsEmpty = document.flag(group, "allow-empty") ?? false
        let dates = dataset?.fields.filter { $0.kind == .date }.map(\.name) ?? []
        let field = document.text(
            group, "date-field", expected: dates.isEmpty ? "a field that contains a date" : listed(dates))
        guard let dataset else { return (nil, nil) }
        if let field {
            guard let descriptor = dataset.field(named: field.value) else {
                document.unknownName("field", field, among: dates)
                return (nil, dataset)
            }
            guard descriptor.kind == .date else {
                document.report(
                    .badValue, at: field.place,
                    "The field \(quoted(field.value)) contains \(described(descriptor.kind)).",
                    expected: dates.isEmpty
                        ? "a field that contains a date" : "a field that contains a date: " + listed(dates))
                return (nil, dataset)
            }
        }
        let standard = min(max(1_000, sizes.lowerBound), sizes.upperBound)
        return (
            Pipeline.Records(
                dataset: dataset.name, pageSize: size ?? standard,
                dateField: field?.value ?? Pipeline.Records.payDate,
                allowsEmpty: allowsEmpty),
            dataset
        )
    }

    /// Records whose roles the file names: pay sees them as work entries.
    private mutating func recordsByRoles(_ group: Section) -> (Pipeline.Records?, DatasetDescriptor?) {
        let known = catalog.datasets.map(\.name).filter { $0 != KSRCranes.workEntries }
        guard let name = document.required(group, "dataset", expected: listed(known)) else { return (nil, nil) }
        let dataset = isExported ? nil : catalog.dataset(named: name.value)
        if name.value == KSRCranes.workEntries {
            document.report(
                .conflict, at: group.place(of: "roles"), "The roles of \(name.value) are known.", expected: "no roles")
            return (nil, nil)
        }
        if dataset == nil, !isExported {
            unknownDataset(name, among: known)
            return (nil, nil)
        }
        let sizes = dataset?.pageSizes ?? 1...10_000
        let size = document.wholeNumber(group, "page-size", in: sizes)
        let allowsEmpty = document.flag(group, "allow-empty") ?? false
        if let field = document.text(group, "date-field", expected: Pipeline.Records.payDate),
            field.value != Pipeline.Records.payDate
        {
            document.unknownName("field", field, among: [Pipeline.Records.payDate])
        }
        guard let roles = entryRoles(group, of: dataset) else { return (nil, nil) }
        let standard = dataset?.usualPageSize ?? min(max(1_000, sizes.lowerBound), sizes.upperBound)
        return (
            Pipeline.Records(
                dataset: name.value, pageSize: size ?? standard, dateField: Pipeline.Records.payDate, roles: roles,
                allowsEmpty: allowsEmpty),
            PipelineReader.entries(of: name.value, roles)
        )
    }

    /// A name that no dataset has. The file of its system can have mistakes.
    mutating func unknownDataset(
        _ name: DocumentReader.Located<String>, among known: [String], expected: String? = nil
    ) {
        document.unknownName("dataset", name, among: known, expected: expected, note: catalog.fault(of: name.value))
    }

    private mutating func dataset(_ group: Section, known: [String]) -> DatasetDescriptor? {
        guard let name = document.required(group, "dataset", expected: listed(known)) else { return nil }
        if let dataset = catalog.dataset(named: name.value) { return dataset }
        unknownDataset(name, among: known)
        return nil
    }

    mutating func join(_ section: Section, _ dataset: DatasetDescriptor?) -> (Pipeline.Join?, DatasetDescriptor?) {
        guard let group = document.section(section, "join", keys: PipelineKeys.join) else { return (nil, nil) }
        let possible = dataset?.joins ?? []
        let known = dataset == nil ? catalog.datasets.map(\.name) : possible.map(\.dataset)
        guard let name = document.required(group, "dataset", expected: listed(known)) else { return (nil, nil) }
        guard let dataset else { return (nil, nil) }
        let found = possible.first { $0.dataset == name.value }
        if found == nil {
            if catalog.dataset(named: name.value) != nil {
                document.report(
                    .conflict, at: name.place, "\(dataset.name) can't be joined with \(quoted(name.value)).",
                    expected: known.isEmpty ? "no join" : listed(known))
            } else {
                unknownDataset(name, among: known, expected: known.isEmpty ? "no join" : nil)
            }
        }
        // A join that is wrong has been reported; its fields are read as those of the only one that is possible.
        guard let join = found ?? (possible.count == 1 ? possible.first : nil) else { return (nil, nil) }
        if let by = document.required(group, "by", expected: join.field), by.value != join.field {
            document.report(
                .badValue, at: by.place, "\(dataset.name) and \(join.dataset) can't be joined by \(quoted(by.value)).",
                expected: join.field, nearest: nearestWord(to: by.value, among: [join.field]))
        }
        return (
            Pipeline.Join(dataset: join.dataset, by: join.field, name: join.name),
            catalog.dataset(named: join.dataset)
        )
    }

    // MARK: Fields

    /// `nil` if the records' dataset is not known, so that nothing can be said about fields.
    func fields(
        _ dataset: DatasetDescriptor?, joinedBy join: Pipeline.Join?, with joined: DatasetDescriptor?
    ) -> Fields? {
        guard let dataset else { return nil }
        var fields = Fields()
        for field in dataset.fields { fields.known.append((FieldReference(name: field.name), field)) }
        if let join, let joined {
            for field in joined.fields {
                fields.known.append((FieldReference(join: join.name, name: field.name), field))
            }
        }
        for possible in dataset.joins where possible.name != join?.name {
            fields.joinable[possible.name] = (
                possible.dataset, "a join: { dataset: \(possible.dataset), by: … } in the file"
            )
        }
        return fields
    }

    /// The field that a text names, when there is one and its kind is one of those wanted.
    mutating func field(
        _ text: DocumentReader.Located<String>?, in fields: Fields?, _ wanted: String? = nil,
        where isWanted: (ValueKind) -> Bool = { _ in true }
    ) -> (reference: FieldReference, descriptor: FieldDescription)? {
        guard let text, let fields else { return nil }
        let fitting = fields.known.filter { isWanted($0.descriptor.kind) }.map(\.reference.description)
        guard let field = fields.known.first(where: { $0.reference.description == text.value }) else {
            let prefix = text.value.firstIndex(of: ".").map { String(text.value[..<$0]) }
            if let prefix, let (dataset, advice) = fields.joinable[prefix] {
                document.report(
                    .conflict, at: text.place,
                    "The field \(quoted(text.value)) belongs to \(dataset), which is not joined.",
                    expected: advice)
                return nil
            }
            document.unknownName(
                "field", text, among: fitting,
                expected: fitting.isEmpty ? wanted.map { "a field that contains \($0)" } : nil)
            return nil
        }
        guard isWanted(field.descriptor.kind) else {
            document.report(
                .badValue, at: text.place,
                "The field \(quoted(text.value)) contains \(described(field.descriptor.kind)).",
                expected: "a field that contains \(wanted ?? "something else")"
                    + (fitting.isEmpty ? "; the records have none" : ": " + listed(fitting)))
            return nil
        }
        return field
    }

    func described(_ kind: ValueKind) -> String {
        switch kind {
        case .integer: "a whole number"
        case .decimal: "a number"
        case .flag: "true or false"
        case .hours: "hours"
        case .money: "money"
        case .date: "a date"
        case .instant: "a time"
        case .text: "a text"
        case .link: "an address"
        case .list: "a list"
        case .choice(let words): "one of " + listed(words)
        }
    }
}
