internal import GantryEngine
internal import GantryModel
internal import GantryPayroll

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
    func finding(_ decided: Decisions, shown: Decisions) -> ReviewReport.Finding {
        // Of the name alone: another run that paid it is another finding.
        let name = paid.run.description
        let rule = isSamePeriod ? PaidBefore.periodRule : PaidBefore.rule
        let id = FindingID.make(rule: rule, entry: nil, employee: nil, date: nil, found: name)
        let isHeld = decided[id]?.verb == .hold && shown[id]?.verb != .hold
        var parts: [String] = []
        if let entries, entries > 0 { parts.append(entries == 1 ? "1 entry" : "\(entries) entries") }
        if let leaveDays, leaveDays > 0 {
            parts.append(leaveDays == 1 ? "1 day of leave" : "\(leaveDays) days of leave")
        }
        let what =
            parts.isEmpty
            ? entries == nil ? "some of its days of it" : "other hours of days that it pays"
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
            hours: nil, amount: nil, state: isHeld ? .held : .open,
            decision: decided[id].map { ReviewReport.Decided($0) },
            canBeWaived: false)
    }
}
