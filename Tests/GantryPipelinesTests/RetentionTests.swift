import GantryModel
import GantryRuns
import Testing

@Suite("retain") struct RetentionTests {
    private func retention(_ lines: String) throws -> Pipeline {
        try PipelineFileTests.read(PipelineFileTests.minimal + lines)
    }

    @Test("is years after the end of the calendar year in which the period ends") func years() throws {
        let day = try #require(CivilDate("2026-10-31"))
        #expect(try retention("retain: 5y\n").retainUntil(day) == CivilDate("2031-12-31"))
        #expect(try retention("retain: 0y\n").retainUntil(day) == CivilDate("2026-12-31"))
        #expect(try retention("").retainUntil(day) == nil)
        #expect(Retention(years: 100_000).until(day) == CivilDate("9999-12-31"))
    }

    @Test("takes nothing but years", arguments: ["5", "5m", "-1y", "101y", "05y", "y"]) func wrong(_ value: String) {
        #expect(throws: PipelineFileError.self) { try retention("retain: \"\(value)\"\n") }
    }

    @Test("changes no setting of a run") func settings() throws {
        #expect(try retention("retain: 5y\n").settings == retention("").settings)
    }
}
