import Glibc
import Testing

@Suite("Two runs of one period") struct LockTests {
    @Test("don't get in each other's way: the second is told who works, and takes over when that one is dead")
    func takeOver() async throws {
        let sandbox = try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7", "--page-delay", "1500ms",
        ])
        var job = Job("very slow", sandbox)
        job.options = ["--pages-ahead", "1"]
        let reference = try await Job.plain().reference()
        let workspace = try Workspace("lock")
        let first = try job.command(workspace.path).start()
        for _ in 0..<400 where !exists(workspace.parts + "/bag/data/work-entries.csv") {
            try await Task.sleep(for: .milliseconds(10))
        }
        // Started at once, without waiting for other tests, because the first must still be at work.
        let second = try await job.command(workspace.path).start().ending()
        second.expect(exit: 5)
        #expect(second.err.contains("\(first.pid)"), "the message does not name process \(first.pid): \(second.err)")
        let other = try await job.command(workspace.path, ["--start-over"]).start().ending()
        #expect(other.status == .exited(5), "--start-over must not take a run away from a living process: \(other)")
        let month = try await Command(
            [
                Product.binary, "month", "2026-10", "--pipeline", job.pipeline, "--workspace", workspace.path,
                "--config",
                workspace.path + ".yaml",
            ], environment: BackEnd.ksrCranes.credentials
        ).start().ending()
        #expect(month.status == .exited(5) && month.err.contains("\(first.pid)"), "\(month)")
        first.end()
        #expect(try await first.ending().wasKilled)
        let third = try await job.command(workspace.path).start().ending()
        third.expect(exit: 0)
        if let difference = try workspace.exported().difference(from: reference) { Issue.record("\(difference)") }
        _ = sandbox
    }

    @Test("end with one export when started together") func together() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let trials = Trials(what: "two runs started together", test: "LockTests")
        let refused = Counter()
        await trials.run(0..<200 * Product.trials, leastHits: 200 * Product.trials) { _ in
            let workspace = try Workspace("pair")
            let command = try job.command(workspace.path)
            let one = try command.start()
            let two = try command.start()
            let endings = try await [one.ending(), two.ending()]
            let codes = endings.compactMap(\.code).sorted()
            // Where one has ended before the other looks, the other is told that all is done.
            guard codes == [0, 5] || codes == [0, 3] else { return .broken("they ended: \(endings)") }
            if codes == [0, 5] { refused.add() }
            if let difference = try workspace.exported().difference(from: reference) { return .broken(difference) }
            return .held
        }
        print("   \(refused.value) second runs were refused, the others came when all was done")
    }
}
