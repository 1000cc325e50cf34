internal import GantryEngine
internal import GantryModel
internal import GantryPayroll

extension PaidBefore {
    /// As a finding of the review.
    ///
    /// - Parameter decided: a decision to hold it takes the entries out of the next files.
    func finding(_ decided: Decisions) -> ReviewReport.Finding {
        // The name alone: another run that paid it is another finding.
        let found = paid.run.description
        let rule = isSamePeriod ? PaidBefore.periodRule : PaidBefore.rule
        let id = FindingID.make(rule: rule, entry: nil, employee: nil, date: nil, found: found)
        let what = entries.map { $0 == 1 ? "1 entry of it is" : "\($0) entries of it are" } ?? "days of it are"
        return ReviewReport.Finding(
            id: id, severity: .critical, rule: rule, entry: nil, employee: nil, name: nil, date: nil,
            found: found,
            expected: isSamePeriod
                ? "a correction of \(paid.run), which \(paid.words)"
                : "entries that nobody has paid; \(what) in \(paid.run), which \(paid.words)",
            hours: nil, amount: nil, state: .open, decision: decided[id].map { ReviewReport.Decided($0) },
            canBeWaived: false)
    }
}
