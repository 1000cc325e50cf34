internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

/// What a published payroll run pays that another run has paid.
struct PaidBefore {
    let paid: PaidRun
    /// Work entries of both; `nil` where those of the other aren't known here.
    let entries: Int?
    /// Whether it is a revision of the same period: then only a correction of it can be delivered.
    let isSamePeriod: Bool

    /// The rules of such findings.
    static let rule = PayrollChecks.Rule.paidBefore
    static let periodRule = PayrollChecks.Rule.periodPaid

    /// What other runs have paid, in the order of their days; of the same pipeline and period first.
    ///
    /// - Throws: `BookError`; `RunError` and `FileError` for an export that can't be read.
    static func all(
        of record: RunRecord, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [PaidBefore] {
        guard let source = record.source, let period = try? PayPeriod(record.id.period) else { return [] }
        let known = try await PaidRuns(of: source, in: workspace, journal)
        var found: [PaidBefore] = []
        let correction = try await Correction.kept(by: record.id, journal)
        var own = known.ofPeriod(of: record.id)
        if own?.run == record.id, own?.isInBook == false {
            // What the run itself has begun isn't in its own way.
            own = try await PaidRuns(ofPeriodOf: record.id, begun: false, in: workspace, journal).ofPeriod(
                of: record.id)
        }
        if let own, own.run != record.id, own.run != correction?.run {
            found.append(PaidBefore(paid: own, entries: nil, isSamePeriod: true))
        }
        let others = known.others(than: record.id, period)
        guard !others.isEmpty else { return found }
        // What the base of a correction has is paid, and isn't paid again.
        var mine = try await entries(of: record.id, in: workspace)
        if let base = correction?.run, let paid = try await entries(of: base, in: workspace) {
            mine = mine?.filter(in: paid, isIn: false)
        }
        for other in others {
            var count: Int?
            if let mine, let theirs = try await entries(of: other.run, in: workspace) {
                count = mine.filter(in: theirs).count
                if count == 0 { continue }
            }
            found.append(PaidBefore(paid: other, entries: count, isSamePeriod: false))
        }
        return found
    }

    /// The entries that a published run exports; `nil` where its folder isn't here, or doesn't keep them.
    static func entries(of run: RunID, in workspace: Workspace) async throws -> EntryNumbers? {
        let folder = workspace.folder(of: run)
        guard let bytes = try ReadFile.ifExists("\(folder)/\(TotalsFile.path)") else { return nil }
        do {
            return try await ExportedEntries(folder: folder, totals: JSONTree(bytes)).ids()
        } catch let error as RunError where error.code == .unusableRun {
            return nil
        }
    }

    /// As the statement has it.
    var again: Statement.Again { Statement.Again(run: paid.run, entries: entries, leaveDays: nil) }

    /// What decisions take out of a run: what the runs have paid that a person has held as paid before.
    /// - Throws: `RunError.unusableRun` where the entries of such a run aren't known here.
    static func takenOut(_ decided: Decisions, in workspace: Workspace) async throws -> [PayInputs.TakenOut] {
        var all: [PayInputs.TakenOut] = []
        for decision in decided.standing where decision.rule == rule && decision.verb == .hold {
            guard let run = RunID(decision.found) else { continue }
            guard let numbers = try await entries(of: run, in: workspace) else {
                throw RunError(
                    .unusableRun,
                    "\(decision.by) took out what \(run) has paid, and its folder isn't here, so nobody can say what that is.",
                    advice: "Copy its folder to \(workspace.folder(of: run)) first.")
            }
            all.append(PayInputs.TakenOut(run: run.description, entries: numbers))
        }
        return all
    }
}
