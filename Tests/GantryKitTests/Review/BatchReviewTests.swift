import GantryKit
import GantryModel
import GantryPayroll
import Testing

@Suite("A payroll batch that is reviewed") struct BatchReviewTests {
    /// The rules of what is found when a batch was seen with these states, hours and workers.
    private static func rules(
        _ states: [String], hours: Int128 = 100_000_000_000, workers: Int = 6, decided: Decisions = Decisions()
    ) -> [String] {
        let sightings = states.enumerated().map { place, state in
            BatchReview.Sighting(
                time: Instant(secondsSince1970: 1_790_000_000 + Int64(place)), status: state,
                hours: HoursSum(nano: hours), workers: workers)
        }
        let review = BatchReview(name: "2026-22, id 1001", run: nil, sightings: sightings)
        let sent = BatchReview.Sent(hours: HoursSum(nano: 100_000_000_000), workers: 6)
        return review.findings(sent, decided: decided).filter { $0.state == .open }.map(\.rule)
    }

    @Test(
        "goes from step to step, also where some in between weren't seen, and fails or is cancelled before its end",
        arguments: [
            [], ["draft"], ["draft", "ready_for_approval", "approved", "sent_to_zenegy", "completed"],
            ["draft", "approved"], ["completed"], ["approved", "failed"], ["draft", "cancelled"],
            ["failed", "cancelled"],
        ])
    func steps(states: [String]) { #expect(Self.rules(states).isEmpty) }

    @Test(
        "is a finding after any other step",
        arguments: [
            ["approved", "draft"], ["completed", "failed"], ["completed", "cancelled"], ["cancelled", "approved"],
            ["draft", "paid"], ["sent_to_zenegy", "approved", "sent_to_zenegy"], ["failed", "draft"],
        ])
    func otherSteps(states: [String]) { #expect(Self.rules(states) == ["batch-step"]) }

    @Test("is a finding where its hours differ by 0.005 or more, or its workers do") func sums() {
        #expect(Self.rules(["draft"], hours: 100_004_999_999).isEmpty)
        #expect(Self.rules(["draft"], hours: 100_005_000_000) == ["batch-hours"])
        #expect(Self.rules(["draft"], hours: 99_995_000_000) == ["batch-hours"])
        #expect(Self.rules(["draft"], workers: 5) == ["batch-workers"])
        #expect(Self.rules(["draft", "missing"]) == ["batch-missing"])
        #expect(Self.rules(["approved", "missing", "draft"]) == ["batch-step"])
    }
}
