import Glibc
import Testing

@Suite("A run that is told to stop") struct SignalTests {
    private static func job() async throws -> Job {
        var job = try await Job.slow()
        job.options = ["--pages-ahead", "1"]
        return job
    }

    @Test("ends at a checkpoint within five seconds and goes on to the same bytes", arguments: [SIGTERM, SIGINT, SIGHUP])
    func first(signal: Int32) async throws {
        let job = try await Self.job()
        let reference = try await Job.plain().reference()
        let whole = try await usualTime(of: job)
        let early = Counter()
        let trials = Trials(what: "signal \(signal) at a random time", test: "SignalTests")
        await trials.run(0..<12 * Product.trials, leastHits: 6) { number in
            var random = Seeded(trial: number, salt: UInt64(signal))
            let workspace = try Workspace("signal")
            let wait = whole * Double.random(in: 0.02...0.95, using: &random)
            let (ending, took) = try await Slots.shared.using {
                let child = try job.command(workspace.path).start()
                try await Task.sleep(for: wait)
                let sent = ContinuousClock.now
                child.signal(signal)
                return (try await child.ending(), ContinuousClock.now - sent)
            }
            if ending.status == .exited(0) { return .late }
            if ending.status == .killed(by: signal) {
                // Before the program has begun to listen it ends as any other does.
                guard !exists(workspace.parts) else { return .broken("it died of the signal in the middle of its work: \(ending)") }
                early.add()
            } else if ending.status != .exited(75) {
                return .broken("it ended: \(ending)")
            }
            guard took < .seconds(5) else { return .broken("it took \(took) to stop") }
            if let problem = try await workspace.broken(reference) { return .broken(problem) }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return .held
        }
        print("   signal \(signal): \(early.value) came before the program listened")
    }

    @Test("ends at once on a second signal and goes on to the same bytes") func second() async throws {
        let job = try await Self.job()
        let reference = try await Job.plain().reference()
        let trials = Trials(what: "two signals at once", test: "SignalTests")
        await trials.run(0..<6 * Product.trials, leastHits: 4) { number in
            var random = Seeded(trial: number, salt: 99)
            let workspace = try Workspace("signals")
            let ending = try await Slots.shared.using {
                let child = try job.command(workspace.path).start()
                for _ in 0..<400 where !exists(workspace.parts + "/bag/data/work-entries.csv") { try await Task.sleep(for: .milliseconds(5)) }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
                // Both are there when it goes on, so the first one's checkpoint can't come before the second.
                child.signal(SIGSTOP)
                child.signal(SIGTERM)
                child.signal(SIGINT)
                child.signal(SIGCONT)
                return try await child.ending()
            }
            if ending.status == .exited(0) { return .late }
            let isAtOnce = ending.status == .killed(by: SIGTERM) || ending.status == .killed(by: SIGINT)
            guard isAtOnce || ending.status == .exited(75) else { return .broken("it ended: \(ending)") }
            if let problem = try await workspace.broken(reference) { return .broken(problem) }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return isAtOnce ? .held : .late
        }
    }
}
