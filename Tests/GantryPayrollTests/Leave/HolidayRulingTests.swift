import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

@Suite("Public holidays") struct HolidayRulingTests {
    private func row(
        _ id: Int64, salaried: Bool = false, hours: Int64? = nil, workdays: String = "", from: String = "",
        to: String = ""
    ) -> EmployeeTable.Row {
        EmployeeTable.Row(
            employeeID: id, payrollNumber: "\(id)", isSalaried: salaried,
            hoursADay: hours.map { Hours(nano: $0 * 10_000_000) }, workdays: Workdays(workdays),
            employedFrom: CivilDate(from), employedTo: CivilDate(to))
    }

    @Test("are paid on the weekdays of each employee, half-free days as half a day, by the own hours of a day")
    func weekdays() throws {
        var month = HolidayMonth()
        month.rows = [row(7), row(8, hours: 600, workdays: "thu"), row(9, workdays: "mon-wed")]
        month.people.append(Roster.Person(id: 9, name: "Worker 9", hourlyRate: nil))
        for employee in [7, 8, 9] { month.work(employee, on: "2026-12-21") }
        var outcome = try month.outcome()
        // Thursday 24 is half free; Friday 25 is a holiday, and so is Saturday 26.
        #expect(try month.lines(outcome) == ["7 11.10 2220.00", "8 3.00"])
        #expect(month.days(outcome) == "2.00 = 2.00 + 0.00" && outcome.notes(Self.rule).isEmpty)
        month.hoursADay = nil
        month.price = .fixed(Money(nano: 1_000_000_000_000))
        #expect(try month.lines(month.outcome()) == ["7 1.50 1500.00", "8 0.50 500.00"])
        // Maundy Thursday, Good Friday and Easter Monday.
        month.period = "2026-04"
        month.entries = []
        for employee in [7, 8, 9] { month.work(employee, on: "2026-04-07") }
        outcome = try month.outcome()
        let easter = try month.lines(outcome)
        #expect(easter == ["7 3.00 3000.00", "8 1.00 1000.00", "9 1.00 1000.00"])
        month.calendar = PayCalendar()
        #expect(try month.lines(month.outcome()).isEmpty)
    }

    private static let rule = "holiday-not-paid"

    @Test("are not paid to somebody who is not employed on the day")
    func employment() throws {
        var month = HolidayMonth()
        month.rows = [row(7, to: "2026-12-24"), row(8, from: "2026-12-25"), row(9, to: "2026-12-23")]
        for employee in [7, 8, 9] { month.work(employee, on: "2026-12-21") }
        let outcome = try month.outcome()
        #expect(try month.lines(outcome) == ["7 3.70 740.00", "8 7.40"])
        #expect(month.days(outcome) == "1.50 = 1.50 + 0.00" && outcome.notes(Self.rule).isEmpty)
    }

    @Test("are not paid, and a warning names the days, where no hours or paid leave are within a week")
    func proof() throws {
        var month = HolidayMonth()
        month.rows = [row(7), row(8), row(9), row(10)]
        month.work(7, on: "2026-12-18")
        month.work(8, on: "2026-12-16")
        month.entries.append(Entry(50, employee: 9, day: "2026-12-22", status: "DRAFT"))
        try month.vacation("PERSONAL", of: 10, from: "2026-12-21", to: "2026-12-31")
        let outcome = try month.outcome()
        #expect(try month.lines(outcome) == ["7 11.10 2220.00"])
        #expect(month.days(outcome) == "6.00 = 1.50 + 4.50")
        let notes = outcome.summary.employeeNotes.filter { $0.rule == Self.rule }
        #expect(notes.map(\.employeeID) == [8, 9, 10] && notes.allSatisfy { $0.severity == .warning })
        #expect(notes.first?.found.contains("1.50 public holidays (2026-12-24, 2026-12-25) not paid") == true)
        month.work(8, on: "2026-12-17")
        // The 24th is within a week of the 17th, the 25th is not.
        let later = try month.outcome()
        #expect(try month.lines(later) == ["7 11.10 2220.00", "8 3.70"])
        #expect(
            later.summary.employeeNotes.first { $0.rule == Self.rule }?.found.contains("(2026-12-25) not paid") == true)
    }

    @Test("inside approved leave are no days of leave, and work on them is paid as well")
    func insideLeave() throws {
        var month = HolidayMonth()
        try month.vacation(from: "2026-12-21", to: "2026-12-31")
        let outcome = try month.outcome()
        #expect(outcome.summary.leaveDays?.paid.description == "7.50")
        #expect(try month.lines(outcome) == ["7 11.10 2220.00"])
        month.requests = []
        month.work(on: "2026-12-25")
        let worked = try month.employees(month.outcome()).flatMap(\.lines)
        #expect(worked.map { "\($0.payCode) \($0.units)" } == ["N 7.50", "H 11.10"])
    }

    @Test("in approved leave that no pay code pays are not paid, and a warning names them and the request")
    func insideUnpaidLeave() throws {
        var month = HolidayMonth()
        month.period = "2026-04"
        month.work(on: "2026-04-09", "2026-04-10")
        try month.vacation("PERSONAL", from: "2026-03-30", to: "2026-04-08")
        let outcome = try month.outcome()
        #expect(try month.lines(outcome).isEmpty && month.days(outcome) == "3.00 = 0.00 + 3.00")
        let notes = outcome.summary.employeeNotes.filter { $0.rule == Self.rule }
        #expect(
            notes.map(\.found) == [
                "3.00 public holidays (2026-04-02, 2026-04-03, 2026-04-06) not paid: "
                    + "in unpaid leave request 80001 (PERSONAL 2026-03-30 to 2026-04-08)"
            ])
        #expect(notes.allSatisfy { $0.severity == .warning && $0.employeeID == 7 })
        // A request without a working day, and one that nobody can read.
        for half in [false, true] {
            month.requests = []
            try month.vacation("PERSONAL", from: "2026-04-03", to: "2026-04-06", half: half)
            let part = try month.outcome()
            #expect(try month.lines(part) == ["7 7.40 1480.00"] && month.days(part) == "3.00 = 1.00 + 2.00", "\(half)")
        }
        month.requests = []
        try month.vacation(from: "2026-03-30", to: "2026-04-08")
        let paid = try month.outcome()
        #expect(try month.lines(paid) == ["7 22.20 4440.00"])
        #expect(!paid.summary.employeeNotes.contains { $0.rule == Self.rule })
    }

    @Test("in leave that is paid to other groups are not paid")
    func leaveOfOtherGroups() throws {
        var month = HolidayMonth()
        month.vacationGroups = ["a"]
        month.codes = [
            PaySettings.Code(
                code: "W", title: "W", pays: .hours(HoursSelection(.weekend)), price: nil, groups: ["a", "b"])
        ]
        month.rows = [(7, "a"), (8, "b")].map { id, group in
            EmployeeTable.Row(employeeID: id, payrollNumber: "\(id)", group: group)
        }
        for employee in [7, 8] {
            month.work(employee, on: "2026-12-21")
            try month.vacation(of: Int64(employee), from: "2026-12-22", to: "2026-12-31")
        }
        let outcome = try month.outcome()
        #expect(try month.lines(outcome) == ["7 11.10 2220.00"] && month.days(outcome) == "3.00 = 1.50 + 1.50")
    }

    @Test("lose what unpaid leave takes of them: half a day of it takes what there is to work first")
    func halfDays() throws {
        func lines(_ days: [String], half: Bool) throws -> [String] {
            var month = HolidayMonth()
            month.work(on: "2026-12-21")
            for day in days { try month.vacation("PERSONAL", from: day, to: day, half: half) }
            let outcome = try month.outcome()
            return try month.lines(outcome) + [month.days(outcome)]
        }
        // The second half of the 24th is free, and all of the 25th.
        #expect(try lines(["2026-12-24"], half: true) == ["7 11.10 2220.00", "1.50 = 1.50 + 0.00"])
        #expect(try lines(["2026-12-24"], half: false) == ["7 7.40 1480.00", "1.50 = 1.00 + 0.50"])
        #expect(try lines(["2026-12-25"], half: true) == ["7 7.40 1480.00", "1.50 = 1.00 + 0.50"])
        #expect(try lines(["2026-12-25", "2026-12-25"], half: true) == ["7 3.70 740.00", "1.50 = 0.50 + 1.00"])
        #expect(try lines(["2026-12-24", "2026-12-25"], half: false) == ["1.50 = 0.00 + 1.50"])
    }

    @Test("of a held employee are held, and so are those that a rate prices where its check is a blocker")
    func held() throws {
        var month = HolidayMonth()
        month.rows = [row(7), row(8)]
        for employee in [7, 8] { month.work(employee, on: "2026-12-21") }
        month.hold(7)
        month.rules = ["no-rate": .severity(.blocker)]
        let outcome = try month.outcome()
        #expect(try month.lines(outcome).isEmpty)
        #expect(month.days(outcome) == "3.00 = 0.00 + 3.00")
        let notes = outcome.summary.employeeNotes.filter { $0.severity == .blocker }
        #expect(notes.map(\.rule) == ["held-by-decision", "no-rate"], "\(notes)")
        month.rules = [:]
        let warned = try month.outcome()
        #expect(try month.lines(warned) == ["8 11.10"])
        let note = warned.summary.employeeNotes.first { $0.rule == "no-rate" }
        #expect(note?.severity == .warning && note?.expected == "a rate for public holidays")
    }

    @Test("that another run has paid are taken out day by day")
    func paidBefore() throws {
        var month = HolidayMonth()
        month.work(on: "2026-12-21")
        let day = try #require(CivilDate("2026-12-24"))
        month.takenOut = [
            PayInputs.TakenOut(
                run: "other/2026-W52/r1", entries: EntryNumbers(),
                holidays: [EmployeeDay(employeeID: 7, date: day)])
        ]
        let outcome = try month.outcome()
        #expect(try month.lines(outcome) == ["7 7.40 1480.00"] && month.days(outcome) == "1.50 = 1.00 + 0.50")
        let note = outcome.summary.employeeNotes.first { $0.rule == "paid-before" }
        #expect(note?.date == day && note?.found == "public holiday paid by other/2026-W52/r1")
        #expect(note?.severity == .blocker)
    }

    @Test("of employees on a salary are left out, or have lines without an amount where leave has")
    func salaried() throws {
        var month = HolidayMonth()
        month.rows = [row(7, salaried: true)]
        month.work(on: "2026-12-21")
        #expect(try month.lines(month.outcome()).isEmpty && month.days(month.outcome()) == "0.00 = 0.00 + 0.00")
        month.salaried = .leave
        #expect(try month.lines(month.outcome()) == ["7 11.10"])
    }

    /// What explains a correction, in words, after it was checked that the causes add up to the differences.
    private func causes(from old: HolidayMonth, to new: HolidayMonth) throws -> [String] {
        func entries(_ month: HolidayMonth) throws -> [Int64: PaidEntry] {
            let texts = month.entries.map { $0.json() }
            return Dictionary(
                try chunks(texts, sizes: [100]).flatMap(\.records).map { ($0.id, PaidEntry($0)) }
            ) { $1 }
        }
        let (before, now) = (try entries(old), try entries(new))
        let differences = Set(before.keys).union(now.keys).sorted().compactMap {
            EntryDifference(old: before[$0], new: now[$0])
        }
        var days: [Int64: [CivilDate: PaidDay]] = [:]
        for entry in before.values {
            days[entry.employee, default: [:]][entry.date, default: PaidDay()].add(entry, isApart: true)
        }
        let causes = try PayExplanation.causes(
            from: old.side(), to: new.side(), entries: differences, days: days)
        var sums: [LineKey: Int128] = [:]
        for effect in causes.flatMap(\.effects) { sums[effect.line, default: 0] += effect.units }
        for change in try PayChanges.between(old.employees(old.outcome()), new.employees(new.outcome())) {
            let row = ChangeRow(change)
            sums[row.line, default: 0] -= row.unitsDifference
        }
        #expect(sums.values.allSatisfy { $0 == 0 }, "\(causes)")
        return causes.map { "\($0.rule.rawValue) \($0.found)" }
    }

    @Test("that a correction pays otherwise are explained by the calendar, the list, the hours or the decision")
    func corrections() throws {
        var month = HolidayMonth()
        month.work(on: "2026-12-21")
        var other = month
        other.calendar = PayCalendar(
            holidays: month.calendar.holidays.union([try #require(CivilDate("2026-12-31"))]),
            halfDays: month.calendar.halfDays)
        other.work(on: "2026-12-30")
        #expect(
            try causes(from: month, to: other) == [
                "settings-changed pay.calendar.holidays 2026-12-25 2026-12-26 → 2026-12-25 2026-12-26 2026-12-31",
                "late 7.50 hours, not paid before",
            ])
        other = month
        other.rows = [row(7, to: "2026-12-24")]
        #expect(
            try causes(from: month, to: other) == ["employee-differs employed_to none → 2026-12-24"])
        other = month
        other.entries = []
        #expect(try causes(from: other, to: month) == ["late 7.50 hours, not paid before"])
        other = month
        other.takenOut = [
            PayInputs.TakenOut(
                run: "other/2026-W52/r1", entries: EntryNumbers(),
                holidays: [EmployeeDay(employeeID: 7, date: try #require(CivilDate("2026-12-25")))])
        ]
        #expect(try causes(from: month, to: other) == ["leave-changed holidays 2026-12-25 → none"])
        // The request explains the holidays in it, also where it has no working day or is unclear.
        for (last, half, words) in [("26", false, "0.00 days"), ("31", true, "4.00 days")] {
            other = month
            try other.vacation("PERSONAL", from: "2026-12-25", to: "2026-12-\(last)", half: half)
            #expect(
                try causes(from: month, to: other)
                    == ["leave-changed none → PERSONAL 2026-12-25..2026-12-\(last), \(words)"])
        }
    }
}
