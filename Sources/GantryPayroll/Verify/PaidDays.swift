internal import GantryModel

/// Days of employees that a published run pays, by what its pay codes pay them for.
package struct PaidDays: Equatable, Sendable {
    /// Days with leave.
    package private(set) var leave: Set<EmployeeDay> = []
    /// Days with a holiday.
    package private(set) var holidays: Set<EmployeeDay> = []
    /// Days with hours, or with something for them.
    package private(set) var hours: Set<EmployeeDay> = []
    /// Those of them whose hours are paid together, and the first days of weeks whose hours are.
    private var wholeDays: Set<EmployeeDay> = []
    private var wholeWeeks: Set<EmployeeDay> = []

    /// None.
    package init() {}

    /// - Throws: `RunError.verificationFailed` where the run doesn't state what its pay codes pay.
    package init(_ pay: PublishedPay) throws {
        try self.init(of: pay.employees, pay.list, by: StatedPay(pay.totals).settings)
    }

    /// - Parameters:
    ///   - list: the employees with their groups, of whom each can be paid something else under one code.
    ///   - settings: the settings that the lines were made by.
    package init(of employees: [PayrollEmployee], _ list: EmployeeTable?, by settings: PaySettings) {
        var codesOfGroup: [String?: [String: PayBasis]] = [:]
        for employee in employees {
            let group = list?[employee.employeeID]?.group
            let codes =
                codesOfGroup[group]
                ?? Dictionary(settings.codes(of: group).map { ($0.code, $0.pays) }) { first, _ in first }
            codesOfGroup[group] = codes
            for line in employee.lines {
                guard let pays = codes[line.payCode] else { continue }
                let days = line.days.filter { $0.hours != .zero }.map {
                    EmployeeDay(employeeID: employee.employeeID, date: $0.date)
                }
                switch pays {
                case .leave: leave.formUnion(days)
                case .holidays: holidays.formUnion(days)
                case .hours, .daysWith: hours.formUnion(days)
                }
                switch pays.span {
                case .day?: wholeDays.formUnion(days)
                case .week?: wholeWeeks.formUnion(days.map(HoursSpan.week.begin))
                case nil: break
                }
            }
        }
    }

    /// Hours that are paid by themselves are known by their entries, so they don't count.
    package var isEmpty: Bool { leave.isEmpty && holidays.isEmpty && wholeDays.isEmpty && wholeWeeks.isEmpty }
    /// How many days have leave, and how many a holiday.
    package var ofLeave: Int { leave.count + holidays.count }

    package mutating func subtract(_ other: PaidDays) {
        leave.subtract(other.leave)
        holidays.subtract(other.holidays)
        hours.subtract(other.hours)
        wholeDays.subtract(other.wholeDays)
        wholeWeeks.subtract(other.wholeWeeks)
    }

    /// What another run pays too, and of what is paid together that of which another run pays some.
    package func shared(with other: PaidDays) -> PaidDays {
        var shared = self
        shared.leave.formIntersection(other.leave)
        shared.holidays.formIntersection(other.holidays)
        shared.hours.formIntersection(other.hours)
        shared.wholeDays.formIntersection(other.hours)
        shared.wholeWeeks.formIntersection(other.hours.map(HoursSpan.week.begin))
        return shared
    }
}
