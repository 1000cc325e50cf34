internal import GantryEngine
internal import GantryJSON
package import GantryModel

/// What pay lines are made of besides hours and workers. A run takes them when it begins and keeps them: an office may
/// edit its files while a run is interrupted.
package struct PayInputs: Sendable, Equatable {
    /// `nil` where the settings name no file of employees.
    package var employees: EmployeeTable?
    /// The office's list as it is now, where a correction pays by the signed rows; else `nil`.
    package var officeList: EmployeeTable?
    /// Whether ``employees`` are the numbers that the list of workers has.
    package var areNumbersOfWorkers = false
    package var calendar = PayCalendar()
    /// `nil` where no pay code pays leave.
    package var leave: ApprovedLeave?
    /// What was decided about findings of the period.
    package var decisions = Decisions()
    /// The pay periods of the source that overlap the period; `nil` where they aren't compared.
    package var payPeriods: [PayDays]?
    /// What the period before paid; `nil` where there is none to compare with.
    package var base: VarianceBase?

    /// Entries of the export that a correction corrects, where a source marks what was paid, or a person has taken out
    /// what other runs have paid. Not kept: read from that export again.
    package var paidInBase = EntryNumbers()

    /// What other runs have paid and a person has taken out, by run. Not kept: the decisions say which runs, and their
    /// exports which entries.
    package var takenOut: [TakenOut] = []

    /// What another run has paid.
    package struct TakenOut: Sendable, Equatable {
        /// The run: `payroll/2026-10/r1`.
        package let run: String
        package let entries: EntryNumbers
        /// The day of an employee on which an entry must be, of a run whose list gives keys for itself; `nil` where the
        /// keys are enough.
        private let places: [Int64: EmployeeDay]?
        /// Days of employees on which it pays leave.
        package let leave: Set<EmployeeDay>
        /// Days of employees on which it pays a holiday.
        package let holidays: Set<EmployeeDay>
        /// Days of employees on which it pays hours, or something for them.
        package let hours: Set<EmployeeDay>

        package init(
            run: String, entries: EntryNumbers, places: [Int64: EmployeeDay]? = nil, leave: Set<EmployeeDay> = [],
            holidays: Set<EmployeeDay> = [], hours: Set<EmployeeDay> = []
        ) {
            self.run = run
            self.entries = entries
            self.places = places
            self.leave = leave
            self.holidays = holidays
            self.hours = hours
        }

        fileprivate func has(_ entry: Int64, on day: EmployeeDay) -> Bool {
            entries.contains(entry) && places.map { $0[entry] == day } ?? true
        }

        /// What a finding says that another run has paid on a day of an employee.
        static func words(_ what: String, by run: String) -> String { "\(what)\(paidBy)\(run)" }

        /// The day that such a finding is about; `nil` for other words.
        init?(finding: String, ofEmployee employee: Int64, on day: CivilDate) {
            guard let place = finding.ranges(of: Self.paidBy).last else { return nil }
            let paid: Set = [EmployeeDay(employeeID: employee, date: day)]
            let isHoliday = finding.hasPrefix(Self.holiday)
            self.init(
                run: String(finding[place.upperBound...]), entries: EntryNumbers(), leave: isHoliday ? [] : paid,
                holidays: isHoliday ? paid : [])
        }

        private static let paidBy = " paid by "
        static let holiday = "public holiday"
        static let otherHours = "other hours of the "
    }

    /// The run that has paid an entry which was taken out; `nil` where none has.
    package func taker(ofEntry entry: Int64, on day: EmployeeDay) -> String? {
        takenOut.first { $0.has(entry, on: day) }?.run
    }

    /// The run that has paid leave of an employee on a day which was taken out; `nil` where none has.
    package func taker(ofLeaveOf employee: Int64, on day: CivilDate) -> String? {
        takenOut.first { $0.leave.contains(EmployeeDay(employeeID: employee, date: day)) }?.run
    }

    /// The run that has paid an employee a holiday which was taken out; `nil` where none has.
    package func taker(ofHolidayOf employee: Int64, on day: CivilDate) -> String? {
        takenOut.first { $0.holidays.contains(EmployeeDay(employeeID: employee, date: day)) }?.run
    }

    /// The office's, by which a work date that is a time is told. Not kept here: the journal and `totals.json` have its
    /// name.
    package var zone: Zone?

    /// Entries that a published export holds for a reason outside of its folder; only a verification has any.
    package var heldOutside: Set<Int64> = []
    /// Leave requests that a published export holds for their days, some of which are outside of what its folder knows;
    /// only a verification has any.
    package var heldLeaveOutside: Set<Int64> = []
    /// Whether an entry that was sent to payroll before is no finding, because the export that paid it isn't there;
    /// only in a verification.
    package var ignoresSentMarks = false

    /// The days of a pay period of the source.
    package struct PayDays: Sendable, Equatable {
        package let first: CivilDate
        package let last: CivilDate

        package init(first: CivilDate, last: CivilDate) {
            self.first = first
            self.last = last
        }
    }

    package init() {}

    package init(
        employees: EmployeeTable?, calendar: PayCalendar, leave: ApprovedLeave?, decisions: Decisions = Decisions()
    ) {
        self.employees = employees
        self.calendar = calendar
        self.leave = leave
        self.decisions = decisions
    }

    /// The calendar with the employees' own weekdays, by which leave is counted.
    package var workCalendar: PayCalendar { calendar.with(employees) }

    /// Whether there is anything that a run has to keep.
    package func areNeeded(by settings: PaySettings?) -> Bool {
        guard decisions.isEmpty, payPeriods == nil, base == nil else { return true }
        guard let settings else { return false }
        return settings.employees != nil || settings.calendar != nil || settings.paysLeave
    }

    /// What is said of an employee whose payroll number nothing says.
    func missing(_ employee: Int64) -> (found: String, expected: String) {
        if employees == nil {
            // The key is the number.
            return (
                "worker \(employee.keyText)",
                "a payroll number of at most \(EmployeeTable.longestNumber) letters, digits, dots, - or _"
            )
        }
        return areNumbersOfWorkers
            ? (
                "no payroll number of worker \(employee.keyText)",
                "a number of letters, digits, dots, - or _ in the list of workers"
            )
            : ("no row for employee \(employee.keyText)", "a row with the payroll number in the list of employees")
    }

    /// As a run keeps them.
    package var document: [UInt8] {
        func text(_ table: EmployeeTable?) -> JSONTree {
            table.map { .string(String(decoding: $0.csv(of: Set($0.rows.map(\.employeeID))), as: UTF8.self)) } ?? .null
        }
        return Array(
            JSONTree.object([
                "employees": text(employees), "office_list": text(officeList),
                "weekend": .array(calendar.weekend.map(\.rawValue).sorted().map { .string($0) }),
                "holidays": .array(calendar.holidays.sorted().map { .string("\($0)") }),
                "half_days": .array(calendar.halfDays.sorted().map { .string("\($0)") }),
                "pay_periods": payPeriods.map {
                    .array($0.map { .array([.string("\($0.first)"), .string("\($0.last)")]) })
                } ?? .null,
                "base": base?.document ?? .null,
                "decisions": .string(String(decoding: decisions.document, as: UTF8.self)),
                "leave": leave.map { .string(String(decoding: $0.lines, as: UTF8.self)) } ?? .null,
            ]).compact.utf8)
    }

    /// Reads what `document` gave.
    /// - Throws: `RunError.landingDamaged` when it is something else.
    package init(document bytes: [UInt8], path: String) throws {
        guard let tree = try? JSONTree(bytes), let weekend = tree["weekend"]?.list,
            let holidays = tree["holidays"]?.list
        else {
            throw RunError(
                .landingDamaged, "\(path) isn't what the run kept about employees and holidays.",
                advice: "Run again with \(.startOver) to fetch the batch again.")
        }
        employees = try tree["employees"]?.text.map {
            try EmployeeTable(csv: Array($0.utf8), path: path, hasTextKeys: true)
        }
        officeList = try tree["office_list"]?.text.map {
            try EmployeeTable(csv: Array($0.utf8), path: path, hasTextKeys: true)
        }
        calendar = PayCalendar(
            weekend: Set(weekend.compactMap { $0.text.flatMap(WeekendDay.init(rawValue:)) }),
            holidays: Set(holidays.compactMap { $0.text.flatMap { CivilDate($0) } }),
            halfDays: Set((tree["half_days"]?.list ?? []).compactMap { $0.text.flatMap { CivilDate($0) } }))
        payPeriods = tree["pay_periods"]?.list?.compactMap { days in
            guard let days = days.list?.compactMap({ $0.text.flatMap { CivilDate($0) } }), days.count == 2 else {
                return nil
            }
            return PayDays(first: days[0], last: days[1])
        }
        base = tree["base"].flatMap { VarianceBase(document: $0) }
        decisions = try Decisions(document: Array((tree["decisions"]?.text ?? "").utf8), path: path)
        leave = try tree["leave"]?.text.map { try ApprovedLeave(lines: Array($0.utf8), path: path) }
    }
}
