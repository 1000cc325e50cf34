import Testing

/// A published period is done only for the server and account that it came from, and with the settings that made it.
@Suite("A published period") struct SourceTests {
    private func published(_ job: Job) async throws -> (workspace: Workspace, before: Tree) {
        let workspace = try Workspace("source")
        let first = try await job.command(workspace.path).run()
        try #require(first.status == .exited(0), "\(first)")
        return (workspace, try Tree(workspace.exports))
    }

    @Test("of one server isn't done for another, and none of its revisions corrects it") func otherServer() async throws
    {
        let job = try await Job.plain()
        let (workspace, before) = try await published(job)
        let other = try await Sandbox.late.value.url
        for more in [[], ["--revision", "next"], ["--start-over"]] {
            let refused = try await job.command(workspace.path, more, environment: ["GANTRY_KSR_URL": other]).run()
            #expect(refused.status == .exited(78), "\(more): \(refused)")
            #expect(refused.err.contains("address: \(job.url) → \(other)"), "\(more): \(refused.err)")
            #expect(
                !refused.err.contains("--start-over") && !refused.err.contains("--revision next"),
                "\(more): \(refused.err)")
        }
        if let difference = try Tree(workspace.exports).difference(from: before) { Issue.record("\(difference)") }
        let again = try await job.command(workspace.path).run()
        again.expect(exit: 3)
    }

    @Test("of one account isn't done for another") func otherAccount() async throws {
        let job = try await Job.plain()
        let (workspace, _) = try await published(job)
        let refused = try await job.command(workspace.path, environment: ["KSR_EMAIL": "other@example.test"]).run()
        refused.expect(exit: 78)
        #expect(refused.err.contains("account: \(Sandbox.email) → other@example.test"), "\(refused.err)")
    }

    @Test("isn't done with other settings, which make the next revision") func otherSettings() async throws {
        let job = try await Job.plain()
        let (workspace, _) = try await published(job)
        let changed = ["--set", "checks.not-approved=warning"]
        let refused = try await job.command(workspace.path, changed).run()
        refused.expect(exit: 78)
        #expect(refused.err.contains("checks.not-approved: blocker → warning"), "\(refused.err)")
        let next = try await job.command(workspace.path, changed + ["--revision", "next"]).run()
        next.expect(exit: 0)
        let show = try await gantry("show", "payroll-monthly/2026-10/r2", workspace)
        #expect(show.out.contains("Changed     checks.not-approved: blocker → warning"), "\(show)")
        let first = try await gantry("show", Job.run, workspace)
        #expect(first.out.contains("Superseded  by r2; use that one"), "\(first)")
        let runs = try await gantry("runs", nil, workspace)
        #expect(runs.out.contains("superseded by r2") && !runs.out.contains("corrects r1"), "\(runs)")
    }

    @Test("names its server and account wherever it is shown, and says that this machine is no production server")
    func named() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("source")
        let first = try await job.command(workspace.path).run()
        let again = try await job.command(workspace.path).run()
        let bag = try text(of: workspace.published + "/bag-info.txt")
        #expect(
            bag.contains("Source-Address: \(job.url)\n") && bag.contains("Source-Account: \(Sandbox.email)\n"), "\(bag)"
        )
        #expect(bag.contains("Source-Caution: Server on this machine: a sandbox"), "\(bag)")
        let totals = try text(of: workspace.published + "/data/totals.json")
        #expect(
            totals.contains("\"address\": \"\(job.url)\"") && totals.contains("\"this_machine\": true"), "\(totals)")
        for ending in [
            first, again, try await gantry("show", Job.run, workspace), try await gantry("runs", nil, workspace),
        ] {
            #expect(
                ending.out.contains("\(job.url), \(Sandbox.email)") && ending.out.contains("this machine"), "\(ending)")
        }
        let shown = try await gantry("show", Job.run, workspace, ["--json"])
        #expect(
            shown.out.contains("\"isThisMachine\":true") && shown.out.contains("\"account\":\"\(Sandbox.email)\""),
            "\(shown)")
    }

    @Test("of datasets isn't done for another server either") func datasets() async throws {
        let workspace = try Workspace("source")
        let first = try await Sandbox.plain.value.url
        let second = try await Sandbox.late.value.url
        var codes: [Int32?] = []
        for url in [first, first, second] {
            try BackEnd.ksrCranes.configure(workspace, url)
            let words = [
                Product.binary, "run", Product.root + "/Pipelines/customers-and-workers.yaml", "--period", "2026-10",
                "--workspace", workspace.path,
            ]
            codes.append(try await Command(words, environment: BackEnd.ksrCranes.credentials).run().code)
        }
        #expect(codes == [0, 3, 78])
    }

    @Test("isn't sent to another server than it came from") func sentBack() async throws {
        let job = try await Job.plain()
        let (workspace, _) = try await published(job)
        let other = try await Sandbox.late.value.url
        let refused = try await Command(
            [
                Product.binary, "run", Product.root + "/Pipelines/payroll-batch-create.yaml", "--period", "2026-10",
                "--workspace", workspace.path,
                "--config", workspace.path + ".yaml",
            ], environment: BackEnd.ksrCranes.credentials.merging(["GANTRY_KSR_URL": other]) { $1 }
        ).run()
        refused.expect(exit: 78)
        #expect(
            refused.err.contains("was exported from \(job.url)")
                && refused.err.contains("would send its rows to \(other)"), "\(refused)")
    }

    @Test("is corrected by one revision at a time, also where an older one is written again") func newestIsCorrected()
        async throws
    {
        let job = try await Job.plain()
        let (workspace, _) = try await published(job)
        for (revision, corrects) in [(2, 1), (3, 2)] {
            let words = [
                Product.binary, "run", job.pipeline, "--from", Job.run, "--workspace", workspace.path,
                "--config", workspace.path + ".yaml",
            ]
            let ending = try await Command(
                words + job.settings.flatMap { ["--set", $0] }, environment: BackEnd.ksrCranes.credentials
            ).run()
            ending.expect(exit: 0)
            let folder = workspace.exports + "/payroll-monthly/2026-10/r\(revision)"
            #expect(try text(of: folder + "/data/totals.json").contains("\"corrects\": \(corrects),"))
            #expect(try text(of: folder + "/data/payroll.xml").contains("corrects=\"\(corrects)\""))
        }
    }

    private func gantry(
        _ verb: String, _ run: String?, _ workspace: Workspace, _ more: [String] = []
    ) async throws -> Ending {
        try await Command([Product.binary, verb] + [run].compactMap(\.self) + ["--workspace", workspace.path] + more)
            .run()
    }
}
