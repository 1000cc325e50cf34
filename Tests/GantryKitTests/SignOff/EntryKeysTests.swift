import GantryEngine
import GantryRuns
import Testing

@Suite("Keys of entries of two runs of pay") struct EntryKeysTests {
    private func keys(_ one: [String: String]?, _ other: [String: String]?) async throws -> EntryKeys {
        let kept = try KeptRuns()
        func publish(_ name: String, _ settings: [String: String]?) async throws -> RunID {
            try await kept.publish(
                name, kind: .payroll,
                settings: settings?.map { RunIdentity.Setting($0.key, "\"\($0.value)\"") }
                    ?? [RunIdentity.unknownSettings])
        }
        return try await kept.journal.entryKeys(
            of: publish("pay/2026-10/r1", one), besides: publish("calls/2026-10/r1", other))
    }

    @Test("tell the same entries where they are of one list, whatever its system is called") func oneList()
        async throws
    {
        let hours = ["records.dataset": "tracker.hours"]
        #expect(try await keys(hours, hours) == .same)
        #expect(try await keys(hours, ["records.dataset": "office.hours"]) == .same)
        #expect(try await keys(["records.dataset": "ksr.work-entries"], nil) == .same)
    }

    @Test("are given anew by each list of a system") func otherList() async throws {
        let calls = ["records.dataset": "tracker.on-call"]
        #expect(try await keys(["records.dataset": "tracker.hours"], calls) == .ofOtherList)
    }
}
