internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    private static func field(_ name: String, required: Bool = false, _ help: String) -> DocumentKey {
        DocumentKey(name, .line(), required: required, help: help)
    }

    private static let words = ValueShape.list(.text, isUnique: true)
    /// What a word can say of an entry; any other is a draft.
    static let statuses = [WorkEntry.Status.approved, .submitted, .rejected]

    static let entryRoles =
        [
            field("employee", required: true, "The field with the key of the worker, a whole number or text."),
            field("date", required: true, "The field with the day of the work."),
            DocumentKey(
                "hours", .group(hoursRole), required: true,
                help:
                    "The fields with the hours: amount, or start and end, or one for each kind. A record has one kind, or a field for each."
            ),
            DocumentKey(
                "status", .group(statusRole),
                help: "What says that an entry may be paid. Without it not-approved needs a reason to be lowered."),
        ]
        + EntryRoles.Other.allCases.map { field($0.rawValue, help($0)) }

    private static func help(_ role: EntryRoles.Other) -> String {
        switch role {
        case .project: "The field with the key of the project, a whole number or text."
        case .task: "The field with the key of the task, a whole number or text."
        case .note: "The field with what the worker wrote."
        case .submitted: "The field with the time at which the entry was handed in."
        case .approvedAt: "The field with the time of the approval."
        case .approvedBy: "The field with the key of the person who approved it, a whole number or text."
        }
    }

    static let hoursRole =
        [
            field("amount", "The field with the number of hours."),
            field("start", "The field with the time at which the work began."),
            field("end", "The field with the time at which it ended."),
            field("pause", "The field with the time between them that is not worked, in minutes or in its unit."),
            field("kind", "The field with a word for the kind of the hours. Without one they are normalHours."),
            DocumentKey("kinds", .group(kinds), help: "The words of each kind. An entry with another word is held."),
        ] + PayQuantity.allCases.map { field($0.rawValue, "The field with these hours, where each kind has one.") }

    static let kinds = PayQuantity.allCases.map {
        DocumentKey($0.rawValue, words, help: "The words for these hours.")
    }

    static let statusRole =
        [field("field", required: true, "The field with the word.")]
        + statuses.map {
            DocumentKey(
                $0.name.lowercased(), words, required: $0 == .approved,
                help: "The words that mean \($0.name.lowercased()). Any other is a draft.")
        }

    static let workerRoles = [
        field("id", required: true, "The field with the key to which entries refer, a whole number or text."),
        DocumentKey(
            "name", .either([.line(), .list(.line())]), required: true,
            help: "The field with the name, or those that make it up: [firstname, lastname]."),
        field("rate", "The field with what an hour at the normal rate pays."),
        field("payroll-number", "The field with the number by which payroll knows the worker."),
        field("currency", "The field with the currency of the rate: a rate in another than pay.currency is not used."),
    ]
}

// `roles`: which fields of a dataset are what pay goes by, where the dataset isn't one that says it itself.
extension PipelineReader {
    /// What a role takes.
    private struct Wanted: Sendable {
        let text: String
        let isFitting: @Sendable (ValueKind) -> Bool

        static let number = Wanted(text: "a whole number") { $0 == .integer }
        static let date = Wanted(text: "a date") { $0 == .date }
        static let time = Wanted(text: "a time") { $0 == .instant }
        static let hours = Wanted(text: "hours, or a number of them") { [.hours, .decimal, .integer].contains($0) }
        static let money = Wanted(text: "money") { $0 == .money }
        static let text = Wanted(text: "a text") { $0 == .text }
        static let code = Wanted(text: "a whole number or text") { $0 == .integer || $0 == .text }
        static let word = Wanted(text: "a text, or one of some words") { kind in
            if case .choice = kind { true } else { [.text, .integer, .flag].contains(kind) }
        }
    }

    // MARK: Entries

    /// `records.roles`; `dataset` is `nil` where it isn't known any more.
    mutating func entryRoles(_ records: Section, of dataset: DatasetDescriptor?) -> EntryRoles? {
        guard let section = document.section(records, "roles", keys: PipelineKeys.entryRoles) else { return nil }
        rolesSection = section
        let fields = fields(dataset, joinedBy: nil, with: nil)
        let employee = required("employee", in: section, among: fields, as: .code)
        employeeKind = fields?.known.first { "\($0.reference)" == employee }?.descriptor.kind
        let date = required("date", in: section, among: fields, as: .date)
        let hours = hoursRole(section, fields)
        let status = statusRole(section, fields)
        var others: [EntryRoles.Other: String] = [:]
        for role in EntryRoles.Other.allCases {
            let wanted: Wanted =
                switch role {
                case .project, .task, .approvedBy: .code
                case .note: .text
                case .submitted, .approvedAt: .time
                }
            others[role] = optional(role.rawValue, in: section, among: fields, as: wanted)?.value
        }
        guard let employee, let date, let hours else { return nil }
        return EntryRoles(employee: employee, date: date, hours: hours, status: status, others: others)
    }

    private mutating func hoursRole(_ section: Section, _ fields: Fields?) -> EntryRoles.HoursRole? {
        let expected =
            "amount, or start and end, or a field for each kind: \(listed(PayQuantity.allCases.map(\.rawValue)))"
        guard section.has("hours") else {
            document.missing("hours", in: section, expected: expected)
            return nil
        }
        guard let group = document.section(section, "hours", keys: PipelineKeys.hoursRole) else { return nil }
        let forms = [
            PayQuantity.allCases.map(\.rawValue).first(where: group.has), group.has("amount") ? "amount" : nil,
            ["start", "end"].first(where: group.has),
        ].compactMap(\.self)
        guard let form = forms.first, forms.count == 1 else {
            if forms.isEmpty {
                document.missing("amount", in: group, expected: expected)
            } else {
                document.report(
                    .conflict, at: group.place(of: forms[1]), "\(group.path) has \(listed(forms, "and")).",
                    expected: "one of them: " + expected)
            }
            return nil
        }
        if form != "start", form != "end", group.has("pause") {
            document.report(
                .conflict, at: group.place(of: "pause"), "\(group.path) has pause, but no start and end.",
                expected: "no pause: hours without it")
        }
        switch form {
        case "amount":
            let kind = kindRole(group, fields)
            return required("amount", in: group, among: fields, as: .hours).map { .amount($0, kind) }
        case "start", "end":
            let start = required("start", in: group, among: fields, as: .time)
            let end = required("end", in: group, among: fields, as: .time)
            let pause = optional("pause", in: group, among: fields, as: .number)?.value
            let kind = kindRole(group, fields)
            guard let start, let end else { return nil }
            return .times(start: start, end: end, pause: pause, kind)
        default:
            if let key = ["kind", "kinds"].first(where: group.has) {
                document.report(
                    .conflict, at: group.place(of: key), "\(group.path) has a field for each kind and \(key).",
                    expected: "one of the two")
            }
            var named: [PayQuantity: String] = [:]
            for quantity in PayQuantity.allCases {
                guard let field = optional(quantity.rawValue, in: group, among: fields, as: .hours) else { continue }
                if named.values.contains(field.value) {
                    document.report(
                        .duplicate, at: field.place, "The field \(quoted(field.value)) has two kinds of hours.",
                        expected: "a field for each kind, so that no hour is paid twice")
                }
                named[quantity] = field.value
            }
            return named.isEmpty ? nil : .fields(named)
        }
    }

    private mutating func kindRole(_ hours: Section, _ fields: Fields?) -> EntryRoles.KindRole? {
        guard hours.has("kind") || hours.has("kinds") else { return nil }
        let field = required("kind", in: hours, among: fields, as: .word)
        guard hours.has("kinds") else {
            document.missing(
                "kinds", in: hours, expected: "the words of each kind, such as { normalHours: [Normal] }")
            return nil
        }
        guard let group = document.section(hours, "kinds", keys: PipelineKeys.kinds) else { return nil }
        let words = words(group, meanings: PayQuantity.allCases.map { ($0.rawValue, $0) }, of: field, among: fields)
        guard let field, !words.isEmpty else { return nil }
        return EntryRoles.KindRole(field: field, words: words)
    }

    private mutating func statusRole(_ section: Section, _ fields: Fields?) -> EntryRoles.StatusRole? {
        guard let group = document.section(section, "status", keys: PipelineKeys.statusRole) else { return nil }
        let field = required("field", in: group, among: fields, as: .word)
        if !group.has("approved") {
            document.missing("approved", in: group, expected: "the words that mean approved, such as [APPROVED]")
        }
        let words = words(
            group, meanings: PipelineKeys.statuses.map { ($0.name.lowercased(), $0) }, of: field, among: fields)
        guard let field, !words.isEmpty else { return nil }
        return EntryRoles.StatusRole(field: field, words: words)
    }

    /// Lists of words, each under what it means; no word is in two of them.
    private mutating func words<Meaning>(
        _ group: Section, meanings: [(key: String, meaning: Meaning)], of field: String?, among fields: Fields?
    ) -> [String: Meaning] {
        var known: [String]?
        if let field,
            case .choice(let words)? = fields?.known.first(where: { "\($0.reference)" == field })?.descriptor.kind
        {
            known = words
        }
        var found: [String: Meaning] = [:]
        for (key, meaning) in meanings where group.has(key) {
            let expected = "a list of words, such as [\(key == "approved" ? "APPROVED" : "Normal")]"
            for (index, item) in (document.list(group, key, expected: expected) ?? []).enumerated() {
                guard let word = document.text(item, "\(group.path(key))[\(index)]", expected: "a word") else {
                    continue
                }
                if let known, !known.contains(word.value) { document.unknownName("word", word, among: known) }
                guard found[word.value] == nil else {
                    document.report(
                        .duplicate, at: word.place, "\(group.path) has the word \(quoted(word.value)) twice.",
                        expected: "each word once")
                    continue
                }
                found[word.value] = meaning
            }
        }
        if group.entries.isEmpty {
            document.report(
                .badValue, at: group.owner, "\(group.path) is empty.", expected: listed(meanings.map(\.key)))
        }
        return found
    }

    /// Where nothing says what is approved, the file says why everything is paid.
    mutating func requireStatus(_ checks: [Pipeline.Check]) {
        guard let section = rolesSection, !section.has("status") else { return }
        let rule = checks.first { $0.name == PayrollChecks.Rule.notApproved && $0.groups.isEmpty }?.rule
        guard rule == nil || rule == .severity(.blocker) else { return }
        document.missing(
            "status", in: section,
            expected:
                "the field with the words that mean approved, or checks: { not-approved: { severity: off, because: … } }"
        )
    }

    /// The dataset's records as entries, with the fields that have a role.
    static func entries(of dataset: String, _ roles: EntryRoles) -> DatasetDescriptor {
        var names: Set = ["id", "employeeId", "workDate"]
        names.formUnion(roles.quantities.map(\.rawValue))
        if roles.status != nil { names.insert("status") }
        for role in roles.others.keys {
            switch role {
            case .project: names.insert("projectId")
            case .task: names.insert("taskId")
            case .note: names.insert("notes")
            case .submitted: names.insert("submittedAt")
            case .approvedAt: names.insert("approvedAt")
            case .approvedBy: names.insert("approvedBy")
            }
        }
        return DatasetDescriptor(
            name: dataset, title: "", fields: WorkEntry.dataset.fields.filter { names.contains($0.name) })
    }

    // MARK: Workers

    /// `join` with roles.
    mutating func joinByRoles(
        _ section: Section, of entries: String
    ) -> (Pipeline.Join?, DatasetDescriptor?) {
        guard let group = document.section(section, "join", keys: PipelineKeys.join) else { return (nil, nil) }
        let system = entries.split(separator: ".").first.map { $0 + "." } ?? ""
        let known = catalog.datasets.map(\.name).filter { $0.hasPrefix(system) && $0 != entries }
        let name = document.required(group, "dataset", expected: listed(known))
        if let name, !isExported, !known.contains(name.value) {
            unknownDataset(name, among: known, expected: known.isEmpty ? "no join" : nil)
        }
        let employee = PaySettings.standardNumber
        if let by = document.required(group, "by", expected: employee), by.value != employee {
            document.report(
                .badValue, at: by.place, "Entries and workers can't be joined by \(quoted(by.value)).",
                expected: employee, nearest: nearestWord(to: by.value, among: [employee]))
        }
        guard group.has("roles") else {
            document.missing("roles", in: group, expected: "which fields are the number and the name of a worker")
            return (nil, nil)
        }
        guard let name, let section = document.section(group, "roles", keys: PipelineKeys.workerRoles) else {
            return (nil, nil)
        }
        let fields = fields(isExported ? nil : catalog.dataset(named: name.value), joinedBy: nil, with: nil)
        let id = required("id", in: section, among: fields, as: .code)
        requireKind(of: id, in: section, fields)
        let names = self.names(section, fields)
        let rate = optional("rate", in: section, among: fields, as: .money)?.value
        let number = optional("payroll-number", in: section, among: fields, as: .code)?.value
        let currency = optional("currency", in: section, among: fields, as: .word)?.value
        guard let id, !names.isEmpty else { return (nil, nil) }
        let roles = WorkerRoles(id: id, name: names, rate: rate, payrollNumber: number, currency: currency)
        let described = Worker.dataset.fields.filter { field in
            ["employee_id", "name"].contains(field.name) || (field.name == "hourly_rate" && rate != nil)
        }
        return (
            Pipeline.Join(dataset: name.value, by: employee, name: "worker", roles: roles),
            DatasetDescriptor(
                name: name.value, title: "",
                fields: described
                    + (number == nil
                        ? []
                        : [
                            FieldDescription(
                                name: Roster.Person.payrollNumberField, kind: .text, isRequired: false,
                                help: "The number by which payroll knows the worker.")
                        ]))
        )
    }

    /// A number and a text are never the same key.
    private mutating func requireKind(of id: String?, in section: Section, _ fields: Fields?) {
        guard let kind = fields?.known.first(where: { "\($0.reference)" == id })?.descriptor.kind, let employeeKind,
            kind != employeeKind
        else { return }
        document.report(
            .conflict, at: section.place(of: "id"),
            "The workers have \(described(kind)) as id, and the role employee is \(described(employeeKind)).",
            expected: "the same in both, so that each entry finds its worker")
    }

    /// The fields that make up a name: one, or a list of them.
    private mutating func names(_ section: Section, _ fields: Fields?) -> [String] {
        guard let node = section["name"], case .list = node.content else {
            return required("name", in: section, among: fields, as: .text).map { [$0] } ?? []
        }
        return (document.list(section, "name", expected: "a field, or a list of them") ?? []).enumerated().compactMap {
            (index, item) in
            document.text(item, "\(section.path("name"))[\(index)]", expected: "a field").flatMap {
                role($0, among: fields, as: .text)
            }
        }
    }

    // MARK: Fields

    private mutating func required(
        _ key: String, in section: Section, among fields: Fields?, as wanted: Wanted
    ) -> String? {
        document.required(section, key, expected: "a field that contains \(wanted.text)").flatMap {
            role($0, among: fields, as: wanted)
        }
    }

    private mutating func optional(
        _ key: String, in section: Section, among fields: Fields?, as wanted: Wanted
    ) -> DocumentReader.Located<String>? {
        guard let text = document.text(section, key, expected: "a field that contains \(wanted.text)") else {
            return nil
        }
        return role(text, among: fields, as: wanted) == nil ? nil : text
    }

    /// The field that fills a role; without a list of fields, as the file names it.
    private mutating func role(
        _ text: DocumentReader.Located<String>, among fields: Fields?, as wanted: Wanted
    ) -> String? {
        guard let fields else { return text.value }
        return field(text, in: fields, wanted.text, where: wanted.isFitting)?.reference.description
    }
}
