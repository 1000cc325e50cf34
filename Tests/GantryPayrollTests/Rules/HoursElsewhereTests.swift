import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// What becomes of hours that come late, of which another run has paid other hours of the day.
@Suite("Hours of a day that another run has paid in part") struct HoursElsewhereTests {
    private static let run = "da/2026-10/r1"

    private static func hours(
        _ quantity: PayQuantity = .normal, ofDay: String = "0-", ofWeek: String = "0-"
    ) throws -> PayBasis {
        .hours(
            HoursSelection(
                quantity, ofDay: try PayCalculationTests.range(ofDay), ofWeek: try PayCalculationTests.range(ofWeek)))
    }

    private static func settings(_ bases: [PayBasis]) -> PaySettings {
        PayCalculationTests.settings(bases.enumerated().map { PayCalculationTests.code("\($0)", $1) })
    }

    private static func checks(_ settings: PaySettings) -> PayrollChecks {
        PayrollChecks(
            rule: { name in PayrollChecks.descriptors.first { $0.name == name }?.standard ?? .off }, pay: settings)
    }

    /// - Parameter taken: entries that the other run has paid.
    private static func outcome(
        _ entries: [Entry], _ settings: PaySettings, taken: [Int64] = [1], hours: Set<EmployeeDay> = [],
        period: String = "2026-10", _ change: (inout PayInputs) -> Void = { _ in }
    ) throws -> Outcome {
        var inputs = PayInputs()
        inputs.takenOut = [PayInputs.TakenOut(run: run, entries: EntryNumbers(taken), hours: hours)]
        change(&inputs)
        return try check(entries.map { $0.json() }, checks(settings), inputs: inputs, period: period)
    }

    private static let late = [
        Entry(2, normal: "2"), Entry(1, normal: "7.40"), Entry(3, day: "2026-10-06"), Entry(4, employee: 8),
    ]

    @Test("are not the entries of another list with the same numbers, but for those of the same day and employee")
    func otherList() throws {
        let day = EmployeeDay(employeeID: 7, date: try #require(CivilDate("2026-10-05")))
        let other = EmployeeDay(employeeID: 8, date: day.date)
        let outcome = try Self.outcome(Self.late, Self.settings([try Self.hours()])) {
            $0.takenOut = [
                PayInputs.TakenOut(run: Self.run, entries: EntryNumbers([1, 2, 4]), places: [1: day, 2: other])
            ]
        }
        #expect(outcome.verdicts == [.exported, .held, .exported, .exported])
        #expect(outcome.notes("paid-before").map(\.found) == ["paid by \(Self.run)"])
    }

    @Test("are held where a pay code pays the hours of a day together, whichever entry comes first")
    func held() throws {
        for together in [[try Self.hours(ofDay: "0-7.40"), try Self.hours(ofDay: "7.40-")], [.daysWith(Hours(1))]] {
            let outcome = try Self.outcome(Self.late, Self.settings(together))
            #expect(outcome.verdicts == [.held, .held, .exported, .exported], "\(together)")
            let notes = outcome.notes("paid-before")
            #expect(notes.map(\.found) == ["other hours of the day paid by \(Self.run)", "paid by \(Self.run)"])
            #expect(
                notes.first?.expected == "a correction of \(Self.run), since the hours of a day are paid together")
            #expect(notes.allSatisfy { $0.severity == .blocker })
        }
    }

    @Test("are held by what that run has paid on the day, though its entry is on another day now, or gone")
    func gone() throws {
        let tiers = Self.settings([try Self.hours(ofDay: "0-7.40"), try Self.hours(ofDay: "7.40-")])
        let day = EmployeeDay(employeeID: 7, date: try #require(CivilDate("2026-10-05")))
        let outcome = try Self.outcome(
            [
                Entry(2, normal: "2"), Entry(1, day: "2026-10-06"), Entry(3, day: "2026-10-06"),
                Entry(4, day: "2026-10-07"),
            ],
            tiers, hours: [day])
        #expect(outcome.verdicts == [.held, .held, .held, .exported])
        #expect(try Self.outcome([Entry(2)], tiers, hours: [day]).verdicts == [.held])
    }

    @Test("are held with the whole week where a pay code pays the hours of a week together")
    func week() throws {
        let tiers = Self.settings([try Self.hours(ofWeek: "0-37"), try Self.hours(ofWeek: "37-")])
        let outcome = try Self.outcome(
            [
                Entry(1, day: "2026-10-05"), Entry(2, day: "2026-10-11"), Entry(3, day: "2026-10-12"),
                Entry(4, employee: 8, day: "2026-10-11"),
            ], tiers, period: "2026-W41-W42")
        #expect(outcome.verdicts == [.held, .held, .exported, .exported])
        #expect(
            outcome.notes("paid-before").map(\.found)
                == ["paid by \(Self.run)", "other hours of the week paid by \(Self.run)"])
    }

    @Test("are paid where each hour is paid by itself")
    func plain() throws {
        let plain = try Self.outcome(Self.late, Self.settings([try Self.hours()]))
        #expect(plain.verdicts == [.exported, .held, .exported, .exported])
        // Only overtime is paid together.
        let overtime = Self.settings([
            try Self.hours(), try Self.hours(.overtime, ofDay: "0-3"), try Self.hours(.overtime, ofDay: "3-"),
        ])
        let outcome = try Self.outcome(
            [Entry(1, normal: "7.40", overtime: "3"), Entry(2, normal: "2"), Entry(3, normal: "0", overtime: "1")],
            overtime)
        #expect(outcome.verdicts == [.held, .exported, .held])
    }

    @Test("are held by the pay codes of the employee's group, and not where a salary pays them")
    func groups() throws {
        let codes = [
            PaySettings.Code(
                code: "1", title: "1", pays: try Self.hours(ofDay: "0-7.40"), price: nil, groups: ["tiers"]),
            PaySettings.Code(
                code: "2", title: "2", pays: try Self.hours(ofDay: "7.40-"), price: nil, groups: ["tiers"]),
            PaySettings.Code(code: "3", title: "3", pays: try Self.hours(), price: nil, groups: ["plain"]),
        ]
        func verdict(_ group: String, salaried: Bool = false) throws -> Verdict? {
            try Self.outcome([Entry(1), Entry(2, normal: "2")], PayCalculationTests.settings(codes)) {
                $0.employees = EmployeeTable([
                    EmployeeTable.Row(employeeID: 7, payrollNumber: "7", group: group, isSalaried: salaried)
                ])
            }.verdicts.last
        }
        #expect(try verdict("tiers") == .held && verdict("plain") == .exported)
        #expect(try verdict("tiers", salaried: true) == .exported)
    }

    @Test("stay paid by a correction of what has paid them")
    func correction() throws {
        let tiers = Self.settings([try Self.hours(ofDay: "0-7.40"), try Self.hours(ofDay: "7.40-")])
        let outcome = try Self.outcome(Self.late, tiers) { $0.paidInBase = EntryNumbers([2]) }
        #expect(outcome.verdicts == [.exported, .held, .exported, .exported])
    }
}
