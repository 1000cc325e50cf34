/// How many rejects a run may have and still publish.
public enum RejectBudget: Equatable, Sendable {
    case records(Int)
    /// Hundredths of a per cent of the fetched records: 0.5% is 50.
    case basisPoints(Int)

    /// A single reject keeps the run from being published.
    public static let none = RejectBudget.records(0)

    /// Whether a run with these counts may be published. A share is compared exactly, without rounding.
    public func allows(_ counts: BatchCounts) -> Bool {
        switch self {
        case .records(let limit): counts.rejected <= limit
        case .basisPoints(let limit): counts.rejected * 10_000 <= limit * counts.fetched
        }
    }

    /// Whether no further record can bring the rejects back within the budget.
    ///
    /// - Parameter total: how many records there are in total; `nil` while unknown, and then a share of them is unknown
    ///   too.
    func isPassed(by counts: BatchCounts, of total: Int?) -> Bool {
        switch self {
        case .records(let limit): return counts.rejected > limit
        case .basisPoints(let limit):
            guard let total else { return false }
            let (allowed, overflow) = max(total, counts.fetched).multipliedReportingOverflow(by: limit)
            return !overflow && counts.rejected * 10_000 > allowed
        }
    }
}
