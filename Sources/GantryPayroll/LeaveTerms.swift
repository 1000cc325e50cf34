internal import GantryModel

/// Which leave and which holidays are paid, and which findings hold them.
package struct LeaveTerms: Sendable, Equatable {
    /// The pay codes of leave and holidays; `nil` where every kind of leave is paid.
    private let codes: [PaySettings.Code]?
    let groups: PayGroups
    /// Whether leave of employees on a salary is paid.
    private let paysSalaried: Bool
    package let holds: LeaveHolds

    /// Every kind is paid to everybody who isn't on a salary.
    init(everyKind holds: LeaveHolds) {
        codes = nil
        groups = PayGroups(nil)
        paysSalaried = false
        self.holds = holds
    }

    package init(_ settings: PaySettings?, _ holds: LeaveHolds) {
        codes =
            settings?.codes.filter {
                switch $0.pays {
                case .leave, .holidays: true
                case .hours, .daysWith: false
                }
            } ?? []
        groups = PayGroups(settings)
        paysSalaried = settings?.salaried != PaySettings.SalariedLines.none
        self.holds = holds
    }

    /// Whether a pay code pays a kind of leave; for an employee who belongs to no group, whether some code does.
    /// - Parameter row: The employee's row in the office's list; `nil` where there is none.
    func pays(_ type: String, _ row: EmployeeTable.Row?) -> Bool {
        guard let codes else { return true }
        let isUnlisted = row.map { groups.leaveOut($0) } ?? true
        return codes.contains { $0.leaveType == type && (isUnlisted || $0.pays(group: row?.group)) }
    }

    /// Whether the employee is on a salary without lines of leave.
    func leavesOut(_ row: EmployeeTable.Row?) -> Bool { row?.isSalaried ?? false && !paysSalaried }

    /// Whether a pay code pays the employee holidays.
    func paysHolidays(_ row: EmployeeTable.Row) -> Bool {
        !leavesOut(row) && (codes ?? []).contains { $0.isOfHolidays && $0.pays(group: row.group) }
    }

    /// The rate of the worker that prices holidays.
    func holidayRate(of group: String?) -> PayRate? {
        let code = codes?.first { $0.isOfHolidays && $0.pays(group: group) }
        if case .rate(let rate, _)? = code?.price { return rate }
        return nil
    }

    /// The rate of the worker that prices a kind of leave.
    func rate(_ type: String, of group: String?) -> PayRate? {
        let code = codes?.first { $0.leaveType == type && $0.pays(group: group) }
        if case .rate(let rate, _)? = code?.price { return rate }
        return nil
    }

    /// The hours of a day of a kind of leave; `nil` where it is paid in days, or not.
    func hoursADay(_ type: String, of group: String?) -> Hours? {
        for code in codes ?? [] where code.pays(group: group) {
            if case .leave(let leave) = code.pays, leave.type == type { return leave.hoursADay }
        }
        return nil
    }

    /// The kinds of leave that a rate prices for a group.
    func priced(by rate: PayRate, of group: String?) -> [String] {
        Set((codes ?? []).compactMap(\.leaveType)).filter { self.rate($0, of: group) == rate }.sorted()
    }
}

/// The checks that are blockers, as far as they hold leave.
package struct LeaveHolds: Sendable, Equatable {
    /// Those of employees whose group has no checks of its own.
    package var everybody: Set<String> = []
    package var byGroup: [String: Set<String>] = [:]

    package init() {}

    func contains(_ check: String, of group: String?) -> Bool {
        (group.flatMap { byGroup[$0] } ?? everybody).contains(check)
    }
}

extension PayrollChecks {
    /// Which leave is paid, and what holds it.
    package var leave: LeaveTerms { leave(holding: leaveHolds) }

    /// Which leave is paid where nothing holds it.
    var paidLeave: LeaveTerms { leave(holding: LeaveHolds()) }

    private func leave(holding holds: LeaveHolds) -> LeaveTerms {
        pay.map { LeaveTerms($0, holds) } ?? LeaveTerms(everyKind: holds)
    }

    /// What of the checks holds leave.
    package var leaveHolds: LeaveHolds {
        var holds = LeaveHolds()
        holds.everybody = ownLeaveHolds
        holds.byGroup = byGroup.mapValues(\.ownLeaveHolds)
        return holds
    }

    private var ownLeaveHolds: Set<String> {
        Set(PayrollChecks.holdingLeave.filter { self[keyPath: $0.path] == .blocker }.map(\.check))
    }

    /// The names of the checks that can hold leave.
    static var namesHoldingLeave: [String] { holdingLeave.map(\.check) }

    private static var holdingLeave: [(check: String, path: KeyPath<PayrollChecks, Severity?>)] {
        [
            (Rule.unknownWorker, \.unknownWorker), (Rule.noRate, \.noRate), (Rule.unusableRate, \.unusableRate),
            (Rule.leaveDays, \.leaveDays), (Rule.partTime, \.partTime),
        ]
    }
}

extension PaySettings.Code {
    /// The kind of leave that the code pays; `nil` where it pays something else.
    package var leaveType: String? {
        if case .leave(let leave) = pays { leave.type } else { nil }
    }

    fileprivate var isOfHolidays: Bool {
        if case .holidays = pays { true } else { false }
    }
}
