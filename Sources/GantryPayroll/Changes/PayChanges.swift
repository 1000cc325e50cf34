package import GantryModel

/// How the pay lines of two exports differ.
package enum PayChanges {
    /// The changes that turn the old lines into the new ones, in the order of payroll files. A line with another rate
    /// is two: the old line alone, and the new one alone; so is a line whose number is another employee's now. Lines
    /// with the same figures and days are none.
    ///
    /// - Parameters:
    ///   - old: in the order of payroll files.
    ///   - new: in the order of payroll files.
    package static func between(_ old: [PayrollEmployee], _ new: [PayrollEmployee]) -> [PayrollChange] {
        var before: [String: PayrollEmployee] = [:]
        for employee in old { before[employee.payrollNumber] = employee }
        var after: [String: PayrollEmployee] = [:]
        for employee in new { after[employee.payrollNumber] = employee }
        let numbers = Set(before.keys).union(after.keys).sorted { PayrollNumber.precedes($0, $1) }
        return numbers.flatMap { number in
            let (old, new) = (before[number], after[number])
            guard let old, let new, old.employeeID != new.employeeID else { return changes(of: number, old, new) }
            return changes(of: number, old, nil) + changes(of: number, nil, new)
        }
    }

    private static func changes(
        of number: String, _ old: PayrollEmployee?, _ new: PayrollEmployee?
    ) -> [PayrollChange] {
        let (before, after) = (old?.byKey ?? [:], new?.byKey ?? [:])
        var keys: [LineKey] = []
        for employee in [new, old].compactMap(\.self) {
            for key in employee.lines.map(employee.key) where !keys.contains(key) { keys.append(key) }
        }
        let name = new?.name ?? old?.name
        return keys.flatMap { key -> [PayrollChange] in
            let (was, now) = (before[key], after[key])
            func change(_ old: PayrollLine?, _ new: PayrollLine?) -> PayrollChange {
                PayrollChange(payrollNumber: number, name: name, old: old, new: new)
            }
            guard let was, let now else { return [change(was, now)] }
            if was.rate != now.rate { return [change(was, nil), change(nil, now)] }
            return was.units == now.units && was.amount == now.amount && was.days == now.days ? [] : [change(was, now)]
        }
    }
}

extension PayrollChange {
    /// New units less old ones.
    package var unitsDifference: HoursSum { HoursSum(new?.units ?? .zero) - HoursSum(old?.units ?? .zero) }

    /// The new printed amount less the old one; `nil` if neither line has one.
    package var amountDifference: Money? { Money.difference(old?.amount, new?.amount) }
}

extension PayrollChange {
    /// Whether a payroll program that multiplies the difference of units by the rate gets another amount than the
    /// printed difference: rounding twice is not rounding once.
    package func multipliesOtherwise(_ rounding: Rounding) -> Bool {
        guard let old, let new, let rate = new.rate, rate == old.rate, let difference = amountDifference else {
            return false
        }
        return PayrollChange.multipliesOtherwise(
            Int128(new.units.nano) - Int128(old.units.nano), rate: rate, to: difference, rounding)
    }

    /// - Parameter units: in billionths.
    static func multipliesOtherwise(_ units: Int128, rate: Money, to difference: Money, _ rounding: Rounding) -> Bool {
        // Figures of a file can be so large that no printed amount is their product.
        let (exact, overflow) = units.multipliedReportingOverflow(by: rate.nano)
        guard !overflow, exact > .min else { return true }
        let product = divided(Int128(exact.magnitude), by: 10_000_000_000_000_000, rounding)
        return Money(nano: product * 10_000_000 * (exact < 0 ? -1 : 1)) != difference
    }

    /// Whether units or amount differ, and not only the days.
    package var differs: Bool { action != .change || unitsDifference != .zero || amountDifference ?? .zero != .zero }
}
