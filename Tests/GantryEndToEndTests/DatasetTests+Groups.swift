import Glibc
import Testing

extension DatasetTests {
    @Test("reads the list of keys again where the server doesn't know one of them any more")
    func goneKey() async throws {
        let sample = Sample.all[5]
        let sandbox = try await Sandbox(["--system", sample.system, "--fault", "conversation:after=2:status=404"])
        let workspace = try sample.workspace(sandbox.url)
        let ending = try await sample.command(workspace).run()
        ending.expect(exit: 0)
        #expect(ending.err.contains("came from a list before") && ending.err.contains("starting over"), "\(ending)")
        let verified = try await Command([Product.binary, "verify", sample.published(workspace)]).run()
        verified.expect(exit: 0)
    }

    @Test("of the shipped group needs no period, and each pipeline has a folder for the day") func nightly()
        async throws
    {
        let sandboxes = try await [
            Sandbox(["--system", "ksr-cranes"]), Sandbox(["--system", "cdbl-lms"]), Sandbox(["--system", "vynqtalk"]),
        ]
        let samples = [Sample.all[0], Sample.all[2], Sample.all[5]]
        let workspace = try Workspace("nightly")
        var connections = "connections:\n"
        var environment: [String: String] = [:]
        for (sample, sandbox) in zip(samples, sandboxes) {
            connections +=
                "  \(sample.connection):\n    system: \(sample.system)\n    environment: \(sandbox.url)\n    credentials:\n"
            for (key, variable, value) in sample.credentials {
                connections += "      \(key): { env: \(variable) }\n"
                environment[variable] = value
            }
        }
        try write(connections, to: workspace.path + "/gantry.yaml")
        let ending = try await Command(
            [Product.binary, "run", Product.root + "/Pipelines/nightly-archive.yaml", "--workspace", workspace.path],
            environment: environment
        ).run()
        ending.expect(exit: 0)
        #expect(ending.out.contains("3 of 3 pipelines done"), "\(ending)")
        let leave = try Tree(workspace.exports + "/leave-history").files.keys
        #expect(leave.allSatisfy { $0.contains("@20") } && !leave.isEmpty, "\(leave)")
        // They end when nobody holds them.
        withExtendedLifetime(sandboxes) {}
    }

    @Test(
        "works in the demonstration, whichever sheet is sent, and nothing is sent again",
        arguments: [
            "certificates-upload", "leave-import", "leave-cancel", "photos-upload", "bookings-import",
            "profile-images-upload", "documents-upload",
            "timesheets-upload", "signatures-upload", "work-entries-import", "customers-import", "workers-import",
            "notifications-read",
            "messages-send", "payroll-batch-create", "payroll-mark-sent",
        ])
    func sendingDemonstration(name: String) async throws {
        let workspace = try Workspace("demo-sending")
        let ending = try await Command([Product.binary, "demo", "--pipeline", name, "--workspace", workspace.path])
            .run()
        #expect(ending.status == .exited(0) || ending.status == .exited(2), "\(ending)")
        let servers = try text(of: workspace.path + "/gantry.yaml")
        let again = try await Command([Product.binary, "demo", "--pipeline", name, "--workspace", workspace.path]).run()
        // Where a test beside this one has taken the port, a sheet that asks the server first finds the published run's closed.
        let areSame = try text(of: workspace.path + "/gantry.yaml") == servers
        #expect(again.status == .exited(3) || !areSame && again.status == .exited(75), "\(again)")
    }

    @Test(
        "works in the demonstration, whichever pipeline it is",
        arguments: [
            "appointment-photos", "appointments", "customers-and-workers", "leave-history", "message-archive",
            "nightly-archive", "payroll-monthly",
            "timesheets",
        ])
    func demonstration(name: String) async throws {
        let workspace = try Workspace("demo")
        let ending = try await Command([Product.binary, "demo", "--pipeline", name, "--workspace", workspace.path])
            .run()
        ending.expect(exit: 0)
        #expect(ending.out.contains("  Details") || ending.out.contains("  Next"), "\(ending)")
        let again = try await Command([Product.binary, "demo", "--pipeline", name, "--workspace", workspace.path]).run()
        again.expect(exit: 3)
    }

    @Test("of the shipped group goes on from any instant, each pipeline to the same bytes") func nightlyKilled()
        async throws
    {
        let sandboxes = try await [
            Sandbox(["--system", "ksr-cranes", "--page-delay", "4ms"]),
            Sandbox(["--system", "cdbl-lms", "--page-delay", "4ms"]),
            Sandbox(["--system", "vynqtalk", "--page-delay", "4ms"]),
        ]
        let samples = [Sample.all[0], Sample.all[2], Sample.all[5]]
        @Sendable func command(_ workspace: Workspace) -> Command {
            var environment: [String: String] = [:]
            for one in samples.flatMap(\.credentials) { environment[one.variable] = one.value }
            let words = [
                Product.binary, "run", Product.root + "/Pipelines/nightly-archive.yaml", "--period", "2026",
                "--workspace", workspace.path,
            ]
            return Command(
                words + ["--snapshot-time", Job.snapshot, "--set", "checkpoint.every=100ms"], environment: environment)
        }
        @Sendable func workspace() throws -> Workspace {
            let workspace = try Workspace("nightly-killed")
            let entries = zip(samples, sandboxes).map { sample, sandbox in
                "  \(sample.connection):\n    system: \(sample.system)\n    environment: \(sandbox.url)\n    credentials:\n"
                    + sample.credentials.map { "      \($0.key): { env: \($0.variable) }\n" }.joined()
            }
            try write("connections:\n" + entries.joined(), to: workspace.path + "/gantry.yaml")
            return workspace
        }
        let reference = try workspace()
        let whole = try await command(reference).run()
        try #require(whole.status == .exited(0), "\(whole)")
        let bytes = try Tree(reference.exports)
        let pace = Pace(whole.took)
        let trials = Trials(what: "SIGKILL at a random instant of nightly-archive", test: "DatasetTests")
        await trials.run(hits: 20 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 10)
            let place = try workspace()
            let wait = pace.instant(using: &random)
            let ending = try await Slots.shared.using {
                let child = try command(place).start()
                try await Task.sleep(for: wait)
                child.end()
                return try await child.ending()
            }
            guard ending.wasKilled else {
                pace.took(ending.took)
                return .late
            }
            let next = try await command(place).run()
            guard next.code == 0 || next.code == 3 else { return .broken("the run that continues ended: \(next)") }
            if let difference = try Tree(place.exports).difference(from: bytes) { return .broken(difference) }
            return .held
        }
        withExtendedLifetime(sandboxes) {}
    }

    /// Runs a group of two, of which the first names a connection that the workspace doesn't have.
    private func both(in workspace: Workspace) async throws -> Ending {
        try write(
            "pipeline: both\nruns: [\(Product.root)/Pipelines/leave-history.yaml, \(Product.root)/Pipelines/customers-and-workers.yaml]\n",
            to: workspace.path + "/both.yaml")
        let config = workspace.path + "/gantry.yaml"
        try write(
            try text(of: config).replacing("    environment:", with: "    retries: 0\n    environment:"), to: config)
        var command = Sample.all[0].command(workspace)
        command.words = [
            Product.binary, "run", workspace.path + "/both.yaml", "--period", "2026-10", "--workspace", workspace.path,
        ]
        return try await command.run()
    }

    @Test("that fails does not stop the others of its group, and the exit code says so") func group() async throws {
        let sandbox = try await Sandbox(["--system", "ksr-cranes"])
        let sample = Sample.all[0]
        let workspace = try sample.workspace(sandbox.url)
        let ending = try await both(in: workspace)
        ending.expect(exit: 78)
        #expect(exists(sample.published(workspace)), "\(ending)")
        #expect(ending.out.contains("1 of 2 pipelines done"), "\(ending)")
    }

    @Test("that can go on later makes its group one that can, beside one that fails for good")
    func laterGroup() async throws {
        let sample = Sample.all[0]
        // Nobody listens there.
        let workspace = try sample.workspace("http://127.0.0.1:1")
        let ending = try await both(in: workspace)
        ending.expect(exit: 75)
        #expect(ending.out.contains("0 of 2 pipelines done"), "\(ending)")
    }
}
