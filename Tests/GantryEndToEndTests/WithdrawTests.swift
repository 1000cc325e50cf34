import FoundationEssentials
import Testing

@Suite("A withdrawn run") struct WithdrawTests {
    private static let revision2 = "payroll-monthly/2026-10/r2"

    @Test("says so everywhere, and stays as it was published") func shown() async throws {
        let month = try await KeptMonth.copy()
        let before = try month.workspace.exported()
        let done = try await month.withdraw().succeed()
        #expect(done.out.contains("Payroll Clerk") && done.out.contains(KeptMonth.reason), "\(done)")
        #expect(try await month.withdraw().run().code == 3)
        #expect(try month.workspace.exported() == before)
        let listed = try await month.listed()
        #expect(listed.map { $0.withdrawn?.because } == [KeptMonth.reason] && listed[0].isPublished)
        #expect(try await month.command("runs").succeed().out.contains("withdrawn"))
        for words in [["show", Job.run], ["verify", Job.run], ["diff", Job.run, Job.run]] {
            let ending = try await Command([Product.binary] + words + ["--workspace", month.workspace.path]).succeed()
            #expect(ending.out.contains("withdrawn by Payroll Clerk"), "\(words): \(ending)")
        }
        let review = try await month.command("review", Job.run, "--offline").run()
        #expect(review.code == 6 && review.out.contains("withdrawn by Payroll Clerk"), "\(review)")
        // Elsewhere, the mark beside the folder says it.
        let copy = month.workspace.folder.file("r1")
        try await Command(["cp", "-a", month.workspace.published, copy]).succeed()
        try await Command(["cp", "-a", month.workspace.published + ".withdrawn", copy + ".withdrawn"]).succeed()
        let verified = try await Command([Product.binary, "verify", copy]).succeed()
        #expect(verified.out.contains(KeptMonth.reason), "\(verified)")
        try write("torn", to: copy + ".withdrawn")
        #expect(try await Command([Product.binary, "verify", copy]).run().code == 1)
    }

    @Test("is no base: only a new revision takes its place, which corrects nothing") func noBase() async throws {
        let month = try await KeptMonth.copy()
        try await month.withdraw().succeed()
        let again = try await month.run().run()
        #expect(again.code == 64 && again.err.contains("--revision next"), "\(again)")
        let rewrite = try await month.rewrite().run()
        #expect(rewrite.code == 64 && rewrite.err.contains("withdrawn"), "\(rewrite)")
        try await month.run("--revision", "next").succeed()
        let listed = try await month.listed()
        #expect(listed.first { $0.run == Self.revision2 }?.corrects == nil)
        #expect(try await month.command("verify", Self.revision2).succeed().code == 0)
        // Without the second revision the first would be the newest again; withdrawn, it isn't.
        try await month.withdraw(Self.revision2).succeed()
        #expect(try await month.run().run().code == 64)
        try await month.run("--revision", "next").succeed()
        #expect(try await month.listed().count == 3)
    }

    @Test("An older revision takes the place of a withdrawn newer one") func older() async throws {
        let month = try await KeptMonth.copy()
        try await month.run("--revision", "next").succeed()
        #expect(try await month.listed().first { $0.run == Job.run }?.supersededBy == 2)
        try await month.withdraw(Self.revision2).succeed()
        #expect(try await month.listed().first { $0.run == Job.run }?.supersededBy == nil)
        let again = try await month.run().run()
        #expect(again.code == 3 && again.out.contains(Job.run), "\(again)")
    }

    @Test("can't be signed; a signed or delivered one can't be withdrawn") func signed() async throws {
        let month = try await SignedMonth.copy()
        let withdraw = Command([
            Product.binary, "withdraw", SignedMonth.run, "--by", "clerk", "--because", KeptMonth.reason,
            "--workspace", month.workspace.path, "--config", month.workspace.path + ".yaml",
        ])
        let other = try await month.copied()
        var unknown = withdraw
        unknown.words[4] = "nobody"
        #expect(try await unknown.run().code == 64)
        try await month.signBoth()
        let refused = try await withdraw.run()
        #expect(refused.code == 64 && refused.err.contains("--withdraw"), "\(refused)")
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        let paid = try await withdraw.run()
        #expect(paid.code == 64 && paid.err.contains("has been paid"), "\(paid)")
        #expect(!exists(month.workspace.published + ".withdrawn"))
        var first = withdraw
        first.words[8] = other.workspace.path
        try await first.succeed()
        let sign = try await other.sign("--by", "clerk").run()
        #expect(sign.code == 64 && sign.err.contains("withdrawn"), "\(sign)")
        #expect(!exists(other.statement))
    }

    @Test("isn't delivered, neither by hand nor after a run") func delivering() async throws {
        let folder = try TestFolder("place")
        let place = folder.file("in")
        let workspace = try Workspace("withdrawn")
        var job = try await Job.sample()
        job.pipeline = workspace.folder.file("pipeline.yaml")
        try write(try text(of: Product.pipeline) + "\ndeliver:\n  - { to: there }\n", to: job.pipeline)
        let run = try job.command(workspace.path)
        let config = workspace.path + ".yaml"
        try write(try text(of: config) + "destinations:\n  there: { address: \(place), into: \"\" }\n", to: config)
        // There is no such place yet, so the run is published and not delivered.
        #expect(try await run.run().code != 0 && exists(workspace.published))
        let month = KeptMonth(workspace: workspace, job: job)
        try await month.withdraw().succeed()
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let deliver = month.command(
            "deliver", Job.run, "--to", "there", "--config", config, "--pipeline", job.pipeline)
        for command in [deliver, run] {
            let refused = try await command.run()
            #expect(refused.code == 64 && refused.err.contains("was withdrawn by Payroll Clerk"), "\(refused)")
            #expect(try Tree(place).files.isEmpty)
        }
    }

    @Test("that was delivered without signatures may have been paid, so it isn't withdrawn by the way") func delivered()
        async throws
    {
        let folder = try TestFolder("place")
        let month = try await DeliveredMonth("destinations:\n  there: { address: \(folder.path), into: \"\" }\n")
        try await month.deliver("--to", "there").succeed()
        let withdraw = month.command(
            "withdraw", DeliveredMonth.run, "--by", "Payroll Clerk", "--because", KeptMonth.reason)
        let refused = try await withdraw.run()
        #expect(refused.code == 64 && refused.err.contains("so it may have been paid"), "\(refused)")
        #expect(refused.err.contains("--although-delivered") && refused.err.contains("there"), "\(refused)")
        #expect(!exists(month.workspace.published + ".withdrawn"))
        let forget = Command([
            Product.binary, "forget", DeliveredMonth.run, "--yes", "--workspace", month.workspace.path,
        ])
        let kept = try await forget.run()
        #expect(kept.code == 64 && kept.err.contains("paid, and must be kept until 2031-12-31"), "\(kept)")
        var known = withdraw
        known.words.append("--although-delivered")
        let there = try await known.run()
        #expect(there.code == 1 && there.err.contains("still there"), "\(there)")
        for name in try Tree(folder.path).files.keys { try remove(folder.file(name)) }
        let done = try await known.succeed()
        #expect(done.out.contains("It was delivered to there"), "\(done)")
        // Now that somebody said that it wasn't imported, it can go.
        try await forget.succeed()
    }

    @Test("Killed at any call, the mark is there or not, and the same command ends it") func killed() async throws {
        let template = try await KeptMonth.copy()
        try await Trials.kill("withdraw", of: template, test: "WithdrawTests") {
            $0.withdraw()
        } judge: { month in
            let again = try await month.withdraw().run()
            guard [0, 3].contains(again.code) else { return .broken("the same command ended: \(again)") }
            guard exists(month.workspace.published + ".withdrawn"), try await month.listed()[0].withdrawn != nil else {
                return .broken("the mark is missing after the same command")
            }
            return .held
        }
    }
}
