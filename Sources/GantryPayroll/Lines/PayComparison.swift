internal import GantryEngine
package import GantryJSON
package import GantryModel

/// What `totals.json` says of the period before: what was paid, and what is paid otherwise now.
package struct PayComparison {
    private let base: VarianceBase
    private let paid: BasePay
    private let rows: [VarianceTable.Row]
    private let codes: [PayCode]
    private let period: PayPeriod

    /// - Parameters:
    ///   - rows: the comparison with the base.
    ///   - codes: the pay codes of now.
    ///   - period: the one that is paid now.
    /// - Returns: `nil` where the base doesn't say what was paid.
    package init?(_ base: VarianceBase, _ rows: [VarianceTable.Row], codes: [PayCode], in period: PayPeriod) {
        guard let paid = base.paid else { return nil }
        self.base = base
        self.paid = paid
        self.rows = rows
        self.codes = codes
        self.period = period
    }

    package var tree: JSONTree {
        let run = RunID(base.run)
        var now: [String: PaidSum] = [:]
        for row in rows { if let sum = row.now { now[row.code, default: .zero] += sum } }
        let hours = Figure(
            before: paid.codes.filter { $0.unit == .hours }.reduce(0) { $0 + $1.sum.units },
            now: codes.filter { $0.unit == .hours }.reduce(0) { $0 + (now[$1.code]?.units ?? 0) })
        let amount = Figure(
            before: paid.codes.reduce(into: PaidSum.zero) { $0 += $1.sum }.amount,
            now: now.values.reduce(into: PaidSum.zero) { $0 += $1 }.amount)
        return .object(
            [
                JSONTree.Member("run", .string(base.run)), JSONTree.Member("period", JSONTree(run?.period)),
                JSONTree.Member("employees", .integer(paid.employees)),
            ]
                + [VarianceTable.Flag.new, .gone, .back].map { flag in
                    JSONTree.Member(
                        flag.rawValue, .integer(Set(rows.filter { $0.flag == flag }.map(\.employee)).count))
                } + [JSONTree.Member("scaled", scaled(from: run))] + hours.units("hours") + amount.amounts + [
                    JSONTree.Member("pay_codes", .array(payCodes(now)))
                ])
    }

    /// By which days from Monday to Friday the list of variances scales what was before; `null` where it doesn't.
    private func scaled(from run: RunID?) -> JSONTree {
        guard let before = run.flatMap({ try? PayPeriod($0.period) }), before.workdays != period.workdays else {
            return .null
        }
        return .object(["from": .integer(before.workdays), "to": .integer(period.workdays)])
    }

    /// The pay codes of now in their order, then those of before.
    private func payCodes(_ now: [String: PaidSum]) -> [JSONTree] {
        let gone = paid.codes.filter { old in !codes.contains { $0.code == old.code } }
        let all = codes.map { (code: $0.code, unit: $0.unit) } + gone.map { (code: $0.code, unit: $0.unit) }
        return all.map { code, unit in
            let old = paid.codes.first { $0.code == code }
            let (before, sum) = (old?.sum ?? .zero, now[code] ?? .zero)
            let isAlike = old == nil || old?.unit == unit || sum == .zero
            let kept = old?.unit ?? unit
            return .object(
                [JSONTree.Member("code", .string(code))]
                    + (kept == .hours ? [] : [JSONTree.Member("unit", .string(kept.rawValue))])
                    + Figure(before: before.units, now: isAlike ? sum.units : nil).units("units")
                    + Figure(before: before.amount, now: sum.amount).amounts)
        }
    }

    /// A figure of before and of now, in billionths; `nil` where it isn't known.
    private struct Figure {
        let before: Int128?
        let now: Int128?

        private var difference: Int128? { before.flatMap { before in now.map { $0 - before } } }

        func units(_ key: String) -> [JSONTree.Member] {
            members(key) { decimalText(nano: $0, .exact) }
        }

        var amounts: [JSONTree.Member] { members("amount") { Money(nano: $0).description } }

        private func members(_ key: String, _ text: (Int128) -> String) -> [JSONTree.Member] {
            [
                JSONTree.Member(key, JSONTree(before.map(text))),
                JSONTree.Member("\(key)_difference", JSONTree(difference.map(text))),
            ]
        }
    }
}

extension PayPeriod {
    /// Days from Monday to Friday.
    package var workdays: Int { (0..<days).count { (first + $0).isoWeekday < 6 } }
}
