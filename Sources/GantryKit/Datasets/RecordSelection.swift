internal import GantryConnectors
package import GantryModel

/// Which records of a dataset a run exports.
package struct RecordSelection: Sendable {
    /// Only records that are about a day of it; `nil` takes all.
    package var period: PayPeriod?
    /// Only records that an earlier run has not processed; `nil` takes all.
    package var since: Bookmark?

    package init(period: PayPeriod? = nil, since: Bookmark? = nil) {
        self.period = period
        self.since = since
    }

    /// Whether there can be records that aren't wanted.
    var leavesOut: Bool { period != nil || since != nil }
}

extension RecordFinding {
    /// The record doesn't show whether it belongs to the selection, so it is exported.
    static let undated = "undated"

    static func withoutDays() -> RecordFinding {
        RecordFinding(
            rule: undated, severity: .warning, found: "no day or week that exists",
            expected: "days, to compare with the period")
    }

    static func withoutPlace(_ field: String) -> RecordFinding {
        RecordFinding(
            rule: undated, severity: .warning, found: "no \(field)",
            expected: "\(field), to tell whether an earlier export had it")
    }
}
