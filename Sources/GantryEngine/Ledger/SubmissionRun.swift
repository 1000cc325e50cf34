public import GantryModel
internal import Synchronization

/// Sends the rows of a window, several groups at a time, each effect exactly once.
///
/// A group's rows are sent in their order. Before a step is sent the ledger says so, durably; an answer that did not
/// come is looked up, and where the server can't tell, the row is left to a person.
public struct SubmissionRun<Sender: RowSender>: Sendable {
    let sender: Sender
    private let writer: LedgerWriter
    let stop: StopRequest
    private let settle: Duration
    private let clock: @Sendable () -> Instant
    let uptime: @Sendable () -> Duration
    /// When this process began to send: what an earlier one has sent may have left it just before.
    private let resumed: Duration
    let pause: @Sendable (Int, LedgerEntry?) async throws -> Void
    let awaiting: @Sendable (LedgerEntry, Duration?) -> Void
    private let observe: @Sendable (LedgerEntry, LedgerEntry) -> Void
    let places = SendingPlaces()

    /// Groups that can wait for a lost answer while others are sent.
    private static var mostWaiting: Int { 256 }

    /// Sends of one step of one row, a lookup that missed it between each two.
    static var mostTries: Int { 3 }

    /// - Parameters:
    ///   - settle: How long after the end of an attempt whose answer is lost, or after the beginning of this run where
    ///     an earlier process made it, a step may still have its effect. A lookup that misses it before that doesn't
    ///     mean anything yet.
    ///   - clock: The time that entries are marked with.
    ///   - uptime: Time since a fixed moment by which that is measured. It goes on while the machine sleeps, and never
    ///     jumps, whoever sets the clock.
    ///   - pause: Waits before a lookup; receives which one of a step it is, from 1, and of which row, if the row was
    ///     looked up already and may still arrive. It ends early when the run is asked to stop.
    ///   - awaiting: Told of a row that may still arrive, with the uptime until which it is looked up, and with `nil`
    ///     when that is over. Other rows are sent meanwhile. The default is that nobody is.
    ///   - observe: Told of every change of an entry: before, after.
    public init(
        _ sender: Sender, writer: LedgerWriter, stop: StopRequest, settle: Duration,
        clock: @escaping @Sendable () -> Instant,
        uptime: @escaping @Sendable () -> Duration,
        pause: @escaping @Sendable (Int, LedgerEntry?) async throws -> Void,
        awaiting: @escaping @Sendable (LedgerEntry, Duration?) -> Void = { _, _ in },
        observe: @escaping @Sendable (LedgerEntry, LedgerEntry) -> Void
    ) {
        self.sender = sender
        self.writer = writer
        self.stop = stop
        self.settle = settle
        self.clock = clock
        self.uptime = uptime
        resumed = uptime()
        self.pause = pause
        self.awaiting = awaiting
        self.observe = observe
    }

    /// Advances every group as far as possible at the moment.
    ///
    /// - Parameters:
    ///   - groups: The next groups, which may be an empty list; `nil` after the last. It is called while those before
    ///     are sent.
    ///   - lanes: Groups under way at once.
    /// - Throws: What kept rows from being sent at all, the first of it; or `RunError.stopped`. What is under way is
    ///   finished first.
    public func send(
        lanes: Int, _ groups: @escaping @Sendable () async throws -> [[OutgoingRow<Sender.Row>]]?
    ) async throws {
        _ = try await send(groups, lanes: lanes, steps: 0..<sender.steps, isKept: false)
    }

    /// The same of groups that are known already.
    ///
    /// - Parameter steps: The steps that are sent; the default is all. Calling it once for each step lets all rows take
    ///   a step before the next. Rows after one of their group that could not be sent wait for it.
    /// - Returns: The groups in their new state.
    public func send(
        _ groups: [[OutgoingRow<Sender.Row>]], lanes: Int, steps: Range<Int>? = nil
    ) async throws -> [[OutgoingRow<Sender.Row>]] {
        let given = Mutex(Optional(groups))
        var advanced = groups
        let ends = try await send(
            { given.withLock { $0.take() } }, lanes: min(lanes, groups.count), steps: steps ?? 0..<sender.steps,
            isKept: true)
        for (place, rows) in ends { advanced[place] = rows }
        return advanced
    }

    /// - Parameter isKept: Whether to return the groups in their new state, by their places.
    private func send(
        _ groups: @escaping @Sendable () async throws -> [[OutgoingRow<Sender.Row>]]?, lanes: Int,
        steps: Range<Int>, isKept: Bool
    ) async throws -> [(Int, [OutgoingRow<Sender.Row>])] {
        let lanes = max(1, lanes)
        let queue = GroupQueue(
            groups, step: steps.first.flatMap { sender.isShared(step: $0) ? nil : $0 }, lanes: lanes,
            most: sender.claimedAtOnce,
            stop: stop, order: { sender.order(of: $0) }, places: places, claim: claim)
        var advanced: [(Int, [OutgoingRow<Sender.Row>])] = []
        await places.open(lanes)
        let failure = await withTaskGroup(of: Lane.self) { tasks in
            for _ in 0..<(lanes + Self.mostWaiting) {
                tasks.addTask { await runLane(of: queue, steps: steps, isKept: isKept) }
            }
            var first: (any Error)?
            for await lane in tasks {
                advanced += lane.groups
                if first == nil { first = lane.failure }
            }
            return first
        }
        for entry in await queue.refusals() {
            guard let problem = entry.problem else { continue }
            try await note(.refused(problem.after(entry), status: entry.status, traceID: entry.traceID), entry)
        }
        // A row that isn't sent must not look as if it might have been.
        for row in await queue.leftOver() { try await note(.withdrawn, row.entry) }
        try await writer.flush()
        if let failure { throw failure }
        if let reason = try await queue.reasonToEnd() { throw reason }
        return advanced
    }

    private func note(_ event: LedgerEvent, _ before: LedgerEntry) async throws {
        let entry = try before.after(event, at: clock())
        await writer.note([entry])
        observe(before, entry)
    }

    private func claim(_ rows: [OutgoingRow<Sender.Row>]) async throws -> [OutgoingRow<Sender.Row>] {
        let time = clock()
        var claimed = rows
        for index in rows.indices { claimed[index].entry = try rows[index].entry.after(.sending, at: time) }
        try await writer.record(claimed.map { $0.entry })
        for (row, claimed) in zip(rows, claimed) { observe(row.entry, claimed.entry) }
        return claimed
    }

    private struct Lane: Sendable {
        var groups: [(Int, [OutgoingRow<Sender.Row>])] = []
        var failure: (any Error)?
    }

    /// Advances one group after the other.
    private func runLane(of queue: GroupQueue<Sender.Row>, steps: Range<Int>, isKept: Bool) async -> Lane {
        var lane = Lane()
        await places.take()
        do {
            var last: GroupEnd?
            while let turn = try await queue.next(after: last) {
                do {
                    let (rows, end) = try await advance(group: turn.rows, through: steps, isClaimed: turn.isClaimed)
                    if isKept { lane.groups.append((turn.place, rows)) }
                    last = end
                    last?.summarize(rows.map(\.entry))
                } catch let conflict as LedgerConflict {
                    last = GroupEnd(conflict: conflict)
                }
                last?.order = turn.order
            }
        } catch {
            await queue.finish()
            lane.failure = error
        }
        await places.leave()
        return lane
    }

    /// - Parameter isClaimed: Whether the ledger says already that the first step is about to be sent.
    private func advance(
        group: [OutgoingRow<Sender.Row>], through steps: Range<Int>, isClaimed: Bool
    ) async throws -> (rows: [OutgoingRow<Sender.Row>], end: GroupEnd) {
        var rows = group
        var end = GroupEnd()
        // Rows of one request are in the ledger as one: those whose answer is lost are looked up before others take any
        // step.
        for step in steps where sender.isShared(step: step) {
            let lost = rows.indices.filter { rows[$0].entry.state == .sent && rows[$0].entry.stepsDone == step }
            if !lost.isEmpty { try await advance(lost, of: &rows, step: step, &end) }
        }
        for step in steps {
            let isClaimed = isClaimed && step == steps.first
            if sender.isShared(step: step) {
                let ready = rows.indices.filter {
                    rows[$0].entry.isUnsent(for: step) && step < sender.steps(of: rows[$0].row)
                }
                guard !ready.isEmpty else { continue }
                if isOver(ready, of: rows, &end) { return (rows, end) }
                try await advance(ready, of: &rows, step: step, &end)
            } else {
                for index in rows.indices
                where rows[index].entry.isReady(for: step) && step < sender.steps(of: rows[index].row) {
                    if !isClaimed, isOver([index], of: rows, &end) { return (rows, end) }
                    try await advance([index], of: &rows, step: step, &end, isClaimed: isClaimed)
                }
            }
        }
        return (rows, end)
    }

    /// Whether a group can't continue: one of its rows could not be sent, one ahead in the order is open, or the run is
    /// asked to stop. What was sent is still looked up.
    private func isOver(_ part: [Int], of rows: [OutgoingRow<Sender.Row>], _ end: inout GroupEnd) -> Bool {
        guard !end.isFailing else { return true }
        let isOrdered = part.first.map { sender.order(of: rows[$0].row) != nil } ?? false
        if isOrdered, rows.prefix(part[0]).contains(where: \.entry.isOpen) { return true }
        guard stop.isRequested, part.contains(where: { rows[$0].entry.state != .sent }) else { return false }
        end.isCut = true
        return true
    }

    private func advance(
        _ part: [Int], of rows: inout [OutgoingRow<Sender.Row>], step: Int, _ end: inout GroupEnd,
        isClaimed: Bool = false
    ) async throws {
        var tries = 0
        var isClaimed = isClaimed
        var ended = resumed
        // The server's message to an earlier command counts as an earlier message.
        var last = UnconfirmedStep(left: rows[part[0]].entry)
        while true {
            var doubt = UnconfirmedStep(sent: rows[part[0]].entry)
            if isClaimed || rows[part[0]].entry.state != .sent {
                if !isClaimed { try await note(.sending, for: part, of: &rows) }
                isClaimed = false
                tries += 1
                let outcome = await sender.send(part.map { rows[$0] }, step: step)
                ended = uptime()
                switch outcome {
                case .confirmed(let receipts): return try await confirm(receipts, by: part, of: &rows, step: step)
                case .rejected(let problem, let status, let traceID):
                    return try await reject(
                        UnconfirmedStep(problem, status: status, traceID: traceID), part, of: &rows, step: step,
                        end: &end)
                case .stop(let error):
                    // What the server has later isn't taken for the row's own because of a request without an effect.
                    try await note(.withdrawn, for: part, of: &rows)
                    throw error
                case .notSent(let problem, let status, let traceID):
                    let said = UnconfirmedStep(problem, status: status, traceID: traceID)
                    guard
                        try await isSentAgain(
                            said, isMissing: true, after: last, tries: tries, part: part, of: &rows, step: step,
                            end: &end)
                    else { return }
                    last = said
                    try await pause(tries, nil)
                    continue
                case .split(let problem, let status):
                    guard part.count > 1 else {
                        return try await reject(
                            UnconfirmedStep(problem, status: status), part, of: &rows, step: step, end: &end)
                    }
                    try await note(.missing(problem, status: status), for: part, of: &rows)
                    for index in part { try await advance([index], of: &rows, step: step, &end) }
                    return
                case .ambiguous(let problem, let status, let traceID):
                    doubt = UnconfirmedStep(problem, status: status, traceID: traceID)
                case .unconfirmed(let problem, let status):
                    doubt = UnconfirmedStep(problem, status: status, isTaken: true)
                    // A process that ends before it has looked must not send it again either.
                    try await note(.notLookedUp(problem, status: status), for: part, of: &rows)
                case .wrongEffect(let problem, let status):
                    end.unknown = problem
                    return try await note(.uncertain(problem, status: status), for: part, of: &rows)
                }
            }
            let found: LookupOutcome
            do {
                let settled = doubt.meaning(for: sender) == .mayBeAtWork ? ended + settle : ended
                guard let sure = try await lookUp(part.map { rows[$0] }, step: step, tries: tries, until: settled)
                else {
                    end.isCut = true
                    return
                }
                found = sure
            } catch {
                return try await leaveSent(part, of: &rows, doubt: doubt, after: error, end: &end)
            }
            switch found {
            case .confirmed(let receipts): return try await confirm(receipts, by: part, of: &rows, step: step)
            case .missing where !doubt.isTaken, .repeatable where !doubt.isTaken:
                var isMissing = false
                if case .missing = found { isMissing = true }
                guard
                    try await isSentAgain(
                        doubt, isMissing: isMissing, after: last, tries: tries, part: part, of: &rows, step: step,
                        end: &end)
                else { return }
                last = doubt
            case .missing, .repeatable, .unknown:
                var reason = "The server doesn't show it."
                if case .unknown(let said) = found { reason = said }
                // Failures of rows that a killed process left say nothing about the server.
                if tries > 0 { end.unknown = doubt.adding(reason) }
                return try await note(doubt.uncertain(reason), for: part, of: &rows)
            }
        }
    }

    /// Notes that a step had no effect, or may be sent again whether it had or not, and says whether it is sent again
    /// now.
    ///
    /// - Parameters:
    ///   - isMissing: Whether it certainly had no effect.
    ///   - last: The server's previous message; before the first attempt that of an earlier command.
    private func isSentAgain(
        _ doubt: UnconfirmedStep, isMissing: Bool, after last: UnconfirmedStep?, tries: Int, part: [Int],
        of rows: inout [OutgoingRow<Sender.Row>],
        step: Int, end: inout GroupEnd
    ) async throws -> Bool {
        let failsAlike = doubt.meaning(for: sender) == .failsOnRequest && doubt.repeats(last)
        if doubt.reportsSuccess && doubt.repeats(last) || failsAlike && !isMissing {
            let reason =
                failsAlike
                ? UnconfirmedStep.maybeThere : "The server reports success each time and doesn't show it."
            end.unknown = doubt.adding(reason)
            try await note(doubt.uncertain(reason), for: part, of: &rows)
            return false
        }
        try await note(doubt.missing, for: part, of: &rows)
        // Where the server fails on the request itself in the same words, a third time makes no difference.
        guard failsAlike else {
            guard tries < Self.mostTries else {
                end.failure = doubt.problem.sentence
                return false
            }
            guard !stop.isRequested else {
                end.isCut = true
                return false
            }
            return true
        }
        let said = sender.refusal(of: part.map { rows[$0] }, step: step, for: doubt.problem, status: doubt.status)
        if case .split = said, part.count > 1 {
            for index in part { try await advance([index], of: &rows, step: step, &end) }
        } else if tries < 2 || sender.order(of: rows[part[0]].row) != nil {
            let problems = part.map { doubt.problem.after(rows[$0].entry) }
            try await change(part, of: &rows) { .refused(problems[$0], status: doubt.status, traceID: doubt.traceID) }
            end.refusedByFailing = doubt.problem.sentence
        } else {
            // A server that fails at all of them is broken, and refuses none.
            end.repeated += part.map { rows[$0].entry }
        }
        return false
    }

    func confirm(
        _ receipts: [Receipt], by part: [Int], of rows: inout [OutgoingRow<Sender.Row>], step: Int
    ) async throws {
        let isLast = part.map { step == sender.steps(of: rows[$0].row) - 1 }
        // The next row's entry waits for this one, so nothing is sent before it is durable too.
        try await change(part, of: &rows, isAwaited: false) { place in
            .taken(
                receipts.indices.contains(place) ? receipts[place] : receipts.last ?? Receipt(), isLast: isLast[place])
        }
    }

    func note(_ event: LedgerEvent, for part: [Int], of rows: inout [OutgoingRow<Sender.Row>]) async throws {
        try await change(part, of: &rows) { _ in event }
    }

    func change(
        _ part: [Int], of rows: inout [OutgoingRow<Sender.Row>], isAwaited: Bool = true, to event: (Int) -> LedgerEvent
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
