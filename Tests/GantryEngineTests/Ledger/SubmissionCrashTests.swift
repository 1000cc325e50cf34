import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// The process ends, or the ledger can't be written, at every single point; then the run goes on.
@Suite("Rows that are sent while processes end")
struct SubmissionCrashTests {
    /// A small sheet and how its rows go.
    struct Sheet: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var groups: [[Int]] = []
        var steps = 1
        var shared: Set<Int> = []
        var isStepwise = false
        /// What becomes of the first requests.
        var script: [CountingServer.Reaction] = []

        static let all = [
            Sheet(testDescription: "rows alone"),
            Sheet(testDescription: "rows alone, with lost answers", script: [.loseAnswer, .loseRequest, .take, .miss]),
            Sheet(testDescription: "rows of two steps", steps: 2),
            Sheet(testDescription: "rows of a group", groups: [[1, 3]], steps: 2),
            Sheet(
                testDescription: "rows that share a step", groups: [[1, 2], [3, 4]], steps: 2, shared: [1],
                script: [.take, .take, .loseAnswer]),
            Sheet(testDescription: "rows that share every step", groups: [[1, 2, 3]], steps: 2, shared: [0, 1]),
            Sheet(
                testDescription: "a step of every row before the next", steps: 2, isStepwise: true,
                script: [.loseRequest]),
        ]

        func sending() -> Sending {
            var sending = Sending(6) { [steps] in steps > 1 && $0 % 4 == 0 && groups.isEmpty ? 1 : steps }
            sending.groups = groups
            sending.isStepwise = isStepwise
            return sending
        }

        func server(
            _ sending: Sending, canBeAsked: Bool, faults: Faults = Faults(), isScripted: Bool = true
        ) -> CountingServer {
            var server = CountingServer(sending.book, steps: steps, faults: faults)
            server.sharedSteps = shared
            server.canBeAsked = canBeAsked
            let script = Script(isScripted ? script : [])
            server.reaction = { _, _ in script.next() }
            return server
        }
    }

    @Test(
        "arrive exactly once where the server can be asked, else never twice, wherever it is", arguments: Sheet.all,
        [true, false])
    func everyPoint(_ sheet: Sheet, canBeAsked: Bool) async throws {
        let counted = Faults()
        let usual = sheet.sending()
        _ = try await usual.finish { _ in sheet.server(usual, canBeAsked: canBeAsked, faults: counted) }
        #expect(try await usual.broken(canBeAsked: canBeAsked) == nil)
        let calls = counted.calls
        #expect(
            calls.count > 12 && calls.contains { $0.operation == "ledger.record" }
                && calls.contains { $0.operation == "server.send" })
        var hits = 0
        for call in calls {
            for moment in Faults.Moment.allCases {
                for kind in Faults.Kind.allCases {
                    let sending = sheet.sending()
                    let faults = Faults(call, moment, kind: kind)
                    _ = try await sending.finish { number in
                        sheet.server(
                            sending, canBeAsked: canBeAsked, faults: number == 1 ? faults : Faults(),
                            isScripted: number == 1)
                    }
                    if faults.count(of: call.operation) >= call.occurrence { hits += 1 }
                    if let broken = try await sending.broken(canBeAsked: canBeAsked) {
                        Issue.record("\(kind) \(moment) \(call): \(broken)")
                    }
                }
            }
        }
        #expect(hits == calls.count * 4)
    }

    @Test("arrive exactly once or never twice under a thousand random schedules", arguments: 0..<10)
    func randomSchedules(_ lane: Int) async throws {
        var killed = 0
        var unknown = 0
        for number in 0..<100 {
            let seed = UInt64(lane * 100 + number)
            var random = SeededGenerator(seed: seed)
            let steps = Int.random(in: 1...3, using: &random)
            var sending = Sending(Int.random(in: 1...12, using: &random)) { $0 % steps + 1 }
            sending.lanes = Int.random(in: 1...8, using: &random)
            if Bool.random(using: &random) { sending.groups = [[1, 2, 5], [3, 9, 10, 11]] }
            sending.isStepwise = Int.random(in: 0..<4, using: &random) == 0
            let shared: Set<Int> = Bool.random(using: &random) ? [Int.random(in: 0..<3, using: &random)] : []
            let canBeAsked = Bool.random(using: &random)
            let claimedAtOnce = Int.random(in: 1...6, using: &random)
            let refused: Set<Int> =
                Bool.random(using: &random) && sending.groups.isEmpty ? [Int.random(in: 1...12, using: &random)] : []
            let book = sending.book
            let kills = Mutex(0)
            let most = 60
            let counts = try await sending.finish(most: most) { attempt in
                let isCalm = attempt > most / 2
                let luck = Luck(seed &* 1_000 &+ UInt64(attempt))
                let faults = Faults { _, _ in
                    guard !isCalm else { return nil }
                    switch luck.number(in: 0..<200) {
                    case 0...2:
                        kills.withLock { $0 += 1 }
                        return .kill
                    case 3...5: return .error
                    default: return nil
                    }
                }
                var server = CountingServer(book, steps: steps, faults: faults)
                server.sharedSteps = shared
                server.canBeAsked = canBeAsked
                server.claimedAtOnce = claimedAtOnce
                server.lookupFailure = { _, _ in
                    let number = isCalm ? 99 : luck.number(in: 0..<40)
                    return number < 2 ? CountingServer.Unavailable(isRetryable: number == 0) : nil
                }
                server.reaction = { rows, step in
                    if step == 0, !refused.isDisjoint(with: rows) { return .refuse }
                    switch isCalm ? 99 : luck.number(in: 0..<100) {
                    case 0..<10: return .loseAnswer
                    case 10..<20: return .loseRequest
                    case 20..<25: return .miss
                    case 25..<27: return .stop
                    default: return .take
                    }
                }
                return server
            }
            killed += kills.withLock { $0 }
            unknown += counts.unknown
            if let broken = try await sending.broken(canBeAsked: canBeAsked, refused: refused) {
                Issue.record("seed \(seed): \(broken)")
            }
        }
        #expect(killed > 20 && unknown > 20, "the schedules reach what matters: \(killed) ends, \(unknown) unknown")
    }
}

/// Random numbers that several tasks draw.
private final class Luck: Sendable {
    private let random: Mutex<SeededGenerator>
    init(_ seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }
    func number(in range: Range<Int>) -> Int { random.withLock { Int.random(in: range, using: &$0) } }
}
