public import GantryModel

/// Sends the rows of a window, several groups at a time, each effect exactly once.
///
/// A group's rows are sent in their order. Before a step is sent the ledger says so, durably; an answer that did not come is
/// looked up, and where the server can't tell, the row is left to a person.
public struct SubmissionRun<Sender: RowSender>: Sendable {
    private let sender: Sender
    private let writer: LedgerWriter
    private let stop: StopRequest
    private let clock: @Sendable () -> Instant
    private let pause: @Sendable (Int) async throws -> Void
    private let observe: @Sendable (LedgerEntry, LedgerEntry) -> Void

    /// Sends of one step of one row, a lookup that missed it between each two.
    static var mostTries: Int { 3 }

    /// - Parameters:
    ///   - clock: The time that entries are marked with.
    ///   - pause: Waits before a lookup; told which of one step it is, from 1.
    ///   - observe: Told of every change of an entry once it is durable: before, after.
    public init(
        _ sender: Sender, writer: LedgerWriter, stop: StopRequest, clock: @escaping @Sendable () -> Instant,
        pause: @escaping @Sendable (Int) async throws -> Void, observe: @escaping @Sendable (LedgerEntry, LedgerEntry) -> Void
    ) {
        self.sender = sender
        self.writer = writer
        self.stop = stop
        self.clock = clock
        self.pause = pause
        self.observe = observe
    }

    /// Carries every group as far as it can be carried now.
    ///
    /// - Parameters:
    ///   - lanes: Groups under way at once.
    ///   - steps: The steps that are sent; the default is all. One after the other lets a step of every row go before the next.
    /// - Returns: The groups as they stand now.
    /// - Throws: What kept rows from being sent at all, the first of it; or `RunError.stopped`. What is under way is finished first.
    public func send(_ groups: [[OutgoingRow<Sender.Row>]], lanes: Int, steps: Range<Int>? = nil) async throws -> [[OutgoingRow<Sender.Row>]] {
        let queue = GroupQueue(groups.count, stop: stop, patience: max(5, lanes * 2))
        let steps = steps ?? 0..<sender.steps
        var carried = groups
        let failure = await withTaskGroup(of: Lane.self) { tasks in
            for _ in 0..<max(1, min(lanes, groups.count)) {
                tasks.addTask {
                    var lane = Lane()
                    while let index = await queue.next() {
                        do {
                            let (rows, end) = try await carry(groups[index], steps)
                            lane.groups.append((index, rows))
                            await queue.note(end)
                        } catch {
                            await queue.end()
                            lane.failure = error
                            break
                        }
                    }
                    return lane
                }
            }
            var first: (any Error)?
            for await lane in tasks {
                for (index, rows) in lane.groups { carried[index] = rows }
                if first == nil { first = lane.failure }
            }
            return first
        }
        if let failure { throw failure }
        if let reason = await queue.reasonToEnd { throw reason }
        return carried
    }

    private struct Lane: Sendable {
        var groups: [(Int, [OutgoingRow<Sender.Row>])] = []
        var failure: (any Error)?
    }

    private func carry(
        _ group: [OutgoingRow<Sender.Row>], _ steps: Range<Int>
    ) async throws -> (rows: [OutgoingRow<Sender.Row>], end: GroupEnd) {
        var rows = group
        var end = GroupEnd()
        for step in steps {
            if sender.isShared(step: step) {
                let ready = rows.indices.filter { rows[$0].entry.isReady(for: step) && step < sender.steps(of: rows[$0].row) }
                guard !ready.isEmpty else { continue }
                // Rows of one request are in the ledger as one: those whose answer is lost are looked up before others join them.
                let lost = ready.filter { rows[$0].entry.state == .sent }
                for part in [lost, ready.filter { rows[$0].entry.state != .sent }] where !part.isEmpty {
                    try await carry(part, of: &rows, step: step, &end)
                }
            } else {
                for index in rows.indices where rows[index].entry.isReady(for: step) && step < sender.steps(of: rows[index].row) {
                    // A group is not begun further once the end is asked for; what it has is in the ledger.
                    if stop.isRequested, rows[index].entry.state != .sent { return (rows, end) }
                    try await carry([index], of: &rows, step: step, &end)
                }
            }
        }
        return (rows, end)
    }

    private func carry(_ part: [Int], of rows: inout [OutgoingRow<Sender.Row>], step: Int, _ end: inout GroupEnd) async throws {
        var tries = 0
        while true {
            var doubt: (problem: RowProblem, status: Int?) = (RowProblem("answer-lost", "The program ended before the answer came."), nil)
            if rows[part[0]].entry.state != .sent {
                try await note(.sending, part, &rows)
                tries += 1
                switch await sender.send(part.map { rows[$0] }, step: step) {
                case .taken(let receipts): return try await taken(receipts, part, &rows, step)
                case .refused(let problem, let status, let traceID):
                    end.refusals += 1
                    let problems = part.map { problem.after(rows[$0].entry) }
                    return try await change(part, &rows) { .refused(problems[$0], status: status, traceID: traceID) }
                case .stop(let error):
                    try await note(.missing(nil), part, &rows)
                    throw error
                case .missing(let problem, let status):
                    try await note(.missing(problem, status: status), part, &rows)
                    guard tries < Self.mostTries else { return end.failures.append(problem) }
                    try await pause(tries)
                    continue
                case .split(let problem, let status):
                    guard part.count > 1 else {
                        end.refusals += 1
                        return try await note(.refused(problem, status: status), part, &rows)
                    }
                    try await note(.missing(problem, status: status), part, &rows)
                    for index in part { try await carry([index], of: &rows, step: step, &end) }
                    return
                case .uncertain(let problem, let status): doubt = (problem, status)
                case .doubtful(let problem, let status):
                    return try await note(.uncertain(problem, status: status), part, &rows)
                }
            }
            try await pause(max(1, tries))
            switch try await sender.find(part.map { rows[$0] }, step: step) {
            case .there(let receipts): return try await taken(receipts, part, &rows, step)
            case .missing:
                try await note(.missing(doubt.problem, status: doubt.status), part, &rows)
                guard tries < Self.mostTries else { return end.failures.append(doubt.problem) }
            case .cannotTell(let reason):
                let problem = RowProblem(doubt.problem.code, field: doubt.problem.field, "\(doubt.problem.sentence) \(reason)")
                return try await note(.uncertain(problem, status: doubt.status), part, &rows)
            }
        }
    }

    private func taken(_ receipts: [Receipt], _ part: [Int], _ rows: inout [OutgoingRow<Sender.Row>], _ step: Int) async throws {
        let isLast = part.map { step == sender.steps(of: rows[$0].row) - 1 }
        try await change(part, &rows) { place in
            .taken(receipts.indices.contains(place) ? receipts[place] : receipts.last ?? Receipt(), isLast: isLast[place])
        }
    }

    private func note(_ event: LedgerEvent, _ part: [Int], _ rows: inout [OutgoingRow<Sender.Row>]) async throws {
        try await change(part, &rows) { _ in event }
    }

    private func change(_ part: [Int], _ rows: inout [OutgoingRow<Sender.Row>], _ event: (Int) -> LedgerEvent) async throws {
        let time = clock()
        var changed: [LedgerEntry] = []
        for (place, index) in part.enumerated() { changed.append(try rows[index].entry.after(event(place), at: time)) }
        try await writer.record(changed)
        for (index, entry) in zip(part, changed) {
            observe(rows[index].entry, entry)
            rows[index].entry = entry
        }
    }
}

extension LedgerEntry {
    /// Whether the step is the next one of the row, or was sent without an answer.
    fileprivate func isReady(for step: Int) -> Bool {
        stepsDone == step && (state == .planned || state == .answered || state == .sent)
    }
}

extension RowProblem {
    /// The problem of a step, told of a row whose earlier steps were taken.
    fileprivate func after(_ entry: LedgerEntry) -> RowProblem {
        guard entry.stepsDone > 0 else { return self }
        let name = entry.serverID.isEmpty ? "" : " as \(singleLine(entry.serverID))"
        return RowProblem(code, field: field, "\(sentence) What was sent before it stays with the server\(name).")
    }
}

/// How a group ended, as far as it bears on the others.
private struct GroupEnd: Sendable {
    var failures: [RowProblem] = []
    var refusals = 0
}

/// Hands out groups in order, until the end is asked for or one after the other fails.
private actor GroupQueue {
    private let count: Int
    private let stop: StopRequest
    private let patience: Int
    private var given = 0
    private var isEnded = false
    private var inARow = 0
    private var lastFailure: RowProblem?
    private var failures = 0

    init(_ count: Int, stop: StopRequest, patience: Int) {
        self.count = count
        self.stop = stop
        self.patience = patience
    }

    func next() -> Int? {
        guard !isEnded, !stop.isRequested, given < count else { return nil }
        defer { given += 1 }
        return given
    }

    func end() { isEnded = true }

    func note(_ end: GroupEnd) {
        guard let failure = end.failures.last else {
            inARow = 0
            return
        }
        lastFailure = failure
        failures += 1
        inARow += 1
        if inARow >= patience { isEnded = true }
    }

    /// Why rows are left, where it was no error of one of them.
    var reasonToEnd: RunError? {
        if let lastFailure {
            return RunError(
                .rowsLeft, "\(failures == 1 ? "A row" : "Rows") could not be sent for now: \(lastFailure.sentence)",
                advice: "What was sent is in the ledger; the same command goes on with the rest.", isRetryable: true)
        }
        guard given < count, stop.isRequested else { return nil }
        return RunError(.stopped, "Stopped before every row was sent.", advice: "The same command goes on with the rest.", isRetryable: true)
    }
}
