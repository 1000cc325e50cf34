import Glibc
import Synchronization
import Testing

/// SIGKILL at chosen and at random instants: nothing half done is ever visible, and the same command ends with the same
/// bytes.
@Suite("A killed run") struct KillTests {
    @Test("goes on from every single file call to the same bytes") func everyCall() async throws {
        try await killAtCalls(of: .plain(), every: 1)
    }

    @Test("goes on from file calls of a run that writes its outputs again") func everyCallWithLateVerdict() async throws
    {
        try await killAtCalls(of: .late(), every: 5)
    }

    @Test("goes on from every file call while the files of profiles are written, sealed and read back")
    func everyCallOfProfiles() async throws {
        let folder = try TestFolder("profiles")
        var job = Job("profiles", try await Sandbox.plain.value)
        job.pipeline = try Variants.file(
            in: folder,
            more: """
                  - { file: sdworx.txt, format: sdworx-be, needs: { employer: "1111111" } }
                  - { file: timecards.xml, format: hrxml, needs: { employer: "99999993" } }

                """)
        let calls = try await Faults.calls(of: job).lines
        let files = ["sdworx.txt", "timecards-", "data/profiles"]
        func isOfProfile(_ line: FaultLog.Line) -> Bool {
            files.contains { "\(line.path) \(line.second)".contains($0) }
        }
        let numbers = Set(calls.filter(isOfProfile).flatMap { [$0.number, $0.number + 1] }).sorted()
        // Each file is opened, written, synced, closed, read back, and put into the bag.
        #expect(numbers.count > 40, "\(numbers.count) calls")
        await kill(job, at: numbers, of: "the \(numbers.count) calls at files of profiles", try await job.reference())
        withExtendedLifetime(folder) {}
    }

    private func killAtCalls(of job: Job, every step: Int) async throws {
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count
        let step = max(step / Product.trials, 1)
        let first = step == 1 ? 1 : Int(Product.seed % UInt64(step)) + 1
        await kill(
            job, at: Array(stride(from: first, through: count + 3, by: step)),
            of: "every\(step == 1 ? "" : " \(step)th") file call (\(count) of the \(job.name) job)", reference)
    }

    private func kill(_ job: Job, at calls: [Int], of what: String, _ reference: Tree) async {
        let isLate = job.name == "late"
        let trials = Trials(what: "SIGKILL before \(what)", test: "KillTests")
        await trials.run(calls, leastHits: calls.count * 9 / 10 - 3) { number in
            let workspace = try Workspace("kill")
            let ending = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "kill@\(number)")
            ).run()
            guard ending.wasKilled, try FaultLog(workspace.log).has("killed") else {
                return ending.status == .exited(0) ? .late : .broken("the run with the fault ended: \(ending)")
            }
            if let problem = try await workspace.broken(reference, mayRedo: isLate) {
                return .broken("right after the kill: \(problem)")
            }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return .held
        }
    }

    @Test("goes on from any instant, killed up to three times running") func randomInstants() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let pace = Pace(try await usualTime(of: job))
        let trials = Trials(what: "SIGKILL at 1 to 3 random instants", test: "KillTests")
        let kills = Counter()
        let late = Counter()
        let resumed = Counter()
        let reused = Counter()
        let wanted = 100 * Product.trials
        // A hit is a kill, and a trial makes up to three. On a busy machine many come too late, so many more trials than are needed are
        // at hand.
        await trials.run(0..<6 * wanted, leastHits: 30, takesAll: true, until: { kills.value >= wanted }) { number in
            var random = Seeded(trial: number, salt: 2)
            let workspace = try Workspace("random")
            var hits = 0
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let ending = try await job.command(workspace.path).killed(after: pace.instant(using: &random))
                guard ending.wasKilled else {
                    late.add()
                    if ending.status == .exited(0) { pace.took(ending.took) }
                    if ending.status == .exited(0) || ending.status == .exited(3) { break }
                    return .broken("a run that was not killed ended: \(ending)")
                }
                hits += 1
                kills.add()
                let (problem, found) = try await workspace.inspected(reference)
                if let problem { return .broken("right after the kill: \(problem)") }
                resumed.add()
                reused.add(exists(workspace.published) ? Job.records : found.records)
            }
            if hits == 0 { return .late }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return .held
        }
        #expect(
            kills.value >= wanted || Product.onlyTrial != nil,
            "only \(kills.value) kills hit, \(late.value) came too late"
        )
        let share = resumed.value == 0 ? 0 : reused.value * 100 / (resumed.value * Job.records)
        print(
            "   kills that hit: \(kills.value), too late: \(late.value), records that needed no second fetch: \(share) % on average, "
                + "usual time of a run: \(pace.whole)")
    }

    @Test("never takes the landed workers as it finds them, wherever it was killed") func landedWorkers() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let lines = try await Faults.calls(of: job).lines
        let landed = lines.first { $0.call == "rename" && $0.second.hasSuffix("workers.jsonl") }
        let pages = lines.first { $0.path.hasSuffix("work-entries.csv") }
        guard let landed, let pages else {
            throw HarnessError("The log has no rename to workers.jsonl, or no work-entries.csv")
        }
        let refused = Counter()
        let anew = Counter()
        let trials = Trials(
            what: "workers changed after a kill at calls \(landed.number) to \(pages.number)", test: "KillTests")
        await trials.run(landed.number + 1...pages.number, leastHits: (pages.number - landed.number) * 8 / 10) {
            number in
            let workspace = try Workspace("workers")
            let cut = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "kill@\(number)")
            ).run()
            guard cut.wasKilled else { return .late }
            let path = workspace.parts + "/bag/data/workers.jsonl"
            guard exists(path), let rate = try text(of: path).firstRange(of: "\"hourly_rate\":\"") else {
                return .broken("no workers were landed")
            }
            var changed = try text(of: path)
            changed.insert("9", at: rate.upperBound)
            try write(changed, to: path)
            let ending = try await job.command(workspace.path).run()
            if ending.status == .exited(0) {
                // Killed before it had begun, it fetches them anew.
                if let difference = try workspace.exported().difference(from: reference) {
                    return .broken("published: \(difference)")
                }
                anew.add()
                return .held
            }
            guard ending.err.contains("workers.jsonl") else { return .broken("it ended: \(ending)") }
            refused.add()
            if let problem = try await workspace.unfinished(job, reference, ["--start-over"]) {
                return .broken(problem)
            }
            return .held
        }
        #expect(refused.value > 0)
        print("   \(refused.value) refused, \(anew.value) fetched anew")
    }
}

/// How long a run takes, as those tell that came to their end, so that random instants lie inside it while the machine
/// gets busier or quieter.
final class Pace: Sendable {
    private let usual: Mutex<Duration>

    init(_ whole: Duration) { usual = Mutex(whole) }

    var whole: Duration { usual.withLock { $0 } }

    func instant(using random: inout some RandomNumberGenerator) -> Duration {
        whole * Double.random(in: 0...1, using: &random)
    }

    func took(_ time: Duration) { usual.withLock { $0 = $0 * 0.7 + time * 0.3 } }
}

/// How long an undisturbed run takes while the machine is as busy as it is now.
func usualTime(of job: Job) async throws -> Duration {
    let workspace = try Workspace("time")
    let ending = try await job.command(workspace.path).run()
    guard ending.status == .exited(0) else { throw HarnessError("An undisturbed run failed: \(ending)") }
    return ending.took
}
