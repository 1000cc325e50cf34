public import GantryEngine
public import GantryModel
package import GantryPayroll

/// The payroll batch that was made of a period at KSR Cranes, as it was seen so far.
public struct BatchReview: Sendable, Equatable {
    /// Its number and id at the server: `2026-22, id 1001`.
    public let name: String
    /// The run whose entries were sent; `nil` where no published revision of the period has them.
    public let run: RunID?
    /// What the server showed, whenever that was something else; the newest last.
    public var sightings: [Sighting]
    /// Why the server wasn't asked, or what it couldn't say; `nil` where it was asked.
    public var note: String?
    /// How many pay lines of the reviewed run differ from those that were sent. The server makes one batch of a
    /// fortnight, so these reach the payroll service by hand. 0 for the run that was sent.
    public var unsentLines = 0

    package init(name: String, run: RunID?, sightings: [Sighting]) {
        self.name = name
        self.run = run
        self.sightings = sightings
    }

    /// What the server showed of a batch.
    public struct Sighting: Sendable, Equatable {
        /// When it was first seen.
        public let time: Instant
        /// `draft`, or whatever the server calls it; `missing` where it doesn't list the batch.
        public let status: String
        /// The hours that it states; `nil` where it states none.
        public let hours: HoursSum?
        /// The workers that it states; `nil` where it states none.
        public let workers: Int?

        /// The status of a batch that the server doesn't list.
        static let missing = "missing"

        package init(time: Instant, status: String, hours: HoursSum?, workers: Int?) {
            self.time = time
            self.status = status
            self.hours = hours
            self.workers = workers
        }

        func shows(_ other: Sighting) -> Bool {
            status == other.status && hours == other.hours && workers == other.workers
        }
    }

    /// Hours and workers of the entries that were sent.
    package struct Sent {
        package let hours: HoursSum
        package let workers: Int

        package init(hours: HoursSum, workers: Int) {
            self.hours = hours
            self.workers = workers
        }
    }

    // MARK: Steps

    private static let steps = ["draft", "ready_for_approval", "approved", "sent_to_zenegy", "completed"]
    private static let ends = ["failed", "cancelled"]

    /// The states that a batch can be seen in after another; some in between may not have been seen.
    package static func next(after status: String) -> [String] {
        if status == steps.last { return [] }
        guard let place = steps.firstIndex(of: status) else { return ends.filter { $0 != status } }
        return steps[(place + 1)...] + ends
    }

    // MARK: Findings

    /// What of the batch isn't as it should be. Amounts are never compared: the server counts the same sum for every
    /// hour, whoever works.
    /// - Parameter sent: what the run that was sent adds up to.
    package func findings(_ sent: Sent, decided: Decisions) -> [ReviewReport.Finding] {
        var findings: [ReviewReport.Finding] = []
        func add(_ rule: String, _ found: String, expected: String) {
            let finding = ReviewReport.Finding(ofRun: rule, found: "\(name) \(found)", expected: expected, decided)
            if !findings.contains(where: { $0.id == finding.id }) { findings.append(finding) }
        }
        var before = BatchReview.steps[0]
        for sighting in sightings where sighting.status != Sighting.missing {
            let expected = BatchReview.next(after: before)
            if sighting.status != before, !expected.contains(sighting.status) {
                add(
                    "batch-step", "is \(singleLine(sighting.status, limit: 40)) after \(before)",
                    expected: expected.isEmpty ? "\(before) is the end" : listed(expected))
            }
            before = sighting.status
        }
        guard let last = sightings.last else { return findings }
        if last.status == Sighting.missing { add("batch-missing", "isn't listed", expected: "the batch that was made") }
        if let hours = last.hours, (Int128(hours.nano) - Int128(sent.hours.nano)).magnitude >= 5_000_000 {
            add("batch-hours", "has \(hours) h", expected: "\(sent.hours) h, as sent")
        }
        if let workers = last.workers, workers != sent.workers {
            add("batch-workers", "has \(workers) workers", expected: "\(sent.workers), as sent")
        }
        return findings
    }

}

extension ReviewReport.Finding {
    /// A warning about the whole run.
    init(ofRun rule: String, found: String, expected: String, _ decided: Decisions) {
        let id = FindingID.make(rule: rule, entry: nil, employee: nil, date: nil, found: found, values: expected)
        let decision = decided[id]
        self.init(
            id: id, severity: .warning, rule: rule, entry: nil, employee: nil, name: nil, date: nil, found: found,
            expected: expected, hours: nil, amount: nil, state: decision?.verb == .accept ? .accepted : .open,
            decision: decision.map { ReviewReport.Decided($0) }, canBeWaived: false)
    }
}
