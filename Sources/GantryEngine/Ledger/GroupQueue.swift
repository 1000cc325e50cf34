internal import GantryModel

/// Hands out groups in order, until the end is asked for or one after the other fails or is left in doubt.
///
/// Groups of a single unsent row are claimed ahead, many in one transaction: the ledger records them as sent before
/// their turn, so that no lane waits for it. The number depends on the speed: as many as there are lanes, and twice as
/// many whenever a lane had to wait. Those that don't get their turn are released at the end.
actor GroupQueue<Row: Sendable> {
    typealias Group = [OutgoingRow<Row>]

    private let source: @Sendable () async throws -> [Group]?
    /// The step that rows are claimed for; `nil` if each is entered as sent when its turn comes.
    private let step: Int?
    private let lanes: Int
    private let most: Int
    private let claim: @Sendable ([OutgoingRow<Row>]) async throws -> [OutgoingRow<Row>]
    private let stop: StopRequest
    private let order: @Sendable (Row) -> String?
    private let places: SendingPlaces

    /// Groups that are read and not handed out, the first of them that of the place `given`.
    private var groups: ArraySlice<Group> = []
    private var given = 0
    /// The groups that follow those.
    private var reading: Task<[Group]?, any Error>?
    private var isExhausted = false

    /// Rows that are claimed together now.
    private var block: Int
    private var claimed: [Int: OutgoingRow<Row>] = [:]
    /// Groups before this one are claimed, or can't be.
    private var claimedUpTo = 0
    private var readying: Task<Void, Never>?
    private var failure: (any Error)?
    /// Whether a lane has had to wait for the rows that are being claimed.
    private var isLate = false

    /// The orders of groups that are under way, with the lanes that wait for their turn in them.
    private var underWay: [String: [CheckedContinuation<Void, Never>]] = [:]
    /// The orders in which a row is left, so that none after it is sent.
    private var held: Set<String> = []
    /// Claimed rows that don't get their turn.
    private var skipped: [OutgoingRow<Row>] = []

    private var isEnded = false
    private var isCut = false
    private var inARow = 0
    /// Whether the server failed at so many groups one after the other that no more are tried.
    private var isBroken = false
    private var left = 0
    private var lastFailure: String?
    /// What the server said about the last of them, if it refused that.
    private var lastRefusal: String?
    private var sent = 0
    private var lastLookup: String?
    /// Rows at which the server failed in the same words each time.
    private var repeated: [LedgerEntry] = []
    /// Why the outcome of the last of several rows is unknown, if the run ends there.
    private var lastDoubt: String?

    /// - Parameters:
    ///   - source: The next groups, which may be an empty list; `nil` after the last. It is called ahead, one call
    ///     after the other.
    ///   - step: The step that is sent first.
    ///   - lanes: Groups under way at once. The run ends when as many fail one after the other, but at least five.
    ///   - most: Rows that may be claimed together; 1 claims none.
    ///   - order: See ``RowSender/order(of:)``. The first row of a group counts.
    ///   - places: Where each lane has a place, which it leaves while it waits for its turn in an order.
    ///   - claim: Enters rows as sent, all or none, and returns them so.
    init(
        _ source: @escaping @Sendable () async throws -> [Group]?, step: Int?, lanes: Int, most: Int, stop: StopRequest,
        order: @escaping @Sendable (Row) -> String?, places: SendingPlaces,
        claim: @escaping @Sendable ([OutgoingRow<Row>]) async throws -> [OutgoingRow<Row>]
    ) {
        self.source = source
        self.step = most > 1 ? step : nil
        self.lanes = lanes
        self.most = most
        block = min(max(1, lanes), most)
        self.stop = stop
        self.order = order
        self.places = places
        self.claim = claim
    }

    /// A group that gets its turn.
    struct Turn: Sendable {
        let place: Int
        let rows: Group
        /// Whether the ledger already records that its first step is about to be sent.
        let isClaimed: Bool
        /// The order that it has a turn in.
        let order: String?
    }

    private var isOver: Bool { isEnded || stop.isRequested }
    private var end: Int { given + groups.count }

    /// The next group; `nil` if no more are to be sent.
    ///
    /// - Parameter last: How the lane's group before it ended.
    func next(after last: GroupEnd?) async throws -> Turn? {
        if let last { note(last) }
        while let (place, group) = try await nextGroup() {
            let row = claimed.removeValue(forKey: place)
            let order = group.first.flatMap { self.order($0.row) }
            if let order, await !hasTurn(in: order) {
                if let row { skipped.append(row) }
                continue
            }
            return Turn(place: place, rows: row.map { [$0] } ?? group, isClaimed: row != nil, order: order)
        }
        return nil
    }

    private func nextGroup() async throws -> (place: Int, rows: Group)? {
        if let failure { throw failure }
        guard !isOver else { return nil }
        // Other lanes take the groups before this one in the meantime, so its position is looked up when it is needed.
        while step == nil ? groups.isEmpty : given >= claimedUpTo {
            if isExhausted, groups.isEmpty { return nil }
            // The first group of every lane waits, however few there are.
            if given >= lanes { isLate = true }
            await ready().value
            if let failure { throw failure }
            guard !isOver else {
                isCut = isCut || !groups.isEmpty
                return nil
            }
        }
        guard let group = groups.popFirst() else { return nil }
        let place = given
        given += 1
        if step != nil, claimedUpTo - given < block, !(isExhausted && claimedUpTo == end) { _ = ready() }
        return (place, group)
    }

    // MARK: Order

    /// Waits until every group ahead in the order has finished.
    ///
    /// - Returns: Whether the next group may be sent.
    private func hasTurn(in order: String) async -> Bool {
        if underWay[order] == nil {
            underWay[order] = []
        } else {
            // Groups are handed out in order, so those ahead are under way, and the turn is handed on by the lane that
            // has it. That lane may need the place.
            await withCheckedContinuation { turn in
                underWay[order, default: []].append(turn)
                Task { await places.leave() }
            }
            await places.take()
        }
        guard !held.contains(order), !isOver else {
            isCut = isCut || !held.contains(order)
            pass(order)
            return false
        }
        return true
    }

    private func pass(_ order: String) {
        guard let waiting = underWay[order] else { return }
        underWay[order] = waiting.isEmpty ? nil : Array(waiting.dropFirst())
        waiting.first?.resume()
    }

    // MARK: Reading and claiming

    private func ready() -> Task<Void, Never> {
        if let readying { return readying }
        let task = Task {
            do { try await readyMore() } catch { failure = error }
            readying = nil
        }
        readying = task
        return task
    }

    private func readyMore() async throws {
        while !isExhausted, groups.isEmpty || (step != nil && claimedUpTo + block > end) { try await read() }
        if step != nil { try await claimBlock() }
    }

    /// Takes the groups that were read ahead, and reads on.
    private func read() async throws {
        let task = reading ?? Task { [source] in try await source() }
        reading = task
        let more = try await task.value
        guard let more else {
            isExhausted = true
            reading = nil
            return
        }
        groups = ArraySlice(Array(groups) + more)
        reading = Task { [source] in try await source() }
    }

    private func claimBlock() async throws {
        let range = claimedUpTo..<min(claimedUpTo + block, end)
        var places: [Int] = []
        var rows: [OutgoingRow<Row>] = []
        for place in range {
            let group = groups[groups.startIndex + place - given]
            guard group.count == 1, let row = group.first, let step, row.entry.isUnsent(for: step) else { continue }
            // Why a row was left is forgotten once it is entered as sent.
            guard row.entry.problem == nil else { continue }
            places.append(place)
            rows.append(row)
        }
        if !rows.isEmpty, !isOver {
            do {
                for (place, row) in zip(places, try await claim(rows)) { claimed[place] = row }
            } catch is LedgerConflict {
                // Another run has one of them; each row then finds that out by itself.
            }
        }
        claimedUpTo = range.upperBound
        if isLate { block = min(block * 2, most) }
        isLate = false
    }

    /// The rows that were claimed and are not sent, once nothing more is handed out.
    func leftOver() async -> [OutgoingRow<Row>] {
        isEnded = true
        await readying?.value
        // Its result is no longer needed; but nothing reads after this has ended.
        _ = await reading?.result
        defer { (claimed, skipped) = ([:], []) }
        return skipped + claimed.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: The end

    func finish() {
        isEnded = true
        for waiting in underWay.values { for lane in waiting { lane.resume() } }
        underWay = [:]
    }

    private func note(_ end: GroupEnd) {
        if end.isCut { isCut = true }
        if let order = end.order {
            if end.isOpen { held.insert(order) }
            pass(order)
        }
        left += end.left
        sent += end.sent
        lastFailure = end.failure ?? lastFailure
        lastLookup = end.lookup ?? lastLookup
        repeated += end.repeated
        // A row that another run has doesn't say anything about the server.
        if let conflict = end.conflict {
            lastFailure = conflict.explanation
            return
        }
        guard end.isFailing || end.refusedByFailing != nil || !end.repeated.isEmpty || end.unknown != nil else {
            inARow = 0
            return
        }
        inARow += 1
        // A server that answers all of them like this would leave a whole sheet to a person.
        guard inARow >= max(5, lanes), !isEnded else { return }
        isEnded = true
        lastDoubt = end.unknown?.sentence
        isBroken = lastDoubt == nil
        lastRefusal = end.refusedByFailing
    }

    /// The rows that the server refuses by failing at them each time; none if it fails at all others too, so that they
    /// are left for later.
    func refusals() -> [LedgerEntry] { isEnded && lastDoubt == nil ? [] : repeated }

    /// Why rows are left, if it was not an error of one of them.
    func reasonToEnd() async throws -> RunError? {
        if isBroken, let problem = repeated.last?.problem {
            left += repeated.count
            lastFailure = problem.sentence
        }
        if isBroken, left == 0, let lastRefusal {
            return RunError(
                .rowsLeft,
                "The server failed on \(inARow) rows in a row, so no more were sent: "
                    + asClause(lastRefusal),
                advice: "Run the same command again to send the rest.", isRetryable: true)
        }
        if let reason = failureText {
            var advice: Advice = "Run the same command again to send the rest."
            if lastLookup != nil {
                advice =
                    advice
                    + " If the lookup keeps failing, check the server, then add \(.acceptUnknown) or \(.resendUnknown)."
            }
            return RunError(.rowsLeft, reason, advice: advice, isRetryable: true)
        }
        guard stop.isRequested || lastDoubt != nil else { return nil }
        while groups.isEmpty, !isExhausted { try await read() }
        guard isCut || !groups.isEmpty else { return nil }
        if let lastDoubt {
            return RunError(
                .rowsUnknown,
                "The outcome of \(inARow) rows in a row is unknown, so no more were sent: \(lastDoubt)",
                advice: "Check the server. Run the same command again to send the rest; "
                    + "add \(.acceptUnknown) if the server has those rows, or \(.resendUnknown) to send them again.")
        }
        return RunError(
            .stopped, "Stopped before all rows were sent.", advice: "Run the same command again to send the rest.",
            isRetryable: true)
    }

    private var failureText: String? {
        var sentences: [String] = []
        if left > 0, let lastFailure {
            let all = isBroken ? " in a row, so no more were tried" : ""
            sentences.append("\(counted(left, "row")) couldn't be sent\(all): \(asClause(lastFailure))")
        }
        if sent > 0, let lastLookup {
            let were = sent == 1 ? "was" : "were"
            sentences.append(
                "\(counted(sent, "row")) \(were) sent, but the outcome couldn't be looked up: \(lastLookup)")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

}

/// A sentence for the place after a colon.
private func asClause(_ sentence: String) -> String {
    let first = sentence.prefix { $0 != " " }
    guard ["The", "A", "An", "No", "It"].contains(first) else { return sentence }
    return first.lowercased() + sentence.dropFirst(first.count)
}

extension LedgerEntry {
    /// Whether the step is the next one of the row, or was sent without an answer.
    func isReady(for step: Int) -> Bool { isUnsent(for: step) || (stepsDone == step && state == .sent) }

    /// Whether the step is the next one of the row and was not sent.
    func isUnsent(for step: Int) -> Bool { stepsDone == step && (state == .planned || state == .answered) }
}
