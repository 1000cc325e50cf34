import GantryModel

/// Hands out groups in order, until the end is asked for or one after the other fails.
///
/// Groups of a single row that is yet to be sent are claimed ahead, many in one transaction: the ledger says that they are sent
/// before their turn comes, so that no lane waits for it. Those whose turn never comes are taken back at the end.
actor GroupQueue<Row: Sendable> {
    private let groups: [[OutgoingRow<Row>]]
    /// The step that rows are claimed for; `nil` where each is entered as sent when its turn comes.
    private let step: Int?
    private let block: Int
    private let claim: @Sendable ([OutgoingRow<Row>]) async throws -> [OutgoingRow<Row>]
    private let stop: StopRequest
    private let patience: Int

    private var given = 0
    private var isEnded = false
    private var inARow = 0
    private var lastFailure: String?
    private var failures = 0
    private var isCut = false

    private var claimed: [Int: OutgoingRow<Row>] = [:]
    /// Groups before this one are claimed, or can't be.
    private var claimedUpTo = 0
    private var claiming: Task<Void, Never>?
    private var claimFailure: (any Error)?

    /// - Parameters:
    ///   - step: The step that is sent first.
    ///   - block: Rows that are claimed together; 1 claims none.
    ///   - patience: Groups that may fail one after the other.
    ///   - claim: Enters rows as sent, all or none, and returns them so.
    init(
        _ groups: [[OutgoingRow<Row>]], step: Int?, block: Int, patience: Int, stop: StopRequest,
        claim: @escaping @Sendable ([OutgoingRow<Row>]) async throws -> [OutgoingRow<Row>]
    ) {
        self.groups = groups
        self.step = block > 1 && groups.count > 1 ? step : nil
        self.block = block
        self.patience = patience
        self.stop = stop
        self.claim = claim
    }

    private var isOver: Bool { isEnded || stop.isRequested }

    /// The place of the next group, and its row where that is claimed; `nil` when no more are to be sent.
    func next() async throws -> (index: Int, claimed: OutgoingRow<Row>?)? {
        guard !isOver, given < groups.count else { return nil }
        let index = given
        given += 1
        guard step != nil else { return (index, nil) }
        while index >= claimedUpTo { await claimMore().value }
        if claimedUpTo - given < block { _ = claimMore() }
        if let claimFailure { throw claimFailure }
        guard !isOver else {
            isCut = true
            return nil
        }
        return (index, claimed.removeValue(forKey: index))
    }

    private func claimMore() -> Task<Void, Never> {
        if let claiming { return claiming }
        let task = Task { await claimBlock() }
        claiming = task
        return task
    }

    private func claimBlock() async {
        let range = claimedUpTo..<min(claimedUpTo + block, groups.count)
        let places = range.filter { groups[$0].count == 1 && step.map(groups[$0][0].entry.isUnsent) ?? false }
        if !places.isEmpty, !isOver {
            do {
                for (place, row) in zip(places, try await claim(places.map { groups[$0][0] })) { claimed[place] = row }
            } catch is LedgerConflict {
                // Another run has one of them; each then finds out by itself.
            } catch {
                claimFailure = error
            }
        }
        claimedUpTo = range.upperBound
        claiming = nil
    }

    /// The rows that were claimed and are not sent, once nothing more is handed out.
    func leftOver() async -> [OutgoingRow<Row>] {
        isEnded = true
        if let claiming { await claiming.value }
        defer { claimed = [:] }
        return claimed.sorted { $0.key < $1.key }.map(\.value)
    }

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
        guard stop.isRequested, given < groups.count || isCut else { return nil }
        return RunError(.stopped, "Stopped before every row was sent.", advice: "The same command goes on with the rest.", isRetryable: true)
    }
}

/// How a group ended, as far as it bears on the others.
struct GroupEnd: Sendable {
    var failures: [RowProblem] = []
    /// Rows are left because the end was asked for.
    var isCut = false
}

extension LedgerEntry {
    /// Whether the step is the next one of the row, or was sent without an answer.
    func isReady(for step: Int) -> Bool { isUnsent(for: step) || (stepsDone == step && state == .sent) }

    /// Whether the step is the next one of the row and was not sent.
    func isUnsent(for step: Int) -> Bool { stepsDone == step && (state == .planned || state == .answered) }
}
