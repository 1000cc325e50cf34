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
    ///   - observe: Told of every change of an entry: before, after.
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
    ///     Rows behind one of their group that could not be sent for now wait for it.
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
                    while case let range = await queue.next(sender.claimedAtOnce), !range.isEmpty {
                        do {
                            try await carry(range, groups, steps, &lane, queue)
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
        try await writer.flush()
        if let failure { throw failure }
        if let reason = await queue.reasonToEnd { throw reason }
        return carried
    }

    private struct Lane: Sendable {
        var groups: [(Int, [OutgoingRow<Sender.Row>])] = []
        var failure: (any Error)?
    }

    /// Carries consecutive groups one after the other. Those of a single row that is yet to be sent are claimed together.
    private func carry(
        _ range: Range<Int>, _ groups: [[OutgoingRow<Sender.Row>]], _ steps: Range<Int>, _ lane: inout Lane, _ queue: GroupQueue
    ) async throws {
        var claimed: [Int: OutgoingRow<Sender.Row>] = [:]
        if range.count > 1, let step = steps.first, !sender.isShared(step: step) {
            let time = clock()
            for index in range where groups[index].count == 1 && groups[index][0].entry.isUnsent(for: step) {
                var row = groups[index][0]
                row.entry = try row.entry.after(.sending, at: time)
                claimed[index] = row
            }
            do {
                if !claimed.isEmpty { try await writer.record(claimed.values.map(\.entry)) }
            } catch is LedgerConflict {
                // Another run has one of them; each then finds out by itself.
                claimed = [:]
            }
            for (index, row) in claimed { observe(groups[index][0].entry, row.entry) }
        }
        for index in range {
            do {
                if stop.isRequested { throw StopNow() }
                let (rows, end) = try await carry(claimed[index].map { [$0] } ?? groups[index], steps, isClaimed: claimed[index] != nil)
                claimed[index] = nil
                lane.groups.append((index, rows))
                await queue.note(end)
            } catch let conflict as LedgerConflict {
                await queue.note(conflict)
            } catch {
                // What is not sent must not look as if it might have been.
                let time = clock()
                for later in range.dropFirst(index - range.lowerBound + (error is StopNow ? 0 : 1)) {
                    guard let row = claimed[later] else { continue }
                    let entry = try row.entry.after(.withdrawn, at: time)
                    await writer.note([entry])
                    observe(row.entry, entry)
                }
                if error is StopNow { return await queue.giveBack() }
                throw error
            }
        }
    }

    private struct StopNow: Error {}

    /// - Parameter isClaimed: Whether the ledger says already that the first step is about to be sent.
    private func carry(
        _ group: [OutgoingRow<Sender.Row>], _ steps: Range<Int>, isClaimed: Bool
    ) async throws -> (rows: [OutgoingRow<Sender.Row>], end: GroupEnd) {
        var rows = group
        var end = GroupEnd()
        for step in steps {
            let isClaimed = isClaimed && step == steps.first
            if sender.isShared(step: step) {
                let ready = rows.indices.filter { rows[$0].entry.isReady(for: step) && step < sender.steps(of: rows[$0].row) }
                guard !ready.isEmpty else { continue }
                // Rows of one request are in the ledger as one: those whose answer is lost are looked up before others join them.
                let lost = ready.filter { rows[$0].entry.state == .sent }
                for part in [lost, ready.filter { rows[$0].entry.state != .sent }] where !part.isEmpty {
                    if isOver(part, rows, &end) { return (rows, end) }
                    try await carry(part, of: &rows, step: step, &end)
                }
            } else {
                for index in rows.indices where rows[index].entry.isReady(for: step) && step < sender.steps(of: rows[index].row) {
                    if !isClaimed, isOver([index], rows, &end) { return (rows, end) }
                    try await carry([index], of: &rows, step: step, &end, isClaimed: isClaimed)
                }
            }
        }
        return (rows, end)
    }

    /// Whether a group goes no further: one of its rows could not be sent for now, or the end is asked for. What was sent is
    /// looked up all the same.
    private func isOver(_ part: [Int], _ rows: [OutgoingRow<Sender.Row>], _ end: inout GroupEnd) -> Bool {
        guard end.failures.isEmpty else { return true }
        guard stop.isRequested, part.contains(where: { rows[$0].entry.state != .sent }) else { return false }
        end.isCut = true
        return true
    }

    private func carry(
        _ part: [Int], of rows: inout [OutgoingRow<Sender.Row>], step: Int, _ end: inout GroupEnd, isClaimed: Bool = false
    ) async throws {
        var tries = 0
        var isClaimed = isClaimed
        while true {
            var doubt: (problem: RowProblem, status: Int?) = (RowProblem("answer-lost", "The program ended before the answer came."), nil)
            if isClaimed || rows[part[0]].entry.state != .sent {
                if !isClaimed { try await note(.sending, part, &rows) }
                isClaimed = false
                tries += 1
                switch await sender.send(part.map { rows[$0] }, step: step) {
                case .taken(let receipts): return try await taken(receipts, part, &rows, step)
                case .refused(let problem, let status, let traceID):
                    // What was sent before can be refused because it has arrived: the place is taken by itself.
                    if part.contains(where: { rows[$0].entry.attempts > rows[$0].entry.stepsDone + 1 }),
                        case .there(let receipts) = try await sender.find(part.map { rows[$0] }, step: step)
                    {
                        return try await taken(receipts, part, &rows, step)
                    }
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
            let found: FindOutcome
            do { found = try await sender.find(part.map { rows[$0] }, step: step) } catch {
                // What the server can't say now of one row need not keep the others from being sent.
                guard let reason = error as? any ExplainedError, reason.isRetryable else { throw error }
                return end.failures.append(RowProblem(doubt.problem.code, reason.explanation))
            }
            switch found {
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
        // The next row's entry waits for this one, so nothing is sent before it is durable too.
        try await change(part, &rows, isAwaited: false) { place in
            .taken(receipts.indices.contains(place) ? receipts[place] : receipts.last ?? Receipt(), isLast: isLast[place])
        }
    }

    private func note(_ event: LedgerEvent, _ part: [Int], _ rows: inout [OutgoingRow<Sender.Row>]) async throws {
        try await change(part, &rows) { _ in event }
    }

    private func change(
        _ part: [Int], _ rows: inout [OutgoingRow<Sender.Row>], isAwaited: Bool = true, _ event: (Int) -> LedgerEvent
    ) async throws {
        let time = clock()
        var changed: [LedgerEntry] = []
        for (place, index) in part.enumerated() { changed.append(try rows[index].entry.after(event(place), at: time)) }
        if isAwaited { try await writer.record(changed) } else { await writer.note(changed) }
        for (index, entry) in zip(part, changed) {
            observe(rows[index].entry, entry)
            rows[index].entry = entry
        }
    }
}

extension LedgerEntry {
    /// Whether the step is the next one of the row, or was sent without an answer.
    fileprivate func isReady(for step: Int) -> Bool { isUnsent(for: step) || (stepsDone == step && state == .sent) }

    /// Whether the step is the next one of the row and was not sent.
    fileprivate func isUnsent(for step: Int) -> Bool { stepsDone == step && (state == .planned || state == .answered) }
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
    /// Rows are left because the end was asked for.
    var isCut = false
}

/// Hands out groups in order, until the end is asked for or one after the other fails.
private actor GroupQueue {
    private let count: Int
    private let stop: StopRequest
    private let patience: Int
    private var given = 0
    private var isEnded = false
    private var inARow = 0
    private var lastFailure: String?
    private var failures = 0
    private var isCut = false

    init(_ count: Int, stop: StopRequest, patience: Int) {
        self.count = count
        self.stop = stop
        self.patience = patience
    }

    func next(_ most: Int) -> Range<Int> {
        guard !isEnded, !stop.isRequested, given < count else { return 0..<0 }
        let range = given..<min(given + max(1, most), count)
        given = range.upperBound
        return range
    }

    /// Groups that were handed out are left because of the stop.
    func giveBack() { isCut = true }

    func end() { isEnded = true }

    /// A row that another run has says nothing about the server.
    func note(_ conflict: LedgerConflict) {
        lastFailure = conflict.explanation
        failures += 1
    }

    func note(_ end: GroupEnd) {
        if end.isCut { isCut = true }
        guard let failure = end.failures.last else {
            inARow = 0
            return
        }
        lastFailure = failure.sentence
        failures += 1
        inARow += 1
        if inARow >= patience { isEnded = true }
    }

    /// Why rows are left, where it was no error of one of them.
    var reasonToEnd: RunError? {
        if let lastFailure {
            return RunError(
                .rowsLeft, "\(failures == 1 ? "A row" : "Rows") could not be sent for now: \(lastFailure)",
                advice: "What was sent is in the ledger; the same command goes on with the rest.", isRetryable: true)
        }
        guard stop.isRequested, given < count || isCut else { return nil }
        return RunError(.stopped, "Stopped before every row was sent.", advice: "The same command goes on with the rest.", isRetryable: true)
    }
}
