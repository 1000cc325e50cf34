import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("Rates of workers")
struct PayrollRateTests {
    /// Workers by what they get: 1 a rate, 2 none, 3 the 0 that means none, 4 less than nothing, 5 too much, 6 no
    /// number.
    private static let staff = Roster([
        Roster.Person(id: 1, name: "A", hourlyRate: Money(nano: 188_750_000_000)),
        Roster.Person(id: 2, name: "B", hourlyRate: nil),
        Roster.Person(id: 3, name: "C", hourlyRate: .zero),
        Roster.Person(id: 4, name: "D", hourlyRate: Money(nano: -1)),
        Roster.Person(id: 5, name: "E", hourlyRate: Money(nano: Roster.largestRate.nano + 1)),
        Roster.Person(id: 6, name: "F", hourlyRate: nil, unreadableRate: "1e400"),
        Roster.Person(id: 7, name: "G", hourlyRate: Roster.largestRate),
    ])

    private func outcome(_ entries: [Entry], _ change: (inout PayrollChecks) -> Void = { _ in }) throws -> Outcome {
        var checks = PayrollChecks()
        checks.priced = [.init(.normal, by: .hourly)]
        change(&checks)
        return try check(entries.map { $0.json() }, checks, roster: PayrollRateTests.staff)
    }

    @Test("that are missing or 0 are named once for each worker whose hours they would price") func missing() throws {
        let outcome = try outcome([
            Entry(1, employee: 3), Entry(2, employee: 3, day: "2026-10-06"), Entry(3, employee: 2),
            Entry(4, employee: 1), Entry(5, employee: 7),
        ])
        #expect(outcome.verdicts == Array(repeating: .exported, count: 5) && outcome.notes == [])
        #expect(
            outcome.summary.employeeNotes.map(\.plain) == [
                ExceptionNote(
                    rule: Rule.noRate, severity: .warning, ordinal: nil, recordID: nil, employeeID: 2, date: nil,
                    found: "no hourly_rate",
                    expected: "a rate for normalHours"),
                ExceptionNote(
                    rule: Rule.noRate, severity: .warning, ordinal: nil, recordID: nil, employeeID: 3, date: nil,
                    found: "hourly_rate 0.00",
                    expected: "a rate for normalHours"),
            ])
        #expect(outcome.summary.exceptions == [ExceptionCount(rule: Rule.noRate, severity: .warning, count: 2)])
    }

    @Test("that nothing asks for are no finding") func notAsked() throws {
        let overtime = Entry(1, employee: 2, normal: "0", overtime: "3")
        #expect(try outcome([overtime]).summary.exceptions == [])
        #expect(
            try outcome([overtime]) { $0.priced = [.init(.overtime, by: .hourly)] }.count(Rule.noRate, .warning) == 1)
        #expect(
            try outcome([Entry(1, employee: 2), Entry(2, employee: 4)]) { $0.priced = [] }.summary.exceptions == [])
        #expect(try outcome([Entry(1, employee: 2, status: "DRAFT")]).count(Rule.noRate, .warning) == 0)
    }

    @Test(
        "that are negative, absurd or no number hold the hours that they would price, and only those",
        arguments: [
            (4, "hourly_rate -0.000000001"), (5, "hourly_rate 1000000.000000001"), (6, "hourly_rate 1e400"),
        ])
    func unusable(worker: Int, found: String) throws {
        let outcome = try outcome([
            Entry(1, employee: worker), Entry(2, employee: worker, normal: "0", weekend: "2"), Entry(3, employee: 1),
        ])
        #expect(outcome.verdicts == [.held, .exported, .exported])
        #expect(
            outcome.notes == [
                ExceptionNote(
                    rule: Rule.unusableRate, severity: .blocker, ordinal: 0, recordID: 1, employeeID: Int64(worker),
                    date: CivilDate("2026-10-05"),
                    found: found, expected: "a number above 0 and at most 1000000.00")
            ])
        #expect(outcome.summary.employeeNotes.map(\.plain) == [] && outcome.count(Rule.unusableRate, .blocker) == 1)
        #expect(PayrollRateTests.staff.rate(.hourly, ofPersonAt: Int32(worker - 1)) == .unusable(found: found))
    }

    @Test("matter as much as ordered", arguments: [nil, Severity.info, .warning, .blocker]) func severities(
        severity: Severity?
    ) throws {
        for (rule, worker, path) in [
            (Rule.noRate, 2, \PayrollChecks.noRate), (Rule.unusableRate, 4, \PayrollChecks.unusableRate),
        ] {
            let outcome = try outcome([Entry(1, employee: worker), Entry(2, employee: worker, day: "2026-10-06")]) {
                $0[keyPath: path] = severity
            }
            let isHeld = severity == .blocker
            #expect(outcome.verdicts == [isHeld ? .held : .exported, isHeld ? .held : .exported])
            #expect(
                outcome.summary.employeeNotes.count == (severity == .warning ? 1 : 0)
                    && outcome.notes.count == (isHeld ? 2 : 0))
            #expect(
                outcome.summary.exceptions
                    == (severity.map { [ExceptionCount(rule: rule, severity: $0, count: isHeld ? 2 : 1)] } ?? []))
        }
    }

    @Test("of employees on a salary price nothing, so that they hold nothing and are no finding")
    func salaried() throws {
        let inputs = PayInputs(
            employees: EmployeeTable(
                (1...7).map { .init(employeeID: $0, payrollNumber: "\($0)", isSalaried: $0 != 3) }),
            calendar: PayCalendar(), leave: nil)
        for severity in [Severity.warning, .blocker] {
            var checks = PayrollChecks()
            checks.priced = [.init(.normal, by: .hourly)]
            (checks.noRate, checks.unusableRate) = (severity, severity)
            let outcome = try check(
                (2...6).map { Entry($0, employee: $0).json() }, checks, roster: PayrollRateTests.staff, inputs: inputs)
            #expect(outcome.verdicts == [2, 3, 4, 5, 6].map { $0 == 3 && severity == .blocker ? .held : .exported })
            #expect((outcome.notes + outcome.summary.employeeNotes).map(\.employeeID) == [3])
        }
    }

    @Test("of a worker whom nobody knows are none") func unknown() throws {
        let outcome = try outcome([Entry(1, employee: 99)]) { $0.unknownWorker = .info }
        #expect(outcome.summary.employeeNotes.map(\.found) == ["no worker"])
    }

    @Test("and kinds of hours are all known to pay: a field of another name can't be paid by mistake") func fields() {
        let hours = WorkEntry.fields.filter { $0.access.kind == .hours }.map(\.name)
        #expect(hours == PayQuantity.allCases.map(\.rawValue))
        #expect(Worker.fields.filter { $0.access.kind == .money }.map(\.name) == PayRate.allCases.map(\.rawValue))
        // Each kind is that field's hours, and no other's.
        for (index, quantity) in PayQuantity.allCases.enumerated() {
            var entry = WorkEntry()
            let field = WorkEntry.fields.first { $0.name == quantity.rawValue }
            if case .hours(let slot, _)? = field?.access { slot.store(Hours(index + 1), in: &entry) }
            var sums = HoursByCategory()
            sums.add(entry)
            for other in PayQuantity.allCases {
                #expect(
                    (entry[other] == Hours(index + 1)) == (other == quantity)
                        && (sums[other] == HoursSum(index + 1)) == (other == quantity))
            }
        }
    }
}
