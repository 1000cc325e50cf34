internal import GantryEngine
internal import GantryModel

extension CDBL {
    /// The sums of several leaves: days in a row, days of a year, days of the balance.
    struct LeaveSums {
        /// The most working days of a year, by type.
        static let caps: [(type: String, code: String, days: Int)] = [
            ("CASUAL", "cl_annual_cap_exceeded", 10), ("MEDICAL", "ml_annual_cap_exceeded", 14),
        ]

        let days: LeaveDays
        /// The leaves that the server has, approved or requested.
        let standing: [ExistingLeave]
        /// What rows further up ask for.
        let earlier: [ExistingLeave]
        let balance: (year: Int, days: [String: Decimal9])?

        /// Every rule that the leave breaks together with the others.
        func problems(of leave: LeaveApplication) -> [RowProblem] {
            // Longer leaves are refused for their length.
            guard leave.end - leave.start < LeaveRules.longest else { return [] }
            return inARow(leave) + ofYears(leave) + ofBalance(leave)
        }

        /// Casual leave before and after it, without a day between, counts as one with it.
        private func inARow(_ leave: LeaveApplication) -> [RowProblem] {
            guard leave.type == "CASUAL" else { return [] }
            let casual = (standing + earlier).filter { $0.type == "CASUAL" }
            var first = leave.start
            var last = leave.end
            var hasGrown = true
            while hasGrown {
                hasGrown = false
                for other in casual
                where other.start <= last + 1 && other.end >= first - 1 && (other.start < first || other.end > last) {
                    first = min(first, other.start)
                    last = max(last, other.end)
                    hasGrown = true
                }
            }
            let length = last - first + 1
            guard length > LeaveRules.mostCasualInARow else { return [] }
            let own = leave.end - leave.start + 1
            return [
                CDBL.broken(
                    "cl_exceeds_consecutive_limit", field: "end", required: "\(LeaveRules.mostCasualInARow)",
                    provided: length == own ? "\(length)" : "\(length), with casual leave next to it")
            ]
        }

        /// The working days of the year that a leave takes. If a leave is within one year, the server's own number is
        /// used.
        private func taken(_ leave: ExistingLeave, in year: Int) -> Decimal9 {
            let first = leave.start.components.year
            let last = leave.end.components.year
            if first == last { return first == year ? leave.stated : Decimal9(0) }
            return Decimal9(counted(leave.start, leave.end, in: year))
        }

        private func counted(_ start: CivilDate, _ end: CivilDate, in year: Int) -> Int {
            guard let first = CivilDate(year: year, month: 1, day: 1),
                let last = CivilDate(year: year, month: 12, day: 31)
            else { return 0 }
            return days.count(from: max(start, first), to: min(end, last))
        }

        private func sum(_ leaves: [ExistingLeave], _ type: String, in year: Int) -> Decimal9 {
            Decimal9(nano: leaves.reduce(0) { $1.type == type ? $0 &+ taken($1, in: year).nano : $0 })
        }

        private func ofYears(_ leave: LeaveApplication) -> [RowProblem] {
            guard let cap = LeaveSums.caps.first(where: { $0.type == leave.type }) else { return [] }
            return (leave.start.components.year...leave.end.components.year).compactMap { year in
                let own = Decimal9(counted(leave.start, leave.end, in: year))
                let others = sum(standing, cap.type, in: year).nano &+ sum(earlier, cap.type, in: year).nano
                let all = Decimal9(nano: others &+ own.nano)
                guard own > Decimal9(0), all > Decimal9(cap.days) else { return nil }
                return CDBL.broken(
                    cap.code, field: "end", required: "\(cap.days)",
                    provided: "\(all) in \(year), \(Decimal9(nano: others)) of them with other leave")
            }
        }

        /// The remaining balance is not enough for the earlier rows.
        private func ofBalance(_ leave: LeaveApplication) -> [RowProblem] {
            guard let balance, let left = balance.days[leave.type] else { return [] }
            let own = Decimal9(counted(leave.start, leave.end, in: balance.year))
            let before = sum(earlier, leave.type, in: balance.year)
            let all = Decimal9(nano: own.nano &+ before.nano)
            guard own > Decimal9(0), all > left else { return [] }
            let rows = before > Decimal9(0) ? ", \(before) of them from rows above" : ""
            return [
                CDBL.broken(
                    "insufficient_balance", field: "end", required: "\(all)\(rows)",
                    provided: "\(left) left in \(balance.year)")
            ]
        }
    }
}
