import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("Entries under one number")
struct RepeatedEntryTests {
    @Test("count once when they say the same, in whatever order and spelling") func exactRepeat() throws {
        let first = Entry(
            5, day: "2026-10-05", normal: "7.5",
            others: ##""notes":"\u00e6 \"x\"","submittedAt":"2026-10-05T16:00:00Z","projectId":3,"taskId":null"##)
        let second = Entry(
            5, day: "2026-10-05T08:00:00Z", normal: #""7.500""#, overtime: "0e0",
            others:
                ##""extra":[1],"projectId":"3","submittedAt":"2026-10-05T18:00:00.000+02:00","notes":"æ \u0022x\u0022""##
        )
        let outcome = try check([first.json(), second.json(reversed: true), first.json()])
        #expect(outcome.verdicts == [.exported, .repeated, .repeated] && outcome.wholeBatch == nil)
        #expect(outcome.summary.counts.repeats == 2 && outcome.summary.exported.normal == HoursSum(nano: 7_500_000_000))
        #expect(outcome.summary.hashOfIDs == 5)
        #expect(outcome.count(Rule.repeatedRecord, .info) == 2 && outcome.notes == [])
        #expect(outcome.joined == [0, 0, 0])
    }

    @Test("are listed when ordered") func listed() throws {
        var checks = PayrollChecks()
        checks.repeatedRecord = .warning
        let outcome = try check([Entry(5), Entry(5)], checks)
        #expect(outcome.notes.map(\.found) == ["entry 5 again"] && outcome.notes.map(\.ordinal) == [1])
        checks.repeatedRecord = nil
        #expect(try check([Entry(5), Entry(5)], checks).summary.exceptions == [])
    }

    @Test(
        "are all held when they differ in any field",
        arguments: [
            Entry(5, employee: 8), Entry(5, day: "2026-10-06"), Entry(5, normal: "7.500000001"),
            Entry(5, overtime: "1"), Entry(5, weekend: "1"),
            Entry(5, status: "DRAFT"), Entry(5, others: #""notes":"""#), Entry(5, others: #""projectId":0"#),
            Entry(5, others: #""taskId":1"#),
            Entry(5, others: #""submittedAt":"2026-10-05""#), Entry(5, others: #""approvedAt":"2026-10-05""#),
            Entry(5, others: #""approvedBy":1"#),
        ])
    func conflicting(other: Entry) throws {
        let outcome = try check([Entry(5), Entry(6), other])
        #expect(outcome.early[0] == .exported && outcome.early[2] == .repeated)
        #expect(outcome.verdicts == [.held, .exported, .held])
        #expect(outcome.wholeBatch?.conflictingIDs == [5])
        #expect(
            outcome.notes(Rule.conflictingID).map(\.recordID) == [5, 5]
                && outcome.count(Rule.conflictingID, .blocker) == 2)
        #expect(outcome.summary.counts.repeats == 0 && outcome.summary.hashOfIDs == 6)
    }

    @Test("are all held when only one of many differs, wherever it stands", arguments: 0..<4, 1...4) func oneOfMany(
        position: Int, size: Int
    ) throws {
        var entries = Array(repeating: Entry(5), count: 4)
        entries[position].normal = "1"
        let outcome = try check(entries.map { $0.json() }, sizes: Array(repeating: size, count: 4))
        #expect(outcome.verdicts == [.held, .held, .held, .held] && outcome.summary.counts.held == 4)
    }

    @Test("are read again only where the first isn't beside them or says something else") func secondLook() throws {
        let same = Entry(5).json()
        let other = Entry(5, normal: "1").json()
        for (pages, ids) in [
            ([[same, same, same]], []), ([[same, other, same]], [5]), ([[same], [same, same]], [5]),
            ([[same, same], [other]], [5]), ([[#"{"id":5}"#, same, same]], []),
        ] as [([[String]], Set<Int64>)] {
            var rules = PayrollRules(
                checks: PayrollChecks(), period: try PayPeriod("2026-10"), roster: Roster([]), wholeBatch: nil)
            for chunk in try pages.flatMap({ try chunks($0, sizes: [$0.count]) }) { _ = rules.check(chunk) }
            #expect(rules.idsToCompare() == ids && rules.repeatedKeys == ["5"], "\(pages)")
        }
    }

    @Test("are no repeat of a reject") func afterReject() throws {
        let outcome = try check([#"{"id":5,"employeeId":7}"#, Entry(5).json()])
        #expect(outcome.verdicts == [.rejected, .exported])
    }

    @Test("are told apart by notes that imitate the text they are compared by") func imitation() throws {
        let plain = Entry(5, others: #""notes":"a","approvedBy":1"#)
        let forged = Entry(
            5, others: #""notes":"a\"\nstatus=2\nsubmittedAt=\napprovedAt=\napprovedBy=1","approvedBy":1"#)
        #expect(try check([plain, forged]).verdicts == [.held, .held])
    }

    @Test("may be spread over the whole range of 64 bits") func scattered() throws {
        let ids = [1, Int.max, 1 << 32, (1 << 32) + 1, 1 << 33, 4_294_967_295, 1, Int.max, 1 << 32, 2]
        let outcome = try check(ids.map { Entry($0, normal: "0.1") })
        #expect(
            outcome.verdicts.map { $0 == .repeated } == [
                false, false, false, false, false, false, true, true, true, false,
            ])
    }
}
