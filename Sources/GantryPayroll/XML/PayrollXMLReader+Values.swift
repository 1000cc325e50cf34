internal import GantryFormats
internal import GantryModel

extension PayrollXMLReader {
    mutating func text(_ name: StaticString) -> String {
        if let text = xml.attribute(name) { return text }
        misspelled(name, "a text")
        return ""
    }

    mutating func integer(_ name: StaticString) -> Int128 {
        if let value = xml.withAttribute(name, { PayrollNumberText.integer($0) }) ?? nil { return value }
        misspelled(name, "a plain whole number")
        return 0
    }

    /// The employee's key in the system of the hours, which the file says to be a text or else a whole number.
    mutating func employeeID() -> Int64 {
        guard batch.hasTextKeys else { return Int64(clamping: integer("employeeId")) }
        if let id = xml.attribute("employeeId").flatMap({ Int64(key: $0) }) { return id }
        misspelled("employeeId", "the key of the employee")
        return 0
    }

    mutating func count(_ name: StaticString) -> Int {
        let value = integer(name)
        if value >= 0, value < PayrollFileRules.countLimit { return Int(value) }
        misspelled(name, "at least 0 and below \(PayrollFileRules.countLimit)")
        return 0
    }

    mutating func decimal(_ name: StaticString, _ places: DecimalPlaces) -> Int128 {
        if let value = xml.withAttribute(name, { PayrollNumberText.decimal($0, places) }) ?? nil { return value }
        switch places {
        case .fixed(let digits): misspelled(name, "a plain number with \(digits) decimals")
        case .exact: misspelled(name, "a plain number with 2 to 9 decimals")
        }
        return 0
    }

    mutating func hours(_ name: StaticString, _ places: DecimalPlaces) -> Hours {
        let value = decimal(name, places)
        if let nano = Int64(exactly: value) { return Hours(nano: nano) }
        misspelled(name, "hours below 9.2 thousand million")
        return .zero
    }

    mutating func money(_ name: StaticString, _ places: DecimalPlaces) -> Money? {
        xml.withAttribute(name, { _ in true }) == nil ? nil : Money(nano: decimal(name, places))
    }

    mutating func day(_ name: StaticString) -> CivilDate? {
        let date = xml.withAttribute(name) { $0.count == 10 ? CivilDate(digits: $0, from: 0) : nil } ?? nil
        if date == nil { misspelled(name, "a date YYYY-MM-DD") }
        return date
    }

    private mutating func misspelled(_ name: StaticString, _ expected: String) {
        report(
            PayrollFinding(
                .spelling, employee: employee, value: "\(name)", found: xml.attribute(name) ?? "missing",
                expected: expected,
                line: xml.line))
    }

    mutating func readTotalsOfBatch() -> PayrollTotals {
        var totals = PayrollTotals(payCodes: [])
        totals.employees = count("employees")
        totals.entries = count("entries")
        totals.lines = count("lines")
        totals.linesWithoutRate = count("linesWithoutRate")
        totals.amountNano = money("amount", .fixed(PayrollBatch.amountDecimals))?.nano
        totals.payrollNumberSum = integer("payrollNumberSum")
        totals.payrollNumbersNotNumeric = count("payrollNumbersNotNumeric")
        totals.entryIDSum = integer("entryIdSum")
        return totals
    }

    mutating func readTotalsOfPayCode() -> PayrollTotals.Code {
        var code = PayrollTotals.Code(code: text("code"))
        code.lines = count("lines")
        code.entries = count("entries")
        code.unitsNano = decimal("units", .fixed(batch.unitsDecimals))
        code.hoursNano = decimal("hours", .exact)
        code.amountNano = money("amount", .fixed(PayrollBatch.amountDecimals))?.nano
        return code
    }
}
