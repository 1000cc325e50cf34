internal import GantryEngine
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

/// What was delivered of an office's pay, by whichever pipeline, period, revision and workspace of the journal: the one
/// place that knows. Everything that pays asks it.
struct PaidRuns {
    /// One for each pipeline and period, in their order.
    let all: [PaidRun]

    /// What may hold entries of a run.
    ///
    /// - Parameter source: the server and account of the run.
    /// - Throws: `BookError` where a book of signatures isn't what the journal keeps.
    init(
        likeThatOf run: RunID, from source: RunSource, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        let marks = try await RunMarks(journal)
        let records = try await journal.samePay(as: run, from: source).filter { marks.withdrawn[$0.id] == nil }
        try await self.init(records, in: workspace, journal)
    }

    /// What was delivered of the period of a run.
    ///
    /// - Parameters:
    ///   - begun: whether a delivery of the run itself counts that was begun and isn't finished. The default is yes.
    ///   - isFromBefore: whether only earlier revisions are meant. The default is all.
    /// - Throws: `RunError.unusableRun` where the journal doesn't have the newest that was; `BookError`.
    init(
        ofPeriodOf run: RunID, begun: Bool = true, isFromBefore: Bool = false, in workspace: Workspace,
        _ journal: any WorkspaceJournal
    ) async throws {
        if let lost = try await journal.lostDelivery(ofPeriodOf: run) {
            let folder = workspace.folder(of: lost)
            throw RunError(
                .unusableRun,
                "\(lost) was delivered, as the book of signatures says, and the journal doesn't have that run, so nobody can say what is paid of \(lost.period).",
                advice:
                    "Copy its folder and the one beside it to \(singleLine(folder, limit: 4_000)), then enter it: \(.adopt(folder: singleLine(folder, limit: 4_000)))"
            )
        }
        let marks = try await RunMarks(journal)
        var records = try await journal.heads(.revisions(of: run)).runs.filter {
            $0.paysPeople && $0.phase == .complete && marks.withdrawn[$0.id] == nil
        }
        if isFromBefore { records.removeAll { $0.id.revision >= run.revision } }
        var own: RunID?
        if !begun {
            let state = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history[run]
            if state.delivered == nil { own = run }
        }
        try await self.init(records, without: own, in: workspace, journal)
    }

    /// - Parameter own: a run that isn't in its own way. The default is none.
    private init(
        _ records: [RunHead], without own: RunID? = nil, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        var newest: [String: PaidRun] = [:]
        var known = try await PaidRuns.each(of: records, in: workspace, journal)
        if let own, known.contains(where: { $0.run == own && $0.isKnown }) {
            // It has overtaken those of which nobody knows.
            known.removeAll { $0.proof == .unknown && $0.run.revision < own.revision }
        }
        known.removeAll { $0.run == own }
        for paid in known.sorted(by: { $0.run.revision < $1.run.revision }) {
            newest["\(paid.run.pipeline)/\(paid.run.period)"] = paid
        }
        all = newest.values.sorted { ($0.period.first, $0.run.description) < ($1.period.first, $1.run.description) }
    }

    /// Of these runs all that were delivered, whichever revision.
    /// - Throws: `BookError` where a book of signatures isn't what the journal keeps.
    static func each(
        of records: [RunHead], in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [PaidRun] {
        var lookup = try await PaidLookup(in: workspace, journal)
        var found: [PaidRun] = []
        for run in records { if let paid = try await lookup.paid(run.id) { found.append(paid) } }
        return found
    }

    /// The later revisions of the period of a run that were delivered, in their order.
    /// - Throws: as ``each(of:in:_:)``.
    static func later(than run: RunID, in workspace: Workspace) async throws -> [PaidRun] {
        guard let journal = try workspace.existingJournal() else { return [] }
        let withdrawn = try await RunMarks(journal).withdrawn
        let revisions = try await journal.heads(.revisions(of: run)).runs.filter {
            $0.paysPeople && $0.phase == .complete && $0.id.revision > run.revision && withdrawn[$0.id] == nil
        }
        return try await each(of: revisions.sorted { $0.id.revision < $1.id.revision }, in: workspace, journal)
    }

    /// The one of a run's pipeline and period; `nil` where nothing of them was delivered.
    func ofPeriod(of run: RunID) -> PaidRun? {
        all.first { ($0.run.pipeline, $0.run.period) == (run.pipeline, run.period) }
    }

    /// Those of other names.
    func others(than run: RunID) -> [PaidRun] {
        all.filter { ($0.run.pipeline, $0.run.period) != (run.pipeline, run.period) }
    }
}
