import GantryModel
import GantryRuns
import Testing

@Suite("The pay periods of a pipeline file") struct PayPeriodRuleFileTests {
    private func file(_ fromDay: String) -> String {
        "parameters: { period: { from-day: \(fromDay) } }\n" + PipelineFileTests.minimal
    }

    private func mistake(_ text: String) -> String {
        let error = #expect(throws: PipelineFileError.self) { try PipelineFileTests.read(text) }
        return error?.render() ?? ""
    }

    @Test("begin on the day of the month that the file names, and can be lifted for a run") func read() throws {
        #expect(try PipelineFileTests.read(file("16")).payPeriodRule == PayPeriodRule(firstDay: 16))
        #expect(try PipelineFileTests.read(file("16"), "parameters.period.from-day=any").payPeriodRule == nil)
        #expect(try PipelineFileTests.read(PipelineFileTests.minimal).payPeriodRule == nil)
        let ruled = try PipelineFileTests.read(file("16")).settings
        #expect(try ruled == PipelineFileTests.read(PipelineFileTests.minimal).settings, "No byte depends on it.")
    }

    @Test("begin on day 2 to 28", arguments: ["0", "1", "29", "-3", "16th", "[16]"])
    func range(day: String) {
        let said = mistake(file(day))
        #expect(said.contains("from-day") && said.contains("a whole number from 2 to 28, or any"), "\(said)")
        #expect(said.contains("periods from the 1st are months") == (day == "1"))
    }

    @Test("are only for pay") func payOnly() {
        let datasets = """
            pipeline: small
            connection: ksr
            parameters: { period: { from-day: 16 } }
            datasets:
              - { dataset: lms.leaves, outputs: [{ file: l.csv, format: csv }] }

            """
        #expect(mistake(datasets).contains("from-day"))
    }
}
