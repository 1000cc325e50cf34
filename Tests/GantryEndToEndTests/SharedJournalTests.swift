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
        #expect(first.status == .exited(0), "\(first)")
        if let difference = try await one.exported().difference(from: job.reference()) { Issue.record("\(difference)") }
        #expect(!exists(one.journal) && exists(one.path + "/journal.postgresql"))
        let second = try await database.command(job, two).run()
        #expect(second.status == .exited(3), "\(second)")
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
        #expect(show.status == .exited(0), "\(show)")
        let check = try await Command(
            [Product.binary, "check", "--workspace", one.path, "--config", one.path + ".yaml"],
            environment: environment.merging(["KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password]) { $1 }
        ).run()
        #expect(check.out.contains("PostgreSQL") && check.out.contains("leases by its clock"), "\(check)")
        let forget = try await Command(
            [Product.binary, "forget", Job.run, "--workspace", two.path], environment: environment
        ).run()
        #expect(forget.code != 0 && forget.err.contains("another workspace"), "\(forget)")
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
        #expect(second.status == .exited(0), "\(second)")
        if let difference = try await workspace.exported().difference(from: job.reference()) {
            Issue.record("\(difference)")
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
        #expect(gone.status == .exited(75), "\(gone)")
    }
}
