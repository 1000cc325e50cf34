import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

@Suite("Employees in groups") struct PayGroupRulesTests {
    private static let hourly = PayPrice.rate(.hourly, factorNano: 1_000_000_000)
    /// Hourly people by their rate, apprentices at one price for all, under one pay code.
    private static let settings = PayCalculationTests.settings([
        PaySettings.Code(
            code: "1000", title: "Hours", pays: .hours(HoursSelection(.normal)), price: hourly, groups: ["hourly"]),
        PaySettings.Code(
            code: "1000", title: "Hours", pays: .hours(HoursSelection(.normal)),
            price: .fixed(Money(nano: 110_000_000_000)), groups: ["apprentices"]),
        PaySettings.Code(
            code: "1100", title: "Overtime", pays: .hours(HoursSelection(.overtime)), price: nil, groups: ["hourly"]),
    ])

    private static func inputs(_ rows: [EmployeeTable.Row]) -> PayInputs {
        var inputs = PayInputs()
        inputs.employees = EmployeeTable(rows)
        return inputs
    }

    private static func checks(_ settings: PaySettings = settings) -> PayrollChecks {
        PayrollChecks(
            rule: { name in PayrollChecks.descriptors.first { $0.name == name }?.standard ?? .off }, pay: settings)
    }

    @Test("are held where no pay code is for their group, or where they have none; never unpaid without a word")
    func outside() throws {
        let inputs = Self.inputs([
            .init(employeeID: 7, payrollNumber: "7", group: "hourly"),
            .init(employeeID: 8, payrollNumber: "8", group: "Hourly"),
            .init(employeeID: 1001, payrollNumber: "1001"),
            .init(employeeID: 1002, payrollNumber: "1002", isSalaried: true),
        ])
        let roster = Roster([7, 8, 1001, 1002].map { Roster.Person(id: $0, name: "Worker \($0)", hourlyRate: nil) })
        let outcome = try check(
            [7, 8, 1001, 1002].map { Entry(Int($0), employee: Int($0)).json() }, Self.checks(), roster: roster,
            inputs: inputs)
        #expect(outcome.verdicts == [.exported, .held, .held, .exported])
        #expect(
            outcome.notes("no-pay-group").map(\.found)
                == ["pay_group Hourly of employee 8", "no pay_group of employee 1001"])
        #expect(
            outcome.notes("no-pay-group").map(\.expected)
                == Array(repeating: "a pay_group that a pay code is for: hourly or apprentices", count: 2))
        #expect(PayrollChecks.Rule.neverWaived.contains("no-pay-group"))
        // With lines for salaries they need a group as well.
        var withLines = Self.settings
        withLines.salaried = .lines
        let held = try check(
            [Entry(1, employee: 1002).json()], Self.checks(withLines), roster: roster, inputs: inputs)
        #expect(held.notes("no-pay-group").map(\.found) == ["no pay_group of employee 1002"])
        // Where every pay code is for everybody, a group means nothing.
        let plain = PayCalculationTests.settings([
            PayCalculationTests.code("1000", .hours(HoursSelection(.normal)), nil)
        ])
        #expect(
            try check([Entry(1, employee: 1001).json()], Self.checks(plain), roster: roster, inputs: inputs).verdicts
                == [.exported])
    }

    @Test("are not paid leave either, and the leave is a finding")
    func leave() throws {
        var inputs = Self.inputs([
            .init(employeeID: 7, payrollNumber: "7", group: "hourly"),
            .init(employeeID: 8, payrollNumber: "8", group: "office"),
        ])
        let day = try #require(CivilDate("2026-10-06"))
        inputs.leave = ApprovedLeave(
            [(1, 7), (2, 8)].map {
                ApprovedLeave.Request(
                    id: $0.0, employeeID: $0.1, type: "SICK", first: day, last: day, isHalfDay: false, statedDays: nil)
            })
        var settings = Self.settings
        settings.codes.append(
            PaySettings.Code(
                code: "2100", title: "Sickness", pays: .leave(PaidLeave(type: "SICK", hoursADay: nil)), price: nil,
                groups: ["hourly"]))
        let outcome = try check([String](), Self.checks(settings), inputs: inputs)
        #expect(
            outcome.summary.employeeNotes.map(\.plain.found) == [
                "1.00 days of leave request 2 (SICK 2026-10-06 to 2026-10-06), pay_group office of employee 8"
            ])
        #expect(outcome.summary.employees.map(\.id) == [7])
    }

    @Test("are paid by the codes of their group, each code declared once")
    func lines() throws {
        let inputs = Self.inputs([
            .init(employeeID: 7, payrollNumber: "7", group: "hourly"),
            .init(employeeID: 8, payrollNumber: "8", group: "apprentices"),
        ])
        let entries = [7, 8].map { Entry(Int($0), employee: Int($0), normal: "7.4", overtime: "2").json() }
        let outcome = try check(entries, Self.checks(), inputs: inputs)
        let batch = PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "p", period: try october(), revision: 1,
            snapshot: Instant(secondsSince1970: 0))
        let calculation = PayCalculation(Self.settings, batch: batch, inputs: inputs)
        #expect(calculation.payCodes.map(\.code) == ["1000", "1100"])
        let lines = try calculation.employees(of: outcome.summary.employees, in: roster).flatMap { employee in
            employee.lines.map { "\(employee.employeeID) \($0.payCode) \($0.units) \($0.amount.map { "\($0)" } ?? "")" }
        }
        #expect(lines == ["7 1000 7.40 1480.00", "7 1100 2.00 ", "8 1000 7.40 814.00"])
        // Worker 8 has no rate, and needs none.
        #expect(outcome.summary.employeeNotes.allSatisfy { $0.rule != "no-rate" })
    }

    @Test("are checked by the rules of their group, in both passes")
    func checks() throws {
        var checks = Self.checks()
        var strict = checks
        strict.selfApproved = .blocker
        strict.dayWarning = nil
        strict.dayBlocker = Hours(8)
        strict.notApproved = .warning
        strict.weekHours = nil
        strict.looksDouble = nil
        strict.approvalIncomplete = .blocker
        checks.approvalIncomplete = nil
        checks.byGroup["apprentices"] = strict
        let inputs = Self.inputs([
            .init(employeeID: 7, payrollNumber: "7", group: "hourly"),
            .init(employeeID: 8, payrollNumber: "8", group: "apprentices"),
        ])
        func entries(_ employee: Int) -> [Entry] {
            var own = Entry(employee * 10, employee: employee, day: "2026-10-05")
            own.approval = "\"approvedAt\":\"2026-10-31T08:00:00Z\",\"approvedBy\":\(employee)"
            var unclear = Entry(employee * 10 + 1, employee: employee, day: "2026-10-06")
            unclear.approval = #""approvedAt":null,"approvedBy":null"#
            return [
                own, unclear, Entry(employee * 10 + 2, employee: employee, day: "2026-10-07", normal: "9"),
                Entry(employee * 10 + 3, employee: employee, day: "2026-10-08", status: "DRAFT"),
                Entry(employee * 10 + 4, employee: employee, day: "2026-10-09", normal: "3"),
                Entry(employee * 10 + 5, employee: employee, day: "2026-10-09", normal: "3"),
            ]
        }
        let outcome = try check((entries(7) + entries(8)).map { $0.json() }, checks, inputs: inputs)
        #expect(
            outcome.verdicts == [
                .exported, .exported, .exported, .held, .exported, .exported,
                .held, .held, .held, .exported, .exported, .exported,
            ])
        func found(_ rule: String) -> [String] {
            outcome.notes(rule).map { "\($0.employeeID ?? 0) \($0.severity.rawValue)" }
        }
        #expect(found("self-approved") == ["7 warning", "8 blocker"] && found("approval-incomplete") == ["8 blocker"])
        #expect(found("hours-per-day") == ["8 blocker"] && found("not-approved") == ["7 blocker", "8 warning"])
        #expect(found("looks-double") == ["7 warning"])
    }
}
