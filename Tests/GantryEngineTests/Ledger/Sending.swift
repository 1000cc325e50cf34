import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization

/// A sheet that is sent to a counting server, attempt by attempt, as a run does it.
struct Sending: Sendable {
    static let run = RunID(pipeline: "test", period: "batch", revision: 1)
    static let scope = "test"

    var rows: [CountingServer.Row]
    /// Rows of a group, by their numbers; the others are alone.
    var groups: [[Int]] = []
    var isStepwise = false
    var lanes = 1
    var settle = Duration.zero
    let ledger = memoryJournal()
    let book = EffectBook()

    init(_ count: Int, steps: (Int) -> Int = { _ in 1 }) {
        rows = (1...count).map { CountingServer.Row($0, steps: steps($0)) }
    }

    /// One attempt: enters what is not there, and sends what is open.
    func attempt(
        _ server: CountingServer, stop: StopRequest = StopRequest(), run: RunID = Sending.run, faults: Faults? = nil
    ) async throws {
        let ledger = FaultyLedger(ledger, faults: faults ?? server.faults)
        let clock: @Sendable () -> Instant = { Instant(secondsSince1970: 1_790_000_000) }
        let entered = rows.map { LedgerEntry(row: $0.number, idempotencyKey: "key \($0.number)", at: clock()) }
        let entries = try await ledger.enter(entered, scope: Sending.scope, for: run)
        let open = zip(rows, entries).map { OutgoingRow($0, $1) }.filter {
            [.planned, .sent, .answered].contains($0.entry.state)
        }
        var all: [[OutgoingRow<CountingServer.Row>]] = []
        for row in open {
            let mates = groups.first { $0.contains(row.row.number) } ?? []
            if let place = all.firstIndex(where: { mates.contains($0[0].row.number) }) {
                all[place].append(row)
            } else {
                all.append([row])
            }
        }
        let submission = SubmissionRun(
            server, writer: LedgerWriter(ledger, run: run, patience: nil), stop: stop, settle: settle, clock: clock,
            uptime: { .zero }, pause: { _, _ in }, observe: { _, _ in })
        guard isStepwise else {
            _ = try await submission.send(all, lanes: lanes)
            return
        }
        for step in 0..<server.steps { all = try await submission.send(all, lanes: lanes, steps: step..<step + 1) }
    }

    /// Attempts until no row is open that can be sent, so many at most.
    ///
    /// - Parameter server: the server as each process meets it.
    func finish(most: Int = 5, _ server: (Int) -> CountingServer) async throws -> LedgerCounts {
        for number in 1...most {
            do { try await attempt(server(number)) } catch is LedgerViolation { throw Violated() } catch {}
            let counts = try await ledger.counts(of: Sending.run)
            if counts.rows == rows.count, counts.planned + counts.sent + counts.answered == 0 { return counts }
        }
        return try await ledger.counts(of: Sending.run)
    }

    struct Violated: Error {}

    func entry(_ row: Int) async throws -> LedgerEntry? {
        try await ledger.entries(of: Sending.run, rows: row..<row + 1).first
    }

    /// What does not hold of rows that are at their end, as a sentence.
    func broken(canBeAsked: Bool, refused: Set<Int> = []) async throws -> String? {
        for row in rows {
            guard let entry = try await entry(row.number) else { return "row \(row.number) is not in the ledger" }
            let effects = (0..<row.steps).map { book.count(row.number, step: $0) }
            if effects.contains(where: { $0 > 1 }) { return "row \(row.number) arrived twice: \(effects)" }
            switch entry.state {
            case .done: if effects.contains(0) { return "row \(row.number) is done and has not arrived: \(effects)" }
            case .refused:
                if !refused.contains(row.number) || effects.contains(1) {
                    return "row \(row.number) is refused: \(effects)"
                }
            case .unknown:
                if canBeAsked { return "row \(row.number) is unknown, and the server could be asked" }
                if entry.problem?.sentence.isEmpty ?? true { return "row \(row.number) is unknown without a reason" }
            default: return "row \(row.number) is \(entry.state)"
            }
        }
        return nil
    }
}

/// Names what becomes of the first requests, and lets all others through.
final class Script: Sendable {
    private let reactions: Mutex<[CountingServer.Reaction]>
    init(_ reactions: [CountingServer.Reaction]) { self.reactions = Mutex(reactions) }
    func next() -> CountingServer.Reaction { reactions.withLock { $0.isEmpty ? .take : $0.removeFirst() } }
}
