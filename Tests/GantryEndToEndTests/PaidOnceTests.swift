import Testing

/// What was paid are entries and days of leave, whatever the runs, periods and pipelines are called.
@Suite("Paid once") struct PaidOnceTests {
    /// `GANTRY_TRIALS=125` are 500 histories; `GANTRY_SEED` gives others.
    @Test("random histories pay each entry and day of leave once, as it was delivered last")
    func histories() async throws { try await hold(4 * Product.trials, [:]) }

    @Test(
        "random histories of two workspaces with one journal pay once too", .enabled(if: Database.server != nil))
    func shared() async throws { try await hold(2 * Product.trials, ["GANTRY_SHARED": Database.server ?? ""]) }

    private func hold(_ count: Int, _ environment: [String: String]) async throws {
        let judged = try await Histories.run("paid_once.py", count: count, environment: environment)
        #expect(judged.status == .exited(0), "\(judged)\n\(Histories.repetition(judged, "PaidOnceTests"))")
    }
}
