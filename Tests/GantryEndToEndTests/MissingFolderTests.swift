import Testing

@Suite("A folder or a journal that is gone") struct MissingFolderTests {
    private static let revision2 = "payroll-monthly/2026-10/r2"

    @Test("is said by every command that would use the run") func missingFolder() async throws {
        let month = try await KeptMonth.copy()
        try remove(month.workspace.published)
        let listed = try await month.listed()
        #expect(listed.map(\.folderState) == ["missing"])
        let runs = try await month.command("runs").succeed().out
        #expect(runs.contains("missing") && runs.contains("its folder is gone"), "\(runs)")
        let shown = try await month.command("show", Job.run).succeed().out
        #expect(
            shown.contains("is missing.") && shown.contains("gantry forget") && !shown.contains("Folder  "), "\(shown)")
        #expect(!shown.contains("totals.json"), "\(shown)")
        let again = try await month.run().run()
        #expect(again.code == 3 && again.out.contains("Its folder is missing"), "\(again)")
        for words in [["verify", Job.run], ["review", Job.run], ["diff", Job.run, Job.run]] {
            let ending = try await Command([Product.binary] + words + ["--workspace", month.workspace.path]).run()
            #expect(
                ending.code == 64 && ending.err.contains("its folder") && ending.err.contains("is missing"), "\(ending)"
            )
        }
        let rewrite = try await month.rewrite().run()
        #expect(rewrite.code == 64 && rewrite.err.contains("is missing"), "\(rewrite)")
        #expect(try await month.listed().count == 1)
    }

    @Test("or changed is said too, as far as a look tells") func changedFolder() async throws {
        let month = try await KeptMonth.copy()
        try write("more", to: month.workspace.published + "/data/payroll.csv")
        #expect(try await month.command("show", Job.run).succeed().out.contains("of another size: data/payroll.csv"))
        try write("other", to: month.workspace.published + "/tagmanifest-sha256.txt")
        #expect(try await month.listed().map(\.folderState) == ["changed"])
        #expect(try await month.command("show", Job.run).succeed().out.contains("is changed."))
    }

    @Test("A lost journal is said by every command, with how to make one") func lostJournal() async throws {
        let month = try await KeptMonth.copy()
        for suffix in ["", "-wal", "-shm"] where exists(month.workspace.journal + suffix) {
            try remove(month.workspace.journal + suffix)
        }
        for words in [["runs"], ["show", Job.run], ["review", Job.run]] {
            let ending = try await Command([Product.binary] + words + ["--workspace", month.workspace.path]).run()
            #expect(ending.code == 66 && ending.err.contains("gantry adopt"), "\(words): \(ending)")
        }
        #expect(try await month.run().run().code == 66)
        #expect(!exists(month.workspace.journal))
    }
}

extension KeptMonth {
    /// The month written again.
    func rewrite() throws -> Command {
        var command = try run()
        command.words = [
            Product.binary, "run", Product.pipeline, "--from", Job.run, "--workspace", workspace.path, "--config",
            workspace.path + ".yaml",
        ]
        return command
    }
}
