internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

/// What no pay code pays, on purpose.
struct NotPaid {
    /// One element of `not-paid`.
    struct Item {
        /// A field of hours, or `leave.PERSONAL`.
        let field: String
        let place: NodePlace
        /// Of which groups; empty is everybody.
        let groups: [String]

        func leavesOut(_ field: String, of group: String?) -> Bool {
            self.field == field && (groups.isEmpty || group.map { groups.contains($0) } ?? false)
        }
    }

    var items: [Item] = []

    /// Those for everybody.
    var ofEverybody: [String] { items.filter(\.groups.isEmpty).map(\.field) }
    /// Those for some groups.
    var ofGroups: [PaySettings.NotPaidGroup] {
        items.filter { !$0.groups.isEmpty }.map { PaySettings.NotPaidGroup(field: $0.field, groups: $0.groups) }
    }
}

extension PipelineKeys {
    static let notPaid = [
        DocumentKey(
            "field", .either([.shared("field"), .words(leaveFields)]), required: true, help: "What is left out."),
        groups,
    ]
    /// Kinds of leave as `not-paid` names them.
    static let leaveFields = KSRCranes.leaveTypes.map { "leave.\($0)" }
}

extension PipelineReader {
    /// Hours that no pay code pays would vanish from the pay without a word: they are named in `not-paid`, or it is a
    /// mistake, for each group. So would leave, once a pay code pays some of it.
    mutating func notPaid(_ group: Section, codes: [PaySettings.Code], fields: Fields?) -> NotPaid {
        var notPaid = NotPaid()
        let groups = codes.groups
        if let node = group["not-paid"] {
            guard case .list(let items) = node.content else {
                document.wrongType(node, "pay.not-paid", expected: "a list of fields, such as [weekendHours]")
                return notPaid
            }
            for (index, item) in items.enumerated() {
                if let item = self.notPaid(item, at: "pay.not-paid[\(index)]", groups: groups, among: fields) {
                    notPaid.items.append(item)
                }
            }
        }
        for item in notPaid.items {
            var paid = GroupMistakes(groups)
            for group in paid.all where item.leavesOut(item.field, of: group) {
                guard codes.contains(where: { $0.paid == item.field && $0.pays(group: group) }) else { continue }
                paid.add("\(quoted(item.field)) is in not-paid, but a pay code pays it", of: group, at: item.place)
            }
            for mistake in paid.mistakes {
                document.report(
                    .conflict, at: mistake.place, "\(mistake.key)\(PipelineReader.words(paid.named(mistake))).",
                    expected: "only one of the two")
            }
        }
        // Said only where every pay code could be read: a code that is wrong has been reported, and may be the one.
        guard let fields, case .list(let items)? = group["codes"]?.content, items.count == codes.count else {
            return notPaid
        }
        requireAllHours(fields, codes: codes, notPaid: notPaid, groups: groups, at: group.place(of: "codes"))
        requireAllLeave(codes, notPaid: notPaid, groups: groups, at: group.place(of: "codes"))
        return notPaid
    }

    private mutating func notPaid(
        _ node: SourceNode, at path: String, groups: [String], among fields: Fields?
    ) -> NotPaid.Item? {
        let expected = "a field that holds hours"
        var words: [DocumentReader.Located<String>] = []
        let text: DocumentReader.Located<String>?
        if case .group = node.content {
            guard let section = document.section(node, path, keys: PipelineKeys.notPaid, owner: node.place) else {
                return nil
            }
            text = document.required(section, "field", expected: expected)
            words = self.groups(section)
            for word in words where !groups.contains(word.value) {
                guard groups.isEmpty else {
                    document.unknownName("group", word, among: groups)
                    continue
                }
                document.report(
                    .conflict, at: word.place, "\(path) is for a group, but every pay code is for everybody.",
                    expected: "no for, or pay codes with for")
            }
        } else {
            text = document.text(node, path, expected: expected)
        }
        guard let text else { return nil }
        if text.value.hasPrefix("leave.") {
            guard PipelineKeys.leaveFields.contains(text.value) else {
                document.unknownName("kind of leave", text, among: PipelineKeys.leaveFields)
                return nil
            }
        } else {
            guard field(text, in: fields, "hours", where: { $0 == .hours }) != nil else { return nil }
        }
        return NotPaid.Item(field: text.value, place: text.place, groups: words.map(\.value))
    }

    private mutating func requireAllHours(
        _ fields: Fields, codes: [PaySettings.Code], notPaid: NotPaid, groups: [String], at place: NodePlace
    ) {
        for field in fields.known where field.descriptor.kind == .hours && field.reference.join == nil {
            let name = field.reference.description
            var unpaid = GroupMistakes(groups)
            for group in unpaid.all {
                guard !notPaid.items.contains(where: { $0.leavesOut(name, of: group) }),
                    !codes.contains(where: { $0.paid == name && $0.pays(group: group) })
                else { continue }
                unpaid.add("No pay code pays the hours in \(quoted(name))", of: group, at: place)
            }
            let canBePaid = PayQuantity.allCases.contains { $0.field == field.reference }
            for mistake in unpaid.mistakes {
                let ofGroups = PipelineReader.spelled(unpaid.named(mistake))
                document.report(
                    .conflict, at: place, "\(mistake.key)\(PipelineReader.words(unpaid.named(mistake))).",
                    expected: (canBePaid ? "a pay code with hours: \(name)\(ofGroups), or " : "")
                        + PipelineReader.example(of: name, ofGroups),
                    note: "Hours without a pay code are left out of the payroll files.")
            }
        }
    }

    private mutating func requireAllLeave(
        _ codes: [PaySettings.Code], notPaid: NotPaid, groups: [String], at place: NodePlace
    ) {
        guard codes.contains(where: { $0.leaveType != nil }) else { return }
        for type in KSRCranes.leaveTypes {
            let name = "leave.\(type)"
            var unpaid = GroupMistakes(groups)
            var twice = GroupMistakes(groups)
            for group in unpaid.all {
                let count = codes.count { $0.leaveType == type && $0.pays(group: group) }
                if count > 1 { twice.add("Two pay codes pay leave of the kind \(type)", of: group, at: place) }
                if count == 0, !notPaid.items.contains(where: { $0.leavesOut(name, of: group) }) {
                    unpaid.add("No pay code pays leave of the kind \(type)", of: group, at: place)
                }
            }
            for mistake in unpaid.mistakes {
                let ofGroups = PipelineReader.spelled(unpaid.named(mistake))
                document.report(
                    .conflict, at: place, "\(mistake.key)\(PipelineReader.words(unpaid.named(mistake))).",
                    expected:
                        "a pay code with leave: \(type)\(ofGroups), or \(PipelineReader.example(of: name, ofGroups))",
                    note: "Leave without a pay code is left out of the payroll files.")
            }
            for mistake in twice.mistakes {
                document.report(
                    .conflict, at: place, "\(mistake.key)\(PipelineReader.words(twice.named(mistake))).",
                    expected: "one pay code for each kind of leave")
            }
        }
    }

    /// How `not-paid` names something.
    private static func example(of field: String, _ ofGroups: String) -> String {
        ofGroups.isEmpty ? "not-paid: [\(field)]" : "not-paid: [{ field: \(field)\(ofGroups) }]"
    }
}

extension PaySettings.Code {
    /// What the code pays, as `not-paid` would name it.
    fileprivate var paid: String? {
        if case .hours(let hours) = pays { return "\(hours.quantity.field)" }
        return leaveType.map { "leave.\($0)" }
    }
}
