import Glibc
import Testing

/// Two machines: names, and either a disk of its own each, or one folder that each has mounted through a FUSE of its own, so
/// that a lock on one machine isn't seen on the other.
private struct Machines {
    static let canShare = geteuid() == 0 && exists("/dev/fuse") && exists("/usr/bin/bindfs")

    let workspaces: [Workspace]
    /// The folder that both have as their workspace; `nil` where each has its own.
    var shared: TestFolder?

    /// - Parameter shares: whether both have the same folder as their workspace.
    static func with<T>(sharing shares: Bool, _ body: (Machines) async throws -> T) async throws -> T {
        var machines = Machines(workspaces: [try Workspace("n1"), try Workspace("n2")])
        guard shares else { return try await body(machines) }
        let folder = try TestFolder("shared")
        machines.shared = folder
        do {
            for workspace in machines.workspaces {
                try await Command(["bindfs", folder.path, workspace.path]).succeed()
            }
            let result = try await body(machines)
            try await machines.unmount()
            return result
        } catch {
            try? await machines.unmount()
            throw error
        }
    }

    private func unmount() async throws {
        for workspace in workspaces { try await Command(["umount", "-l", workspace.path]).succeed() }
    }

    /// Before the words of a command that a machine runs.
    static func wrapper(_ number: Int) -> [String] {
        guard geteuid() == 0 else { return [] }
        return ["unshare", "--uts", "--", "sh", "-c", "hostname $0 && exec \"$@\"", "n\(number + 1)"]
    }
}

@Suite("A machine that dies or stands still", .enabled(if: Database.server != nil, "needs Scripts/with-postgres"))
struct SharedTakeOverTests {
    @Test(
        "is taken over within 75 seconds by another with a disk of its own, with the same bytes; one that lives is not",
        arguments: [SIGKILL, SIGSTOP])
    func apart(_ signal: Int32) async throws { try await takenOver(after: signal, sharing: false) }

    @Test(
        "is taken over by another with the same folder, and changes nothing there when it wakes up",
        .enabled(if: Machines.canShare, "needs root, FUSE and bindfs"), arguments: [SIGKILL, SIGSTOP])
    func together(_ signal: Int32) async throws { try await takenOver(after: signal, sharing: true) }

    @Test("ends with 75 where the server of the journal stands still, and goes on afterwards") func frozen()
        async throws
    {
        let server = try Command(
            [
                Product.root + "/Scripts/with-postgres", "sh", "-c",
                "echo $GANTRY_TEST_POSTGRES_FOLDER; exec sleep 300",
            ], timeout: .seconds(320)
        ).start()
        for _ in 0..<1_200 where !(try server.outSoFar()).contains("\n") {
            try await Task.sleep(for: .milliseconds(50))
        }
        let folder = String(try server.outSoFar().prefix { $0 != "\n" })
        func all(_ signal: String) async throws {
            let pid = "$(head -n 1 '\(folder)/data/postmaster.pid')"
            _ = try await Command(["sh", "-c", "kill -\(signal) \(pid) $(pgrep -P \(pid))"]).start().ending()
        }
        let sandbox = try await Sandbox(["--entries", "60", "--employees", "6", "--seed", "7", "--page-delay", "1s"])
        var job = Job("slow for a frozen server", sandbox)
        job.options = ["--pages-ahead", "1"]
        job.timeout = .seconds(120)
        let workspace = try Workspace("frozen")
        try Database(at: "host=\(folder) user=gantry dbname=postgres").configure(workspace, job)
        let command = try job.command(
            workspace.path, environment: ["GANTRY_JOURNAL": "host=\(folder) user=gantry dbname=postgres"])
        let run = try command.start()
        for _ in 0..<1_000 where !exists(workspace.parts + "/bag/data/work-entries.csv") {
            try await Task.sleep(for: .milliseconds(10))
        }
        try await all("STOP")
        let stopped = ContinuousClock.now
        let ending = try await run.ending()
        #expect(ending.code == 75 && ending.err.contains("lease"), "\(ending)")
        #expect(ContinuousClock.now - stopped < .seconds(90))
        try await all("CONT")
        let again = try await command.start().ending()
        #expect(again.code == 0, "\(ending) \(again)")
        if let difference = try await workspace.exported().difference(from: Job.plain().reference()) {
            Issue.record("\(difference)")
        }
        // Also what keeps the server's script waiting.
        kill(-server.pid, SIGTERM)
        _ = try await server.ending()
        _ = sandbox
    }

    private func takenOver(after signal: Int32, sharing: Bool) async throws {
        // By its own command twenty of each, side by side: GANTRY_TRIALS=10.
        try await withThrowingTaskGroup { group in
            for _ in 0..<(Product.trials > 1 ? 2 * Product.trials : 1) {
                group.addTask {
                    try await Machines.with(sharing: sharing) { try await takenOver(after: signal, $0, sharing) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func takenOver(after signal: Int32, _ machines: Machines, _ sharing: Bool) async throws {
        let sandbox = try await Sandbox([
            "--entries", "3000", "--employees", "6", "--seed", "7", "--page-delay", "500ms",
        ])
        var job = Job("slow for two", sandbox)
        job.settings = ["records.page-size=100", "checkpoint.records=500"]
        job.options = ["--pages-ahead", "1"]
        job.timeout = .seconds(200)
        let database = try await Database()
        let (one, two) = (machines.workspaces[0], machines.workspaces[1])
        for workspace in machines.workspaces { try database.configure(workspace, job) }
        func start(_ number: Int) throws -> Child {
            try job.command(
                machines.workspaces[number].path, wrapper: Machines.wrapper(number),
                environment: ["GANTRY_JOURNAL": database.address]
            ).start()
        }
        let first = try start(0)
        for _ in 0..<1_000 where !exists(one.parts + "/bag/data/work-entries.csv") {
            try await Task.sleep(for: .milliseconds(10))
        }
        // Past the first checkpoint, with records that aren't in one yet.
        let kept = "SELECT count(*) FROM checkpoints WHERE records >= 500"
        let started = ContinuousClock.now
        while try await database.value(kept) == "0", ContinuousClock.now - started < .seconds(60) {
            try await Task.sleep(for: .milliseconds(100))
        }
        try await Task.sleep(for: .milliseconds(700))
        let refused = try await start(1).ending()
        refused.expect(exit: 5)
        #expect(refused.err.contains("\(first.pid)"), "\(refused)")
        first.signal(signal)
        let death = ContinuousClock.now
        var ending = refused
        while ending.status == .exited(5), ContinuousClock.now - death < .seconds(80) {
            try await Task.sleep(for: .seconds(2))
            ending = try await start(1).ending()
        }
        ending.expect(exit: 0)
        #expect(ContinuousClock.now - death < .seconds(75 + 20), "The run itself takes some 15 seconds.")
        #expect(ending.err.contains("Resuming after") == sharing, "\(ending)")
        first.signal(SIGCONT)
        let late = try await first.ending()
        #expect(signal == SIGKILL ? late.wasKilled : late.status == .exited(75), "\(late)")
        // As it is on the disk, whatever the second machine has in its memory of it.
        let published = (machines.shared?.path ?? two.path) + "/exports/" + Job.run
        if let difference = try await Tree(published).difference(from: job.reference()) {
            Issue.record("\(difference)")
        }
        #expect(exists(one.published) == sharing)
        _ = sandbox
    }
}
