import FoundationEssentials
import Glibc
import Testing

@Suite(
    "One journal on PostgreSQL for several workspaces",
    .enabled(if: Database.server != nil, "needs Scripts/with-postgres"))
struct SharedJournalTests {
    @Test("A run has the same bytes as with a file, and every workspace knows it") func bytes() async throws {
        let (database, job) = (try await Database(), try await Job.plain())
        let (one, two) = (try Workspace("one"), try Workspace("two"))
        let first = try await database.command(job, one).run()
        first.expect(exit: 0)
        if let difference = try await one.exported().difference(from: job.reference()) { Issue.record("\(difference)") }
        #expect(!exists(one.journal) && exists(one.path + "/journal.postgresql"))
        let second = try await database.command(job, two).run()
        second.expect(exit: 3)
        let environment = ["GANTRY_JOURNAL": database.address]
        for workspace in [one, two] {
            let runs = try await Command(
                [Product.binary, "runs", "--workspace", workspace.path], environment: environment
            ).run()
            #expect(runs.out.contains(Job.run), "\(runs)")
        }
        // Where it was published is known to the workspace that hasn't got it.
        #expect(second.out.contains(":\(one.published)"), "\(second)")
        let elsewhere = try await Command(
            [Product.binary, "runs", "--workspace", two.path], environment: environment
        ).run()
        #expect(elsewhere.out.contains("elsewhere") && elsewhere.out.contains("published at "), "\(elsewhere)")
        let show = try await Command(
            [Product.binary, "show", Job.run, "--workspace", one.path], environment: environment
        ).run()
        show.expect(exit: 0)
        let check = try await Command(
            [Product.binary, "check", "--workspace", one.path, "--config", one.path + ".yaml"],
            environment: environment.merging(Sandbox.environment) { $1 }
        ).run()
        #expect(check.out.contains("PostgreSQL") && check.out.contains("leases by its clock"), "\(check)")
        let forget = try await Command(
            [Product.binary, "forget", Job.run, "--workspace", two.path], environment: environment
        ).run()
        #expect(
            forget.code == 64 && forget.err.contains("it is published at ") && forget.err.contains(one.published),
            "\(forget)")
        let deliver = try await Command(
            [
                Product.binary, "deliver", Job.run, "--to", two.path, "--workspace", two.path, "--config",
                one.path + ".yaml",
            ],
            environment: environment
        ).run()
        #expect(deliver.code == 64 && deliver.err.contains(one.published), "\(deliver)")
        // Where its folder is lost, it can be forgotten.
        try FileManager.default.moveItem(atPath: one.published, toPath: one.path + "/away")
        let lost = try await Command(
            [Product.binary, "forget", Job.run, "--yes", "--workspace", one.path], environment: environment
        ).run()
        lost.expect(exit: 0)
    }

    @Test("In the workspace of a run that was killed the same command resumes it at once") func sameWorkspace()
        async throws
    {
        let (database, job) = (try await Database(), try await Job.slow())
        let workspace = try Workspace("one")
        let first = try database.command(job, workspace).start()
        for _ in 0..<1_000 where !exists(workspace.parts + "/bag/data/work-entries.csv") {
            try await Task.sleep(for: .milliseconds(10))
        }
        first.end()
        _ = try await first.ending()
        let second = try await database.command(job, workspace).run()
        second.expect(exit: 0)
        if let difference = try await workspace.exported().difference(from: job.reference()) {
            Issue.record("\(difference)")
        }
    }

    @Test("Many that begin at once in a new workspace find the same journal, and one of them does the run")
    func together() async throws {
        let (database, job) = (try await Database(), try await Job.slow())
        let workspace = try Workspace("one")
        try database.configure(workspace, job)
        let command = try job.command(workspace.path, environment: ["GANTRY_JOURNAL": database.address])
        let endings = try await withThrowingTaskGroup { group in
            for _ in 0..<40 { group.addTask { try await command.start().ending() } }
            return try await group.reduce(into: [Ending]()) { $0.append($1) }
        }
        #expect(
            endings.count { $0.code == 0 } == 1 && endings.allSatisfy { [0, 3, 5].contains($0.code) }, "\(endings)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: workspace.path).filter { $0.contains("journal") } == [
                "journal.postgresql"
            ])
    }

    @Test("What another workspace has is found there: signed months, the period before, the revision that is corrected")
    func elsewhere() async throws {
        let (database, job) = (try await Database(), try await Job.plain())
        let folder = try TestFolder("signing")
        let pipeline = folder.file("pipeline.yaml")
        try write(
            try text(of: Product.pipeline) + SignedMonth.rules + "  proof: declared\n", to: pipeline)
        let workspaces = [try Workspace("one"), try Workspace("two")]
        var results: [Ending] = []
        func gantry(_ words: [String], in workspace: Workspace) async throws -> Ending {
            try await Command(
                [Product.binary] + words + ["--workspace", workspace.path, "--config", workspace.path + ".yaml"],
                environment: [
                    "GANTRY_JOURNAL": database.address, "KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password,
                ]
            ).run()
        }
        for (workspace, week) in zip(workspaces, ["2026-W41", "2026-W42"]) {
            try database.configure(workspace, job)
            try addSigners(to: workspace.path + ".yaml")
            results.append(try await gantry(["run", pipeline, "--period", week], in: workspace))
            #expect(results.last?.code == 0, "\(results)")
            for person in ["clerk", "manager"] {
                let words = ["sign", "payroll-monthly/\(week)/r1", "--by", person, "--pipeline", pipeline]
                let signed = try await gantry(words, in: workspace)
                signed.expect(exit: 0)
            }
        }
        let place = ":\(workspaces[0].exports)/payroll-monthly/2026-W41/r1"
        #expect(!results[0].out.contains("variance.csv"), "\(results[0])")
        #expect(results[1].out.contains("No variance.csv: ") && results[1].out.contains(place), "\(results[1])")
        // The second book has what was signed in the first workspace, and each is whole again once it is written.
        let again = try await gantry(
            [
                "sign", "payroll-monthly/2026-W41/r1", "--withdraw", "--by", "manager", "--because",
                "Hours are missing", "--pipeline", pipeline,
            ],
            in: workspaces[0])
        again.expect(exit: 0)
        let books = try workspaces.map { try text(of: $0.path + "/signoff/payroll-monthly.jsonl") }
        #expect(books[0].hasPrefix(books[1]) && books[1].split(separator: "\n").count == 4, "\(books)")
        for words in [
            ["run", pipeline, "--period", "2026-W41", "--revision", "next", "--because", "Hours are missing"],
            ["review", "payroll-monthly/2026-W41/r1"],
            ["run", pipeline, "--from", "payroll-monthly/2026-W41/r1", "--because", "Hours are missing"],
        ] {
            let ending = try await gantry(words, in: workspaces[1])
            #expect(ending.code == 64 && ending.err.contains(place), "\(ending)")
        }
    }

    @Test("A workspace stays with the journal it began with") func mixed() async throws {
        let (database, job) = (try await Database(), try await Job.plain())
        let (file, shared) = (try Workspace("file"), try Workspace("shared"))
        #expect(try await job.command(file.path).run().status == .exited(0))
        #expect(try await database.command(job, shared).run().status == .exited(0))
        let more = ["--revision", "next"]
        let toDatabase = try await database.command(job, file, more).run()
        #expect(toDatabase.status == .exited(78) && toDatabase.err.contains("journal.sqlite"), "\(toDatabase)")
        try FileManager.default.removeItem(atPath: shared.path + ".yaml")
        let toFile = try await job.command(shared.path, more).run()
        #expect(toFile.status == .exited(78) && toFile.err.contains("PostgreSQL"), "\(toFile)")
        let other = try await Database().command(job, shared, more).run()
        #expect(other.status == .exited(78) && other.err.contains("another database"), "\(other)")
    }

    @Test("An address in the file, a variable that isn't set and a server that is gone are told apart")
    func mistakes() async throws {
        let (database, job) = (try await Database(), try await Job.plain())
        let workspace = try Workspace("one")
        try database.configure(workspace, job, journal: "{ postgresql: \"postgresql://a:secret@h/d\" }")
        let inFile = try await job.command(workspace.path).run()
        #expect(inFile.status == .exited(78) && inFile.err.contains("password"), "\(inFile)")
        #expect(!inFile.err.contains("secret@"), "\(inFile)")
        try database.configure(workspace, job)
        let unset = try await job.command(workspace.path).run()
        #expect(unset.status == .exited(78) && unset.err.contains("GANTRY_JOURNAL"), "\(unset)")
        let wrong = try await job.command(
            workspace.path, environment: ["GANTRY_JOURNAL": database.address + "-none"]
        ).run()
        #expect(wrong.status == .exited(1) && wrong.err.contains("can't be opened"), "\(wrong)")
        let gone = try await job.command(
            workspace.path, environment: ["GANTRY_JOURNAL": "host=/nowhere dbname=x"]
        ).run()
        gone.expect(exit: 75)
    }
}
