internal import GantryConnectors
package import GantryModel

/// Which records of a dataset a run exports.
package struct RecordSelection: Sendable {
    /// Only records that are about a day of it; `nil` takes all.
    package var period: PayPeriod?
    /// Only records that an earlier run has not processed; `nil` takes all.
    package var since: Bookmark?
    /// The run's snapshot: a record with a later time moves no bookmark, since every record after it would be taken for
    /// one that was processed. `nil` takes every time.
    package var snapshot: Instant?

    package init(period: PayPeriod? = nil, since: Bookmark? = nil, snapshot: Instant? = nil) {
        self.period = period
        self.since = since
        self.snapshot = snapshot
    }

    /// How far a time may be after the snapshot without a finding: records are made while a run reads, and clocks
    /// differ by hours where one has the wrong time zone.
    static let tolerance: Int64 = 86_400_000_000_000

    /// How long after the snapshot a time is, in nanoseconds; `nil` if it isn't.
    func ahead(_ time: Int64) -> Int64? {
        guard let snapshot, time > snapshot.nanosecondsSince1970 else { return nil }
        let (ahead, overflows) = time.subtractingReportingOverflow(snapshot.nanosecondsSince1970)
        return overflows ? .max : ahead
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

    /// The record was made after the run, by its time, so it says nothing about which records came before it.
    static func future(_ field: String, _ time: Int64) -> RecordFinding {
        RecordFinding(
            rule: "future-time", severity: .warning,
            found: "\(field) \(Instant(nanosecondsSince1970: time))",
            expected: "a time before the run; correct it at the server")
    }
}
