import FoundationEssentials
import Synchronization
import Testing

/// What came of one trial.
enum Verdict: Sendable {
    /// The fault fired and everything held.
    case held
    /// The fault did not fire, so the trial says nothing.
    case late
    case broken(String)
}

/// A loop of trials with a fault each: counts those that hit, and says how to repeat those that broke something.
struct Trials: Sendable {
    let what: String
    /// The name for `--filter`.
    let test: String

    /// Makes trials until enough faults have fired, for faults at random instants: how many come too late is the
    /// machine's affair.
    ///
    /// A third of them is made a day; GANTRY_TRIALS=2 makes all, twice.
    ///
    /// - Parameter hits: how many must fire; it is an issue where six times as many trials don't bring them.
    func run(hits wanted: Int, _ trial: @escaping @Sendable (Int) async throws -> Verdict) async {
        let wanted = Product.trials == 1 ? max(wanted / 3, min(wanted, 3)) : wanted
        let hits = Counter()
        await run(0..<6 * wanted, leastHits: wanted, takesAll: true, until: { hits.value >= wanted }) { number in
            let verdict = try await trial(number)
            if case .late = verdict { return .late }
            hits.add()
            return verdict
        }
    }

    /// Makes the trials side by side, prints the counts and records an issue for what broke.
    ///
    /// Of twenty and more, every second to twelfth is made, the others on the next days; GANTRY_TRIALS=2 makes all of them.
    ///
    /// - Parameters:
    ///   - leastHits: fewer hits than this of all trials prove nothing and are an issue too.
    ///   - takesAll: whether trials are numbers only, so that none stands for a place of its own.
    ///   - enough: asked before each trial; when true the rest is left out.
    func run(
        _ trials: some Sequence<Int>, leastHits: Int, takesAll: Bool = false,
        until enough: @escaping @Sendable () -> Bool = { false },
        _ trial: @escaping @Sendable (Int) async throws -> Verdict
    ) async {
        let all = Array(trials)
        let days = Product.trials == 1 && !takesAll ? min(all.count / 20 + 1, 12) : 1
        let today = Int(Date.now.timeIntervalSince1970) / 86_400
        let chosen =
            Product.onlyTrial.map { [$0] }
            ?? all.enumerated().filter { ($0.offset + today).isMultiple(of: days) }.map(\.element)
        let leastHits = leastHits / days
        let began = ContinuousClock.now
        let next = Counter()
        let outcomes = Outcomes()
        let worker: @Sendable () async -> Void = {
            while true {
                let index = next.add() - 1
                guard index < chosen.count, !enough() else { return }
                var verdict: Verdict
                do { verdict = try await trial(chosen[index]) } catch { verdict = .broken("\(error)") }
                outcomes.add((chosen[index], verdict))
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0...Product.width { group.addTask(operation: worker) }
        }
        var hits = 0
        var late = 0
        var bad: [(Int, String)] = []
        for (number, verdict) in outcomes.list {
            switch verdict {
            case .held: hits += 1
            case .late: late += 1
            case .broken(let text):
                hits += 1
                bad.append((number, text))
            }
        }
        print(
            "   \(what): \(bad.count) bad of \(hits) hits, \(late) late (workspaces in \(Product.scratch), \(Product.binary), "
                + "seed \(Product.seed), \(ContinuousClock.now - began))")
        for (number, text) in bad.sorted(by: { $0.0 < $1.0 }).prefix(10) {
            Issue.record("\(what), trial \(number): \(text)\nRepeat it with: \(Product.repetition(of: number, test))")
        }
        if Product.onlyTrial == nil, hits < leastHits {
            Issue.record(
                "\(what): only \(hits) of \(chosen.count) faults fired, \(leastHits) are needed to say anything.")
        }
    }
}

/// Something in a workspace of its own, of which every trial takes a copy.
protocol Copied: Sendable {
    var workspace: Workspace { get }
    func copied() async throws -> Self
}

extension Trials {
    /// SIGKILL before every file call of a command, each time in a copy of its own.
    ///
    /// - Parameters:
    ///   - test: the name for `--filter`.
    ///   - tenths: how many of ten kills must hit; the others come after the command's end.
    ///   - judge: what came of a kill that hit.
    static func kill<Place: Copied>(
        _ name: String, of template: Place, test: String, tenths: Int = 8,
        by command: @escaping @Sendable (Place) -> Command,
        judge: @escaping @Sendable (Place) async throws -> Verdict
    ) async throws {
        let counted = try await template.copied()
        var counting = command(counted)
        counting.environment = try await Faults.environment(counted.workspace)
        try await counting.succeed()
        let count = try FaultLog(counted.workspace.log).count
        let trials = Trials(what: "SIGKILL before every file call (\(count)) of \(name)", test: test)
        await trials.run(1...count + 2, leastHits: count * tenths / 10) { number in
            let place = try await template.copied()
            var killed = command(place)
            killed.environment = try await Faults.environment(place.workspace, "kill@\(number)")
            let ending = try await killed.run()
            guard ending.wasKilled else {
                return ending.status == .exited(0) ? .late : .broken("the command with the fault ended: \(ending)")
            }
            return try await judge(place)
        }
    }
}

/// Numbers from a seed: the same seed and trial give the same numbers.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(trial: Int, salt: UInt64 = 0) {
        state =
            Product.seed &+ UInt64(truncatingIfNeeded: trial) &* 0x9E37_79B9_7F4A_7C15 &+ salt &* 0xD1B5_4A32_D192_ED03
        _ = next()
    }

    // SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A number that trials count up side by side.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    @discardableResult func add(_ more: Int = 1) -> Int {
        count.withLock { count in
            count += more
            return count
        }
    }
}

private final class Outcomes: Sendable {
    private let outcomes = Mutex<[(Int, Verdict)]>([])
    var list: [(Int, Verdict)] { outcomes.withLock { $0 } }
    func add(_ outcome: (Int, Verdict)) { outcomes.withLock { $0.append(outcome) } }
}
