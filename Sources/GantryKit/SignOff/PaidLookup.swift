internal import GantryEngine
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

/// What was delivered, run by run, by the books of signatures and the journal. Documents are read once for all runs,
/// and each book once for all runs of its pipeline.
struct PaidLookup {
    private let workspace: Workspace
    private let journal: any WorkspaceJournal
    /// The pipelines that have a book; `nil` reads each book.
    private let booked: Set<String>?
    private let noted: [RunID: String]
    private let past: [RunID: String]
    private var books: [String: BookKeeper] = [:]

    /// - Parameter booked: the pipelines that have a book; by default each book is read, and one that isn't what the
    ///   journal keeps is noticed also where the journal keeps none.
    init(in workspace: Workspace, _ journal: any WorkspaceJournal, booked: Set<String>? = nil) async throws {
        self.workspace = workspace
        self.journal = journal
        self.booked = booked
        noted = try await journal.documents(named: PayDelivery.documentName)
        past = try await journal.documents(named: PastDelivery.documentName)
    }

    /// How far the signatures of a run are.
    /// - Throws: `BookError` where its book isn't what the journal keeps.
    mutating func state(of run: RunID) async throws -> SignOffState {
        try await book(of: run)?.history[run] ?? SignOffState()
    }

    private mutating func book(of run: RunID) async throws -> BookKeeper? {
        if let booked, !booked.contains(run.pipeline) { return nil }
        if let known = books[run.pipeline] { return known }
        let book = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace))
        books[run.pipeline] = book
        return book
    }

    /// How a run was delivered; `nil` where it wasn't.
    /// - Throws: as `state(of:)`.
    mutating func paid(_ run: RunID) async throws -> PaidRun? {
        // A name that isn't a period is no payroll run of ours.
        guard let period = try? PayPeriod(run.period) else { return nil }
        let book = try await book(of: run)
        let state = book?.history[run] ?? SignOffState()
        let isSaid = past[run] == PastDelivery.said.rawValue
        if let delivered = state.delivered {
            let isTyped = delivered.action == .typed
            let isPending = !isTyped && book?.pending.contains(delivered.number) ?? false
            let begun = isPending ? try await newestPlace(of: run) ?? delivered.to : nil
            return PaidRun(
                run: run, period: period, proof: isTyped ? .typed : isPending ? .begun : .signed,
                places: delivered.to.map { [$0] } ?? [],
                unfinished: begun.map { [$0] } ?? [], time: isSaid ? nil : delivered.time, statement: state.statement,
                isInBook: true)
        }
        if past[run] == PastDelivery.unknown.rawValue {
            return PaidRun(
                run: run, period: period, proof: .unknown, places: [], unfinished: [], time: nil,
                statement: state.statement, isInBook: false)
        }
        let noted = noted[run].map { PayDelivery.read($0) } ?? []
        guard let first = noted.map(\.time).min() else { return nil }
        let places = noted.compactMap(\.to)
        let receipts = try await journal.deliveries(of: run)
        // What failed elsewhere says nothing of these.
        let unfinished = places.filter { !receipts.haveArrived(at: $0) }
        return PaidRun(
            run: run, period: period, proof: places.isEmpty ? .typed : unfinished.isEmpty ? .unsigned : .begun,
            places: places, unfinished: unfinished, time: isSaid ? nil : first, statement: nil, isInBook: false)
    }

    /// The newest revision after a run and before another one of its period that was delivered; `nil` where none was.
    /// - Throws: as `state(of:)`.
    mutating func newest(after base: RunID, before run: RunID) async throws -> RunID? {
        for revision in stride(from: run.revision - 1, to: base.revision, by: -1) {
            let between = RunID(pipeline: run.pipeline, period: run.period, revision: revision)
            if let paid = try await paid(between), paid.proof != .unknown { return between }
        }
        return nil
    }

    /// What receipts call the place that files of a run were brought to last; a book has its address.
    private func newestPlace(of run: RunID) async throws -> String? {
        try await journal.deliveries(of: run).max { $0.time < $1.time }?.to
    }
}
