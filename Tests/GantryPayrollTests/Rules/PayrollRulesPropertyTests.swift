import GantryConnectors
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// Batches full of coincidences, and what must become of them, worked out over the whole batch at once.
private struct RandomBatch {
    struct Row: Hashable {
        var id: Int
        var employee: Int
        var day: Int
        /// Thousandths.
        var hours: [Int]
        var status: String
        var notes: String?
    }

    var elements: [String] = []
    /// `nil` for a reject.
    var rows: [Row?] = []

    init(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let many = Int.random(in: 1...120, using: &numbers)
        for _ in 0..<many {
            if Int.random(in: 0..<15, using: &numbers) == 0 {
                elements.append(
                    [#"{"id":3}"#, "null", #"{"id":"x","employeeId":7}"#].randomElement(using: &numbers) ?? "7")
                rows.append(nil)
                continue
            }
            var row = Row(
                id: Int.random(in: 1...80, using: &numbers),
                employee: [7, 7, 8, 8, 9, 1234].randomElement(using: &numbers) ?? 7,
                day: Int.random(in: -1...4, using: &numbers), hours: [0, 0, 0],
                status: ["APPROVED", "APPROVED", "APPROVED", "DRAFT"].randomElement(using: &numbers) ?? "DRAFT",
                notes: nil)
            for index in 0..<3 {
                row.hours[index] = [0, 0, 500, 7_500, 3_333, -1_000, 12_000].randomElement(using: &numbers) ?? 0
            }
            if Bool.random(using: &numbers) { row.notes = "æ" }
            if let earlier = rows.compactMap(\.self).randomElement(using: &numbers),
                Int.random(in: 0..<5, using: &numbers) == 0
            {
                row = earlier
            }
            rows.append(row)
            elements.append(RandomBatch.json(row, &numbers))
        }
    }

    /// One of several spellings.
    private static func json(_ row: Row, _ numbers: inout SeededGenerator) -> String {
        func number(_ thousandths: Int) -> String {
            let text =
                "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1_000).\(String("000\(abs(thousandths) % 1_000)".suffix(3)))"
            return [text, "\"\(text)\"", "\(thousandths)e-3"].randomElement(using: &numbers) ?? text
        }
        var members = [
            #""id":\#(row.id)"#, #""employeeId":\#(row.employee)"#, #""workDate":"\#(date(row.day))""#,
            #""normalHours":\#(number(row.hours[0]))"#,
            #""overtimeHours":\#(number(row.hours[1]))"#, #""weekendHours":\#(number(row.hours[2]))"#,
            #""status":"\#(row.status)""#,
        ]
        if row.notes != nil {
            members.append([#""notes":"æ""#, #""notes":"\u00e6""#].randomElement(using: &numbers) ?? "")
        }
        return "{" + members.shuffled(using: &numbers).joined(separator: ",") + "}"
    }

    /// Days of the test lie from the one before the period on.
    static func date(_ day: Int) -> CivilDate { CivilDate(daysSince1970: 20_727 + Int32(day)) }

    /// Verdicts under the standard checks.
    var verdicts: [Verdict] {
        var first: [Int: Row] = [:]
        var conflicts: Set<Int> = []
        // By number, worker and day: the most that an entry of the number has there.
        var most: [[Int]: Int] = [:]
        for case let row? in rows {
            if let earlier = first[row.id], earlier != row { conflicts.insert(row.id) }
            first[row.id] = first[row.id] ?? row
            let place = [row.id, row.employee, row.day]
            // What is not paid says nothing about the hours that are.
            if row.day >= 0, row.status != "DRAFT" { most[place] = max(most[place] ?? 0, row.hours.reduce(0, +)) }
        }
        var dayHours: [[Int]: Int] = [:]
        for (place, hours) in most { dayHours[Array(place.dropFirst()), default: 0] += hours }
        var seen: Set<Int> = []
        return rows.map { row in
            guard let row else { return .rejected }
            let isNew = seen.insert(row.id).inserted
            if conflicts.contains(row.id) { return .held }
            if !isNew { return .repeated }
            let isOdd =
                row.status != "APPROVED" || row.day < 0 || row.hours.contains { $0 < 0 }
                || ![7, 8].contains(row.employee)
            return isOdd || (dayHours[[row.employee, row.day]] ?? 0) > 24_000 ? .held : .exported
        }
    }
}

@Suite("The payroll checks on any batch")
struct PayrollRulesPropertyTests {
    @Test(
        "give each entry the verdict that the whole batch calls for, and totals that add up",
        arguments: 0..<300 as Range<UInt64>)
    func verdicts(seed: UInt64) throws {
        let batch = RandomBatch(seed: seed)
        let outcome = try check(batch.elements)
        let expected = batch.verdicts
        #expect(outcome.verdicts == expected, "seed \(seed)")

        func hours(_ verdict: Verdict, _ index: Int) -> HoursSum {
            HoursSum(
                nano: zip(batch.rows, expected).reduce(0) {
                    $0 + ($1.1 == verdict ? Int128($1.0?.hours[index] ?? 0) * 1_000_000 : 0)
                })
        }
        let summary = outcome.summary
        #expect(
            [summary.exported.normal, summary.exported.overtime, summary.exported.weekend]
                == (0..<3).map { hours(.exported, $0) }, "seed \(seed)")
        #expect(
            [summary.held.normal, summary.held.overtime, summary.held.weekend] == (0..<3).map { hours(.held, $0) },
            "seed \(seed)")
        let counts = summary.counts
        #expect(
            [counts.fetched, counts.exported, counts.held, counts.repeats, counts.rejected]
                == [expected.count]
                + [Verdict.exported, .held, .repeated, .rejected].map { verdict in expected.count { $0 == verdict } })

        // Employees, days, tallies and control sums are the same entries, added up another way.
        #expect(summary.employees.map(\.id) == summary.employees.map(\.id).sorted())
        #expect(summary.employees.reduce(0) { $0 + $1.tally.entries } == counts.exported)
        #expect(summary.employees.reduce(0) { $0 + $1.tally.sumOfIDs } == summary.hashOfIDs)
        #expect(
            zip(batch.rows, expected).reduce(Int128(0)) { $0 + ($1.1 == .exported ? Int128($1.0?.id ?? 0) : 0) }
                == summary.hashOfIDs)
        #expect(summary.employees.flatMap(\.days).reduce(HoursSum.zero) { $0 + $1.exported } == summary.exported.total)
    }

    @Test("say the same however the batch is cut into chunks", arguments: 0..<60 as Range<UInt64>) func chunkSizes(
        seed: UInt64
    ) throws {
        let batch = RandomBatch(seed: 1_000 + seed)
        var numbers = SeededGenerator(seed: seed)
        let whole = try check(batch.elements).comparable
        var cuts = [[1], [2], [7], [batch.elements.count - 1]]
        for _ in 0..<3 { cuts.append((0..<batch.elements.count).map { _ in Int.random(in: 1...20, using: &numbers) }) }
        for sizes in cuts {
            #expect(try check(batch.elements, sizes: sizes).comparable == whole, "seed \(seed), chunks of \(sizes)")
        }
    }

    @Test("say the same in whatever order the entries come", arguments: 0..<60 as Range<UInt64>) func order(
        seed: UInt64
    ) throws {
        let batch = RandomBatch(seed: 3_000 + seed)
        var numbers = SeededGenerator(seed: seed)
        // Which of exact repeats is the one that counts is the order's business; what becomes of them together is not.
        func told(_ order: [Int]) throws -> String {
            let outcome = try check(order.map { batch.elements[$0] })
            let verdicts = zip(order, outcome.verdicts).map { "\(String(describing: batch.rows[$0])) \($1)" }.sorted()
            let people = outcome.summary.employees.map {
                "\($0.id) \($0.tally) \($0.days.map { [$0.normal, $0.overtime, $0.weekend] })"
            }
            return """
                \(verdicts) \((outcome.wholeBatch?.heldDays ?? [:]).map { "\($0.key) \($0.value)" }.sorted()) \(outcome.summary.counts) \
                \(outcome.summary.exported) \(outcome.summary.held) \(outcome.summary.exceptions) \(outcome.summary.employeeNotes) \(people)
                """
        }
        let whole = try told(Array(batch.elements.indices))
        for _ in 0..<5 { #expect(try told(batch.elements.indices.shuffled(using: &numbers)) == whole, "seed \(seed)") }
    }

    @Test("never lose an entry, whatever the rules are set to", arguments: 0..<100 as Range<UInt64>) func anySeverities(
        seed: UInt64
    ) throws {
        let batch = RandomBatch(seed: 2_000 + seed)
        var numbers = SeededGenerator(seed: seed)
        var checks = PayrollChecks()
        for path: WritableKeyPath<PayrollChecks, Severity?> in [
            \.notApproved, \.negativeHours, \.zeroHours, \.unknownWorker, \.finerThanKept, \.repeatedRecord, \.noRate,
        ] {
            checks[keyPath: path] = [nil, .info, .warning, .blocker].randomElement(using: &numbers) ?? nil
        }
        checks.priced = [.init(.normal, by: .hourly)]
        if Bool.random(using: &numbers) { checks.dayBlocker = nil }
        if Bool.random(using: &numbers) { checks.dayWarning = nil }
        let outcome = try check(batch.elements, checks, sizes: [13])
        let summary = outcome.summary
        #expect(summary.counts.addUp && summary.counts.fetched == batch.elements.count)
        #expect(
            summary.employees.flatMap(\.days).reduce(HoursSum.zero) { $0 + $1.exported } == summary.exported.total,
            "seed \(seed)")
        // Each held entry has a blocker in the list, and no exported one has.
        let blocked = Set(outcome.notes.filter { $0.severity == .blocker }.compactMap(\.ordinal))
        #expect(
            blocked
                == Set(outcome.verdicts.indices.filter { outcome.verdicts[$0] == .held }).union(
                    blocked.filter { outcome.verdicts[$0] == .repeated }), "seed \(seed)")
        // What is listed is also counted.
        for severity in [Severity.warning, .blocker] {
            let listed =
                outcome.notes.count { $0.severity == severity }
                + (severity == .warning ? summary.employeeNotes.count : 0)
            #expect(
                summary.exceptions.filter { $0.severity == severity }.reduce(0) { $0 + $1.count } == listed,
                "seed \(seed)")
        }
    }
}
