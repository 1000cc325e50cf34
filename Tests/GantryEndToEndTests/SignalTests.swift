import Glibc
import Testing

@Suite("A run that is told to stop") struct SignalTests {
    private static func job() async throws -> Job {
        var job = try await Job.slow()
        job.options = ["--pages-ahead", "1"]
        return job
    }

    @Test(
        "ends at a checkpoint within five seconds and goes on to the same bytes", arguments: [SIGTERM, SIGINT, SIGHUP])
    func first(signal: Int32) async throws {
        let job = try await Self.job()
        let reference = try await Job.plain().reference()
        let pace = Pace(try await usualTime(of: job))
        let early = Counter()
        let trials = Trials(what: "signal \(signal) at a random time", test: "SignalTests")
        await trials.run(hits: 50 * Product.trials) { number in
            var random = Seeded(trial: number, salt: UInt64(signal))
            let workspace = try Workspace("signal")
            let wait = pace.instant(using: &random)
            let (ending, took) = try await Slots.shared.using {
                let child = try job.command(workspace.path).start()
                try await Task.sleep(for: wait)
                let sent = ContinuousClock.now
                child.signal(signal)
                return (try await child.ending(), ContinuousClock.now - sent)
            }
            if ending.status == .exited(0) {
                pace.took(ending.took)
                return .late
            }
            if ending.status == .killed(by: signal) {
                // Before the program has begun to listen it ends as any other does.
                guard !exists(workspace.parts) else {
                    return .broken("it died of the signal in the middle of its work: \(ending)")
                }
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

    @Test(
        "ends within two seconds while it waits a minute for the server, at a checkpoint",
        arguments: [
            "work-entries:page=3:status=429:retry-after=60", "work-entries:page=1:status=503:retry-after=60",
            "workers:status=429:retry-after=60", "login:status=429:retry-after=60",
        ])
    func longWait(fault: String) async throws {
        let sandbox = try await Sandbox(["--entries", "60", "--employees", "6", "--seed", "7", "--fault", fault])
        let job = Job("waiting", sandbox)
        let reference = try await Job.plain().reference()
        let workspace = try Workspace("waiting")
        let child = try job.command(workspace.path).start()
        try await child.says("Attempt ")
        try await Task.sleep(for: .milliseconds(100))
        let sent = ContinuousClock.now
        child.signal(SIGINT)
        let ending = try await child.ending()
        let took = ContinuousClock.now - sent
        #expect(ending.status == .exited(75), "\(fault): \(ending)")
        #expect(took < .seconds(2), "\(fault): it took \(took)")
        let (problem, found) = try await workspace.inspected(reference)
        if let problem { Issue.record("\(fault): \(problem)") }
        // The second page counts once the record before it was asked for again, which waits too where the third came first.
        #expect(
            fault.contains("page=3") ? [10, 20].contains(found.records) : found.records == 0,
            "\(fault): the checkpoint holds \(found.records) records")
        if let problem = try await workspace.unfinished(job, reference) { Issue.record("\(fault): \(problem)") }
        _ = sandbox
    }

    @Test("ends at once on a second signal and goes on to the same bytes") func second() async throws {
        let job = try await Self.job()
        let reference = try await Job.plain().reference()
        let trials = Trials(what: "two signals at once", test: "SignalTests")
        await trials.run(hits: 6 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 99)
            let workspace = try Workspace("signals")
            let ending = try await Slots.shared.using {
                let child = try job.command(workspace.path).start()
                for _ in 0..<400 where !exists(workspace.parts + "/bag/data/work-entries.csv") {
                    try await Task.sleep(for: .milliseconds(5))
                }
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
