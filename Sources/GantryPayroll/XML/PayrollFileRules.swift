internal import GantryFormats
internal import GantryModel

/// The rules that one employee of a batch keeps, checked alike before it is written and after it is read.
struct PayrollFileRules {
    let batch: PayrollBatch
    let payCodes: [PayCode]
    /// The payroll number before the one that is checked next.
    var lastNumber: String?

    static let codeLength = 64
    static let textLength = 1_000
    // The bounds that the schema's totalDigits and maxLength state.
    static let countLimit: Int128 = 1_000_000_000_000
    static let hashLimit: Int128 = 1_000_000_000_000_000_000_000_000_000
    static let amountLimit: UInt128 = 1_000_000_000_000_000_000_000_000_000

    /// What is wrong with the batch itself.
    func checkBatch(_ report: (PayrollFinding) -> Void) {
        func text(_ name: String, _ value: String) {
            if let finding = PayrollFileRules.text(name, value, isCode: true) { report(finding) }
        }
        text("system", batch.system)
        text("connection", batch.connection)
        text("pipeline", batch.pipeline)
        func expect(_ holds: Bool, _ name: String, found: String, expected: String) {
            if !holds { report(PayrollFinding(.spelling, value: name, found: found, expected: expected)) }
        }
        expect(batch.revision >= 1, "revision", found: "\(batch.revision)", expected: "1 or more")
        if let corrects = batch.corrects {
            expect(
                corrects >= 1 && corrects < batch.revision, "corrects", found: "\(corrects)",
                expected: "an earlier revision than \(batch.revision)")
        }
        if let currency = batch.currency {
            let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            expect(isCode, "currency", found: currency, expected: "three capital letters")
        }
        expect(
            (0...4).contains(batch.unitsDecimals), "unitsDecimals", found: "\(batch.unitsDecimals)", expected: "0 to 4")
        for (index, payCode) in payCodes.enumerated() {
            text("code", payCode.code)
            if let finding = PayrollFileRules.text("title", payCode.title, isCode: false) { report(finding) }
            if payCodes[..<index].contains(where: { $0.code == payCode.code }) {
                report(
                    PayrollFinding(
                        .duplicate, payCode: payCode.code, value: "code", found: payCode.code,
                        expected: "each pay code once"))
            }
        }
    }

    /// What is wrong with the next employee. The employee becomes the one that the next is compared with.
    mutating func check(_ employee: PayrollEmployee, _ report: (PayrollFinding) -> Void) {
        let number = employee.payrollNumber
        if let last = lastNumber, !PayrollNumber.precedes(last, number) {
            let isSame = last.utf8.elementsEqual(number.utf8)
            report(
                PayrollFinding(
                    isSame ? .duplicate : .order, employee: number, value: "payrollNumber", found: number,
                    expected: "a number after \(last)"))
        }
        lastNumber = number
        if var finding = PayrollFileRules.text("payrollNumber", number, isCode: true) {
            finding.employee = number
            report(finding)
        }
        if let name = employee.name, var finding = PayrollFileRules.text("name", name, isCode: false) {
            finding.employee = number
            report(finding)
        }
        func bound(_ name: String, _ value: Int128, limit: Int128) {
            guard value < 0 || value >= limit else { return }
            report(
                PayrollFinding(
                    .range, employee: number, value: name, found: "\(value)", expected: "at least 0 and below \(limit)")
            )
        }
        bound("entries", Int128(employee.entries), limit: PayrollFileRules.countLimit)
        bound("entryIdSum", employee.entryIDSum, limit: PayrollFileRules.hashLimit)
        var lastIndex = -1
        var lastProject: String?
        for (place, line) in employee.lines.enumerated() {
            var index = 0
            while index < payCodes.count, payCodes[index].code != line.payCode { index += 1 }
            func differs(_ code: PayrollFinding.Code, _ expected: String) {
                report(
                    PayrollFinding(
                        code, employee: number, payCode: line.payCode, value: "payCode", found: line.payCode,
                        expected: expected))
            }
            if index == payCodes.count {
                differs(.undeclared, "a declared pay code")
            } else if index < lastIndex {
                differs(.order, "a pay code after \(payCodes[lastIndex].code)")
            } else if index == lastIndex, !PayrollFileRules.isOrdered(lastProject, before: line.project) {
                differs(
                    lastProject == line.project ? .duplicate : .order,
                    line.project == nil
                        ? "a pay code after \(payCodes[lastIndex].code)"
                        : "a project after \(lastProject ?? "none")")
            } else {
                lastIndex = index
            }
            lastProject = line.project
            check(line, of: number, report)
            let isLast = place + 1 == employee.lines.count || employee.lines[place + 1].payCode != line.payCode
            if isLast {
                let first = employee.lines[...place].lastIndex { $0.payCode != line.payCode }.map { $0 + 1 } ?? 0
                checkFigures(of: employee.lines[first...place], number, report)
            }
        }
    }

    /// Whether a line of one project stands before that of another with the same pay code; lines without one come
    /// first.
    private static func isOrdered(_ project: String?, before other: String?) -> Bool {
        guard let other else { return false }
        return project.map { PayrollNumber.precedes($0, other) } ?? true
    }

    /// Compares the printed figures of all lines of one pay code with their days.
    private func checkFigures(
        of lines: ArraySlice<PayrollLine>, _ employee: String, _ report: (PayrollFinding) -> Void
    ) {
        let expected = batch.printed(lines.map { batch.exactUnits(of: $0.days) }, rate: nil).units
        let rates = Set(lines.map(\.rate))
        let amounts =
            rates.count == 1
            ? batch.printed(lines.map { Int128($0.units.nano) }, rate: rates.first.flatMap { $0 }).amounts : nil
        for (index, line) in lines.enumerated() {
            func differs(_ code: PayrollFinding.Code, _ value: String, found: String, expected: String) {
                report(
                    PayrollFinding(
                        code, employee: employee, payCode: line.payCode, value: value, found: found, expected: expected)
                )
            }
            if expected[index] != Int128(line.units.nano) {
                differs(
                    .units, "units", found: "\(line.units)", expected: decimalText(nano: expected[index], .exact))
            }
            guard let rate = line.rate, let amount = line.amount, Int64(exactly: rate.nano) != nil else { continue }
            let product = amounts?[index] ?? batch.amount(units: line.units, rate: rate)
            if product != amount { differs(.amount, "amount", found: "\(amount)", expected: "\(product)") }
        }
    }

    private func check(_ line: PayrollLine, of employee: String, _ report: (PayrollFinding) -> Void) {
        func differs(
            _ code: PayrollFinding.Code, _ value: String, found: String, expected: String, on date: CivilDate? = nil
        ) {
            report(
                PayrollFinding(
                    code, employee: employee, payCode: line.payCode, date: date, value: value, found: found,
                    expected: expected))
        }
        var last: CivilDate?
        for day in line.days {
            if let last, day.date <= last {
                differs(
                    day.date == last ? .duplicate : .order, "date", found: "\(day.date)",
                    expected: "a day after \(last)", on: day.date)
            }
            if !batch.period.contains(day.date) {
                differs(
                    .period, "date", found: "\(day.date)", expected: "\(batch.period.first) to \(batch.period.last)",
                    on: day.date)
            }
            last = day.date
        }
        if !(0..<PayrollFileRules.countLimit).contains(Int128(line.entries)) {
            differs(
                .range, "entries", found: "\(line.entries)",
                expected: "at least 0 and below \(PayrollFileRules.countLimit)")
        }
        if let rate = line.rate, Int64(exactly: rate.nano) == nil {
            differs(.range, "rate", found: "\(rate)", expected: "below 9.2 thousand million")
            return
        }
        switch (line.rate, line.amount) {
        case (nil, nil): break
        case (.some, let amount?):
            if amount.nano.magnitude >= PayrollFileRules.amountLimit {
                differs(.range, "amount", found: "\(amount)", expected: "below a million million million")
            }
        case (nil, let amount?): differs(.amount, "amount", found: "\(amount)", expected: "no amount without a rate")
        case (.some, nil): differs(.amount, "amount", found: "none", expected: "an amount with the rate")
        }
    }

    /// Why the file can't contain a text, `nil` if it can. A code also has no white space except single inner spaces,
    /// so that the schema's `xs:token` leaves it as it is.
    static func text(_ name: String, _ value: String, isCode: Bool) -> PayrollFinding? {
        if let scalar = XMLCharacters.firstForbidden(in: value) {
            let code = XMLCharacters.codePoint(scalar)
            return PayrollFinding(
                .text, value: name, found: value, expected: "text without \(code), which XML 1.0 doesn't allow")
        }
        let limit = isCode ? codeLength : textLength
        if value.isEmpty || value.utf8.count > limit && value.unicodeScalars.count > limit {
            return PayrollFinding(.text, value: name, found: value, expected: "1 to \(limit) characters")
        }
        guard isCode else { return nil }
        var wasSpace = true
        for byte in value.utf8 {
            let isSpace = byte == 0x20
            if (isSpace && wasSpace) || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                wasSpace = true
                break
            }
            wasSpace = isSpace
        }
        return wasSpace
            ? PayrollFinding(
                .text, value: name, found: value, expected: "only single spaces between words") : nil
    }
}
