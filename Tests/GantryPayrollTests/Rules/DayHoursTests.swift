import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("Hours of a person and day")
struct DayHoursTests {
    @Test("past 24 hold every entry of the day, counting those that are not approved yet") func tooMany() throws {
        let outcome = try check([
            Entry(1, normal: "8"), Entry(2, normal: "8", status: "SUBMITTED"), Entry(3, day: "2026-10-06"),
            Entry(4, normal: "0", weekend: "8.000001"),
            Entry(5, employee: 8), Entry(6, normal: "0"),
        ])
        #expect(outcome.early == [.exported, .held, .exported, .exported, .exported, .exported])
        #expect(outcome.verdicts == [.held, .held, .exported, .held, .exported, .held])
        let day = try #require(outcome.wholeBatch?.heldDays.first)
        #expect(
            outcome.wholeBatch?.heldDays.count == 1 && day.key.employeeID == 7
                && day.key.date == CivilDate("2026-10-05"))
        #expect(day.value.counted == HoursSum(nano: 24_000_001_000) && day.value.leftOut == .zero)
        #expect(outcome.notes(Rule.hoursPerDay).map(\.recordID) == [1, 2, 4, 6])
        #expect(
            outcome.notes(Rule.hoursPerDay).allSatisfy {
                $0.found == "24.000001 hours on the day" && $0.expected == "at most 24.00"
            })
        #expect(outcome.summary.exported.total == HoursSum(15) && outcome.summary.employeeNotes.map(\.plain) == [])
    }

    @Test("that are a full day by the clock are not more than one") func fullDay() throws {
        // Nine times 2 hours and 40 minutes come as 24.000000003 hours.
        let outcome = try check((1...9).map { Entry($0, normal: "2.6666666666666665") })
        #expect(outcome.verdicts.allSatisfy { $0 == .exported } && outcome.notes(Rule.hoursPerDay).isEmpty)
    }

    @Test("don't count entries that are DRAFT or REJECTED, and state them instead", arguments: ["DRAFT", "REJECTED"])
    func leftOut(status: String) throws {
        let entries = [
            Entry(1, normal: "12"), Entry(2, normal: "12", status: status), Entry(3, normal: "8", status: status),
            Entry(4, employee: 8, normal: "14"), Entry(5, employee: 8, normal: "30", status: status),
        ]
        let outcome = try check(entries)
        #expect(outcome.verdicts == [.exported, .held, .held, .exported, .held] && outcome.wholeBatch == nil)
        #expect(outcome.notes(Rule.hoursPerDay) == [])
        #expect(
            outcome.summary.employeeNotes.map(\.found) == [
                "14.00 hours on the day, not counting 30.00 DRAFT or REJECTED"
            ])

        // Of a day that is held, only what counts is held for it.
        let day = try check(entries + [Entry(6, normal: "12.5")])
        #expect(day.verdicts == [.held, .held, .held, .exported, .held, .held])
        #expect(day.notes(Rule.hoursPerDay).map(\.recordID) == [1, 6])
        #expect(
            day.notes(Rule.hoursPerDay).first?.found == "24.50 hours on the day, not counting 20.00 DRAFT or REJECTED")

        // Where they are paid, they count.
        var checks = PayrollChecks()
        checks.notApproved = .warning
        #expect(try check(entries, checks).verdicts == [.held, .held, .held, .held, .held])
    }

    @Test("don't count what a contested number says as DRAFT, in whatever order") func contestedDraft() throws {
        let versions = [
            Entry(1, normal: "20", status: "DRAFT"), Entry(1, normal: "2"), Entry(2, normal: "21"),
            Entry(3, normal: "4", status: "DRAFT"),
        ]
        for first in versions.indices {
            let outcome = try check(Array(versions[first...] + versions[..<first]))
            #expect(
                outcome.verdicts.count { $0 == .exported } == 1 && outcome.wholeBatch?.heldDays == [:], "from \(first)")
            #expect(
                outcome.summary.employeeNotes.map(\.found) == [
                    "23.00 hours on the day, not counting 4.00 DRAFT or REJECTED"
                ], "from \(first)")
            let more = try check(Array(versions[first...] + versions[..<first]) + [Entry(4, normal: "2")])
            #expect(
                more.wholeBatch?.heldDays.values.map(\.description) == [
                    "25.00 hours on the day, not counting 4.00 DRAFT or REJECTED"
                ],
                "from \(first)")
        }
    }

    @Test("of exactly 24 are possible") func exactly() throws {
        let outcome = try check([Entry(1, normal: "12"), Entry(2, normal: "12")])
        #expect(outcome.verdicts == [.exported, .exported] && outcome.wholeBatch == nil)
        #expect(outcome.summary.employeeNotes.map(\.found) == ["24.00 hours on the day"])
    }

    @Test("don't count repeats, and negative entries take nothing away") func whatCounts() throws {
        #expect(try check([Entry(1, normal: "20"), Entry(1, normal: "20")]).verdicts == [.exported, .repeated])
        let outcome = try check([Entry(1, normal: "20"), Entry(2, normal: "5"), Entry(3, normal: "-10")])
        #expect(outcome.verdicts == [.held, .held, .held])
    }

    @Test(
        "count the most that entries under one number have there, whichever comes first, since any may be the true one")
    func contested() throws {
        let rest = [
            Entry(2, normal: "10"), Entry(3, day: "2026-10-06", normal: "20"), Entry(4, employee: 8, normal: "23"),
        ]
        let versions = [
            Entry(1, normal: "2"), Entry(1, normal: "15"), Entry(1, day: "2026-10-06", normal: "4"),
            Entry(1, employee: 8, normal: "1.5"),
            Entry(1, day: "2026-11-05", normal: "24"), Entry(1, normal: "15"),
        ]
        for first in versions.indices {
            let outcome = try check(rest + versions[first...] + versions[..<first])
            #expect(outcome.verdicts == [.held, .exported, .held] + Array(repeating: .held, count: 6), "from \(first)")
            #expect(
                Set(outcome.wholeBatch?.heldDays.values.map(\.counted.description) ?? []) == ["25.00", "24.50"],
                "from \(first)")
            #expect(outcome.summary.employeeNotes.map(\.found) == ["24.00 hours on the day"], "from \(first)")
        }
        // Two versions on one day are not both true.
        #expect(
            try check([Entry(1, normal: "14"), Entry(1, normal: "13"), Entry(2, normal: "9")]).verdicts == [
                .held, .held, .exported,
            ])
    }

    @Test("past 13 are worth a look, once for the day, and in order") func warning() throws {
        let outcome = try check([
            Entry(1, employee: 8, day: "2026-10-20", normal: "13.5"), Entry(2, day: "2026-10-06", normal: "14"),
            Entry(3, day: "2026-10-02", normal: "7"),
            Entry(4, day: "2026-10-02", normal: "6.5", status: "SUBMITTED"), Entry(5, day: "2026-10-03", normal: "13"),
            Entry(6, normal: "30"),
        ])
        #expect(outcome.summary.employeeNotes.map(\.employeeID) == [7, 7, 8])
        #expect(
            outcome.summary.employeeNotes.map { $0.date?.description } == ["2026-10-02", "2026-10-06", "2026-10-20"])
        #expect(
            outcome.summary.employeeNotes.allSatisfy {
                $0.rule == Rule.hoursPerDay && $0.severity == .warning && $0.ordinal == nil
                    && $0.expected == "at most 13.00"
            })
        #expect(outcome.count(Rule.hoursPerDay, .warning) == 3 && outcome.count(Rule.hoursPerDay, .blocker) == 1)
        #expect(outcome.verdicts == [.exported, .exported, .exported, .held, .exported, .held])
    }

    @Test("past a limit that only counts are counted by day and not listed") func counted() throws {
        var checks = PayrollChecks()
        checks.dayInfo = Hours(10)
        let days = [9, 10, 11, 13, 14, 25].enumerated().map {
            Entry($0.offset + 1, day: "2026-10-1\($0.offset)", normal: "\($0.element)")
        }
        let outcome = try check(days, checks)
        #expect([Severity.info, .warning, .blocker].map { outcome.count(Rule.hoursPerDay, $0) } == [2, 1, 1])
        #expect(outcome.summary.employeeNotes.map(\.found) == ["14.00 hours on the day"])
        checks.dayWarning = nil
        #expect(try check(days, checks).count(Rule.hoursPerDay, .info) == 3)
    }

    @Test("can have other limits, or none") func limits() throws {
        var checks = PayrollChecks()
        checks.dayBlocker = Hours(10)
        checks.dayWarning = Hours(5)
        let strict = try check([Entry(1, normal: "10.5"), Entry(2, day: "2026-10-06", normal: "6")], checks)
        #expect(strict.verdicts == [.held, .exported] && strict.summary.employeeNotes.count == 1)
        checks.dayBlocker = nil
        checks.dayWarning = nil
        checks.weekHours = nil
        let off = try check([Entry(1, normal: "90000")], checks)
        #expect(off.verdicts == [.exported] && off.summary.exceptions == [] && off.wholeBatch == nil)
    }
}
