internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

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
            document.unknownName("dataset", name, among: known)
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

    private mutating func dataset(_ group: Section, known: [String]) -> DatasetDescriptor? {
        guard let name = document.required(group, "dataset", expected: listed(known)) else { return nil }
        if let dataset = catalog.dataset(named: name.value) { return dataset }
        document.unknownName("dataset", name, among: known)
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
                document.unknownName("dataset", name, among: known, expected: known.isEmpty ? "no join" : nil)
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

    // MARK: Checks

    mutating func checks(_ section: Section) -> [Pipeline.Check] {
        let group = document.section(section, "checks", keys: catalog.checks.map(\.name), what: "check")
        return catalog.checks.flatMap { check in
            let made = group.map { checks(check, in: $0) } ?? []
            let others = made.first { $0.groups.isEmpty } ?? Pipeline.Check(name: check.name, rule: check.standard)
            return [others] + made.filter { !$0.groups.isEmpty }
        }
    }

    /// A check as the file has it: one for everybody, or a list with one for some groups and one for everybody else.
    private mutating func checks(_ check: CheckDescriptor, in group: Section) -> [Pipeline.Check] {
        guard let node = group[check.name] else { return [] }
        let path = group.path(check.name)
        guard !PayrollChecks.ofEverybody.contains(check.name), case .list(let items) = node.content else {
            return self.check(node, of: check, path, owner: group.place(of: check.name)).map { [$0] } ?? []
        }
        if items.isEmpty {
            document.report(
                .badValue, at: node.place, "\(path) is empty.",
                expected: "a severity for some groups, and one for everybody else")
        }
        var made: [Pipeline.Check] = []
        for (index, item) in items.enumerated() {
            guard let one = self.check(item, of: check, "\(path)[\(index)]", owner: item.place) else { continue }
            if one.groups.isEmpty, made.contains(where: { $0.groups.isEmpty }) {
                document.report(
                    .duplicate, at: item.place, "\(path) has two values for everybody.",
                    expected: "for: with the groups that one of them is for")
            }
            if let twice = one.groups.first(where: { name in made.contains { $0.groups.contains(name) } }) {
                document.report(
                    .duplicate, at: item.place, "\(path) has two values for the group \(quoted(twice)).",
                    expected: "one for each group")
            }
            made.append(one)
        }
        return made
    }

    private mutating func check(
        _ node: SourceNode, of check: CheckDescriptor, _ path: String, owner: NodePlace
    ) -> Pipeline.Check? {
        if PayrollChecks.needsReason.contains(check.name) {
            return reasonedCheck(node, of: check, at: path, owner: owner)
        }
        guard case .group = node.content, check.hasThresholds || !PayrollChecks.ofEverybody.contains(check.name) else {
            return rule(node, of: check, at: path).map { Pipeline.Check(name: check.name, rule: $0) }
        }
        let keys = check.hasThresholds ? PipelineKeys.limits : PipelineKeys.grouped
        guard let section = document.section(node, path, keys: keys, owner: owner) else { return nil }
        let words = groups(section)
        checkedGroups += words
        let groups = words.map(\.value)
        if check.hasThresholds {
            return thresholds(section).map { Pipeline.Check(name: check.name, rule: $0, groups: groups) }
        }
        guard let severity = section["severity"] else {
            document.missing("severity", in: section, expected: listed(["off"] + Severity.choices.map(\.rawValue)))
            return nil
        }
        return rule(severity, of: check, at: section.path("severity")).map {
            Pipeline.Check(name: check.name, rule: $0, groups: groups)
        }
    }

    /// A severity in one word, or `off`.
    mutating func rule(_ node: SourceNode, of check: CheckDescriptor, at path: String) -> CheckRule? {
        let levels = Severity.choices.map(\.rawValue)
        let example = "off, or hours for each severity, such as { warning: 13, blocker: 24 }"
        let expected = check.hasThresholds ? example : listed(["off"] + levels)
        guard let word = document.text(node, path, expected: expected) else { return nil }
        if word.value == "off" { return .off }
        guard let severity = Severity(rawValue: word.value), Severity.choices.contains(severity) else {
            let near =
                nearestWord(to: word.value, among: ["off"] + levels)
                ?? (["no", "none", "false", "ignore", "never"].contains(word.value.lowercased()) ? "off" : nil)
                ?? (["error", "critical", "block", "yes", "on", "true"].contains(word.value.lowercased())
                    ? "blocker" : nil)
            document.report(
                .unknownName, at: word.place, "Found \(quoted(word.value)) for \(path).", expected: expected,
                nearest: near)
            return nil
        }
        guard !check.hasThresholds else {
            document.report(.badValue, at: word.place, "\(path) needs a number of hours.", expected: example)
            return nil
        }
        return .severity(severity)
    }

    private mutating func thresholds(_ limits: Section) -> CheckRule? {
        var thresholds: [CheckThreshold] = []
        for severity in Severity.choices {
            let key = severity.rawValue
            let expected = "hours, more than 0 and at most 1000"
            guard let text = document.text(limits, key, expected: expected) else { continue }
            guard let hours = plainDecimal(text.value), hours.isExact, hours.nano > 0, hours.nano <= 1_000_000_000_000
            else {
                document.report(
                    .badValue, at: text.place, "Found \(quoted(text.value)) for \(limits.path(key)).",
                    expected: expected)
                continue
            }
            if let milder = thresholds.last, milder.above.nano >= hours.nano {
                document.report(
                    .conflict, at: text.place, "The \(key) limit must be above the \(milder.severity.rawValue) limit.",
                    expected: "more than \(decimalText(nano: Int128(milder.above.nano), .exact)) hours")
                continue
            }
            thresholds.append(CheckThreshold(severity: severity, above: Hours(nano: hours.nano)))
        }
        if !limits.entries.contains(where: { $0.key != "for" }) {
            document.report(
                .badValue, at: limits.owner, "\(limits.path) is empty.",
                expected: "such as { warning: 13, blocker: 24 }")
        }
        return thresholds.isEmpty ? nil : .thresholds(thresholds)
    }
}
