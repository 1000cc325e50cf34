import GantryEngine
import GantryRuns
import Testing

@Suite("Runs that may hold the same entries of pay") struct SamePayTests {
    @Test(
        "are those of the server and account whatever the system is called, and those of the pipeline or connection before it changed"
    )
    func changedConnection() async throws {
        let kept = try KeptRuns()
        func source(
            _ address: String, _ account: String?, system: String = "cdbl-lms", by connection: String? = nil
        ) -> RunSource {
            var source = RunSource(system: system, address: address, account: account)
            source.connection = connection
            return source
        }
        let (old, new) = ("https://lms.example", "https://pay.example")
        let found = [
            try await kept.publish("pay/2026-07/r1", kind: .payroll, from: source(old, "office")),
            try await kept.publish("pay/2026-08/r1", kind: .payroll, from: source(new, "clerk")),
            try await kept.publish("pay/2026-09/r1", kind: .payroll, from: source(new, "office")),
            try await kept.publish("second/2026-09/r1", kind: .payroll, from: source(new, "office")),
            try await kept.publish("third/2026-09/r1", kind: .payroll, from: source(new, nil)),
            try await kept.publish("third/2026-06/r1", kind: .payroll, from: source(new, "office", system: "lms")),
            try await kept.publish("second/2026-07/r1", kind: .payroll, from: source(old, "office", by: "lms")),
            try await kept.publish("second/2026-06/r1", kind: .payroll, from: source(new, "clerk", by: "lms")),
        ]
        try await kept.publish("second/2026-08/r1", kind: .payroll, from: source(old, "office"))
        try await kept.publish("second/2026-05/r1", kind: .payroll, from: source(old, "office", by: "other"))
        try await kept.publish(
            "second/2026-04/r1", kind: .payroll, from: source(old, "office", system: "ksr-cranes", by: "lms"))
        try await kept.publish("pay/2026-06/r1", kind: .payroll, from: source(old, "office", system: "ksr-cranes"))
        try await kept.publish("archive/2026-09/r1", from: source(new, "office"))
        let run = try #require(RunID("pay/2026-10/r1"))
        let same = try await kept.journal.samePay(as: run, from: source(new, "office", by: "lms"))
        #expect(Set(same.map(\.id)) == Set(found))
        #expect(same.count == found.count)
        // Without the connection's name only the pipeline tells.
        let unnamed = try await kept.journal.samePay(as: run, from: source(new, "office"))
        #expect(unnamed.count == found.count - 2)
    }

    @Test("are corrected where their system has another name now, and not from another server") func renamed()
        async throws
    {
        let kept = try KeptRuns()
        let first = try await kept.publish("pay/2026-07/r1", kind: .payroll)
        func next(_ source: RunSource) async throws -> ResolvedRun {
            try await ResolvedRun(pipeline: "pay", period: "2026-07", .next, of: source, in: kept.journal)
        }
        let known = KeptRuns.source
        let run = try await next(RunSource(system: "lms", address: known.address, account: known.account))
        #expect(run.id.revision == 2 && run.corrects == first.revision)
        let moved = RunSource(system: "lms", address: "https://other.example", account: known.account)
        let told = await refusal { _ = try await next(moved) }
        #expect(told.contains("was published from another server or account"), "\(told)")
    }
}
