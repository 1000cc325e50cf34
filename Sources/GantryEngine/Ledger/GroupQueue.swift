import GantryModel

/// Hands out groups in order, until the end is asked for or one after the other fails or is left in doubt.
///
/// Groups of a single row that is yet to be sent are claimed ahead, many in one transaction: the ledger says that they are sent
/// before their turn comes, so that no lane waits for it. How many follows from how fast they go: as many as there are lanes, and
/// twice as many whenever a lane had to wait for them. Those whose turn never comes are taken back at the end.
actor GroupQueue<Row: Sendable> {
    typealias Group = [OutgoingRow<Row>]

    private let source: @Sendable () async throws -> [Group]?
    /// The step that rows are claimed for; `nil` where each is entered as sent when its turn comes.
    private let step: Int?
    private let lanes: Int
    private let most: Int
    private let claim: @Sendable ([OutgoingRow<Row>]) async throws -> [OutgoingRow<Row>]
    private let stop: StopRequest

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

    private var isEnded = false
    private var isCut = false
    private var inARow = 0
    private var failures = 0
    private var lastFailure: String?
    /// Why the server can't be told to have the last of several rows, where that is the end.
    private var lastDoubt: String?

    /// - Parameters:
    ///   - source: The next groups, which may be none of them; `nil` after the last. It is asked ahead, one call after the other.
    ///   - step: The step that is sent first.
    ///   - lanes: Groups under way at once. As many may fail one after the other, and at least five.
    ///   - most: Rows that may be claimed together; 1 claims none.
    ///   - claim: Enters rows as sent, all or none, and returns them so.
    init(
        _ source: @escaping @Sendable () async throws -> [Group]?, step: Int?, lanes: Int, most: Int, stop: StopRequest,
        claim: @escaping @Sendable ([OutgoingRow<Row>]) async throws -> [OutgoingRow<Row>]
    ) {
        self.source = source
        self.step = most > 1 ? step : nil
        self.lanes = lanes
        self.most = most
        block = min(max(1, lanes), most)
        self.stop = stop
        self.claim = claim
    }

    /// A group whose turn has come.
    struct Turn: Sendable {
        let place: Int
        let rows: Group
        /// Whether the ledger says already that its first step is about to be sent.
        let isClaimed: Bool
    }

    private var isOver: Bool { isEnded || stop.isRequested }
    private var end: Int { given + groups.count }

    /// The next group; `nil` when no more are to be sent.
    ///
    /// - Parameter last: How the lane's group before it ended.
    func next(after last: GroupEnd?) async throws -> Turn? {
        if let last { note(last) }
        if let failure { throw failure }
        guard !isOver else { return nil }
        // Lanes that come meanwhile take the groups before this one, so where it stands is looked up when it is there.
        while step == nil ? groups.isEmpty : given >= claimedUpTo {
            if isExhausted, groups.isEmpty { return nil }
            // The first of every lane waits however few there are.
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
        guard let row = claimed.removeValue(forKey: place) else { return Turn(place: place, rows: group, isClaimed: false) }
        return Turn(place: place, rows: [row], isClaimed: true)
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
            return reading = nil
        }
        groups = ArraySlice(Array(groups) + more)
        reading = Task { [source] in try await source() }
    }

    private func claimBlock() async throws {
        let range = claimedUpTo..<min(claimedUpTo + block, end)
        var places: [Int] = [], rows: [OutgoingRow<Row>] = []
        for place in range {
            let group = groups[groups.startIndex + place - given]
            guard group.count == 1, let step, group[0].entry.isUnsent(for: step) else { continue }
            places.append(place)
            rows.append(group[0])
        }
        if !rows.isEmpty, !isOver {
            do {
                for (place, row) in zip(places, try await claim(rows)) { claimed[place] = row }
            } catch is LedgerConflict {
                // Another run has one of them; each then finds out by itself.
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
        // What it reads is not wanted any more; but nothing reads once this has ended.
        _ = await reading?.result
        defer { claimed = [:] }
        return claimed.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: The end

    func finish() { isEnded = true }

    private func note(_ end: GroupEnd) {
        if end.isCut { isCut = true }
        if let conflict = end.conflict {
            // A row that another run has says nothing about the server.
            lastFailure = conflict.explanation
            failures += 1
            return
        }
        guard !end.failures.isEmpty || end.unknown != nil else {
            inARow = 0
            return
        }
        if let failure = end.failures.last {
            lastFailure = failure.sentence
            failures += 1
        }
        inARow += 1
        // A server that answers all of them so would leave a whole sheet to a person.
        guard inARow >= max(5, lanes), !isEnded else { return }
        isEnded = true
        lastDoubt = end.unknown?.sentence
    }

    /// Why rows are left, where it was no error of one of them.
    func reasonToEnd() async throws -> RunError? {
        if let lastFailure {
            return RunError(
                .rowsLeft, "\(failures == 1 ? "A row" : "Rows") could not be sent for now: \(lastFailure)",
                advice: "What was sent is in the ledger; the same command goes on with the rest.", isRetryable: true)
        }
        guard stop.isRequested || lastDoubt != nil else { return nil }
        while groups.isEmpty, !isExhausted { try await read() }
        guard isCut || !groups.isEmpty else { return nil }
        if let lastDoubt {
            return RunError(
                .rowsUnknown, "Of \(inARow) rows one after the other it can't be told whether the server has them, so no more are sent: \(lastDoubt)",
                advice: "Look at the server. The same command goes on with the rest; with --accept-unknown or --resend-unknown it decides about those too.")
        }
        return RunError(.stopped, "Stopped before every row was sent.", advice: "The same command goes on with the rest.", isRetryable: true)
    }
}

/// How a group ended, as far as it bears on the others.
struct GroupEnd: Sendable {
    var failures: [RowProblem] = []
    /// A row was sent now, and it can't be told whether the server has it.
    var unknown: RowProblem?
    /// Rows are left because the end was asked for.
    var isCut = false
    /// Another run has a row of it.
    var conflict: LedgerConflict?
}

extension LedgerEntry {
    /// Whether the step is the next one of the row, or was sent without an answer.
    func isReady(for step: Int) -> Bool { isUnsent(for: step) || (stepsDone == step && state == .sent) }

    /// Whether the step is the next one of the row and was not sent.
    func isUnsent(for step: Int) -> Bool { stepsDone == step && (state == .planned || state == .answered) }
}
