public import GantryEngine
internal import GantryFiles
public import GantryModel
public import GantryRuns
public import GantrySignOff

extension Gantry {
    /// Signs or delivers a published payroll run, or takes that back. What is done is in the journal and in the book of
    /// signatures, and beside the export folder; a killed request is finished by the same one.
    ///
    /// - Throws: `SignOffRefusal`; `BookError` when the book isn't what the journal keeps; `RunError`, `FileError`.
    public static func signOff(
        _ request: SignOffRequest, observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> SignOffResult {
        let run = request.run
        guard let journal = try request.workspace.existingJournal(), let record = try await journal.run(run) else {
            throw request.workspace.noRun(run)
        }
        try record.head.requirePublished("so nobody can sign it")
        guard record.paysPeople else {
            throw RunError(.unusableRun, "\(run) is not a payroll export, and only those are signed.")
        }
        guard let rules = request.rules else { throw SignOffRefusal.noRules(pipeline: run.pipeline) }
        let place = SignOffPlace(run: run, workspace: request.workspace)
        try place.create()
        let lock = try place.lock(request.command)
        // The book is that of the pipeline.
        let right = RunDirectories(id: run, workspace: request.workspace, command: request.command)
            .right("sign", ofPipeline: true)
        let result = try await journal.whileHolding(right) {
            try await journal.requireUsable(run)
            var isSaid = false
            switch request.step {
            case .sign, .deliver, .typed:
                if try PayPeriod(run.period).isDated { throw SignOffRefusal.openPeriod(run) }
                try await request.workspace.requireNotElsewhere(run, journal)
            default: break
            }
            switch request.step {
            case .sign:
                try await request.workspace.requireUnpaid(run, journal)
                try await requireNotDelivered(run, in: request.workspace, journal)
            case .deliver, .typed:
                isSaid = try await request.workspace.requireUnpaid(
                    run, isSaid: request.answer?.wasTaken ?? false, journal)
            default: break
            }
            var signing = try await Signing(
                request, rules: rules, record: record, journal: journal, place: place, observe: observe)
            signing.isSaid = isSaid
            return try await signing.perform()
        }
        try lock.release()
        return result
    }

    /// - Throws: `RunError.unusableRun` for a run that was delivered before anybody signed it: signed, it would be
    ///   delivered and paid again.
    private static func requireNotDelivered(
        _ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        guard try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history[run].last == nil
        else {
            return
        }
        let paid = try await PaidRuns(ofPeriodOf: run, in: workspace, journal).ofPeriod(of: run)
        guard let paid, paid.run == run, !paid.isInBook, paid.proof != .unknown else { return }
        throw RunError(
            .unusableRun, "\(run) was delivered without signatures, so it may have been paid.",
            advice:
                "Ask who pays. If nothing of it was imported, withdraw it, run the period again with \(.nextRevision) and sign that."
        )
    }

    /// How far a published run is on its way to being paid, by the book of its pipeline.
    /// - Throws: `BookError` when the book isn't what the journal keeps.
    public static func signOffState(of run: RunID, in workspace: Workspace) async throws -> SignOffState {
        guard let journal = try workspace.existingJournal() else { return SignOffState() }
        return try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history[run]
    }
}
