import GantryEngine
import GantryModel
import GantrySignOff
import Testing

@Suite("Corrections of what was delivered") struct CorrectionTests {
    private static let because = "The crane log was wrong"

    private func run(_ revision: Int) -> RunID {
        RunID(pipeline: "payroll-monthly", period: "2026-10", revision: revision)
    }

    /// A period on its way: which revision pays what, and what lies in the folder of the payroll program.
    private struct Office {
        var machine: SignOffMachine
        /// Statements of published revisions, the first being r1.
        var statements: [Statement] = []
        /// Whole lines of each revision: units by employee and code.
        var lines: [[Int: Int]] = []
        /// What each delivery file holds, by revision, while it isn't marked as failed.
        var delivered: [Int: [Int: Int]] = [:]

        init() {
            var rules = SignOffRules(prepare: ["clerk"], approve: ["owner"])
            rules.proof = .declared
            machine = SignOffMachine(
                history: SignOffHistory(), rules: rules,
                people: [Example.clerk, Person(id: "owner", name: "Owner")], account: "clerk")
        }

        /// Publishes the next revision, whole or a correction as the book says.
        mutating func publish(_ now: [Int: Int]) {
            let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: statements.count + 1)
            var statement = Example.statement
            statement.run = run
            statement.employees = statements.count
            if let paid = machine.history.newestDelivered(of: run), let digest = paid.state.statement {
                statement.kind = .correction
                statement.base = Statement.Base(run: paid.run, statement: digest)
            }
            statements.append(statement)
            lines.append(now)
        }

        /// The file of a revision: its lines, or what they differ by from its base.
        func file(_ revision: Int) -> [Int: Int] {
            guard let base = statements[revision - 1].base else { return lines[revision - 1] }
            return lines[revision - 1].merging(lines[base.run.revision - 1].mapValues { -$0 }) { $0 + $1 }
        }

        /// Whether a step was written.
        mutating func act(_ event: SignOffEvent, _ revision: Int, by person: String) -> Bool {
            let run = statements[revision - 1].run
            machine.statement = statements[revision - 1]
            machine.prepared = statements[revision - 1]
            machine.newest = statements[statements.count - 1].run
            do throws(SignOffRefusal) {
                guard case .write(let line) = try machine.decide(event, on: run, by: person, at: Example.time) else {
                    return false
                }
                try? machine.history.add(line)
            } catch { return false }
            switch event {
            case .deliver: delivered[revision] = file(revision)
            case .fail: delivered[revision] = nil
            default: break
            }
            return true
        }

        /// The sum of all files that count.
        var paid: [Int: Int] {
            delivered.values.reduce([:]) { $0.merging($1) { $0 + $1 } }.filter { $0.value != 0 }
        }
    }

    @Test("add up to the newest delivered revision, whatever is signed, delivered, marked as failed or withdrawn")
    func chains() {
        var (deliveries, corrections) = (0, 0)
        for seed in UInt64(0)..<300 { chain(seed, &deliveries, &corrections) }
        #expect(deliveries > 300 && corrections > 100, "\(deliveries) deliveries, \(corrections) corrections")
    }

    private func chain(_ seed: UInt64, _ deliveries: inout Int, _ corrections: inout Int) {
        var random = SeededGenerator(seed: seed)
        var office = Office()
        for _ in 0..<80 {
            let newest = office.statements.count
            let step = newest == 0 ? 0 : Int.random(in: 0..<10, using: &random)
            // Mostly the newest, since an older one is seldom signed.
            let oldest = Bool.random(using: &random) ? newest : newest - 2
            let any = newest == 0 ? 0 : Int.random(in: max(1, oldest)...newest, using: &random)
            switch step {
            case 0:
                let now = (0..<4).map { ($0, Int.random(in: 0..<5, using: &random)) }
                office.publish(Dictionary(now) { $1 })
            case 1, 2, 3: _ = office.act(.sign(nil), any, by: "clerk")
            case 4, 5: _ = office.act(.sign(nil), any, by: "owner")
            case 6, 7:
                guard office.act(.deliver(to: "/mnt"), any, by: "clerk") else { break }
                deliveries += 1
                if office.statements[any - 1].kind == .correction { corrections += 1 }
            case 8: _ = office.act(.fail(because: Self.because), any, by: "clerk")
            default: _ = office.act(.withdraw(because: Self.because), any, by: "clerk")
            }
            let paid = office.machine.history.newestDelivered(of: run(1))
            let whole = paid.map { office.lines[$0.run.revision - 1].filter { $0.value != 0 } } ?? [:]
            #expect(office.paid == whole, "seed \(seed)")
        }
    }

    @Test("are refused once their base is not what was delivered last") func otherBase() throws {
        var office = Office()
        office.publish([1: 10])
        func step(_ event: SignOffEvent, _ revision: Int, _ person: String = "clerk") -> Bool {
            office.act(event, revision, by: person)
        }
        #expect(step(.sign(nil), 1) && step(.sign(nil), 1, "owner") && step(.deliver(to: "/mnt"), 1))
        office.publish([1: 12])
        #expect(office.statements[1].base?.run == run(1) && office.file(2) == [1: 2])
        #expect(step(.sign(nil), 2) && step(.sign(nil), 2, "owner"))
        // The first delivery never arrived, so the difference alone would be too little.
        #expect(step(.fail(because: Self.because), 1))
        #expect(refusal(office, .deliver(to: "/mnt"), 2) == .otherBase(run(2), base: run(1), delivered: nil))
        #expect(step(.withdraw(because: Self.because), 2) && step(.deliver(to: "/mnt"), 1))
        #expect(step(.sign(nil), 2) && step(.sign(nil), 2, "owner") && step(.deliver(to: "/mnt"), 2))
        #expect(office.paid == [1: 12])
        // What a later delivery relies on can't fail any more.
        #expect(refusal(office, .fail(because: Self.because), 1) == .builtUpon(run(1), by: run(2)))
        #expect(step(.fail(because: Self.because), 2) && office.paid == [1: 10])
    }

    @Test("say of a base that failed that it did, also where an earlier revision is delivered") func lostBase() {
        let lost = SignOffRefusal.otherBase(run(3), base: run(2), delivered: run(1))
        #expect(lost.explanation.contains("which counts as not delivered now"), "\(lost.explanation)")
        #expect(lost.advice?.text(spelling: { _ in "" }).contains("compared with what was delivered last") == true)
        let none = SignOffRefusal.otherBase(run(2), base: run(1), delivered: nil)
        #expect(none.advice?.text(spelling: { _ in "" }).contains("for a whole revision") == true)
        let overtaken = SignOffRefusal.otherBase(run(3), base: run(1), delivered: run(2))
        #expect(overtaken.explanation.contains("\(run(2)) was delivered since"), "\(overtaken.explanation)")
    }

    private func refusal(_ office: Office, _ event: SignOffEvent, _ revision: Int) -> SignOffRefusal? {
        var machine = office.machine
        machine.statement = office.statements[revision - 1]
        machine.prepared = machine.statement
        machine.newest = office.statements.last?.run
        do throws(SignOffRefusal) {
            _ = try machine.decide(event, on: run(revision), by: "clerk", at: Example.time)
            return nil
        } catch { return error }
    }

    @Test("name their base in the statement, and whose settings they have") func statement() throws {
        var statement = Example.statement
        statement.kind = .correction
        for usesNew in [false, true] {
            statement.base = Statement.Base(run: run(1), statement: Example.digest(1), usesNewSettings: usesNew)
            #expect(
                statement.text.contains(
                    "\nkind: correction\nbase: payroll-monthly/2026-10/r1 \(Example.digest(1)) "
                        + (usesNew ? "new-settings\n" : "signed-settings\n")))
            #expect(try Statement(reading: Array(statement.text.utf8)) == statement)
        }
        let without = statement.text.split(separator: "\n").filter { !$0.hasPrefix("base:") }.map { $0 + "\n" }.joined()
        #expect(throws: StatementError.self) { try Statement(reading: Array(without.utf8)) }
    }
}
