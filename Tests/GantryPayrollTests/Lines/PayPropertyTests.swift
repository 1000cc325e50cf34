import GantryConnectors
import GantryEngine
import GantryFormats
import GantryModel
import GantryOutputs
import GantryPayroll
import Testing

/// A month of generated entries with everything that pay depends on.
private struct GeneratedMonth {
    struct Work {
        var id: Int
        var entry: Entry
        var project: Int?

        var json: String {
            var entry = entry
            if let project { entry.others = "\"projectId\":\(project)" }
            return entry.json()
        }

        /// What a decision about a finding of it binds.
        var values: [String] {
            [entry.employee, entry.day, entry.normal, entry.overtime, entry.weekend, project.map { "\($0)" } ?? ""]
        }

        /// Changes one thing that is paid, one that isn't, or nothing.
        mutating func change(_ numbers: inout SeededGenerator) {
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: entry.normal = "7.25"
            case 1: (entry.normal, entry.overtime) = (entry.overtime, entry.normal)
            case 2: entry.weekend = "1.125"
            case 3: project = (project ?? 0) + 1
            case 4: entry.employee = entry.employee == "7" ? "8" : "7"
            case 5: entry.day = "\"2026-10-13\""
            case 6: entry.status = "\"SUBMITTED\""
            case 7: entry.status = "\"APPROVED\""
            default: break
            }
        }
    }

    var work: [Work] = []

    init(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        for id in 1...Int.random(in: 5...80, using: &numbers) {
            func hours(_ choices: [String]) -> String { choices.randomElement(using: &numbers) ?? "0" }
            let day = Int.random(in: 1...12, using: &numbers)
            var entry = Entry(
                id, employee: [7, 7, 8, 8, 9, 1234].randomElement(using: &numbers) ?? 7,
                day: "2026-10-\(day < 10 ? "0" : "")\(day)",
                normal: hours(["7.4", "7.333333333", "3.7", "0", "0.005", "-1"]),
                overtime: hours(["0", "0", "2.5", "4.25", "0.3333"]), weekend: hours(["0", "0", "5", "9.125"]),
                status: hours(["APPROVED", "APPROVED", "APPROVED", "SUBMITTED", "DRAFT", "REJECTED"]))
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: entry.approval = "\"approvedAt\":\"2026-10-31T08:00:00Z\",\"approvedBy\":\(entry.employee)"
            case 1: entry.approval = "\"approvedAt\":null,\"approvedBy\":null"
            default: break
            }
            work.append(
                Work(id: id, entry: entry, project: [nil, 1, 2, 3].randomElement(using: &numbers).flatMap { $0 }))
        }
    }

    var elements: [String] { work.map(\.json) }
}

/// What a run makes of entries.
private struct MadePay {
    /// By employee and code: units and amount in billionths.
    var sums: [String: [Int128]] = [:]
    /// The rows of `payroll.csv` and of the list of exceptions.
    var files: [[String]] = []
    var exported: Set<Int64> = []
    var notes: [ExceptionNote] = []

    static let checks: PayrollChecks = {
        var checks = PayrollChecks()
        checks.wrongDayKind = .warning
        checks.dayBlocker = Hours(20)
        return checks
    }()

    static func settings(byProject: Bool) throws -> PaySettings {
        let hourly = PayPrice.rate(.hourly, factorNano: 1_000_000_000)
        return PayCalculationTests.settings(
            [
                PayCalculationTests.code("1000", .hours(HoursSelection(.normal)), hourly),
                PayCalculationTests.code(
                    "1110", .hours(HoursSelection(.overtime, ofDay: try PayCalculationTests.range("0-3"))),
                    .rate(.hourly, factorNano: 1_500_000_000)),
                PayCalculationTests.code(
                    "1120", .hours(HoursSelection(.overtime, ofDay: try PayCalculationTests.range("3-"))), hourly),
                PayCalculationTests.code(
                    "1200", .hours(HoursSelection(.weekend, on: [.saturday])), .fixed(Money(nano: 55_125_000_000))),
                PayCalculationTests.code(
                    "1210", .hours(HoursSelection(.weekend, on: [.sunday, .holiday, .workday])), nil),
            ], byProject: byProject)
    }

    init(
        _ elements: [String], byProject: Bool = false, checks: PayrollChecks = MadePay.checks,
        decisions: Decisions = Decisions(), sizes: [Int] = [1_000]
    ) throws {
        let settings = try MadePay.settings(byProject: byProject)
        let period = try october()
        let inputs = PayInputs(
            employees: nil, calendar: PayCalendar(weekend: [.saturday, .sunday], holidays: []), leave: nil,
            decisions: decisions)
        let chunks = try chunks(elements, sizes: sizes)
        func rules(_ wholeBatch: PayrollBatchFindings?) -> PayrollRules {
            PayrollRules(
                checks: checks, period: period, roster: roster, inputs: inputs, detail: HoursDetail(settings),
                wholeBatch: wholeBatch)
        }
        var last = rules(nil)
        var checked = chunks.map { last.check($0) }
        if !last.idsToCompare().isEmpty { for chunk in chunks { last.compare(chunk) } }
        if let wholeBatch = last.finalize() {
            last = rules(wholeBatch)
            checked = chunks.map { last.check($0) }
        }
        for chunk in checked {
            for (index, verdict) in chunk.verdicts.enumerated() where verdict == .exported {
                exported.insert(chunk.chunk.records[index].id)
            }
        }
        let summary = last.summary()
        notes = checked.flatMap(\.exceptions) + summary.employeeNotes
        let batch = PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "p", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0))
        let people = try PayCalculation(settings, batch: batch, inputs: inputs).employees(
            of: summary.employees, in: roster)
        for person in people {
            for line in person.lines {
                let key = "\(person.payrollNumber) \(line.payCode)"
                sums[key, default: [0, 0]][0] += Int128(line.units.nano)
                sums[key, default: [0, 0]][1] += line.amount?.nano ?? 0
            }
        }
        let columns = PayCSVColumns(isByProject: byProject)
        files = people.flatMap { columns.rows(of: $0, unitsDecimals: 2).map { $0.map(\.text) } }
        files += notes.map { ExceptionLayout.payroll.cells($0).map(\.text) }
    }

    /// The rows of pay alone, for where the order of exceptions may differ.
    var pay: [[String]] { files.dropLast(notes.count) }
}

@Suite("Whatever the entries are, pay") struct PayPropertyTests {
    private static let seeds = UInt64(1)...80

    @Test("is the same by projects, in another order, on other pages and with entries sent again")
    func independence() throws {
        for seed in Self.seeds {
            var numbers = SeededGenerator(seed: seed &* 7_919)
            let elements = GeneratedMonth(seed: seed).elements
            let plain = try MadePay(elements)
            let byProject = try MadePay(elements, byProject: true)
            #expect(byProject.sums == plain.sums, "seed \(seed): by project")
            let shuffled = elements.shuffled(using: &numbers)
            let sizes = [Int.random(in: 1...9, using: &numbers), Int.random(in: 1...40, using: &numbers)]
            #expect(try MadePay(shuffled, sizes: sizes).pay == plain.pay, "seed \(seed): another order")
            #expect(
                try MadePay(shuffled, byProject: true, sizes: sizes).pay == byProject.pay,
                "seed \(seed): another order, by project")
            var again = elements
            for _ in 0..<Int.random(in: 1...10, using: &numbers) {
                again.insert(
                    elements.randomElement(using: &numbers) ?? "", at: Int.random(in: 0...again.count, using: &numbers))
            }
            #expect(try MadePay(again, sizes: sizes).pay == plain.pay, "seed \(seed): entries sent again")
        }
    }

    /// Decisions about some of the findings, in their order.
    private func decisions(
        about notes: [ExceptionNote], _ numbers: inout SeededGenerator
    ) -> [Decision] {
        notes.filter { _ in Bool.random(using: &numbers) }.compactMap { note in
            guard let id = note.details?.id else { return nil }
            let verb: DecisionVerb =
                note.severity == .blocker ? .waive : [.accept, .hold].randomElement(using: &numbers) ?? .accept
            return decision(verb, id, note)
        }
    }

    private func decision(_ verb: DecisionVerb, _ id: String, _ note: ExceptionNote) -> Decision {
        if verb == .hold, let entry = note.recordID {
            return Decision(
                .hold, of: .entry(entry), about: note.rule, by: "clerk", because: "The manager saw the crane log.",
                time: Instant(secondsSince1970: 1_793_577_600))
        }
        return Decision(
            id: id, verb: verb, rule: note.rule, entry: note.recordID, employee: note.employeeID, date: note.date,
            found: note.found, by: "clerk", because: "The manager saw the crane log.",
            time: Instant(secondsSince1970: 1_793_577_600))
    }

    @Test("follows decisions, in whatever order they were made, and a withdrawn one leaves no trace")
    func decisionsOfOthers() throws {
        var changed = 0
        for seed in Self.seeds {
            var numbers = SeededGenerator(seed: seed &* 104_729)
            let elements = GeneratedMonth(seed: seed).elements
            let before = try MadePay(elements)
            var made = decisions(about: before.notes, &numbers)
            var seen: Set<String> = []
            made = made.filter { seen.insert($0.id).inserted }
            let after = try MadePay(elements, decisions: Decisions(made))
            if after.pay != before.pay { changed += 1 }
            let other = try MadePay(elements, decisions: Decisions(made.shuffled(using: &numbers)))
            #expect(other.files == after.files, "seed \(seed): another order of decisions")
            let withdrawn = made.map {
                Decision(
                    id: $0.id, verb: .withdraw, rule: $0.rule, entry: $0.entry, employee: $0.employee, date: $0.date,
                    found: $0.found, by: $0.by, because: $0.because, time: $0.time)
            }
            let back = try MadePay(
                elements, decisions: Decisions(made + withdrawn.shuffled(using: &numbers)))
            #expect(back.files == before.files, "seed \(seed): withdrawn")
        }
        #expect(changed > 15, "only \(changed) months had a decision that changed pay")
    }

    @Test("doesn't follow a waiver of something else than what was found") func otherFinding() throws {
        var waived = 0
        for seed in Self.seeds {
            var month = GeneratedMonth(seed: seed)
            guard let place = month.work.firstIndex(where: { $0.entry.status == "\"DRAFT\"" }) else { continue }
            let id = Int64(month.work[place].id)
            let before = try MadePay(month.elements)
            guard let note = before.notes.first(where: { $0.recordID == id && $0.rule == "not-approved" }),
                let finding = note.details?.id
            else { continue }
            let waiver = Decisions([decision(.waive, finding, note)])
            if try MadePay(month.elements, decisions: waiver).exported.contains(id) { waived += 1 }
            month.work[place].entry.status = "\"REJECTED\""
            let changed = try MadePay(month.elements)
            #expect(try MadePay(month.elements, decisions: waiver).pay == changed.pay, "seed \(seed)")
            #expect(!changed.exported.contains(id), "seed \(seed)")
        }
        #expect(waived > 8, "only \(waived) waivers exported an entry")
    }

    @Test(
        "applies a waiver or an acceptance to the values that it saw and to no others, and a hold until it is withdrawn"
    )
    func boundValues() throws {
        var (applied, lapsed, held) = (0, 0, 0)
        for seed in Self.seeds {
            var numbers = SeededGenerator(seed: seed &* 7_919)
            var month = GeneratedMonth(seed: seed)
            let before = try MadePay(month.elements)
            let ids = before.notes.compactMap { $0.details?.id }
            #expect(Set(ids).count == ids.count, "seed \(seed): two findings share an id")
            let about = before.notes.filter { $0.recordID != nil && Bool.random(using: &numbers) }
            var made: [Decision] = []
            var holds: Set<Int64> = []
            for note in about {
                guard let id = note.details?.id, let entry = note.recordID else { continue }
                let verb: DecisionVerb =
                    Int.random(in: 0..<4, using: &numbers) == 0 ? .hold : note.severity == .blocker ? .waive : .accept
                made.append(decision(verb, id, note))
                if verb == .hold { holds.insert(entry) }
            }
            let old = Dictionary(uniqueKeysWithValues: month.work.map { (Int64($0.id), $0) })
            for place in month.work.indices { month.work[place].change(&numbers) }
            let now = Dictionary(uniqueKeysWithValues: month.work.map { (Int64($0.id), $0) })
            let after = try MadePay(month.elements, decisions: Decisions(made))
            #expect(after.exported.isDisjoint(with: holds), "seed \(seed): a hold ended by itself")
            held += holds.count
            for decision in made where decision.verb != .hold {
                guard let entry = decision.entry, let was = old[entry], let work = now[entry] else { continue }
                let notes = after.notes.filter { $0.recordID == entry && $0.rule == decision.rule }
                for note in notes {
                    let counts = note.details?.decision?.verb == decision.verb.rawValue
                    let isSame = was.values == work.values && note.found == decision.found
                    #expect(counts == isSame, "seed \(seed): entry \(entry), \(note.rule) \(note.found)")
                    if counts { applied += 1 } else { lapsed += 1 }
                }
            }
            let freed = made.filter { $0.verb == .hold }.compactMap(\.held).map {
                Decision(
                    .withdraw, of: $0, by: "clerk", because: "The dispute is settled now.",
                    time: Instant(secondsSince1970: 1_793_577_601))
            }
            let others = made.filter { $0.verb != .hold }
            #expect(
                try MadePay(month.elements, decisions: Decisions(made + freed)).files
                    == MadePay(month.elements, decisions: Decisions(others)).files, "seed \(seed): withdrawn holds")
        }
        #expect(applied > 50 && lapsed > 50 && held > 20, "\(applied) \(lapsed) \(held)")
    }

    @Test("gives each of several different entries under one number findings of their own") func contestedIDs() throws {
        let entries = [1, 2].map { task in
            var entry = Entry(5, status: "SUBMITTED")
            entry.others = "\"taskId\":\(task)"
            return entry.json()
        }
        let ids = try MadePay(entries).notes.compactMap { $0.details?.id }
        #expect(ids.count >= 4 && Set(ids).count == ids.count, "\(ids)")
    }

    @Test("covers no entry more when a check is tightened, and none less when a finding is waived") func monotony()
        throws
    {
        var fewer = 0
        var more = 0
        for seed in Self.seeds {
            var numbers = SeededGenerator(seed: seed &* 15_485_863)
            let elements = GeneratedMonth(seed: seed).elements
            let checks = MadePay.checks
            let before = try MadePay(elements, checks: checks)
            for tightened in Self.tightened(checks) {
                let after = try MadePay(elements, checks: tightened)
                #expect(after.exported.isSubset(of: before.exported), "seed \(seed): \(tightened)")
                if after.exported.count < before.exported.count { fewer += 1 }
            }
            // What isn't approved counts towards the hours of a day unless it is held anyway.
            var loose = checks
            loose.dayBlocker = nil
            loose.notApproved = .warning
            var strict = loose
            strict.notApproved = .blocker
            #expect(
                try MadePay(elements, checks: strict).exported.isSubset(
                    of: try MadePay(elements, checks: loose).exported), "seed \(seed): not-approved")
            let waivers = before.notes.filter { $0.severity == .blocker && Bool.random(using: &numbers) }.compactMap {
                note in note.details.map { decision(.waive, $0.id, note) }
            }
            let after = try MadePay(elements, checks: checks, decisions: Decisions(waivers))
            #expect(before.exported.isSubset(of: after.exported), "seed \(seed): waived")
            if after.exported.count > before.exported.count { more += 1 }
        }
        #expect(fewer > 30 && more > 30, "\(fewer) tightened checks and \(more) waivers had an effect")
    }

    /// The checks, each time with one of them tightened.
    private static func tightened(_ checks: PayrollChecks) -> [PayrollChecks] {
        let severities: [WritableKeyPath<PayrollChecks, Severity?>] = [
            \.zeroHours, \.noRate, \.selfApproved, \.approvalIncomplete, \.wrongDayKind, \.finerThanKept,
        ]
        var all = severities.map { key in
            var one = checks
            one[keyPath: key] = .blocker
            return one
        }
        var day = checks
        day.dayBlocker = Hours(9)
        all.append(day)
        return all
    }
}
