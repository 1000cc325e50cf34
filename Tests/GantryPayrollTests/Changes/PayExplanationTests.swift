import GantryConnectors
import GantryFormats
import GantryModel
import GantryPayroll
import Testing

@Suite("The causes of a correction") struct PayExplanationTests {
    private static let first = CivilDate("2026-10-05") ?? CivilDate(daysSince1970: 0)
    private static let days = 14

    /// All that pays a month.
    private struct Month {
        var settings: PaySettings
        var calendar = PayCalendar()
        var rounding = Rounding.halfUp
        var unitsDecimals = 2
        var rows: [EmployeeTable.Row] = []
        var people: [Roster.Person] = []
        var leave: [ApprovedLeave.Request] = []
        var entries: [Int64: PaidEntry] = [:]

        let period: PayPeriod

        var calculation: PayCalculation {
            let batch = PayrollBatch(
                system: "ksr-cranes", connection: "ksr", pipeline: "payroll", period: period, revision: 1,
                snapshot: Instant(secondsSince1970: 0), currency: "DKK", rounding: rounding,
                unitsDecimals: unitsDecimals)
            let inputs = PayInputs(
                employees: rows.isEmpty ? nil : EmployeeTable(rows), calendar: calendar, leave: ApprovedLeave(leave))
            return PayCalculation(settings, batch: batch, inputs: inputs, holding: PayrollChecks().leaveHolds)
        }

        /// Everybody's lines, of the sums of all entries.
        func employees() throws -> [PayrollEmployee] {
            let roster = Roster(people)
            let taken = calculation.leaveRuling(roster)?.taken ?? [:]
            let holidays = calculation.holidayHolds(roster).map {
                HolidayRuling($0, in: period) { id in
                    let worked = (0..<period.days).filter { offset in
                        entries.values.filter { $0.employee == id && $0.date == period.first + offset }
                            .reduce(HoursSum.zero) { $0 + HoursSum($1.normal + $1.overtime + $1.weekend) } > .zero
                    }
                    return Set(worked + (taken[id] ?? []).flatMap(\.days).map(\.offset))
                }
            }
            let ids = Set(entries.values.map(\.employee)).union(taken.keys)
            return try calculation.employees(
                of: ids.sorted().map { id in
                    let days = (0..<period.days).map { offset in
                        entries.values.filter { $0.employee == id && $0.date == period.first + offset }
                            .sorted { $0.id < $1.id }.map(\.record)
                    }
                    return EmployeeHours(
                        id: id, tally: EmployeeTally(),
                        days: days.map { entries in
                            var hours = HoursByCategory()
                            for entry in entries { hours.add(entry) }
                            return DayHours(exported: hours) ?? DayHours()
                        }[...],
                        dailyEntries: days.map { entries in
                            var counts = EntryCounts()
                            for entry in entries { counts.add(entry) }
                            return counts
                        }[...],
                        projectDays: settings.isByProject
                            ? days.map { entries in
                                var projects: [ProjectDay] = []
                                for entry in entries { projects.add(entry) }
                                return projects
                            }[...] : [],
                        leave: taken[id] ?? [], holidays: holidays?.paid[id] ?? [])
                }, in: roster)
        }

        func side() throws -> PayExplanation.Side {
            PayExplanation.Side(calculation, roster: Roster(people), employees: try employees())
        }
    }

    private static func causes(from old: Month, to new: Month) throws -> [EntryChange] {
        let entries = Set(old.entries.keys).union(new.entries.keys).sorted().compactMap {
            EntryDifference(old: old.entries[$0], new: new.entries[$0])
        }
        let (before, now) = (try old.side(), try new.side())
        let concerned = PayExplanation.concerned(before, now, entries: entries)
        let apart = Set(entries.flatMap(\.days))
        var days: [Int64: [CivilDate: PaidDay]] = [:]
        for entry in old.entries.values where concerned.contains(entry.employee) {
            let isApart = apart.contains(EmployeeDay(employeeID: entry.employee, date: entry.date))
            days[entry.employee, default: [:]][entry.date, default: PaidDay()].add(entry, isApart: isApart)
        }
        return try PayExplanation.causes(from: before, to: now, entries: entries, days: days)
    }

    // MARK: Generated months

    private static func settings(_ numbers: inout SeededGenerator) -> PaySettings {
        func price() -> PayPrice? {
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: nil
            case 1: .fixed(Money(nano: 52_100_000_000))
            case 2: .rate(.hourly, factorNano: 1_500_000_000)
            default: .rate(.hourly, factorNano: 1_000_000_000)
            }
        }
        func code(_ code: String, _ pays: PayBasis) -> PaySettings.Code {
            PaySettings.Code(code: code, title: code, pays: pays, price: price())
        }
        let bound = Hours(nano: [2_000_000_000, 3_000_000_000][Int.random(in: 0..<2, using: &numbers)])
        var codes = [
            code("1000", .hours(HoursSelection(.normal))),
            code("1110", .hours(HoursSelection(.overtime, ofDay: HoursRange(from: .zero, upTo: bound)))),
            code("1120", .hours(HoursSelection(.overtime, ofDay: HoursRange(from: bound, upTo: nil)))),
            code("1200", .hours(HoursSelection(.weekend))),
            code(
                "2000",
                .leave(
                    PaidLeave(
                        type: "VACATION", hoursADay: Bool.random(using: &numbers) ? nil : Hours(nano: 7_400_000_000)))),
            code("2100", .leave(PaidLeave(type: "SICK", hoursADay: nil))),
            code("3000", .daysWith(Hours(nano: 4_000_000_000))),
        ]
        if Bool.random(using: &numbers) {
            codes.append(
                code("2200", .holidays(hoursADay: Bool.random(using: &numbers) ? nil : Hours(nano: 7_400_000_000))))
        }
        if Bool.random(using: &numbers) { codes.remove(at: Int.random(in: 4..<7, using: &numbers)) }
        var settings = PaySettings(
            payrollNumber: FieldReference(name: "employeeId"), name: nil, currency: "DKK", codes: codes,
            notPaid: [])
        settings.isByProject = Bool.random(using: &numbers)
        settings.salaried = PaySettings.SalariedLines.allCases.randomElement(using: &numbers) ?? .none
        return settings
    }

    private static func entry(_ id: Int64, _ numbers: inout SeededGenerator) -> PaidEntry {
        func hours() -> Hours {
            Hours(nano: Int64.random(in: 0..<4, using: &numbers) * 2_333_333_333)
        }
        var work = WorkEntry()
        work.id = id
        var record = PaidEntry(work)
        record.employee = Int64.random(in: 1001...1004, using: &numbers)
        record.date = first + Int.random(in: 0..<days, using: &numbers)
        record.normal = hours()
        record.overtime = hours()
        record.weekend = hours()
        record.project = Bool.random(using: &numbers) ? nil : Int64.random(in: 1...3, using: &numbers)
        return record
    }

    private static func request(_ id: Int64, _ numbers: inout SeededGenerator) -> ApprovedLeave.Request {
        let first = first + Int.random(in: 0..<12, using: &numbers)
        let last = first + Int.random(in: 0..<3, using: &numbers)
        return ApprovedLeave.Request(
            id: id, employeeID: Int64.random(in: 1001...1004, using: &numbers),
            type: ["VACATION", "SICK", "PERSONAL"][Int.random(in: 0..<3, using: &numbers)], first: first, last: last,
            isHalfDay: Bool.random(using: &numbers), statedDays: nil)
    }

    private static func person(_ id: Int64, _ numbers: inout SeededGenerator) -> Roster.Person {
        let rates: [Int128?] = [nil, 0, 188_860_000_000, 236_505_000_000, 283_125_000_000, -5_000_000_000]
        return Roster.Person(
            id: id, name: "Worker \(id)",
            hourlyRate: rates[Int.random(in: 0..<rates.count, using: &numbers)].map(Money.init(nano:)))
    }

    private static func row(_ id: Int64, _ numbers: inout SeededGenerator) -> EmployeeTable.Row {
        EmployeeTable.Row(
            employeeID: id, payrollNumber: Bool.random(using: &numbers) ? "\(id)" : "K-\(id)",
            isSalaried: Int.random(in: 0..<5, using: &numbers) == 0,
            hoursADay: Bool.random(using: &numbers) ? nil : Hours(nano: 3_700_000_000),
            workdays: [nil, nil, Workdays("mon-wed"), Workdays("thu sat")].randomElement(using: &numbers) ?? nil,
            employedTo: Int.random(in: 0..<4, using: &numbers) == 0
                ? first + Int.random(in: 0..<days, using: &numbers) : nil)
    }

    private static func month(_ numbers: inout SeededGenerator) throws -> Month {
        var month = Month(settings: settings(&numbers), period: try PayPeriod("2026-W41-W42"))
        month.people = (1001...1004).map { person($0, &numbers) }
        month.calendar = PayCalendar(holidays: [first + 3], halfDays: [first + 9])
        if Bool.random(using: &numbers) { month.rows = (1001...1004).map { row($0, &numbers) } }
        month.leave = (1...4).map { request($0, &numbers) }
        for id in 9001...9016 { month.entries[Int64(id)] = entry(Int64(id), &numbers) }
        return month
    }

    /// The same month as it stands later: of each kind of cause some.
    private static func later(_ old: Month, _ numbers: inout SeededGenerator) -> Month {
        var month = old
        func now() -> Bool { Int.random(in: 0..<3, using: &numbers) == 0 }
        if now() {
            month.settings = settings(&numbers)
            month.rounding = Bool.random(using: &numbers) ? .halfEven : .halfUp
            month.unitsDecimals = Int.random(in: 0...3, using: &numbers)
            month.calendar = PayCalendar(weekend: [.sunday], holidays: [first + 2, first + 9])
        }
        month.people = month.people.map { now() ? person($0.id, &numbers) : $0 }
        month.rows = month.rows.map { now() ? row($0.employeeID, &numbers) : $0 }
        month.leave = month.leave.compactMap { request in
            guard now() else { return request }
            return Bool.random(using: &numbers) ? nil : Self.request(request.id, &numbers)
        }
        if now() { month.leave.append(request(5, &numbers)) }
        for (id, known) in month.entries.sorted(by: { $0.key < $1.key }) where now() {
            var entry = entry(id, &numbers)
            if Bool.random(using: &numbers) {
                (entry.employee, entry.date, entry.project) = (known.employee, known.date, known.project)
            }
            month.entries[id] = Int.random(in: 0..<4, using: &numbers) == 0 ? nil : entry
        }
        for id in 9017...9018 where now() { month.entries[Int64(id)] = entry(Int64(id), &numbers) }
        return month
    }

    /// By line, units and amounts; zeros are nothing.
    private typealias Sums = [LineKey: [Int128]]

    @Test(
        "add up to the difference of every pay line, and each difference has one",
        arguments: 0..<400 as Range<UInt64>)
    func sums(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let old = try Self.month(&numbers)
        let new = Self.later(old, &numbers)
        let causes = try Self.causes(from: old, to: new)
        var explained: Sums = [:]
        for effect in LineEffect.sums(causes.flatMap(\.effects)) {
            explained[effect.line] = [effect.units, effect.amount?.nano ?? 0]
        }
        var differences: Sums = [:]
        for row in try PayChanges.between(old.employees(), new.employees()).map(ChangeRow.init) {
            #expect(explained[row.line] != nil, "seed \(seed): nothing explains \(row)")
            let sum = differences[row.line] ?? [0, 0]
            differences[row.line] = [sum[0] + row.unitsDifference, sum[1] + (row.amountDifference?.nano ?? 0)]
        }
        #expect(
            explained.filter { $0.value != [0, 0] } == differences.filter { $0.value != [0, 0] }, "seed \(seed)")
        #expect(!causes.contains { $0.rule == .lineDiffers }, "seed \(seed)")
        #expect(try Self.causes(from: old, to: old).isEmpty && Self.causes(from: new, to: new).isEmpty, "seed \(seed)")
        for dialect in CSVDialect.all {
            let bytes = EntryChangesTable.csv(causes, dialect: dialect)
            #expect(try EntryChangesTable.read(bytes, dialect: dialect) == causes, "seed \(seed)")
        }
    }

    @Test("reach every rule that months can have") func everyRule() throws {
        var found: Set<EntryChange.Rule> = []
        for seed in 0..<60 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            let old = try Self.month(&numbers)
            found.formUnion(try Self.causes(from: old, to: Self.later(old, &numbers)).map(\.rule))
        }
        #expect(found == Set(EntryChange.Rule.allCases).subtracting([.lineDiffers]))
    }

    @Test("are one of their own where none explains a line") func unexplained() throws {
        var numbers = SeededGenerator(seed: 7)
        let month = try Self.month(&numbers)
        let now = try month.side()
        var paid = try month.employees()
        let place = try #require(paid.firstIndex { !$0.lines.isEmpty })
        let line = paid[place].lines.removeFirst()
        let before = PayExplanation.Side(
            month.calculation, roster: Roster(month.people), employees: paid)
        var days: [Int64: [CivilDate: PaidDay]] = [:]
        for entry in month.entries.values {
            days[entry.employee, default: [:]][entry.date, default: PaidDay()].add(entry, isApart: false)
        }
        let causes = try PayExplanation.causes(from: before, to: now, entries: [], days: days)
        #expect(causes.map(\.rule) == [.lineDiffers] && causes.map(\.employee) == [paid[place].employeeID])
        #expect(causes[0].effects.map(\.units) == [Int128(line.units.nano)] && causes[0].amount == line.amount)
    }
}
