import GantryEngine
import GantryModel
import GantryPayroll
import Testing

@Suite("Random leave")
struct LeavePropertyTests {
    /// What becomes of a half day.
    private enum Fate { case paid, notPaid, salaried, held }

    /// Decides half day by half day what an office would say, from nothing but the month.
    private struct Model {
        let month: LeaveMonth
        let holdsRates: Bool
        let holdsDays: Bool

        private func row(_ employee: Int64) -> EmployeeTable.Row? { month.employees?[employee] }

        func isClear(_ request: ApprovedLeave.Request) -> Bool {
            request.first == request.last || request.first < request.last && !request.isHalfDay
        }

        func isKnown(_ request: ApprovedLeave.Request) -> Bool {
            month.people.contains { $0.id == request.employeeID }
                && (month.employees == nil || row(request.employeeID) != nil)
        }

        func weight(_ request: ApprovedLeave.Request, _ day: CivilDate) -> Int {
            let inside = day >= request.first && day <= request.last || day >= request.last && day <= request.first
            guard inside, day.isoWeekday <= 5 else { return 0 }
            return request.isHalfDay && request.first == request.last ? 1 : 2
        }

        func leftOut(_ request: ApprovedLeave.Request) -> Fate? {
            if request.type == "PERSONAL" { return .notPaid }
            let isSalaried = row(request.employeeID)?.isSalaried ?? false
            return isSalaried && month.salaried == .none ? .salaried : nil
        }

        /// Whether all of a request that would be paid waits for a person.
        func waits(_ request: ApprovedLeave.Request) -> Bool {
            guard isKnown(request), isClear(request) else { return true }
            if month.decisions.hold(ofLeave: request.id, employee: request.employeeID) != nil { return true }
            let rate = month.people.first { $0.id == request.employeeID }?.hourlyRate
            if holdsRates, request.type == "SICK", !(row(request.employeeID)?.isSalaried ?? false),
                rate == nil || rate ?? .zero < .zero
            {
                return true
            }
            guard holdsDays, let stated = request.statedDays else { return false }
            var halves = 0
            var day = request.first
            while day <= request.last {
                halves += weight(request, day)
                day = day + 1
            }
            return stated != Int64(halves) * 500_000_000
        }

        func fate(_ request: ApprovedLeave.Request, _ day: CivilDate) -> Fate {
            if let fate = leftOut(request) { return fate }
            if waits(request) { return .held }
            let claims = month.requests.filter {
                $0.employeeID == request.employeeID && (leftOut($0) != nil ? isClear($0) : !waits($0))
            }
            return claims.reduce(0) { $0 + weight($1, day) } > 2 ? .held : .paid
        }
    }

    private static func month(_ numbers: inout SeededGenerator, holdsRates: Bool, holdsDays: Bool) throws -> LeaveMonth
    {
        func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &numbers) == 0 }
        var month = LeaveMonth()
        month.salaried = PaySettings.SalariedLines.allCases.randomElement(using: &numbers) ?? .none
        let rates: [Money?] = [Money(nano: 200_000_000_000), nil, Money(nano: -1_000_000_000)]
        month.people = (1...4).filter { _ in !chance(5) }.map {
            Roster.Person(id: $0, name: "Worker \($0)", hourlyRate: rates.randomElement(using: &numbers) ?? nil)
        }
        if chance(2) {
            month.employees = EmployeeTable(
                (1...5).filter { _ in !chance(5) }.map {
                    .init(employeeID: $0, payrollNumber: "\(100 + $0)", isSalaried: chance(3))
                })
        }
        let severity = CheckRule.severity(holdsRates ? .blocker : .warning)
        month.rules = [
            PayrollChecks.Rule.noRate: severity, PayrollChecks.Rule.unusableRate: severity,
            PayrollChecks.Rule.leaveDays: .severity(holdsDays ? .blocker : .warning),
        ]
        for id in 1...Int64.random(in: 1...14, using: &numbers) {
            let first = Int.random(in: -4...34, using: &numbers)
            let last = first + (chance(3) ? 0 : chance(8) ? -3 : Int.random(in: 0...9, using: &numbers))
            try month.add(
                id, ["VACATION", "SICK", "PERSONAL"].randomElement(using: &numbers) ?? "",
                of: .random(in: 1...5, using: &numbers),
                from: first, to: last, half: chance(3),
                stated: chance(2) ? nil : Double(Int.random(in: 0...8, using: &numbers)) / 2)
        }
        if chance(3) {
            month.decisions = Decisions([
                Decision(
                    id: "H", verb: .hold, rule: Decision.byHand, entry: nil,
                    employee: .random(in: 1...5, using: &numbers), date: nil, found: "kept out by clerk", by: "clerk",
                    because: "Dispute about the rest", time: Instant(secondsSince1970: 0))
            ])
        }
        return month
    }

    @Test("is paid, left out on purpose or held, day by day, as a model without any code of the program says")
    func partition() throws {
        var numbers = SeededGenerator(seed: 20_261_031)
        var seen: [Fate: Int] = [:]
        for round in 0..<600 {
            let (holdsRates, holdsDays) = (Bool.random(using: &numbers), Bool.random(using: &numbers))
            let month = try Self.month(&numbers, holdsRates: holdsRates, holdsDays: holdsDays)
            let model = Model(month: month, holdsRates: holdsRates, holdsDays: holdsDays)
            let period = try PayPeriod("2026-10")
            var sums: [Fate: Int] = [:]
            var paid: [String: Int] = [:]
            var held: [Int64: Int] = [:]
            for request in month.requests {
                for day in (0..<period.days).map({ period.first + $0 }) {
                    let halves = model.weight(request, day)
                    guard halves > 0 else { continue }
                    let fate = model.fate(request, day)
                    sums[fate, default: 0] += halves
                    if fate == .paid { paid["\(request.employeeID) \(request.type)", default: 0] += halves }
                    if fate == .held { held[request.id, default: 0] += halves }
                }
            }
            let outcome = try month.outcome()
            let days = try #require(outcome.summary.leaveDays)
            func expected(_ fate: Fate) -> HoursSum { HoursSum(nano: Int128(sums[fate] ?? 0) * 500_000_000) }
            #expect(days.addUp, "\(round)")
            #expect(
                [days.paid, days.notPaid, days.salaried, days.held]
                    == [expected(.paid), expected(.notPaid), expected(.salaried), expected(.held)], "\(round)")
            // Each line has what the model pays, and no other line is there.
            var lines: [String: Int] = [:]
            for employee in try month.calculation().employees(of: outcome.summary.employees, in: Roster(month.people)) {
                for line in employee.lines {
                    let aDay = line.payCode == "V" ? 1_000_000_000 : LeaveMonth.aDay.nano
                    let type = line.payCode == "V" ? "VACATION" : "SICK"
                    lines["\(employee.employeeID) \(type)"] = Int(line.units.nano * 2 / aDay)
                }
            }
            #expect(lines == paid, "\(round)")
            // A request with days that are held has a blocker, and no other has one.
            let blockers = outcome.summary.employeeNotes.filter { $0.severity == .blocker }.map(\.found)
            for request in month.requests {
                let count =
                    blockers.count { $0.contains("leave request \(request.id) (") }
                    + blockers.count { $0.hasPrefix("leave request \(request.id) says") }
                #expect(count == (held[request.id] == nil ? 0 : 1), "\(round): \(request) \(blockers)")
            }
            // Verification decides the same from what the bag holds.
            let again = try #require(month.calculation().leaveRuling(Roster(month.people)))
            #expect(again.days == days, "\(round)")
            seen.merge(sums) { $0 + $1 }
        }
        #expect(seen.values.allSatisfy { $0 > 100 } && seen.count == 4, "\(seen)")
    }
}
