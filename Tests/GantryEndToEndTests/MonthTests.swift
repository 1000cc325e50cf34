import FoundationEssentials
import Testing

@Suite("A month of pay, step by step") struct MonthTests {
    private static let run = OfficeMonth.run

    private func result(_ ending: Ending) throws -> [String: String] {
        let line = try #require(ending.lines.last)
        let event = try JSONDecoder().decode(Finished.self, from: Data(line.utf8))
        return [
            "run": event.result?.run ?? "", "next": event.result?.nextCommand ?? "",
            "standing": event.result?.standing ?? "",
        ]
    }

    private struct Finished: Decodable {
        struct Result: Decodable {
            let run: String?
            let nextCommand: String?
            let standing: String?
        }
        let result: Result?
    }

    @Test("without a terminal exports, and then names the one command that a person gives next, until it is delivered")
    func unattended() async throws {
        let office = try await OfficeMonth.start()
        /// The command that comes next, as a person gives it.
        func next(_ ending: Ending) throws -> String {
            let found = try result(ending)["next"] ?? ""
            return String(found.drop { $0 != " " }.dropFirst())
        }
        let first = try await office.gantry("month 2026-10 --json")
        first.expect(exit: 6)
        #expect(try next(first) == "review \(Self.run)")
        #expect(try result(first)["standing"] == "\(Self.run) waits for 1 decision.")
        // It asks nobody, and does nothing twice.
        let again = try await office.gantry("month --pipeline payroll-monthly 2026-10 --json")
        #expect(again.status == .exited(6) && again.lines.count == 1, "\(again)")
        try await office.accept(Self.run)
        let hold = "review \(Self.run) --hold --entry 9003 --by clerk --because \"The customer disputes it\""
        #expect(try await office.gantry(hold).status == .exited(0))
        // The files are written again without being asked for.
        let prepare = try await office.gantry("month 2026-10 --json")
        let revision = OfficeMonth.run.replacing("/r1", with: "/r2")
        prepare.expect(exit: 6)
        #expect(try next(prepare) == "sign \(revision) --by clerk", "\(prepare)")
        #expect(try await office.gantry(next(prepare)).status == .exited(0))
        let approve = try await office.gantry("month 2026-10 --json")
        #expect(try next(approve) == "sign \(revision) --by manager", "\(approve)")
        try await office.sign(2)
        #expect(try await office.gantry(next(approve) + " --signature r2.statement.sig").status == .exited(0))
        let deliver = try await office.gantry("month 2026-10 --by clerk --to danlon/ --json")
        #expect(try next(deliver) == "deliver \(revision) --to danlon/ --by clerk", "\(deliver)")
        #expect(try await office.gantry(next(deliver)).status == .exited(0))
        let done = try await office.gantry("month 2026-10")
        #expect(done.status == .exited(0) && done.out.contains("was delivered to"), "\(done)")
    }

    @Test("says before a signature what was changed since the export, and the command by which it counts")
    func changed() async throws {
        let office = try await OfficeMonth.start()
        _ = try await office.gantry("month 2026-10")
        try await office.accept(Self.run)
        #expect(try await office.gantry("review \(Self.run)").out.contains("Nothing waits for a person."))
        let path = office.folder.file("workspace/Pipelines/payroll-monthly.yaml")
        try write(text(of: path).replacing("currency: DKK", with: "currency: EUR"), to: path)
        let review = try await office.gantry("review \(Self.run)")
        let month = try await office.gantry("month 2026-10")
        let signing = try await office.gantry("month 2026-10 --by clerk", typing: ["no"])
        for said in ["was made before these changes", "pay.currency", "gantry run payroll-monthly --from \(Self.run)"] {
            for ending in [review, month, signing] { #expect(ending.out.contains(said), "\(said): \(ending)") }
        }
        #expect(!review.out.contains("Nothing waits for a person.") && signing.out.contains("isn't signed"))
        #expect(try await office.gantry("run payroll-monthly --from \(Self.run)").status == .exited(0))
        let again = try await office.gantry("month 2026-10")
        #expect(!again.out.contains("was made before these changes"), "\(again)")
    }

    @Test("names the whole command where its only run was withdrawn, and makes another only for a person")
    func withdrawn() async throws {
        let office = try await OfficeMonth.start()
        _ = try await office.gantry("month 2026-10")
        let withdraw = "withdraw \(Self.run) --by clerk --because \"The wrong list of employees\""
        #expect(try await office.gantry(withdraw).status == .exited(0))
        let told = try await office.gantry("month 2026-10 --json")
        told.expect(exit: 6)
        let found = try result(told)
        #expect(found["next"]?.hasSuffix("run payroll-monthly --period 2026-10 --revision next") == true, "\(told)")
        #expect(found["standing"]?.contains("was withdrawn") == true, "\(told)")
        let made = try await office.gantry("month 2026-10 --by clerk", typing: ["yes", "l"])
        #expect(made.out.contains("Published \(Self.run.replacing("/r1", with: "/r2"))"), "\(made)")
    }

    @Test("approves with a key on a terminal, as the message says") func key() async throws {
        let office = try await OfficeMonth.start()
        _ = try await office.gantry("month 2026-10")
        try await office.accept(Self.run)
        let prepared = try await office.gantry("month 2026-10 --by clerk", typing: ["yes"])
        prepared.expect(exit: 6)
        try await office.sign(1)
        let approved = try await office.gantry(
            "month 2026-10 --by manager --to danlon/", typing: ["r1.statement.sig", "yes", "none"])
        approved.expect(exit: 0)
        #expect(approved.out.contains("ssh-keygen -Y sign") && approved.out.contains("Employees") == false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: office.folder.file("danlon")) == ["danlon.csv"])
    }

    @Test("goes on where a question was left, with Ctrl-C, the end of the terminal or a finding for later")
    func left() async throws {
        let office = try await OfficeMonth.start()
        let stopped = try await office.gantry("month 2026-10", typing: ["\\x03"])
        #expect(stopped.status == .exited(75) || stopped.status == .exited(1), "\(stopped)")
        let closed = try await office.gantry("month 2026-10", typing: ["\\x04"])
        #expect(closed.out.contains("is missing") && closed.status == .exited(64), "\(closed)")
        let later = try await office.gantry("month 2026-10", typing: ["l"])
        #expect(later.status == .exited(6) && later.out.contains("waits for 1 decision"), "\(later)")
        let refused = try await office.gantry(
            "month 2026-10", typing: ["?", "x", "a", "nobody", "clerk", "short", "The foreman was away", "no"])
        refused.expect(exit: 6)
        for said in [
            "The person who approved the entry did the work.", "\"x\" is none of these.", "doesn't name \"nobody\"",
            "at least 10 characters", "isn't signed", "waits for clerk to prepare it",
        ] { #expect(refused.out.contains(said), "\(said): \(refused.out)") }
        // The approver has nothing to sign yet, and the clerk may not approve.
        let early = try await office.gantry("month 2026-10 --by manager", typing: [])
        #expect(early.status == .exited(6) && early.out.contains("waits for clerk"), "\(early)")
        let prepared = try await office.gantry("month 2026-10 --by clerk", typing: ["yes"])
        #expect(prepared.out.contains("waits for manager to approve it"), "\(prepared)")
        let own = try await office.gantry("month 2026-10 --by clerk", typing: [])
        #expect(own.status == .exited(6) && own.out.contains("waits for manager"), "\(own)")
    }

    @Test("that was killed before any of its file calls goes on to the same files and the same question")
    func killed() async throws {
        let sandbox = try await Sandbox.plain.value
        /// A workspace of an office, and what its month does.
        @Sendable func month(_ environment: [String: String] = [:], in workspace: Workspace) async throws -> Ending {
            try await Command(
                [
                    Product.binary, "month", "2026-10", "--pipeline", "payroll-monthly", "--json", "--workspace",
                    workspace.path,
                ], environment: environment.merging(BackEnd.ksrCranes.credentials) { $1 }
            ).run()
        }
        @Sendable func office(_ name: String) throws -> Workspace {
            let workspace = try Workspace(name)
            try BackEnd.ksrCranes.configure(workspace, sandbox.url)
            return workspace
        }
        let counted = try office("counted")
        let whole = try await month(Faults.environment(counted), in: counted)
        #expect(whole.status == .exited(6) || whole.status == .exited(0), "\(whole)")
        let wanted = try result(whole)
        let calls = try FaultLog(counted.log).count
        let trials = Trials(what: "SIGKILL before file calls of a month (\(calls))", test: "MonthTests")
        await trials.run(stride(from: 5, through: calls, by: max(calls / 20, 1)), leastHits: 10) { number in
            let workspace = try office("kill")
            let ending = try await month(Faults.environment(workspace, "kill@\(number)"), in: workspace)
            guard ending.wasKilled else { return .late }
            let again = try await month(in: workspace)
            guard again.status == whole.status else { return .broken("the same command ended: \(again)") }
            let found = try result(again)
            guard found["standing"] == wanted["standing"] else { return .broken("\(found) instead of \(wanted)") }
            let verified = try await Command([Product.binary, "verify", Self.run, "--workspace", workspace.path]).run()
            return verified.status == .exited(0) ? .held : .broken("\(verified)")
        }
    }

    @Test("is refused where it isn't clear what is paid, and says what to do") func badInput() async throws {
        let office = try await OfficeMonth.start()
        for (line, said) in [
            ("month 2099-01", "isn't over before the end of 2099-01-31"), ("month 2026-13", "isn't a valid period"),
            ("month 2026-10 --pipeline nightly-archive", "isn't a payroll export"),
            ("month 2026-10 --pipeline payrol-monthly", "payroll-monthly"),
            ("month 2026-10 --workspace other", "No pipeline pays people here yet"),
        ] {
            let ending = try await office.gantry(line)
            #expect(
                [.exited(64), .exited(78)].contains(ending.status) && ending.err.contains(said), "\(line): \(ending)")
        }
        try write(
            "extends: payroll-monthly\npipeline: second\n", to: office.folder.file("workspace/Pipelines/second.yaml"))
        let two = try await office.gantry("month 2026-10")
        #expect(
            two.status == .exited(64) && two.err.contains("2 pipelines pay people here: payroll-monthly, second"),
            "\(two)")
        let noTerminal = try await office.gantry("month 2026-10 --pipeline payroll-monthly --by manager")
        #expect(noTerminal.status == .exited(6) && noTerminal.out.contains("gantry review"), "\(noTerminal)")
        let empty = try await office.gantry("month 2026-08 --pipeline payroll-monthly")
        #expect(empty.status == .exited(1) && empty.err.contains("The server has no records for 2026-08"), "\(empty)")
    }
}
