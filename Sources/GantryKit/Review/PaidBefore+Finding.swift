internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryPayroll
internal import GantrySignOff

extension PaidBefore {
    /// The run of which a hold takes out what it has paid; `nil` for other decisions.
    static func run(takenOutBy decision: Decision) -> RunID? {
        guard decision.rule == rule, decision.verb == .hold else { return nil }
        return RunID(String(decision.found.prefix { $0 != " " }))
    }

    /// As a finding of the review.
    ///
    /// - Parameters:
    ///   - decided: a decision to hold it takes the entries out of the next files.
    ///   - shown: the decisions that the present files show. What is found in spite of one of these waits.
    ///   - signed: what is paid again by a signature.
    func finding(
        _ decided: Decisions, shown: Decisions, signed: (again: [Statement.Again], decided: ReviewReport.Decided)?
    ) -> ReviewReport.Finding {
        // Of the name alone: another run that paid it is another finding.
        let name = paid.run.description
        let rule = isSamePeriod ? PaidBefore.periodRule : PaidBefore.rule
        let id = FindingID.make(rule: rule, entry: nil, employee: nil, date: nil, found: name)
        let isHeld = decided[id]?.verb == .hold && shown[id]?.verb != .hold
        let again = isSamePeriod || isHeld ? nil : signed.flatMap { $0.again.contains(self.again) ? $0.decided : nil }
        var parts: [String] = []
        if let entries, entries > 0 { parts.append(entries == 1 ? "1 entry" : "\(entries) entries") }
        if let leaveDays, leaveDays > 0 {
            parts.append(leaveDays == 1 ? "1 day of leave" : "\(leaveDays) days of leave")
        }
        let what =
            parts.isEmpty
            ? entries == nil
                ? "some of its days of it" + (hasOtherKeys ? ", with other keys of entries" : "")
                : "other hours of days that it pays"
            : "\(parts.joined(separator: " and ")) of it"
        return ReviewReport.Finding(
            id: id, severity: .critical, rule: rule, entry: nil, employee: nil, name: nil, date: nil,
            found: isSamePeriod
                ? "\(name) \(paid.words)"
                : isLost
                    ? "\(name) can't be read: its folder is \(place.map { "at \(singleLine($0, limit: 4_000))" } ?? "missing"), and it \(paid.words)"
                    : "\(name) has \(what), and \(paid.words)" + (otherSource.map { "; it is from \($0)" } ?? ""),
            expected: isSamePeriod
                ? "a correction of it"
                : "pay that no other run has",
            hours: nil, amount: nil, state: isHeld ? .held : again != nil ? .accepted : .open,
            decision: again ?? decided[id].map { ReviewReport.Decided($0) },
            canBeWaived: false)
    }

    /// What a signature of a run says is paid again, and whose it is; `nil` where none says so.
    static func signed(
        _ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> (again: [Statement.Again], decided: ReviewReport.Decided)? {
        let place = SignOffPlace(run: run, workspace: workspace)
        guard let line = try await BookKeeper(journal, place).history[run].prepared, let because = line.because,
            let bytes = try ReadFile.ifExists(place.statement), let statement = try? Statement(reading: bytes),
            statement.digest == line.statement
        else { return nil }
        return (statement.again, ReviewReport.Decided(verb: "again", by: line.person.id, because: because))
    }
}
