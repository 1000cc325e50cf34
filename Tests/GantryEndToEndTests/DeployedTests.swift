import FoundationEssentials
import Testing

/// Payroll from a server of KSR Cranes that answers the deployed contract.
@Suite("Payroll by the deployed contract") struct DeployedTests {
    @Test(
        "exports confirmed entries: their hours are end − start − pause, and what was sent before is held with its day")
    func export() async throws {
        let office = try await DeployedOffice()
        let run = try await office.export()
        #expect(run.out.contains("Blockers  ") && run.out.contains(" sent-to-payroll"), "\(run)")
        let ids = try office.column("entry_id", "work-entries.csv")
        let hours = try office.column("normal_hours", "work-entries.csv")
        #expect(ids.count == Set(ids).count && ids.count > 1_400)
        // 7.4 hours on the documented contract are 7 h 24 min between the times here.
        #expect(Set(hours).isSuperset(of: ["7.40", "8.00"]))
        #expect(Set(try office.column("overtime_hours", "work-entries.csv")) == ["0.00"])
        let held = SheetText.rows(
            try text(of: office.file("payroll-monthly/2026-10/r1", "exceptions.csv")), delimiter: ","
        ).filter {
            $0[1] == "sent-to-payroll"
        }
        #expect(held.count > 3 && held.allSatisfy { $0[5] == "sent to payroll on 2026-10-30" }, "\(held)")
        #expect(held.allSatisfy { !ids.contains($0[2]) })
        let verify = try await Command(
            [Product.binary, "verify", "payroll-monthly/2026-10/r1", "--workspace", office.workspace.path]
        ).run()
        verify.expect(exit: 0)
        let info = try text(of: office.workspace.exports + "/payroll-monthly/2026-10/r1/bag-info.txt")
        #expect(info.contains("Source-Contract: deployed"))
        // What was fetched is read again as what it was.
        let again = try await Command(
            [
                Product.binary, "run", "payroll-monthly", "--from", "payroll-monthly/2026-10/r1", "--workspace",
                office.workspace.path,
            ],
            environment: BackEnd.ksrCranes.credentials
        ).run()
        again.expect(exit: 0)
        #expect(try office.column("normal_hours", "work-entries.csv", "payroll-monthly/2026-10/r2") == hours)
    }

    @Test("says which contract to write where the server answers the other one")
    func otherContract() async throws {
        let office = try await DeployedOffice(contract: nil)
        let documented = try await office.run("run", "payroll-monthly")
        #expect(documented.code == 1 && documented.err.contains("contract: deployed"), "\(documented)")
        let sandbox = try await Sandbox.plain.value
        let path = office.workspace.path + "/gantry.yaml"
        try write(try text(of: path).replacing(office.sandbox.url, with: sandbox.url), to: path)
        try write(try text(of: path).replacing("    settle:", with: "    contract: deployed\n    settle:"), to: path)
        let deployed = try await office.run("run", "payroll-monthly", ["--start-over"])
        #expect(deployed.code == 1 && deployed.err.contains("contract: documented"), "\(deployed)")
    }

    @Test("stops where entries come again on a later page instead of leaving others out, and needs no pages of a day")
    func pages() async throws {
        let many = ["--entries", "300", "--employees", "6", "--seed", "7"]
        let whole = try await DeployedOffice(many)
        try await whole.export()
        let ids = try whole.column("entry_id", "work-entries.csv")
        #expect(ids.count == Set(ids).count && ids.count > 250)
        let cut = try await DeployedOffice(many + ["--largest-page", "7"])
        let run = try await cut.run("run", "payroll-monthly")
        #expect(run.code == 1 && run.err.contains("came again on a later page"), "\(run)")
        #expect(run.err.contains("--start-over") && !exists(cut.workspace.exports + "/payroll-monthly"), "\(run)")
        // A page edge between two workers or days repeats nothing.
        let few = ["--entries", "60", "--employees", "6", "--seed", "7"]
        let pages = try await DeployedOffice(few + ["--largest-page", "7"])
        try await pages.export()
        #expect(try pages.column("entry_id", "work-entries.csv").count > 40)
    }

    @Test("resumes from its checkpoint to the same bytes as a run that nothing interrupted")
    func resuming() async throws {
        let small = ["--entries", "60", "--employees", "6", "--seed", "7", "--largest-page", "7"]
        let office = try await DeployedOffice(small, faults: ["confirmed-entries:after=9:status=400"])
        let more = ["--set", "checkpoint.records=7", "--snapshot-time", Job.snapshot]
        let first = try await office.run("run", "payroll-monthly", more)
        first.expect(exit: 1)
        let second = try await office.run("run", "payroll-monthly", more)
        #expect(second.code == 0 && second.err.contains("Resuming"), "\(second)")
        let whole = try Tree(office.workspace.exports + "/payroll-monthly/2026-10/r1")
        try remove(office.workspace.journal)
        try remove(office.workspace.exports)
        #expect(try await office.run("run", "payroll-monthly", more).code == 0)
        #expect(try Tree(office.workspace.exports + "/payroll-monthly/2026-10/r1") == whole)
    }

    @Test("shows the entries whose times can't be right also where they are exported as they are")
    func dataset() async throws {
        let office = try await DeployedOffice()
        let outputs = "{ file: list.csv, format: csv }, { file: exceptions.csv, format: exceptions-csv }"
        let file = try office.pipeline("list", "datasets:\n  - { dataset: ksr.work-entries, outputs: [\(outputs)] }\n")
        let run = try await office.run("run", file)
        #expect([0, 2].contains(run.code), "\(run)")
        #expect(try office.column("record", "exceptions.csv", "list/2026-10/r1").contains("102007"))
        #expect(try office.column("id", "list.csv", "list/2026-10/r1").contains("102007"))
        let since = try office.pipeline(
            "news", "datasets:\n  - { dataset: ksr.work-entries, since: last-run, outputs: [\(outputs)] }\n")
        let refused = try await office.run("run", since)
        #expect(refused.code == 78 && refused.err.contains("can't be continued from the last run"), "\(refused)")
    }

    @Test("publishes nothing where a day has fewer entries than the server says")
    func missingEntries() async throws {
        let office = try await DeployedOffice(faults: ["confirmed-entries:after=5:total-changes=1"])
        let run = try await office.run("run", "payroll-monthly")
        #expect(run.code != 0 && run.err.contains("but reports"), "\(run)")
        #expect(!exists(office.workspace.exports + "/payroll-monthly"))
    }

    @Test("notices that the period has another number of entries than its days gave")
    func movedEntry() async throws {
        let office = try await DeployedOffice(faults: ["confirmed-entries:after=31:times=1:total-changes=1"])
        let run = try await office.run("run", "payroll-monthly")
        #expect(run.code == 0 && run.err.contains("gave 1466 entries, but the server now reports 1467"), "\(run)")
        #expect(run.err.contains("starting over"), "\(run)")
    }

    @Test("signs in again when the server answers an expired token with a 500")
    func expiredToken() async throws {
        let office = try await DeployedOffice(faults: ["confirmed-entries:expire-token"])
        try await office.export()
    }

    @Test("marks the entries of a published export, each once, and a later export holds them")
    func marks() async throws {
        let office = try await DeployedOffice()
        try await office.export()
        let ids = try office.column("entry_id", "work-entries.csv")
        let plan = try await office.run("plan", "payroll-mark-sent")
        plan.expect(exit: 0)
        #expect(try office.marked().isEmpty)
        let run = try await office.run("run", "payroll-mark-sent")
        run.expect(exit: 0)
        #expect(try office.marked().sorted() == ids.sorted())
        #expect(try await office.run("run", "payroll-mark-sent").code == 3)
        #expect(try office.marked().count == ids.count)
        try await office.export(["--revision", "next"])
        #expect(try office.column("entry_id", "work-entries.csv", "payroll-monthly/2026-10/r2").isEmpty)
    }

    @Test("marks the others where the server fails at some (207), and refuses those in its words")
    func partlyMarked() async throws {
        let office = try await DeployedOffice(["--unmarkable-every", "101"])
        try await office.export()
        let ids = try office.column("entry_id", "work-entries.csv")
        let locked = ids.filter { (Int($0) ?? 0) % 101 == 0 }
        try #require(locked.count > 3)
        let run = try await office.run("run", "payroll-mark-sent")
        run.expect(exit: 2)
        let refused = try office.column("entry_id", "refused.csv", "payroll-mark-sent/2026-10/r1")
        #expect(refused.sorted() == locked.sorted())
        let errors = try office.column("gantry_error", "refused.csv", "payroll-mark-sent/2026-10/r1")
        #expect(errors.allSatisfy { $0.contains("could not mark the entry") && $0.contains("locked") }, "\(errors)")
        #expect(try office.marked().sorted() == ids.filter { !locked.contains($0) }.sorted())
    }

    @Test(
        "finds out whether a lost answer has marked its entries, and marks none twice",
        arguments: [
            "close", "stored-status=500", "status=503",
        ])
    func lostMark(fault: String) async throws {
        let office = try await DeployedOffice(faults: ["mark-entries:\(fault)"])
        try await office.export()
        let run = try await office.run("run", "payroll-mark-sent")
        run.expect(exit: 0)
        #expect(try office.marked().sorted() == office.column("entry_id", "work-entries.csv").sorted())
    }

    @Test("marks nothing over a connection of the documented contract, nor the rows of any sheet")
    func refusedMarks() async throws {
        let office = try await DeployedOffice()
        try await office.export()
        let sheet = office.file("payroll-monthly/2026-10/r1", "work-entries.csv")
        let own = try await office.run("run", "payroll-mark-sent", ["--sheet", sheet])
        #expect(own.code == 78 && own.err.contains("only the entries of a published export"), "\(own)")
        try office.connect(nil)
        let documented = try await office.run("run", "payroll-mark-sent")
        documented.expect(exit: 78)
        #expect(try office.marked().isEmpty)
    }

    @Test("refuses to mark an entry that was changed or marked after the export")
    func changedEntries() async throws {
        let small = ["--entries", "60", "--employees", "6", "--seed", "7"]
        // The export asks for the days of October and the total; later answers show entries with another pause, and as sent.
        let office = try await DeployedOffice(
            small,
            faults: [
                "confirmed-entries:after=32:times=always:record=raw:index=0:field=pause_minutes:value=1",
                "confirmed-entries:after=32:times=always:record=raw:index=1:field=sent_to_payroll:value=true",
            ])
        try await office.export()
        let run = try await office.run("run", "payroll-mark-sent")
        run.expect(exit: 2)
        let errors = try office.column("gantry_error", "refused.csv", "payroll-mark-sent/2026-10/r1")
        #expect(errors.contains { $0.contains("was sent to payroll by someone else") }, "\(errors)")
        #expect(errors.contains { $0.contains("Settle the difference by hand") }, "\(errors)")
        // A new export would pay the refused entries again, so nothing advises it.
        #expect(!(errors + [run.out, run.err]).contains { $0.contains("Export the period again") }, "\(run)")
        #expect(
            run.out.contains("have them marked on the server") && !run.out.contains("export them as a new"), "\(run)")
    }

    @Test("needs no correction when its entries are marked as sent after the delivery") func correction() async throws {
        let office = try await DeployedOffice(["--entries", "60", "--employees", "6", "--seed", "7"])
        let rules = "\nsign-off:\n  prepare: [clerk]\n  approve: [manager]\n  proof: declared\n"
        let pipeline = office.workspace.folder.file("payroll-monthly.yaml")
        try write(try text(of: Product.pipeline) + rules, to: pipeline)
        let config = office.workspace.path + "/gantry.yaml"
        try write(
            try text(of: config) + "people:\n  clerk: { name: Clerk }\n  manager: { name: Manager }\n", to: config)
        let published = try await office.run("run", pipeline)
        #expect([0, 2].contains(published.code), "\(published)")
        let run = "payroll-monthly/2026-10/r1"
        func gantry(_ words: [String]) async throws -> Ending {
            try await Command(
                [Product.binary] + words + ["--workspace", office.workspace.path],
                environment: BackEnd.ksrCranes.credentials, folder: office.workspace.folder.path
            ).run()
        }
        let review = try await gantry(["review", run])
        let open = review.openFindings
        if !open.isEmpty {
            let accepted = try await gantry(
                ["review", run] + open + ["--accept", "--by", "clerk", "--because", "The manager saw the log"])
            accepted.expect(exit: 0)
        }
        let importer = office.workspace.folder.file("importer")
        try FileManager.default.createDirectory(atPath: importer, withIntermediateDirectories: false)
        for words in [
            ["sign", run, "--by", "clerk"], ["sign", run, "--by", "manager"],
            ["deliver", run, "--to", importer, "--by", "clerk"],
        ] {
            let done = try await gantry(words + ["--pipeline", pipeline])
            done.expect(exit: 0)
        }
        let marked = try await office.run("run", "payroll-mark-sent")
        #expect(try marked.code == 0 && office.marked().count > 40, "\(marked)")
        let next = try await office.run(
            "run", pipeline, ["--revision", "next", "--because", "Looking for late approvals"])
        #expect(next.code == 3 && next.out.contains("Nothing was published"), "\(next)")
    }
}
