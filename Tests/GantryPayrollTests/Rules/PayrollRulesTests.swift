import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("The payroll checks")
struct PayrollRulesTests {
    /// Checks that the one entry is held by this rule alone.
    private func expectHeld(_ entry: Entry, by rule: String, found: String, expected: String) throws {
        let outcome = try check([entry, Entry(99, day: "2026-10-20")])
        #expect(outcome.verdicts == [.held, .exported])
        #expect(
            outcome.notes == [
                ExceptionNote(
                    rule: rule, severity: .blocker, ordinal: 0, recordID: Int64(entry.id),
                    employeeID: Int64(entry.employee),
                    date: CivilDate(String(entry.day.dropFirst().dropLast())), found: found, expected: expected)
            ])
        #expect(outcome.summary.exceptions == [ExceptionCount(rule: rule, severity: .blocker, count: 1)])
        #expect(outcome.wholeBatch == nil)
    }

    @Test("export an entry with nothing odd about it, joined to its worker") func plain() throws {
        let outcome = try check([
            Entry(1), Entry(2, employee: 8, day: "2026-10-31", normal: "0", overtime: "1.5", weekend: "2"),
        ])
        #expect(outcome.verdicts == [.exported, .exported] && outcome.notes == [] && outcome.wholeBatch == nil)
        #expect(outcome.joined == [0, 1])
        #expect(outcome.summary.exceptions == [] && outcome.summary.employeeNotes == [])
        #expect(outcome.summary.exported.total == HoursSum(11) && outcome.summary.held.total == .zero)
    }

    @Test("tell an entry that came again on its own page from one that came on another") func repeatsByPage() throws {
        for (ids, all, within) in [
            ([[1, 2], [3, 4]], 0, 0), ([[1, 1], [3, 4]], 1, 1), ([[1, 2], [2, 4]], 1, 0), ([[1, 2, 2], [2]], 2, 1),
        ] {
            var rules = PayrollRules(
                checks: PayrollChecks(), period: try october(), roster: Roster([]), wholeBatch: nil)
            for (index, page) in ids.enumerated() {
                for var chunk in try chunks(page.map { Entry($0).json() }, sizes: [page.count]) {
                    chunk.page = index + 1
                    _ = rules.check(chunk)
                }
            }
            #expect(rules.repeats == all && rules.repeatsWithinPages == within, "\(ids)")
        }
    }

    @Test("hold what isn't approved", arguments: ["DRAFT", "SUBMITTED", "REJECTED"]) func notApproved(
        status: String
    ) throws {
        try expectHeld(Entry(status: status), by: Rule.notApproved, found: status, expected: "APPROVED")
    }

    @Test(
        "hold what lies outside the period",
        arguments: ["2026-09-30", "2026-11-01", "2025-10-05", "9999-12-31", "0001-01-01"])
    func outsidePeriod(day: String) throws {
        try expectHeld(Entry(day: day), by: Rule.outsidePeriod, found: day, expected: "2026-10-01 to 2026-10-31")
    }

    @Test("take the first and the last day of the period") func edges() throws {
        #expect(
            try check([Entry(1, day: "2026-10-01"), Entry(2, day: "2026-10-31")]).verdicts == [.exported, .exported])
    }

    @Test(
        "hold negative hours, even when they add up to something or nothing",
        arguments: [("-1", "0", "0"), ("8", "-1", "0"), ("1", "0", "-1")])
    func negative(normal: String, overtime: String, weekend: String) throws {
        try expectHeld(
            Entry(normal: normal, overtime: overtime, weekend: weekend), by: Rule.negativeHours, found: "-1.00 hours",
            expected: "hours of zero or more")
    }

    @Test("hold entries of a worker nobody knows") func unknownWorker() throws {
        try expectHeld(
            Entry(employee: 1234), by: Rule.unknownWorker, found: "worker 1234",
            expected: "a worker in the worker list")
        #expect(try check([Entry(employee: 1234), Entry(2)]).joined == [-1, 0])
    }

    @Test("hold entries of a worker whose name XML can't hold") func unprintableName() throws {
        try expectHeld(
            Entry(employee: 9), by: Rule.unprintableName, found: "a control character in the name of worker 9",
            expected: "a name that XML 1.0 allows")
    }

    @Test("count an entry without hours, and export it unless ordered otherwise") func zero() throws {
        let entry = Entry(normal: "0", overtime: "0.0", weekend: "-0")
        let standard = try check([entry])
        #expect(standard.verdicts == [.exported] && standard.notes == [] && standard.count(Rule.zeroHours, .info) == 1)
        var checks = PayrollChecks()
        checks.zeroHours = .blocker
        let blocked = try check([entry], checks)
        #expect(blocked.verdicts == [.held])
        #expect(blocked.notes.map(\.found) == ["0.00 hours"])
    }

    @Test("count an entry whose hours were finer than can be kept, once however many were") func finer() throws {
        let entries = [
            Entry(1, normal: "7.3000000000000007", overtime: "0.33333333333"),
            Entry(2, day: "2026-10-06", normal: "7.300000000000"),
        ]
        let standard = try check(entries)
        #expect(
            standard.verdicts == [.exported, .exported] && standard.notes == []
                && standard.count(Rule.finerThanKept, .info) == 1)
        #expect(standard.summary.exported.normal == HoursSum(nano: 14_600_000_000))
        var checks = PayrollChecks()
        for (severity, verdict) in [(Severity.warning, Verdict.exported), (.blocker, .held)] {
            checks.finerThanKept = severity
            let outcome = try check(entries, checks)
            #expect(outcome.verdicts == [verdict, .exported] && outcome.notes(Rule.finerThanKept).count == 1)
            #expect(outcome.count(Rule.finerThanKept, severity) == 1)
        }
        checks.finerThanKept = nil
        #expect(try check(entries, checks).summary.exceptions == [])
    }

    @Test("note everything that is odd about one entry") func everything() throws {
        let outcome = try check([Entry(employee: 1234, day: "2026-09-30", normal: "-1", status: "DRAFT")])
        #expect(outcome.verdicts == [.held])
        #expect(
            Set(outcome.notes.map(\.rule)) == [
                Rule.notApproved, Rule.outsidePeriod, Rule.unknownWorker, Rule.negativeHours,
            ])
        #expect(outcome.summary.counts.held == 1)
    }

    @Test("keep rejects apart and out of every rule") func rejects() throws {
        let outcome = try check([Entry(1).json(), #"{"id":1}"#, "7", Entry(1).json(), #"{"id":2,"employeeId":0}"#])
        #expect(outcome.verdicts == [.exported, .rejected, .rejected, .repeated, .rejected])
        #expect(outcome.joined == [0, -1, -1, 0, -1])
        #expect(outcome.summary.counts.rejected == 3 && outcome.summary.counts.fetched == 5)
    }

    @Test("survive an entry that repeats a key hundreds of times") func repeatedKey() throws {
        let repeated = Array(repeating: #""normalHours":0.12345678901"#, count: 1_000).joined(separator: ",")
        #expect(try check([Entry(1, others: repeated).json(), Entry(2).json()]).verdicts == [.rejected, .exported])
    }

    @Test("make each rule matter as much as ordered", arguments: [nil, Severity.info, .warning, .blocker])
    func severities(severity: Severity?) throws {
        let cases: [(String, Entry, WritableKeyPath<PayrollChecks, Severity?>)] = [
            (Rule.notApproved, Entry(status: "DRAFT"), \.notApproved),
            (Rule.negativeHours, Entry(normal: "-1"), \.negativeHours),
            (Rule.zeroHours, Entry(normal: "0"), \.zeroHours),
            (Rule.unknownWorker, Entry(employee: 1234), \.unknownWorker),
            (Rule.finerThanKept, Entry(normal: "1.00000000001"), \.finerThanKept),
        ]
        for (rule, entry, path) in cases {
            var checks = PayrollChecks()
            checks[keyPath: path] = severity
            let outcome = try check([entry], checks)
            #expect(outcome.verdicts == [severity == .blocker ? .held : .exported], "\(rule)")
            // What is only worth counting is not listed.
            #expect(
                outcome.notes.map(\.severity) == (severity.map { $0 > .info } == true ? [severity ?? .info] : []),
                "\(rule)")
            #expect(
                outcome.summary.exceptions
                    == (severity.map { [ExceptionCount(rule: rule, severity: $0, count: 1)] } ?? []), "\(rule)")
        }
    }

    @Test("sum exported and held hours apart, by category, employee and day") func totals() throws {
        let outcome = try check([
            Entry(10, normal: "7", overtime: "1"), Entry(20, normal: "2", weekend: "0.25"),
            Entry(30, day: "2026-10-06", normal: "3"),
            Entry(40, employee: 8, normal: "1", overtime: "2", weekend: "3"),
            Entry(50, day: "2026-10-07", normal: "5", overtime: "6", weekend: "7", status: "DRAFT"),
            Entry(60, employee: 1234, normal: "1"),
        ])
        let summary = outcome.summary
        #expect(
            [summary.exported.normal, summary.exported.overtime, summary.exported.weekend] == [
                HoursSum(13), HoursSum(3), HoursSum(nano: 3_250_000_000),
            ])
        #expect(
            [summary.held.normal, summary.held.overtime, summary.held.weekend] == [
                HoursSum(6), HoursSum(6), HoursSum(7),
            ])
        #expect(summary.counts.exported == 4 && summary.counts.held == 2 && summary.hashOfIDs == 100)
        #expect(summary.employees.map(\.id) == [7, 8] && summary.employees.map(\.person) == [0, 1])
        let anna = try #require(summary.employees.first)
        #expect(
            anna.tally.entries == 3 && anna.tally.normal == 3 && anna.tally.overtime == 1 && anna.tally.weekend == 1
                && anna.tally.sumOfIDs == 60)
        #expect(anna.days.count == 31)
        #expect(anna.days.enumerated().filter { $0.element.exported != .zero }.map(\.offset) == [4, 5])
        #expect(anna.days.first { $0.exported != .zero }?.normal == Hours(9))
    }

    @Test("have nothing to say about nothing") func nothing() throws {
        let outcome = try check([Entry]())
        #expect(
            outcome.summary.counts == BatchCounts() && outcome.summary.employees.isEmpty && outcome.wholeBatch == nil)
    }
}

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

    @Test("are all held when only one of many differs, wherever it stands", arguments: 0..<4) func oneOfMany(
        position: Int
    ) throws {
        var entries = Array(repeating: Entry(5), count: 4)
        entries[position].normal = "1"
        let outcome = try check(entries)
        #expect(outcome.verdicts == [.held, .held, .held, .held] && outcome.summary.counts.held == 4)
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

@Suite("Hours of a person and day")
struct DayHoursTests {
    @Test("past 24 hold every entry of the day, counting those that are not approved yet") func tooMany() throws {
        let outcome = try check([
            Entry(1, normal: "8"), Entry(2, normal: "8", status: "SUBMITTED"), Entry(3, day: "2026-10-06"),
            Entry(4, normal: "0", weekend: "8.000000001"),
            Entry(5, employee: 8), Entry(6, normal: "0"),
        ])
        #expect(outcome.early == [.exported, .held, .exported, .exported, .exported, .exported])
        #expect(outcome.verdicts == [.held, .held, .exported, .held, .exported, .held])
        let day = try #require(outcome.wholeBatch?.heldDays.first)
        #expect(
            outcome.wholeBatch?.heldDays.count == 1 && day.key.employeeID == 7
                && day.key.date == CivilDate("2026-10-05"))
        #expect(day.value.counted == HoursSum(nano: 24_000_000_001) && day.value.leftOut == .zero)
        #expect(outcome.notes(Rule.hoursPerDay).map(\.recordID) == [1, 2, 4, 6])
        #expect(
            outcome.notes(Rule.hoursPerDay).allSatisfy {
                $0.found == "24.000000001 hours on the day" && $0.expected == "at most 24.00"
            })
        #expect(outcome.summary.exported.total == HoursSum(15) && outcome.summary.employeeNotes == [])
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
        let off = try check([Entry(1, normal: "90000")], checks)
        #expect(off.verdicts == [.exported] && off.summary.exceptions == [] && off.wholeBatch == nil)
    }
}

@Suite("The roster")
struct RosterTests {
    private func person(
        _ id: Int64, _ name: String, rate: Int128? = nil, others: [String: String] = [:]
    ) -> Roster.Person {
        Roster.Person(id: id, name: name, hourlyRate: rate.map { Money(nano: $0) }, others: others)
    }

    @Test("finds its people by number, in order of their numbers") func order() {
        let roster = Roster([person(30, "C"), person(10, "A"), person(20, "B")])
        #expect(roster.people.map(\.id) == [10, 20, 30] && roster.ambiguous == [])
        #expect([10, 20, 30, 40].map { roster.index(of: $0) } == [0, 1, 2, -1])
    }

    @Test("counts a person once who is there twice") func repeated() {
        let roster = Roster([person(10, "A", rate: 5), person(10, "A", rate: 5)])
        #expect(roster.people == [person(10, "A", rate: 5)] && roster.ambiguous == [])
    }

    @Test(
        "doesn't know a number under which there are different people, wherever they stand",
        arguments: [
            [("A", 1), ("B", 1)], [("A", 1), ("A", 2)], [("A", 1), ("B", 1), ("A", 1)], [("A", 1), ("A", 1), ("B", 1)],
            [("B", 1), ("A", 1), ("A", 1)],
        ] as [[(String, Int128)]])
    func ambiguous(people: [(String, Int128)]) {
        let roster = Roster([person(5, "X")] + people.map { person(10, $0.0, rate: $0.1) } + [person(20, "Y")])
        #expect(roster.ambiguous == [10] && roster.index(of: 10) == -1)
        #expect(roster.people.map(\.id) == [5, 20] && roster.index(of: 20) == 1)
    }

    @Test("tells people apart by their other fields too") func otherFields() {
        #expect(
            Roster([person(1, "A", others: ["phone": "1"]), person(1, "A", others: ["phone": "2"])]).ambiguous == [1])
        #expect(Roster([person(1, "A", rate: nil), person(1, "A", rate: 0)]).ambiguous == [1])
    }

    @Test(
        "knows which names XML 1.0 can hold",
        arguments: [
            ("Åse Ørsted", true), ("", true), ("a\tb\nc\r", true), ("🏗️", true), ("\u{7F}", true), ("\u{FFFD}", true),
            ("\u{0}", false), ("a\u{1}", false),
            ("\u{8}", false), ("\u{B}", false), ("\u{1F}", false), ("\u{FFFE}", false), ("\u{FFFF}", false),
            (String(repeating: "x", count: 1_000), true),
            (String(repeating: "x", count: 1_001), false),
        ])
    func names(name: String, isPrintable: Bool) {
        #expect(person(1, name).isNamePrintable == isPrintable)
    }
}
