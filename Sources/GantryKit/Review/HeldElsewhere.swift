internal import GantryEngine
internal import GantryModel
internal import GantryOutputs
package import GantryPayroll
internal import GantryRuns

/// An entry that a run pays and that a person keeps out in another period: its day was moved after it was held there.
package struct HeldElsewhere {
    /// The pipeline and period of the hold.
    private let period: String
    private let hold: Decision
    private let entry: PaidEntry

    package init(_ entry: PaidEntry, by hold: Decision, in period: String) {
        self.entry = entry
        self.hold = hold
        self.period = period
    }

    /// Entries that a run would pay and that stand on hold in other periods of the same server and account. None of a
    /// run that was delivered.
    ///
    /// - Parameter folder: that of the run. One that doesn't keep its entries has none.
    /// - Throws: `BookError`; `RunError` and `FileError` for files that can't be read.
    static func all(
        of record: RunRecord, in folder: ExportFolder, _ workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [HeldElsewhere] {
        guard record.head.paysPeople, let source = record.source else { return [] }
        func name(_ run: RunID) -> String { "\(run.pipeline)/\(run.period)" }
        var seen: Set = [name(record.id)]
        var holds: [(period: String, entry: Int64, decision: Decision)] = []
        for run in try await journal.heads(.from(address: source.address, account: source.account)).runs
        where run.paysPeople && run.source.map(source.matches) ?? false && seen.insert(name(run.id)).inserted {
            for decision in try DecisionFile(workspace, run.id).read().standing where decision.verb == .hold {
                guard case .entry(let id)? = decision.held else { continue }
                holds.append((name(run.id), id, decision))
            }
        }
        guard !holds.isEmpty, let exported = try? ExportedEntries(folder) else { return [] }
        let numbers = try await PaidEntries(workspace: workspace).numbers(in: folder)
        holds.removeAll { !numbers.contains($0.entry) }
        guard !holds.isEmpty else { return [] }
        var lookup = try await PaidLookup(in: workspace, journal)
        guard try await lookup.paid(record.id) == nil else { return [] }
        let entries = try await exported.values(of: Set(holds.map(\.entry)))
        return holds.compactMap { hold in
            entries[hold.entry].map { HeldElsewhere($0, by: hold.decision, in: hold.period) }
        }
    }

    /// As a finding of the review.
    ///
    /// - Parameter decided: the decisions about the period of the run.
    package func finding(_ decided: Decisions, _ roster: Roster) -> ReviewReport.Finding {
        let rule = PayrollChecks.Rule.heldElsewhere
        let found = "held in \(period) by \(hold.by): \(hold.because)"
        let id = FindingID.make(
            rule: rule, entry: entry.id, employee: entry.employee, date: entry.date, found: found)
        let own = decided.hold(ofEntry: entry.id, employee: entry.employee)
        let decision = own ?? decided[id]
        let person = roster.index(of: entry.employee)
        let hours = entry.normal + entry.overtime + entry.weekend
        return ReviewReport.Finding(
            id: id, severity: .warning, rule: rule, entry: entry.id, employee: entry.employee,
            name: person < 0 ? nil : roster.people[Int(person)].name, date: entry.date, found: found,
            expected: "an entry that nobody keeps out", hours: hours,
            amount: ReviewedBag.amount(hours, ofPersonAt: person, roster),
            state: own != nil ? .held : decision?.verb == .accept ? .accepted : .open,
            decision: decision.map { ReviewReport.Decided($0) }, canBeWaived: false)
    }
}
