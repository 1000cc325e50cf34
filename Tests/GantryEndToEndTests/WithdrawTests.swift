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
