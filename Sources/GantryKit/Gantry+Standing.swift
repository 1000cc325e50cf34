public import GantryEngine
public import GantryModel
public import GantryRuns
public import GantrySignOff

extension Gantry {
    /// What became of the pay of published payroll runs, by run. Left out are parts, periods as they stood on one
    /// day, which nobody pays, runs that were withdrawn, and runs whose book of signatures is damaged,
    /// which every command about signatures reports.
    ///
    /// - Parameters:
    ///   - runs: any, in any order.
    ///   - rules: who signs, by pipeline, where the pipeline file is known and somebody does.
    ///   - listed: the destinations to which the files of every run go, by pipeline, where the pipeline file is known.
    ///   - superseded: those in whose place another one is used, which nobody decides about. The default is none.
    public static func payStandings(
        of runs: [RunHead], rules: [String: SignOffRules] = [:], listed: [String: [String]] = [:],
        superseded: Set<RunID> = [], in workspace: Workspace
    ) async throws -> [RunID: PayStanding] {
        let pay = runs.filter { $0.isWholePay && $0.phase == .complete }
        guard !pay.isEmpty, let journal = try workspace.existingJournal() else { return [:] }
        let withdrawn = try await RunMarks(journal).withdrawn
        let booked = try await journal.signedPipelines()
        var lookup = try await PaidLookup(in: workspace, journal, booked: booked)
        let open = try await journal.documents(named: OpenDelivery.documentName)
        let bases = try await journal.documents(named: Correction.documentName)
        var standings: [RunID: PayStanding] = [:]
        for run in pay where withdrawn[run.id] == nil {
            do {
                let corrected = bases[run.id].flatMap { Statement.Base($0) }
                let base = corrected?.run
                let state = try await lookup.state(of: run.id)
                var waits = rules[run.id.pipeline].map { ExportResult.WaitingSignatures(state, $0) }
                if waits == nil, booked.contains(run.id.pipeline) {
                    // The file of the pipeline isn't known, so nobody knows who may sign.
                    let missing = [SignOffState.Phase.published: 2, .prepared: 1][state.phase] ?? 0
                    waits = ExportResult.WaitingSignatures(count: missing, people: [])
                }
                let paidBase: PaidRun? = if let base { try await lookup.paid(base) } else { nil }
                var paid = try await lookup.paid(run.id)
                // Until it is in the book, no file of a signed run has its name; one can be taken without.
                if state.statement != nil, paid?.isInBook == false, paid?.proof != .unknown,
                    try await journal.begunPlaces(ofSigned: run.id).isEmpty
                {
                    paid = nil
                }
                var lacking: [String] = []
                if let paid, waits == nil {
                    lacking = try await journal.places(
                        lacking: paid, of: listed[run.id.pipeline] ?? [], open: OpenDelivery.places(open[run.id] ?? ""))
                }
                var delivered = paid?.words
                if !lacking.isEmpty { delivered? += ", and not to \(GantryModel.listed(lacking, "and")) yet" }
                let isUnfinished = paid?.proof == .begun || !lacking.isEmpty
                let since: RunID? =
                    if let base, delivered == nil { try await lookup.newest(after: base, before: run.id) } else { nil }
                let doubt: PayDoubt? =
                    if let paid, paid.isKnown {
                        waits == nil
                            ? try await workspace.placeDoubt(
                                of: paid, listed: listed[run.id.pipeline] ?? [], journal) : nil
                    } else {
                        try await workspace.payDoubt(of: run.id, journal)
                    }
                let lapsed: RunID? =
                    if delivered == nil || superseded.contains(run.id) {
                        nil
                    } else {
                        // Whoever corrects it is told what is missing.
                        try? await PaidBefore.lapsed(of: run.id, in: workspace, journal)
                    }
                // One that can't be reviewed leaves the others to be shown.
                let isReviewed = delivered == nil && !superseded.contains(run.id)
                let report = isReviewed ? try? await review(run.id, in: workspace) : nil
                standings[run.id] = PayStanding(
                    delivered: delivered, unfinished: isUnfinished ? (paid?.unfinished ?? []) + lacking : nil,
                    corrects: base, usesNewSettings: corrected?.usesNewSettings ?? false,
                    baseDelivered: paidBase?.words, deliveredSince: since, open: report?.open.count,
                    misfits: report?.misfits.count ?? 0,
                    needsRewrite: report?.hasToBeWritten(isSigned: waits?.count == 0) ?? false, waits: waits,
                    isTyped: report?.correction?.total.isTyped ?? false, doubt: doubt, lapsed: lapsed)
            } catch is BookError {
                continue
            }
        }
        return standings
    }
}

extension Gantry {
    /// The newest revision of each period of pay that was made since a time, of those that are published and can be
    /// used, the latest start first.
    public static func newestPay(since time: Instant, in workspace: Workspace) async throws -> [RunHead] {
        guard let journal = try workspace.existingJournal() else { return [] }
        let runs = try await journal.usableRuns(.kind(.payroll, since: time)).filter {
            $0.isWholePay && $0.phase == .complete
        }
        let newest = NewestRevisions(runs)
        return runs.filter { newest.superseding($0) == nil }
    }
}

extension RunHead {
    /// Whether it is a period as it stood on one day, which isn't paid.
    var isOfOpenPeriod: Bool { paysPeople && (try? PayPeriod(id.period))?.isDated ?? false }
}
