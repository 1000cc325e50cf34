import Foundation
import GantryEngine
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("What an export was paid with") struct SignedPayTests {
    private func signed(_ files: [String: String], totals: String = "") throws -> (SignedPay, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let formats = ["employees.csv": "employees", "workers.jsonl": "joined-workers"]
        let listed = files.keys.compactMap { name in
            formats[name].map { "{\"file\":\"\(name)\",\"format\":\"\($0)\"}" }
        }
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: false)
        var all = files
        all["totals.json"] = "{\(totals)\"files\":[\(listed.joined(separator: ","))]}"
        for (name, text) in all {
            try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/data/\(name)"))
        }
        return (try SignedPay(folder: folder.path), folder)
    }

    private func rate(_ kroner: Int128) -> Money { Money(nano: kroner * 1_000_000_000) }

    @Test("keeps the signed rates, says which are others now, and keeps who is not listed any more") func rates() throws
    {
        let people = [
            Roster.Person(id: 1, name: "One", hourlyRate: rate(200)),
            Roster.Person(id: 2, name: "Two", hourlyRate: rate(210), others: ["employment_type": "fuld_tid"]),
            Roster.Person(id: 3, name: "Three", hourlyRate: nil),
            Roster.Person(id: 4, name: "Four", hourlyRate: .zero),
            Roster.Person(id: 5, name: "Gone", hourlyRate: rate(220)),
        ]
        let (signed, folder) = try signed([
            "workers.jsonl": String(decoding: JoinedWorkers.encode(people), as: UTF8.self)
        ])
        defer { withExtendedLifetime(folder) {} }
        let now = signed.people([
            Roster.Person(id: 1, name: "One", hourlyRate: rate(200)),
            Roster.Person(id: 2, name: "Two B", hourlyRate: rate(250)),
            Roster.Person(id: 3, name: "Three", hourlyRate: rate(190)),
            Roster.Person(id: 4, name: "Four", hourlyRate: rate(195)),
            Roster.Person(id: 6, name: "New", hourlyRate: rate(180)),
        ])
        #expect(now.map(\.id) == [1, 2, 3, 4, 6, 5])
        #expect(now.map(\.hourlyRate) == [200, 210, 190, 195, 180, 220].map(rate))
        #expect(now.map(\.newRate) == [nil, "250.00", nil, nil, nil, nil])
        #expect(now.map(\.name) == ["One", "Two", "Three", "Four", "New", "Gone"] && now[1].newName == "Two B")
        // A run that goes on after a kill reads the same.
        #expect(
            try JoinedWorkers.decode(JoinedWorkers.encode(now), path: "workers.jsonl") == now.sorted { $0.id < $1.id })
        let employed = signed.people([
            Roster.Person(id: 1, name: "One", hourlyRate: rate(200), others: ["employment_type": "deltid"]),
            Roster.Person(id: 2, name: "Two", hourlyRate: rate(210), others: ["employment_type": "deltid"]),
        ])
        #expect(employed.prefix(2).map(\.employment) == ["deltid", "fuld_tid"])
        let employee = PayrollEmployee(
            payrollNumber: "2", employeeID: 2, name: nil, entries: 1, entryIDSum: 1,
            lines: [
                PayrollLine(
                    payCode: "1000", units: Hours(nano: 1_000_000_000), rate: rate(210), amount: rate(210), entries: 1,
                    days: [])
            ])
        let changes = SignedPay.kept(of: [employee], Roster(now), PayInputs(), hasNames: false)
        #expect(changes.map(\.rule) == [.rateChanged] && changes[0].old == "210.00" && changes[0].new == "250.00")
        #expect(changes[0].paid == .old && changes[0].expected == "210.00, as signed; that is paid")
        let named = SignedPay.kept(of: [employee], Roster(now), PayInputs(), hasNames: true)
        #expect(named.map(\.field) == ["name", "hourly_rate"] && named[0].found == "name Two B now")
    }

    @Test("keeps the signed numbers of a list of workers, and says which are others now") func numbers() throws {
        func person(_ id: Int64, _ number: String?) -> Roster.Person {
            Roster.Person(
                id: id, name: "W", hourlyRate: rate(200),
                others: number.map { [Roster.Person.payrollNumberField: $0] } ?? [:])
        }
        let (signed, folder) = try signed([
            "workers.jsonl": String(
                decoding: JoinedWorkers.encode([person(1, "101"), person(2, "102"), person(3, "103"), person(4, nil)]),
                as: UTF8.self)
        ])
        defer { withExtendedLifetime(folder) {} }
        let now = signed.people([person(1, "177"), person(2, "102"), person(3, nil), person(4, "104")])
        #expect(now.map { $0.others[Roster.Person.payrollNumberField] } == ["101", "102", "103", "104"])
        #expect(now.map(\.newNumber) == ["177", nil, "none", nil])
        #expect(try JoinedWorkers.decode(JoinedWorkers.encode(now), path: "workers.jsonl") == now)
        let line = PayrollLine(
            payCode: "1000", units: Hours(nano: 1_000_000_000), rate: rate(200), amount: rate(200), entries: 1, days: []
        )
        let employee = PayrollEmployee(
            payrollNumber: "101", employeeID: 1, name: nil, entries: 1, entryIDSum: 1, lines: [line])
        let told = SignedPay.kept(of: [employee], Roster(now), PayInputs(), hasNames: false)
        #expect(told.map(\.rule) == [.employeeDiffers] && told.map(\.field) == ["payroll_number"])
        #expect(told.map(\.old) == ["101"] && told.map(\.new) == ["177"])
    }

    @Test("keeps the signed holidays of the period, and counts leave that reaches beyond it with those of today")
    func calendar() throws {
        // Whit Monday isn't among the signed holidays, and the 1st is.
        let (signed, folder) = try signed(
            [:],
            totals: """
                "run":"payroll/2026-05/r1","rounding":"half-up","pay":{"name":null,"units_decimals":2,\
                "weekend":["saturday","sunday"],"holidays":["2026-05-01","2026-05-14"]},
                """)
        defer { withExtendedLifetime(folder) {} }
        let period = try PayPeriod("2026-05")
        let now = try PayCalendar(CalendarSettings(holidays: .denmark), for: period, relativeTo: "/")
        func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }
        let request = ApprovedLeave.Request(
            id: 2, employeeID: 7, type: "VACATION", first: try day("2026-03-30"), last: try day("2026-05-05"),
            isHalfDay: false, statedDays: 23_000_000_000)
        var inputs = signed.inputs(PayInputs(employees: nil, calendar: now, leave: ApprovedLeave([request])))
        #expect(
            try ["2026-04-06", "2026-05-01", "2026-05-14", "2026-05-25"].map { inputs.calendar.kind(of: try day($0)) }
                == [.holiday, .holiday, .holiday, .workday])
        let checks = PayrollChecks(rule: { $0 == "leave-days" ? .severity(.blocker) : .off }, pay: nil)
        func days(_ inputs: PayInputs) -> String {
            LeaveRuling(
                inputs.leave ?? ApprovedLeave([]), in: period, by: checks.leave, inputs: inputs, roster: Roster([])
            ).days.words
        }
        #expect(days(inputs) == "2.00 = 2.00 + 0.00 + 0.00 + 0.00")
        // What verifies a folder knows the period alone, and goes by what the folder says of such a request.
        inputs.calendar = PayCalendar(
            holidays: [try day("2026-05-01"), try day("2026-05-14")], known: period.first...period.last)
        #expect(days(inputs) == "2.00 = 2.00 + 0.00 + 0.00 + 0.00")
        inputs.heldLeaveOutside = [2]
        #expect(days(inputs) == "2.00 = 0.00 + 0.00 + 0.00 + 2.00")
        // It judges what lies in the period itself.
        for (stated, expected) in [(2, "2.00 = 2.00"), (3, "2.00 = 0.00")] as [(Int64, String)] {
            inputs.leave = ApprovedLeave([
                ApprovedLeave.Request(
                    id: 2, employeeID: 7, type: "VACATION", first: period.first, last: try day("2026-05-05"),
                    isHalfDay: false, statedDays: stated * 1_000_000_000)
            ])
            #expect(days(inputs).hasPrefix(expected))
        }
    }

    @Test("keeps the signed payroll numbers, and says which are others now") func employees() throws {
        let (signed, folder) = try signed(["employees.csv": "employee_id,payroll_number\r\n1,0001\r\n2,0002\r\n"])
        defer { withExtendedLifetime(folder) {} }
        let batch = PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "payroll", period: try PayPeriod("2026-10"), revision: 2,
            snapshot: Instant(secondsSince1970: 0))
        func inputs(_ rows: [(Int64, String)]) -> PayInputs {
            var inputs = PayInputs()
            inputs.employees = EmployeeTable(rows.map { EmployeeTable.Row(employeeID: $0.0, payrollNumber: $0.1) })
            return inputs
        }
        let merged = signed.inputs(inputs([(1, "9991"), (3, "0003")]))
        #expect(merged.employees?.rows.map(\.payrollNumber) == ["0001", "0002", "0003"])
        // A run that goes on after a kill knows the same of both lists.
        #expect(try PayInputs(document: merged.document, path: "pay-inputs.json") == merged)
        let paid = try [1, 2, 3].map { id in
            PayrollEmployee(
                payrollNumber: "000\(id)", employeeID: id, name: nil, entries: 1, entryIDSum: 1,
                lines: [
                    try #require(
                        batch.line(
                            payCode: "1000",
                            days: [PayrollDay(date: batch.period.first, hours: Hours(nano: 1_000_000_000))], rate: nil,
                            entries: 1))
                ])
        }
        let kept = SignedPay.kept(of: paid, Roster([]), merged, hasNames: false)
        #expect(
            kept.map(\.employee) == [1, 2, 2] && kept.map(\.field) == ["payroll_number", "payroll_number", "paid_by"])
        #expect(kept[0].found == "payroll_number 9991 now" && kept[1].found == "payroll_number none now")
        #expect(kept.allSatisfy { $0.rule == .employeeDiffers && $0.paid == .old && $0.effects.isEmpty })
    }

    @Test("pays nobody under a number with which somebody else was paid, of the office's list or of the workers")
    func otherOwner() throws {
        let people = [
            Roster.Person(id: 1, name: "One", hourlyRate: nil, others: [Roster.Person.payrollNumberField: "101"]),
            Roster.Person(id: 2, name: "Two", hourlyRate: nil, others: [Roster.Person.payrollNumberField: "102"]),
        ]
        let (signed, folder) = try signed([
            "employees.csv": "employee_id,payroll_number\r\n1,101\r\n2,102\r\n",
            "workers.jsonl": String(decoding: JoinedWorkers.encode(people), as: UTF8.self),
        ])
        defer { withExtendedLifetime(folder) {} }
        let now: [Int64: String] = [1: "101", 2: "202", 3: "102", 4: "104"]
        var inputs = PayInputs()
        inputs.employees = EmployeeTable(now.map { EmployeeTable.Row(employeeID: $0, payrollNumber: $1) })
        let listed = signed.inputs(inputs)
        #expect(listed.employees?.rows.map(\.payrollNumber) == ["101", "102", "104"])
        #expect(listed.officeList?.rows.count == 4)

        let workers = now.sorted { $0.key < $1.key }.map { id, number in
            Roster.Person(
                id: id, name: "W", hourlyRate: nil, others: [Roster.Person.payrollNumberField: number])
        }
        // Written again from what a run fetched, they stay the same.
        let merged = signed.people(signed.people(workers))
        #expect(merged.map(\.newNumber) == [nil, "202", "102", nil])
        var numbered = PayInputs()
        numbered.employees = try EmployeeTable(numbersOf: merged)
        numbered.areNumbersOfWorkers = true
        #expect(numbered.employees == listed.employees)

        for (inputs, people) in [(listed, []), (numbered, merged), (inputs, [])] {
            func told(_ changed: [String], of employees: Set<Int64>) throws -> [String] {
                let changes = changed.map {
                    PayrollChange(payrollNumber: $0, name: "W", old: nil, new: nil)
                }
                do {
                    try signed.requireSameOwners(inputs, Roster(people), changes: changes, of: employees)
                    return []
                } catch let error as RunError {
                    #expect(
                        error.explanation.contains("102 is that of employee 3 now, but employee 2 was paid under it"))
                    return error.details
                }
            }
            // What changes for others is corrected.
            #expect(try told(["101", "104"], of: [1, 2, 4]).isEmpty)
            let details = try told(["101", "102"], of: [1, 2])
            #expect(details == ["102 (W), pay code : nothing was paid, now nothing"])
            #expect(try told(["101"], of: [1, 2, 3]) == ["employee 3 has hours in the period too"])
        }
    }

    @Test("knows two who have exchanged their numbers, of whom only what differs is refused") func exchanged() throws {
        let (signed, folder) = try signed(["employees.csv": "employee_id,payroll_number\r\n1,101\r\n2,102\r\n"])
        defer { withExtendedLifetime(folder) {} }
        var now = PayInputs()
        now.employees = EmployeeTable([
            EmployeeTable.Row(employeeID: 1, payrollNumber: "102"),
            EmployeeTable.Row(employeeID: 2, payrollNumber: "101"),
        ])
        let inputs = signed.inputs(now)
        try signed.requireSameOwners(inputs, Roster([]), changes: [], of: [1, 2])
        let change = PayrollChange(payrollNumber: "101", name: nil, old: nil, new: nil)
        let error = #expect(throws: RunError.self) {
            try signed.requireSameOwners(inputs, Roster([]), changes: [change], of: [1, 2])
        }
        #expect(error?.code == .otherOwner)
    }
}
