import Glibc
import Testing

/// SIGKILL at chosen and at random instants: nothing half done is ever visible, and the same command ends with the same bytes.
@Suite("A killed run") struct KillTests {
    @Test("goes on from every single file call to the same bytes") func everyCall() async throws {
        try await killAtCalls(of: .plain(), every: 1)
    }

    @Test("goes on from file calls of a run that writes its outputs again") func everyCallWithLateVerdict() async throws {
        try await killAtCalls(of: .late(), every: 5)
    }

    private func killAtCalls(of job: Job, every step: Int) async throws {
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count
        let step = max(step / Product.trials, 1)
        let first = step == 1 ? 1 : Int(Product.seed % UInt64(step)) + 1
        let isLate = job.name == "late"
        let trials = Trials(what: "SIGKILL before every\(step == 1 ? "" : " \(step)th") file call (\(count) of the \(job.name) job)", test: "KillTests")
        await trials.run(stride(from: first, through: count + 3, by: step), leastHits: count / step * 9 / 10) { number in
            let workspace = try Workspace("kill")
            let ending = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@\(number)")).run()
            guard ending.wasKilled, try FaultLog(workspace.log).has("killed") else {
                return ending.status == .exited(0) ? .late : .broken("the run with the fault ended: \(ending)")
            }
            if let problem = try await workspace.broken(reference, mayRedo: isLate) { return .broken("right after the kill: \(problem)") }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return .held
        }
    }

    @Test("goes on from any instant, killed up to three times running") func randomInstants() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let whole = try await usualTime(of: job)
        let trials = Trials(what: "SIGKILL at 1 to 3 random instants", test: "KillTests")
        let kills = Counter(), late = Counter()
        await trials.run(0..<100 * Product.trials, leastHits: 40) { number in
            var random = Seeded(trial: number, salt: 2)
            let workspace = try Workspace("random")
            var hits = 0
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let wait = whole * Double.random(in: 0...1, using: &random)
                let ending = try await killed(try job.command(workspace.path), after: wait)
                guard ending.wasKilled else {
                    late.add()
                    if ending.status == .exited(0) || ending.status == .exited(3) { break }
                    return .broken("a run that was not killed ended: \(ending)")
                }
                hits += 1
                kills.add()
                if let problem = try await workspace.broken(reference) { return .broken("right after the kill: \(problem)") }
            }
            if hits == 0 { return .late }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return .held
        }
        print("   kills that hit: \(kills.value), too late: \(late.value), usual time of a run: \(whole)")
    }

    private func killed(_ command: Command, after wait: Duration) async throws -> Ending {
        try await Slots.shared.using {
            let child = try command.start()
            try await Task.sleep(for: wait)
            child.end()
            return try await child.ending()
        }
    }
}

/// How long an undisturbed run takes while the machine is as busy as it is now.
func usualTime(of job: Job) async throws -> Duration {
    let workspace = try Workspace("time")
    let ending = try await job.command(workspace.path).run()
    guard ending.status == .exited(0) else { throw HarnessError("An undisturbed run failed: \(ending)") }
    return ending.took
}
