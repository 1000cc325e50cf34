internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineReader {
    mutating func pay(_ section: Section, _ fields: Fields?) -> PaySettings? {
        guard let group = document.section(section, "pay", keys: PipelineKeys.pay) else { return nil }
        let number = document.text(
            group, "payroll-number", expected: "the field that holds the employee's number in the payroll system")
        let payrollNumber =
            number == nil && !group.has("payroll-number")
            ? FieldReference(join: nil, name: PaySettings.standardNumber)
            : field(number, in: fields, "a whole number or text") { $0 == .integer || $0 == .text }?.reference
        let name = field(
            document.text(group, "name", expected: "the field that holds the employee's name"), in: fields, "a text"
        ) { $0 == .text }
        let currency = currency(group)
        let units = document.wholeNumber(group, "units-decimals", in: PipelineKeys.unitsDecimals)
        let amount = document.wholeNumber(group, "amount-decimals", in: 2...2)
        let rounding = document.choice(group, "rounding", what: "rounding", as: Rounding.self)
        let codes = payCodes(group, fields)
        let notPaid = notPaid(group, codes: codes, fields: fields)
        guard let payrollNumber, let currency else { return nil }
        return PaySettings(
            payrollNumber: payrollNumber, name: name?.reference, currency: currency,
            unitsDecimals: units ?? 2,
            amountDecimals: amount ?? 2, rounding: rounding ?? .halfUp, codes: codes, notPaid: notPaid)
    }

    private mutating func currency(_ group: Section) -> String? {
        let expected = "the three capital letters of a currency, such as DKK or EUR"
        guard let text = document.required(group, "currency", expected: expected) else { return nil }
        guard text.value.utf8.count == 3, text.value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            let upper = text.value.uppercased()
            let isCode = upper.utf8.count == 3 && upper.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for pay.currency.", expected: expected,
                nearest: isCode ? upper : nil)
            return nil
        }
        return text.value
    }

    private mutating func payCodes(_ group: Section, _ fields: Fields?) -> [PaySettings.Code] {
        let example = "a list of pay codes, such as - { code: \"1000\", hours: normalHours }"
        guard let items = document.list(group, "codes", expected: example) else { return [] }
        var codes: [PaySettings.Code] = []
        var seen: Set<String> = []
        for (index, item) in items.enumerated() {
            let path = "pay.codes[\(index)]"
            guard
                let entry = document.section(
                    item, path, keys: PipelineKeys.payCode, owner: item.place)
            else { continue }
            let code = payCode(entry, seen: &seen)
            let title = document.text(entry, "title", expected: "a title")
            let hours: PayQuantity? = payField(
                document.required(entry, "hours", expected: "the field with the hours to pay"), in: fields, "hours",
                kind: .hours)
            let rate: PayRate? = payField(
                document.text(entry, "rate", expected: "the field with the hourly pay"), in: fields, "money",
                kind: .money)
            let factor = rateFactor(entry)
            guard let code, let hours else { continue }
            codes.append(
                PaySettings.Code(
                    code: code, title: title?.value ?? code, hours: hours, rate: rate,
                    rateFactorNano: rate == nil ? nil : factor ?? 1_000_000_000))
        }
        return codes
    }

    /// The field that a text names, as pay knows it. A field of the right kind that pay does not know is a mistake: the
    /// hours or the money in it would be paid as if they were others.
    private mutating func payField<Known: PayField>(
        _ text: DocumentReader.Located<String>?, in fields: Fields?, _ wanted: String, kind: ValueKind
    ) -> Known? {
        guard let text, let found = field(text, in: fields, wanted, where: { $0 == kind }) else { return nil }
        if let known = Known.allCases.first(where: { $0.field == found.reference }) { return known }
        document.report(
            .badValue, at: text.place, "Pay can't be calculated from the field \(quoted(text.value)).",
            expected: listed(Known.allCases.map(\.field.description)))
        return nil
    }

    private mutating func payCode(_ entry: Section, seen: inout Set<String>) -> String? {
        let expected = "a pay code with 1 to 20 letters, digits, dots, - or _"
        guard let code = document.required(entry, "code", expected: expected) else { return nil }
        guard code.value.utf8.count <= 20, code.value.utf8.allSatisfy(isNameByte) else {
            document.report(
                .badValue, at: code.place, "Found \(quoted(code.value)) for \(entry.path("code")).", expected: expected)
            return nil
        }
        guard seen.insert(code.value).inserted else {
            document.report(
                .duplicate, at: code.place, "The pay code \(quoted(code.value)) is listed twice.",
                expected: "each pay code once")
            return nil
        }
        return code.value
    }

    private mutating func rateFactor(_ entry: Section) -> Int64? {
        let expected = "a number such as 1.5, more than 0 and at most 100"
        guard let text = document.text(entry, "rate-factor", expected: expected) else { return nil }
        guard entry.has("rate") else {
            document.report(
                .conflict, at: entry.place(of: "rate-factor"), "\(entry.path) has a rate-factor but no rate.",
                expected: "rate: with the hourly pay field, or no rate-factor")
            return nil
        }
        guard let factor = plainDecimal(text.value), factor.isExact, factor.nano > 0, factor.nano <= 100_000_000_000
        else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(entry.path("rate-factor")).",
                expected: expected)
            return nil
        }
        return factor.nano
    }

    /// Hours that no pay code pays would vanish from the pay without a word: they are named in `not-paid`, or it is a
    /// mistake.
    private mutating func notPaid(
        _ group: Section, codes: [PaySettings.Code], fields: Fields?
    ) -> [FieldReference] {
        var named: [FieldReference] = []
        if let node = group["not-paid"] {
            guard case .list(let items) = node.content else {
                document.wrongType(node, "pay.not-paid", expected: "a list of fields, such as [weekendHours]")
                return []
            }
            for (index, item) in items.enumerated() {
                let text = document.text(item, "pay.not-paid[\(index)]", expected: "a field that holds hours")
                guard let text, let field = field(text, in: fields, "hours", where: { $0 == .hours }) else { continue }
                if codes.contains(where: { $0.hours.field == field.reference }) {
                    document.report(
                        .conflict, at: text.place, "\(quoted(text.value)) is in not-paid, but a pay code pays it.",
                        expected: "only one of the two")
                }
                named.append(field.reference)
            }
        }
        // Said only where every pay code could be read: a code that is wrong has been reported, and may be the one.
        guard let fields, case .list(let items)? = group["codes"]?.content, items.count == codes.count else {
            return named
        }
        for field in fields.known where field.descriptor.kind == .hours && field.reference.join == nil {
            guard !named.contains(field.reference), !codes.contains(where: { $0.hours.field == field.reference }) else {
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
        return named
    }
}

/// A field that pay is made of, among the few that it knows.
private protocol PayField: CaseIterable {
    /// As a pipeline file names it.
    var field: FieldReference { get }
}

extension PayQuantity: PayField {}

extension PayRate: PayField {}
