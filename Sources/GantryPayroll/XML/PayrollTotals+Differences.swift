internal import GantryModel

extension PayrollTotals {
    /// Every number in which these totals differ from `expected`, spelled as the file spells it.
    func differences(from expected: PayrollTotals, batch: PayrollBatch, line: Int = 0) -> [PayrollFinding] {
        var found: [PayrollFinding] = []
        func compare<Value: Equatable>(
            _ name: String, _ mine: Value, expected other: Value, payCode: String? = nil, spelled: (Value) -> String
        ) {
            guard mine != other else { return }
            found.append(
                PayrollFinding(
                    .total, payCode: payCode, value: "the total of \(name)", found: spelled(mine),
                    expected: spelled(other),
                    line: line))
        }
        func count<Value: BinaryInteger>(_ name: String, _ mine: Value, expected other: Value, payCode: String? = nil) {
            compare(name, mine, expected: other, payCode: payCode) { "\($0)" }
        }
        func money(_ name: String, _ mine: Int128?, expected other: Int128?, payCode: String? = nil) {
            compare(name, mine, expected: other, payCode: payCode) {
                $0.map { decimalText(nano: $0, .fixed(PayrollBatch.amountDecimals)) } ?? "none"
            }
        }
        count("employees", employees, expected: expected.employees)
        count("entries", entries, expected: expected.entries)
        count("lines", lines, expected: expected.lines)
        count("linesWithoutRate", linesWithoutRate, expected: expected.linesWithoutRate)
        money("amount", amountNano, expected: expected.amountNano)
        count("payrollNumberSum", payrollNumberSum, expected: expected.payrollNumberSum)
        count("payrollNumbersNotNumeric", payrollNumbersNotNumeric, expected: expected.payrollNumbersNotNumeric)
        count("entryIdSum", entryIDSum, expected: expected.entryIDSum)
        compare("codes", codes.map(\.code), expected: expected.codes.map(\.code)) { $0.joined(separator: " ") }
        for other in expected.codes {
            guard let mine = codes.first(where: { $0.code == other.code }) else { continue }
            count("lines", mine.lines, expected: other.lines, payCode: mine.code)
            count("entries", mine.entries, expected: other.entries, payCode: mine.code)
            compare("units", mine.unitsNano, expected: other.unitsNano, payCode: mine.code) {
                decimalText(nano: $0, .fixed(batch.unitsDecimals))
            }
            compare("hours", mine.hoursNano, expected: other.hoursNano, payCode: mine.code) {
                decimalText(nano: $0, .exact)
            }
            money("amount", mine.amountNano, expected: other.amountNano, payCode: mine.code)
        }
        return found
    }
}
