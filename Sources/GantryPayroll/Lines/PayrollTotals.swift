package import GantryModel

/// The control totals of a payroll file: sums of what is printed, never of what was rounded away.
///
/// The XML writer, the CSV writer and the verifier all add with this type, so that a printed total is the sum of the
/// printed lines. Sums are kept in 128 bits: no file is long enough to overflow them.
package struct PayrollTotals: Hashable, Sendable {
    /// The totals of one pay code.
    package struct Code: Hashable, Sendable {
        package var code: String
        /// Lines of this pay code, one per employee that has it.
        package var lines = 0
        /// The sum of the lines' entries.
        package var entries = 0
        /// The sum of the lines' rounded units, in billionths.
        package var unitsNano: Int128 = 0
        /// The sum of the days' unrounded hours, in billionths; differs from the units by what rounding changed.
        package var hoursNano: Int128 = 0
        /// The sum of the lines' amounts, in billionths; `nil` when no line has one.
        package var amountNano: Int128?

        package var amount: Money? { amountNano.map(Money.init(nano:)) }
        /// Exact, with at least two decimals.
        package var unitsText: String { decimalText(nano: unitsNano, .exact) }
    }

    package var employees = 0
    /// The sum of the employees' entries.
    package var entries = 0
    package var lines = 0
    /// Lines that have no rate and therefore no amount.
    package var linesWithoutRate = 0
    /// The sum of the lines' amounts, in billionths; `nil` when no line has one.
    package var amountNano: Int128?
    /// The sum of the payroll numbers that are numbers (see `PayrollNumber`).
    package var payrollNumberSum: Int128 = 0
    /// Employees whose payroll number is not a number.
    package var payrollNumbersNotNumeric = 0
    /// The sum of the employees' sums of entry ids.
    package var entryIDSum: Int128 = 0
    /// In the order in which the file declares its pay codes.
    package var codes: [Code]

    package init(payCodes: [PayCode]) { codes = payCodes.map { Code(code: $0.code) } }

    package var amount: Money? { amountNano.map(Money.init(nano:)) }

    /// Adds one employee's lines as printed. A pay code that is not declared gets a total of its own at the end.
    package mutating func add(_ employee: PayrollEmployee) {
        employees += 1
        entries += employee.entries
        entryIDSum += employee.entryIDSum
        if let value = PayrollNumber.value(of: employee.payrollNumber) {
            payrollNumberSum += Int128(value)
        } else {
            payrollNumbersNotNumeric += 1
        }
        for line in employee.lines { add(line) }
    }

    private mutating func add(_ line: PayrollLine) {
        lines += 1
        if line.rate == nil { linesWithoutRate += 1 }
        var index = 0
        while index < codes.count, codes[index].code != line.payCode { index += 1 }
        if index == codes.count { codes.append(Code(code: line.payCode)) }
        codes[index].lines += 1
        codes[index].entries += line.entries
        codes[index].unitsNano += Int128(line.units.nano)
        for day in line.days { codes[index].hoursNano += Int128(day.hours.nano) }
        if let amount = line.amount {
            codes[index].amountNano = (codes[index].amountNano ?? 0) + amount.nano
            amountNano = (amountNano ?? 0) + amount.nano
        }
    }
}
