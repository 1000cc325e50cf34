import FoundationEssentials
import Testing

@Suite("A run that is given again") struct RefusalTests {
    @Test("is refused when a column heading has changed, says what, and goes on when it is back") func changedHeading()
        async throws
    {
        let folder = try TestFolder("variant")
        let job = try await Job.plain()
        let reference = try await job.reference()
        let workspace = try Workspace("changed")
        let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@260")).run()
        #expect(cut.wasKilled, "\(cut)")
        let before = try Tree(workspace.path)
        var other = job
        other.pipeline = try Variants.file(in: folder, [("heading: normal_hours", "heading: hours_worked")])
        let refused = try await other.command(workspace.path).run()
        refused.expect(exit: 78)
        #expect(
            refused.err.contains("normal_hours") && refused.err.contains("hours_worked"),
            "the message does not show what changed: \(refused.err)")
        #expect(refused.err.contains("--start-over"), "\(refused.err)")
        let data = Job.run + "/bag/data"
        if let difference = try Tree(workspace.path + "/parts/" + data).difference(
            from: Tree(files: before.files, under: "parts/" + data))
        {
            Issue.record("the refused run touched parts: \(difference)")
        }
        if let problem = try await workspace.unfinished(job, reference) { Issue.record("\(problem)") }
    }

    @Test("is refused when the source or a check has changed", arguments: ["source", "check", "page size"])
    func changedIdentity(what: String) async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("changed")
        let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@260")).run()
        #expect(cut.wasKilled, "\(cut)")
        var other = job
        switch what {
        case "source": other.environment["GANTRY_KSR_URL"] = try await Sandbox.late.value.url
        case "check": other.settings.append("checks.zero-hours=blocker")
        default: other.settings = ["records.page-size=20", "checkpoint.records=15"]
        }
        let refused = try await other.command(workspace.path).run()
        refused.expect(exit: 78)
        let runs = try await Command([Product.binary, "runs", "--workspace", workspace.path]).run()
        #expect(
            !runs.out.contains("was started with") && !runs.out.contains("\\u{"),
            "a command that doesn't fit is no reason of the run: \(runs)")
        if let problem = try await workspace.unfinished(job, job.reference()) { Issue.record("\(problem)") }
    }

    @Test("starts over when told to, with the changed pipeline") func startsOver() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("over")
        let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@260")).run()
        #expect(cut.wasKilled, "\(cut)")
        var other = job
        other.settings = ["records.page-size=20", "checkpoint.records=15"]
        if let problem = try await workspace.unfinished(other, other.reference(), ["--start-over"]) {
            Issue.record("\(problem)")
        }
    }

    @Test("changes nothing when it is published, and a next revision names the one it corrects") func published()
        async throws
    {
        let job = try await Job.plain()
        let workspace = try Workspace("again")
        let first = try await job.command(workspace.path).run()
        try #require(first.status == .exited(0), "\(first)")
        let before = try Tree(workspace.path)
        for more in [[], ["--start-over"]] {
            let again = try await job.command(workspace.path, more).run()
            again.expect(exit: 3)
            if let difference = try Tree(workspace.exports).difference(
                from: Tree(files: before.files, under: "exports"))
            {
                Issue.record("\(more) changed the export: \(difference)")
            }
        }
        let next = try await job.command(workspace.path, ["--revision", "next"]).run()
        try #require(next.status == .exited(0), "\(next)")
        let totals = try text(of: workspace.exports + "/payroll-monthly/2026-10/r2/data/totals.json")
        #expect(totals.contains("\"corrects\": 1"), "\(totals)")
        let bag = try text(of: workspace.exports + "/payroll-monthly/2026-10/r2/bag-info.txt")
        #expect(bag.contains("Corrects-Revision: 1"), "\(bag)")
        if let difference = try workspace.exported().difference(
            from: Tree(files: before.files, under: "exports/" + Job.run))
        {
            Issue.record("the next revision changed the first: \(difference)")
        }
        let shown = try await Command([
            Product.binary, "show", "payroll-monthly/2026-10/r2", "--workspace", workspace.path,
        ]).run()
        shown.expect(exit: 0)
    }

    @Test("is not done again where the journal is lost, and says what to do") func lostJournal() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("lost")
        try #require(try await job.command(workspace.path).run().status == .exited(0))
        let before = try Tree(workspace.exports)
        for suffix in ["", "-wal", "-shm"] where exists(workspace.journal + suffix) {
            try FileManager.default.removeItem(atPath: workspace.journal + suffix)
        }
        let others = [["runs"], ["show", Job.run]].map {
            Command([Product.binary] + $0 + ["--workspace", workspace.path])
        }
        for command in [try job.command(workspace.path), try job.command(workspace.path, ["--period", "2026-W41"])]
            + others
        {
            let ending = try await command.run()
            ending.expect(exit: 66)
            #expect(ending.err.contains("Restore a backup"), "\(ending)")
        }
        #expect(!exists(workspace.journal))
        if let difference = try Tree(workspace.exports).difference(from: before) { Issue.record("\(difference)") }
    }

    @Test("is shown from a read-only file system") func readOnly() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("read-only")
        try #require(try await job.command(workspace.path).run().status == .exited(0))
        let script = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" && shift && exec \"$@\""
        for words in [["runs"], ["show", Job.run]] {
            let command = [Product.binary] + words + ["--workspace", workspace.path]
            let ending = try await Command(["unshare", "-m", "sh", "-c", script, "sh", workspace.path] + command).run()
            #expect(ending.status == .exited(0) && ending.out.contains(Job.run), "\(ending)")
        }
    }
}
