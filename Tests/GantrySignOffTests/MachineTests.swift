import GantryEngine
import GantryModel
import GantrySignOff
import Testing

@Suite("Who may sign what, and when") struct MachineTests {
    private static let rules = SignOffRules(prepare: ["clerk"], approve: ["manager", "owner"])
    private let because = "The crane log was wrong"

    /// A machine whose book has the results of these events.
    private func machine(
        _ events: [(SignOffEvent, String)] = [], rules: SignOffRules = MachineTests.rules,
        change: (inout SignOffMachine) -> Void = { _ in }
    ) throws -> SignOffMachine {
        let owner = Person(id: "owner", name: "Owner")
        let spare = Person(id: "spare", name: "Spare")
        var machine = SignOffMachine(
            history: SignOffHistory(), rules: rules, people: [Example.clerk, Example.manager, owner, spare],
            account: "clerk")
        machine.statement = Example.statement
        machine.statementPath = "r1.statement"
        for (event, person) in events {
            guard case .write(let line) = try machine.decide(event, on: Example.run, by: person, at: Example.time)
            else {
                continue
            }
            try machine.history.add(line)
        }
        change(&machine)
        return machine
    }

    private func refusal(_ machine: SignOffMachine, _ event: SignOffEvent, _ person: String) -> SignOffRefusal? {
        do throws(SignOffRefusal) {
            _ = try machine.decide(event, on: Example.run, by: person, at: Example.time)
            return nil
        } catch { return error }
    }

    private var signature: SSHSignature {
        get throws { try SSHSignature(Array(MadeNow.example.signature.utf8)) }
    }

    private var signed: [(SignOffEvent, String)] {
        get throws { [(.sign(nil), "clerk"), (.sign(try signature), "manager")] }
    }

    @Test("A month is prepared, approved with a key, delivered and received") func month() throws {
        let receipt = Statement.File(name: "r1.receipt.pdf", bytes: 3, digest: Example.digest(1))
        let machine = try machine(signed + [(.deliver(to: "/mnt"), "clerk"), (.receive(receipt), "clerk")])
        let state = machine.history[Example.run]
        #expect(state.phase == .received && state.prepared?.proof == .declared)
        #expect(state.approved?.proof == .key(try #require(Example.key).fingerprint))
        #expect(state.delivered?.files == Example.statement.files && state.delivered?.to == "/mnt")
        #expect(state.last?.files == [receipt] && state.statement == Example.statement.digest)
    }

    @Test("A step that is done is not written again") func again() throws {
        let receipt = Statement.File(name: "r1.receipt", bytes: 3, digest: Example.digest(1))
        var events: [(SignOffEvent, String)] = []
        let steps: [(SignOffEvent, String)] =
            try signed + [
                (.deliver(to: "/mnt"), "clerk"), (.fail(because: because), "clerk"), (.deliver(to: "/mnt"), "clerk"),
                (.receive(receipt), "clerk"),
            ]
        for step in steps {
            events.append(step)
            let machine = try machine(events)
            guard case .nothing(let line) = try machine.decide(step.0, on: Example.run, by: step.1, at: Example.time)
            else {
                Issue.record("\(step.0) is written twice")
                continue
            }
            #expect(line == machine.history.book.lines.last)
        }
        let withdrawn = try machine([(.sign(nil), "clerk"), (.withdraw(because: because), "clerk")])
        let action = try withdrawn.decide(.withdraw(because: because), on: Example.run, by: "clerk", at: Example.time)
        #expect(action == .nothing(try #require(withdrawn.history.book.lines.last)))
    }

    @Test("Nobody signs who isn't known, hasn't the role or the account, and the message names who may") func people()
        throws
    {
        #expect(
            refusal(try machine(), .sign(nil), "nobody")
                == .unknownPerson("nobody", known: ["clerk", "manager", "owner"]))
        #expect(refusal(try machine(), .sign(nil), "manager") == .noRole(Example.manager, may: ["clerk"]))
        let prepared = try machine([(.sign(nil), "clerk")])
        guard case .noRole(_, let may)? = refusal(prepared, .sign(nil), "spare") else {
            Issue.record("Somebody without a role approves")
            return
        }
        #expect(may == ["manager", "owner"])
        let elsewhere = try machine { $0.account = "manager" }
        #expect(refusal(elsewhere, .sign(nil), "clerk") == .notTheirAccount(Example.clerk, current: "manager"))
        #expect(
            refusal(elsewhere, .deliver(to: "/mnt"), "clerk") == .notTheirAccount(Example.clerk, current: "manager"))
        #expect(refusal(elsewhere, .sign(nil), "nobody")?.kind == .usage)
    }

    @Test("Nobody approves what they prepared, even where they have both roles") func samePerson() throws {
        let rules = SignOffRules(prepare: ["manager"], approve: ["manager", "clerk"])
        let prepared = try machine([(.sign(nil), "manager")], rules: rules)
        #expect(refusal(prepared, .sign(try signature), "manager") == .samePerson(Example.manager, Example.run))
        #expect(
            try prepared.decide(.sign(nil), on: Example.run, by: "manager", at: Example.time)
                == .nothing(try #require(prepared.history.book.lines.last)))
    }

    @Test("An approval is proven as the pipeline file asks") func proof() throws {
        let prepared = try machine([(.sign(nil), "clerk")])
        #expect(refusal(prepared, .sign(nil), "manager") == .needsSignature(Example.manager, statement: "r1.statement"))
        guard case .needsKey? = refusal(prepared, .sign(nil), "owner") else {
            Issue.record("A person without a key approves")
            return
        }
        let other = try SSHSignature(Array(MadeByOpenSSH.p256.utf8))
        guard case .badSignature(_, .otherKey)? = refusal(prepared, .sign(other), "manager") else {
            Issue.record("Another key approves")
            return
        }
        var declared = MachineTests.rules
        declared.proof = .declared
        let machine = try machine([(.sign(nil), "clerk"), (.sign(nil), "owner")], rules: declared)
        #expect(machine.history[Example.run].approved?.proof == .declared)
        #expect(refusal(try self.machine(), .sign(try signature), "clerk") == .nothingToSign(Example.run))
    }

    @Test("Nothing is signed while findings are open, and that waits for a person") func notReady() throws {
        for change: (inout SignOffReadiness) -> Void in [
            { $0.critical = ["a reject"] }, { $0.open = ["LFA2VPKW"] }, { $0.unwritten = ["IPZBJ37A"] },
        ] {
            var readiness = SignOffReadiness()
            change(&readiness)
            let found = refusal(try machine { $0.readiness = readiness }, .sign(nil), "clerk")
            #expect(found?.kind == .waits && found?.details.count == 1)
        }
    }

    @Test("Only the newest revision is signed, and none that is older than what is signed") func newest() throws {
        let next = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)
        #expect(
            refusal(try machine { $0.newest = next }, .sign(nil), "clerk") == .newerRevision(Example.run, newest: next))
        let later = RunID(pipeline: "payroll-monthly", period: "2026-11", revision: 1)
        let machine = try machine { $0.newestSigned = (later, Example.statement.snapshot.adding(nanoseconds: 1)) }
        #expect(refusal(machine, .sign(nil), "clerk") == .olderThanSigned(Example.run, newest: later))
    }

    @Test("What was signed while the clock was ahead stands in nobody's way, and what it paid still does")
    func clockAhead() throws {
        let ahead = RunID(pipeline: "payroll-monthly", period: "2026-09", revision: 1)
        let now = try machine { $0.newestSigned = (ahead, Example.time) }
        #expect(refusal(now, .sign(nil), "clerk") == .olderThanSigned(Example.run, newest: ahead))
        let year = Example.time.adding(nanoseconds: 365 * 86_400_000_000_000)
        let later = try machine { $0.newestSigned = (ahead, year) }
        #expect(refusal(later, .sign(nil), "clerk") == nil)
        let paid = [Statement.Again(run: ahead, entries: 1, leaveDays: 0)]
        let again = try machine {
            $0.newestSigned = (ahead, year)
            $0.paidBefore = paid
        }
        #expect(refusal(again, .sign(nil), "clerk") == .paidBefore(Example.run, paid))
    }

    @Test("What changed since it was prepared is neither approved nor delivered, and is shown") func changed() throws {
        var other = Example.statement
        other.heldHours = "6.00"
        for events in [Array(try signed.prefix(1)), try signed] {
            let machine = try machine(events) {
                $0.prepared = Example.statement
                $0.statement = other
            }
            let event: SignOffEvent = events.count == 1 ? .sign(try signature) : .deliver(to: "/mnt")
            let found = refusal(machine, event, events.count == 1 ? "manager" : "clerk")
            #expect(
                found == .changed(Example.run, what: ["held-hours: 4.00 → held-hours: 6.00"]) && found?.kind == .differs
            )
        }
    }

    @Test("A whole period is paid once: after a delivery the next full revision is refused") func paidOnce() throws {
        var machine = try machine(signed + [(.deliver(to: "/mnt"), "clerk")])
        let next = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)
        machine.statement?.run = next
        machine.statement?.previous = Example.statement.digest
        func prepare() -> SignOffRefusal? {
            do throws(SignOffRefusal) {
                _ = try machine.decide(.sign(nil), on: next, by: "clerk", at: Example.time)
                return nil
            } catch { return error }
        }
        #expect(prepare() == .paysTwice(next, delivered: Example.run))
        machine.statement?.kind = .correction
        #expect(prepare() == .otherBase(next, base: nil, delivered: Example.run))
        machine.statement?.base = Statement.Base(run: Example.run, statement: Example.statement.digest)
        #expect(prepare() == nil)
    }

    @Test("A full revision that was signed before another was delivered is not delivered any more") func superseded()
        throws
    {
        var machine = try machine(signed)
        let next = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)
        machine.rules.proof = .declared
        machine.statement?.run = next
        for person in ["clerk", "owner"] {
            if case .write(let line) = try machine.decide(.sign(nil), on: next, by: person, at: Example.time) {
                try machine.history.add(line)
            }
        }
        #expect(refusal(machine, .deliver(to: "/mnt"), "clerk") == .superseded(Example.run, by: next))
        #expect(machine.history.signedRevisions(of: Example.run).map(\.run.revision) == [1, 2])
        #expect(machine.history.newestSigned()?.approved?.run == next)
    }

    @Test("What isn't signed is not delivered, and waits for a person") func notSigned() throws {
        #expect(refusal(try machine(), .deliver(to: "/mnt"), "clerk") == .notSigned(Example.run, .published))
        let prepared = try machine([(.sign(nil), "clerk")])
        let found = refusal(prepared, .deliver(to: "/mnt"), "clerk")
        #expect(found == .notSigned(Example.run, .prepared) && found?.kind == .waits)
    }

    @Test("A delivery is neither repeated elsewhere nor taken back, but can fail") func delivered() throws {
        let delivered = try machine(signed + [(.deliver(to: "/mnt"), "clerk")])
        #expect(refusal(delivered, .deliver(to: "/other"), "clerk") == .deliveredAlready(Example.run, to: "/mnt"))
        #expect(refusal(delivered, .withdraw(because: because), "clerk") == .deliveredAlready(Example.run, to: "/mnt"))
        #expect(refusal(delivered, .sign(nil), "clerk") == .alreadySigned(Example.run, by: "Payroll Manager"))
        let failed = try machine(signed + [(.deliver(to: "/mnt"), "clerk"), (.fail(because: because), "clerk")])
        #expect(failed.history[Example.run].phase == .signed)
        #expect(refusal(failed, .deliver(to: "/other"), "clerk") == nil)
        #expect(refusal(failed, .withdraw(because: because), "clerk") == nil)
        #expect(refusal(try machine(), .fail(because: because), "clerk") == .notDelivered(Example.run, .published))
        let receipt = Statement.File(name: "r1.receipt", bytes: 3, digest: Example.digest(1))
        #expect(refusal(try machine(), .receive(receipt), "clerk") == .notDelivered(Example.run, .published))
        let received = try machine(signed + [(.deliver(to: "/mnt"), "clerk"), (.receive(receipt), "clerk")])
        #expect(refusal(received, .fail(because: because), "clerk") == .notDelivered(Example.run, .received))
    }

    @Test("What was withdrawn can be prepared again; nothing else can be withdrawn") func withdrawn() throws {
        #expect(refusal(try machine(), .withdraw(because: because), "clerk") == .notPrepared(Example.run))
        let machine = try machine(signed + [(.withdraw(because: because), "manager")].filter { _ in false })
        #expect(machine.history[Example.run].phase == .signed)
        let back = try self.machine(signed + [(.withdraw(because: because), "clerk"), (.sign(nil), "clerk")])
        #expect(back.history[Example.run].phase == .prepared && back.history[Example.run].approved == nil)
    }

    @Test(
        "A reason has ten characters on one line",
        arguments: ["", "too short", "   ", "two lines,\nof which one", "a tab\there is"])
    func reasons(text: String) throws {
        let prepared = try machine([(.sign(nil), "clerk")])
        let found = refusal(prepared, .withdraw(because: text), "clerk")
        guard case .unusableReason? = found else {
            Issue.record("\(text) is taken: \(String(describing: found))")
            return
        }
        #expect(found?.kind == .usage && found?.explanation.contains("at least 10") == true)
    }
}
