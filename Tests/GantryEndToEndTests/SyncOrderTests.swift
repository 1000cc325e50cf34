import Testing

@Suite("The order of writes, syncs and renames") struct SyncOrderTests {
    @Test("leaves nothing that a power loss could tear", arguments: ["plain", "late", "sample"]) func clean(
        kind: String
    ) async throws {
        let job = try await kind == "plain" ? Job.plain() : kind == "late" ? Job.late() : Job.sample()
        let workspace = try Workspace("lint")
        let ending = try await job.command(workspace.path, environment: Faults.environment(workspace)).run()
        try #require(ending.status == .exited(0), "\(ending)")
        let found = try await Faults.lint(workspace.log, ["--final", "^exports/", "--data-before-journal"])
        print("   \(kind): \(found.lines.first ?? "")")
        #expect(found.status == .exited(0) || found.status == .exited(1), "\(found)")
        // Nothing rests on the lock file's bytes: it is the kernel's lock that counts.
        let violations = found.lines.dropFirst().filter { !$0.contains("/lock are synced") }
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test("is safe too when a killed run goes on") func continued() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("lint")
        let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@260")).run()
        #expect(cut.wasKilled, "\(cut)")
        let ending = try await job.command(workspace.path, environment: Faults.environment(workspace)).run()
        try #require(ending.status == .exited(0), "\(ending)")
        let found = try await Faults.lint(workspace.log, ["--final", "^exports/"])
        #expect(found.status == .exited(0), "\(found.out)\(found.err)")
    }

    @Test("is safe too when a month is signed, delivered and received") func signed() async throws {
        let month = try await SignedMonth.copy()
        func run(_ command: Command) async throws {
            var command = command
            command.environment = try await Faults.environment(month.workspace)
            try await command.succeed()
        }
        try await run(month.sign("--by", "clerk"))
        try await run(month.sign("--withdraw", "--by", "clerk", "--because", "The crane log is wrong"))
        try await run(month.sign("--by", "clerk"))
        let signature = try await month.signature(of: month.statement, by: "manager")
        try await run(month.sign("--by", "manager", "--signature", signature))
        try await run(month.deliver("--to", month.importer, "--by", "clerk"))
        try await run(month.deliver("--receipt", signature, "--by", "clerk"))
        let found = try await Faults.lint(month.workspace.log, ["--final", "^exports/[^/]*/[^/]*/r1/"])
        let violations = found.lines.dropFirst().filter { !$0.contains(".lock are synced") }
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))\(found.err)")
    }

    @Test("would be found unsafe if syncs were left out", arguments: ["drop-fsync", "drop-dirsync"]) func mutants(
        fault: String
    ) async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("mutant")
        let ending = try await job.command(workspace.path, environment: Faults.environment(workspace, fault)).run()
        try #require(ending.status == .exited(0), "\(ending)")
        let found = try await Faults.lint(workspace.log, ["--final", "^exports/"])
        #expect(found.status == .exited(1), "the linter found nothing wrong although \(fault) was ordered: \(found)")
    }
}
