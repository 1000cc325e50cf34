package import GantryModel

/// Names a pay line among those of an export.
package struct LineKey: Hashable, Comparable, Sendable {
    package let payrollNumber: String
    package let payCode: String
    /// `nil` where lines aren't split by projects.
    package let project: String?

    package static func < (a: LineKey, b: LineKey) -> Bool {
        if a.payrollNumber != b.payrollNumber { return PayrollNumber.precedes(a.payrollNumber, b.payrollNumber) }
        return (a.payCode, a.project ?? "") < (b.payCode, b.project ?? "")
    }
}

/// By how much a cause changes a pay line, as printed.
package struct LineEffect: Equatable, Sendable {
    package let line: LineKey
    /// New units less old ones, in billionths.
    package let units: Int128
    /// The new amount less the old one; `nil` if neither line has one.
    package let amount: Money?

    package init(_ line: LineKey, units: Int128, amount: Money?) {
        self.line = line
        self.units = units
        self.amount = amount
    }

    /// For the id of a finding.
    var text: String {
        "\(line.payrollNumber) \(line.payCode) \(line.project ?? "") \(units) \(amount.map { "\($0)" } ?? "")"
    }

    /// For people: `-2.00 units, -408.15`.
    static func words(_ effect: LineEffect?) -> String {
        guard let effect else { return "nothing" }
        return "\(decimalText(nano: effect.units, .exact)) units" + (effect.amount.map { ", \($0)" } ?? "")
    }

    /// What turns the old lines into the new ones. A line that only moved to other days is touched by 0.
    static func between(_ old: PaidLines, _ new: PaidLines) -> [LineEffect] {
        Set(old.keys).union(new.keys).sorted().compactMap { key in
            let (was, now) = (old[key], new[key])
            guard
                was?.units != now?.units || was?.rate != now?.rate || was?.amount != now?.amount
                    || was?.days != now?.days
            else { return nil }
            return LineEffect(
                key, units: Int128(now?.units.nano ?? 0) - Int128(was?.units.nano ?? 0),
                amount: Money.difference(was?.amount, now?.amount))
        }
    }

    /// The effects of each line together, in the order of lines.
    package static func sums(_ effects: [LineEffect]) -> [LineEffect] {
        var sums: [LineKey: LineEffect] = [:]
        for effect in effects {
            guard let sum = sums[effect.line] else {
                sums[effect.line] = effect
                continue
            }
            sums[effect.line] = LineEffect(
                effect.line, units: sum.units + effect.units, amount: Money.sum([sum.amount, effect.amount]))
        }
        return sums.values.sorted { $0.line < $1.line }
    }
}

/// Pay lines by what names them.
typealias PaidLines = [LineKey: PayrollLine]

extension PayrollEmployee {
    /// The lines by what names them.
    var byKey: PaidLines {
        Dictionary(lines.map { (key(of: $0), $0) }) { $1 }
    }

    func key(of line: PayrollLine) -> LineKey {
        LineKey(payrollNumber: payrollNumber, payCode: line.payCode, project: line.project)
    }
}
