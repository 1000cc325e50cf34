import Testing

@Suite("Forgetting runs") struct ForgetTests {
    private static let revision2 = "payroll-monthly/2026-10/r2"

    @Test("removes the folder and the rows; the number isn't given again") func forget() async throws {
        let month = try await KeptMonth.copy()
        let asked = try await month.command("forget", Job.run).run()
        #expect(asked.code == 64 && asked.err.contains("--yes") && exists(month.workspace.published), "\(asked)")
        try await month.withdraw().succeed()
        try await month.command("forget", Job.run, "--yes").succeed()
        #expect(!exists(month.workspace.published) && !exists(month.workspace.published + ".withdrawn"))
        #expect(try await month.listed().isEmpty)
        #expect(try await month.command("forget", Job.run, "--yes").run().code == 3)
        #expect(try await month.command("forget", Self.revision2, "--yes").run().code == 64)
        try await month.run().succeed()
        #expect(try await month.listed().map(\.run) == [Self.revision2])
    }

    @Test("drops an unfinished run, whose number is free then") func unfinished() async throws {
        let workspace = try Workspace("unfinished")
        let job = try await Job.plain()
        let half = try await Faults.calls(of: job).count / 2
        let fault = try await Faults.environment(workspace, "kill@\(half)")
        try #require(try await job.command(workspace.path, environment: fault).run().wasKilled)
        let month = KeptMonth(workspace: workspace, job: job)
        try #require(try await month.listed().map(\.isPublished) == [false])
        try await month.command("forget", Job.run, "--yes").succeed()
        #expect(try await month.listed().isEmpty && !exists(workspace.parts))
        try await month.run().succeed()
        #expect(try await month.listed().map(\.run) == [Job.run])
    }

    @Test("never removes what was signed, before its time") func signed() async throws {
        let month = try await SignedMonth.copy()
        #expect(try text(of: month.workspace.published + "/bag-info.txt").contains("Retain-Until: 2031-12-31\n"))
        try await month.signBoth()
        let prune = ["forget", "--keep-last", "1", "--workspace", month.workspace.path]
        for faked in [nil, "2031-12-31 12:00:00"] {
            let clock = faked.map { Product.clock(at: $0) } ?? [:]
            let refused = try await Command(
                [Product.binary, "forget", SignedMonth.run, "--yes", "--workspace", month.workspace.path],
                environment: clock
            ).run()
            #expect(refused.code == 64 && refused.err.contains("2031-12-31"), "\(refused)")
            try await Command([Product.binary] + prune, environment: clock).succeed()
            #expect(exists(month.workspace.published))
        }
        let later = try await Command(
            [Product.binary, "forget", SignedMonth.run, "--yes", "--workspace", month.workspace.path],
            environment: Product.clock(at: "2032-01-01 12:00:00")
        ).succeed()
        #expect(later.code == 0 && !exists(month.workspace.published) && !exists(month.signed))
        // What was paid stays in the book.
        #expect(try month.lastAction() == "signed")
    }

    @Test("never removes the base of a correction that stays") func base() async throws {
        let month = try await CorrectedMonth.copy()
        try await month.correct().succeed()
        let clock = Product.clock(at: "2040-01-01 12:00:00")
        let forget = try await Command(
            [Product.binary, "forget", month.name(1), "--yes", "--workspace", month.workspace.path], environment: clock
        ).run()
        #expect(forget.code == 64 && forget.err.contains("is a correction of it"), "\(forget)")
        try await Command(
            [Product.binary, "forget", "--keep-last", "1", "--workspace", month.workspace.path], environment: clock
        ).succeed()
        #expect(exists(month.folder(1)) && exists(month.folder(2)))
    }

    @Test("keeps a whole run for one whose files were cut") func cut() async throws {
        let month = try await KeptMonth.copy()
        try await month.run("--revision", "next").succeed()
        try write("", to: month.workspace.exports + "/payroll-monthly/2026-10/r2/data/payroll.csv")
        let ending = try await month.command("forget", "--keep-last", "1", "--yes").succeed()
        #expect(exists(month.workspace.published) && ending.out.contains("missing or changed"), "\(ending)")
    }

    @Test("never sends anything twice") func sent() async throws {
        let sending = try await KSRSending("workers-import")
        let sheet = try sending.sheet(
            "name,email,hourly_rate,employment_type\nNew Worker,new.worker@example.test,200,fuld_tid\n")
        let run = sending.command("run", "own", sheet: sheet, ["--create"])
        let first = try await run.run()
        try #require(first.code == 0, "\(first)")
        let effects = try sending.effects().count
        #expect(effects == 1)
        try await sending.command(["forget", "workers-import/own/r1", "--yes"]).succeed()
        let again = try await run.run()
        again.expect(exit: 0)
        #expect(try sending.effects().count == effects)
    }

    @Test("A dry run lists exactly what the real one removes") func dryRun() async throws {
        let month = try await KeptMonth.copy()
        for _ in 0..<2 { try await month.run("--revision", "next").succeed() }
        struct Report: Decodable {
            struct Item: Decodable, Equatable {
                let kind, name: String
                let bytes: Int
            }
            let removed: [Item]
            let isDryRun: Bool
        }
        let words = ["forget", "--keep-last", "1", "--json", "--workspace", month.workspace.path]
        let before = try Tree(month.workspace.exports)
        let dry = try KeptMonth.result(
            Report.self, try await Command([Product.binary] + words + ["--dry-run"]).succeed())
        #expect(dry.isDryRun && dry.removed.count >= 2)
        #expect(try Tree(month.workspace.exports) == before)
        let real = try KeptMonth.result(Report.self, try await Command([Product.binary] + words).succeed())
        #expect(real.removed == dry.removed)
        #expect(try await month.listed().map(\.run) == ["payroll-monthly/2026-10/r3"])
        let none = try KeptMonth.result(Report.self, try await Command([Product.binary] + words).succeed())
        #expect(none.removed.isEmpty)
        #expect(try await month.command("forget").run().code == 64)
    }

    @Test("Killed at any call, no run without its folder is told as present, and the same command ends it")
    func killed() async throws {
        let template = try await KeptMonth.copy()
        try await template.run("--revision", "next").succeed()
        try await kill("forget", template) { $0.command("forget", Job.run, "--yes") }
        try await kill("prune", template) { $0.command("forget", "--keep-last", "1") }
    }

    private func kill(
        _ name: String, _ template: KeptMonth, _ command: @escaping @Sendable (KeptMonth) -> Command
    ) async throws {
        try await Trials.kill(name, of: template, test: "ForgetTests", by: command) { month in
            if let run = try await month.listed().first(where: { $0.run == Job.run }), !run.isBeingForgotten {
                let verified = try await month.command("verify", Job.run).run()
                guard verified.code == 0, run.folderState == "present" else {
                    return .broken("it is told as present: \(run), \(verified)")
                }
            }
            let again = try await command(month).run()
            guard [0, 3].contains(again.code) else { return .broken("the same command ended: \(again)") }
            guard try await month.listed().map(\.run) == [Self.revision2], !exists(month.workspace.published),
                !exists(month.workspace.path + "/parts/" + Job.run)
            else { return .broken("something is left: \(try await month.listed())") }
            return .held
        }
    }
}
