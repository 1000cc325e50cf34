internal import GantryConnectors
internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineReader {
    /// Hours that no pay code pays would vanish from the pay without a word: they are named in `not-paid`, or it is a
    /// mistake. So would leave, once a pay code pays some of it.
    mutating func notPaid(
        _ group: Section, codes: [PaySettings.Code], fields: Fields?
    ) -> (fields: [FieldReference], leave: [String]) {
        var named: [FieldReference] = []
        var leave: [String] = []
        if let node = group["not-paid"] {
            guard case .list(let items) = node.content else {
                document.wrongType(node, "pay.not-paid", expected: "a list of fields, such as [weekendHours]")
                return ([], [])
            }
            for (index, item) in items.enumerated() {
                let text = document.text(item, "pay.not-paid[\(index)]", expected: "a field that holds hours")
                guard let text else { continue }
                if text.value.hasPrefix("leave.") {
                    leaveNotPaid(text, besides: codes, into: &leave)
                    continue
                }
                guard let field = field(text, in: fields, "hours", where: { $0 == .hours }) else { continue }
                if codes.contains(where: { $0.paysHours(of: field.reference) }) {
                    document.report(
                        .conflict, at: text.place, "\(quoted(text.value)) is in not-paid, but a pay code pays it.",
                        expected: "only one of the two")
                }
                named.append(field.reference)
            }
        }
        // Said only where every pay code could be read: a code that is wrong has been reported, and may be the one.
        guard let fields, case .list(let items)? = group["codes"]?.content, items.count == codes.count else {
            return (named, leave)
        }
        for field in fields.known where field.descriptor.kind == .hours && field.reference.join == nil {
            guard !named.contains(field.reference), !codes.contains(where: { $0.paysHours(of: field.reference) }) else {
                continue
            }
            let canBePaid = PayQuantity.allCases.contains { $0.field == field.reference }
            document.report(
                .conflict, at: group.place(of: "codes"),
                "No pay code pays the hours in \(quoted(field.reference.description)).",
                expected: (canBePaid ? "a pay code with hours: \(field.reference), or " : "")
                    + "not-paid: [\(field.reference)]",
                note: "Hours without a pay code are left out of the payroll files.")
        }
        let paid = codes.compactMap(\.leaveType)
        for type in KSRCranes.leaveTypes where !paid.isEmpty && !paid.contains(type) && !leave.contains(type) {
            document.report(
                .conflict, at: group.place(of: "codes"), "No pay code pays leave of the kind \(type).",
                expected: "a pay code with leave: \(type), or not-paid: [leave.\(type)]",
                note: "Leave without a pay code is left out of the payroll files.")
        }
        for (index, type) in paid.enumerated() where paid[..<index].contains(type) {
            document.report(
                .conflict, at: group.place(of: "codes"), "Two pay codes pay leave of the kind \(type).",
                expected: "one pay code for each kind of leave")
        }
        return (named, leave)
    }

    private mutating func leaveNotPaid(
        _ text: DocumentReader.Located<String>, besides codes: [PaySettings.Code], into leave: inout [String]
    ) {
        guard PipelineKeys.leaveFields.contains(text.value) else {
            document.unknownName("kind of leave", text, among: PipelineKeys.leaveFields)
            return
        }
        let type = String(text.value.dropFirst("leave.".utf8.count))
        if codes.contains(where: { $0.leaveType == type }) {
            document.report(
                .conflict, at: text.place, "\(quoted(text.value)) is in not-paid, but a pay code pays it.",
                expected: "only one of the two")
        }
        leave.append(type)
    }
}

extension PaySettings.Code {
    fileprivate func paysHours(of field: FieldReference) -> Bool {
        if case .hours(let hours) = pays { hours.quantity.field == field } else { false }
    }

    fileprivate var leaveType: String? {
        if case .leave(let leave) = pays { leave.type } else { nil }
    }
}
