import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// Work dates that are times: which day they are depends on where one asks.
@Suite("A work date that isn't a midnight")
struct UnclearDayTests {
    private static let rule = PayrollChecks.Rule.unclearDay

    private func check(_ day: String, zone: Zone? = .denmark, decisions: Decisions = Decisions()) throws -> Outcome {
        var inputs = PayInputs()
        inputs.zone = zone
        inputs.decisions = decisions
        return try GantryPayrollTests.check([Entry(day: day).json()], inputs: inputs)
    }

    @Test(
        "holds the entry, and the finding tells the day by UTC and at the office",
        arguments: [
            (
                "2026-10-30T23:00:00.000Z", "2026-10-30T23:00:00Z", "2026-10-30",
                "2026-10-30 by UTC and 2026-10-31 in Europe/Copenhagen"
            ),
            (
                "2026-10-05T08:15:00Z", "2026-10-05T08:15:00Z", "2026-10-05",
                "2026-10-05 by UTC and 2026-10-05 in Europe/Copenhagen"
            ),
            // The date part counts as it is written, also where UTC has another day.
            (
                "2026-10-06T00:00:00+02:00", "2026-10-05T22:00:00Z", "2026-10-06",
                "2026-10-05 by UTC, 2026-10-06 in Europe/Copenhagen and 2026-10-06 as the server writes it"
            ),
        ])
    func held(day: String, found: String, date: String, days: String) throws {
        let outcome = try check(day)
        #expect(outcome.verdicts == [.held])
        let note = try #require(outcome.notes(Self.rule).first)
        #expect(note.severity == .blocker && note.found == found && note.date?.description == date)
        #expect(note.expected == "a midnight; this is \(days), and counts as \(date)")
    }

    @Test("is no finding where it is a midnight by UTC or a bare date")
    func clear() throws {
        for day in ["2026-10-05", "2026-10-05T00:00:00Z", "2026-10-05T00:00:00.000Z", "2026-10-05T02:00:00+02:00"] {
            let outcome = try check(day)
            #expect(outcome.verdicts == [.exported] && outcome.notes.isEmpty, "\(day)")
        }
    }

    @Test("tells UTC's day alone where the office has no zone, or UTC")
    func utc() throws {
        for zone in [nil, Zone.utc] {
            let note = try #require(try check("2026-10-30T23:00:00Z", zone: zone).notes(Self.rule).first)
            #expect(note.expected == "a midnight; this is 2026-10-30 by UTC, and counts as 2026-10-30")
        }
    }

    @Test("is paid when a person waives the finding, whichever zone was read when it was decided")
    func waived() throws {
        let day = "2026-10-30T23:00:00Z"
        func id(_ zone: Zone) throws -> String {
            var inputs = PayInputs()
            inputs.zone = zone
            var rules = PayrollRules(
                checks: PayrollChecks(), period: try october(), roster: roster, inputs: inputs, wholeBatch: nil)
            let chunk = try #require(try chunks([Entry(day: day).json()], sizes: [1]).first)
            return try #require(rules.check(chunk).exceptions.first { $0.rule == Self.rule }?.details?.id)
        }
        #expect(try id(.denmark) == id(.utc))
        let decision = Decision(
            id: try id(.utc), verb: .waive, rule: Self.rule, entry: 1, employee: 7, date: CivilDate("2026-10-30"),
            found: "2026-10-30T23:00:00Z", by: "clerk", because: "The shift ended at 23.", time: .now)
        let outcome = try check(day, decisions: Decisions([decision]))
        #expect(outcome.verdicts == [.exported] && outcome.count(Self.rule, .waived) == 1)
    }

    @Test("of another period by UTC says so where the office's day is in the period")
    func outside() throws {
        let outcome = try check("2026-09-30T22:00:00.000000Z")
        #expect(outcome.notes(Self.rule).isEmpty)
        let note = try #require(outcome.notes(PayrollChecks.Rule.outsidePeriod).first)
        #expect(note.found == "2026-09-30")
        #expect(
            note.expected
                == "2026-10-01 to 2026-10-31; 2026-09-30T22:00:00Z is 2026-09-30 by UTC and 2026-10-01 in Europe/Copenhagen"
        )
        let utc = try check("2026-09-30T22:00:00Z", zone: .utc).notes(PayrollChecks.Rule.outsidePeriod)
        #expect(utc.first?.expected == "2026-10-01 to 2026-10-31")
    }
}
