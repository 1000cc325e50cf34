import GantryOutputs
import GantryPayroll
import GantryRuns
import GantryTestSupport
import GantryYAML
import Testing

/// What an output says of pay codes to the layout of a payroll program.
@Suite("The pay codes of an output") struct OutputCodesTests {
    private static let base = """
        pipeline: small
        connection: ksr
        records: { dataset: ksr.work-entries, date-field: workDate }
        join: { dataset: ksr.workers, by: employeeId }
        pay:
          payroll-number: employeeId
          currency: DKK
          calendar: { weekend: [saturday, sunday], holidays: denmark }
          codes:
            - { code: "1000", title: Normal hours, hours: normalHours }
            - { code: "1100", title: Overtime, hours: overtimeHours }
            - { code: "2000", title: Vacation, leave: VACATION, unit: days }
            - { code: "2100", title: Sickness, leave: SICK, unit: days }
          not-paid: [weekendHours, leave.PERSONAL, leave.PARENTAL, leave.COMPENSATORY, leave.EMERGENCY]
        outputs:
          - { file: all.jsonl.zst, format: archive }

        """
    private static let lug = "file: lug.txt, format: datev-lug, needs: { adviser: \"1234567\", client: \"12345\" }"

    private func read(_ output: String, _ edit: (String) -> String = { $0 }) throws -> ProfileFormat? {
        let pipeline = try Pipeline.read(
            Array(edit(Self.base + "  - { \(output) }\n").utf8), named: "test.yaml", catalog: .documented,
            profiles: ProfileFolders([ProfileSample.folder]))
        return pipeline.payroll?.outputs.last?.format as? ProfileFormat
    }

    private func hoursOnly(_ text: String) -> String {
        text.replacing("    - { code: \"2000\", title: Vacation, leave: VACATION, unit: days }\n", with: "")
            .replacing("    - { code: \"2100\", title: Sickness, leave: SICK, unit: days }\n", with: "")
            .replacing(", leave.PERSONAL, leave.PARENTAL, leave.COMPENSATORY, leave.EMERGENCY", with: "")
    }

    @Test("carry an absence key for each code of leave, beside the code or instead of one") func absence() throws {
        let keys = try read(Self.lug + ", codes: { \"2000\": { absence: U }, \"2100\": { absence: K } }")
        #expect(keys?.codes == ["2000": ProfileCode(absence: "U"), "2100": ProfileCode(absence: "K")])
        let both = try read(
            Self.lug
                + ", codes: { \"1000\": 1, \"1100\": 2, \"2000\": { code: 20, absence: U }, \"2100\": { code: 21, absence: K } }"
        )
        #expect(both?.codes["2100"] == ProfileCode("21", absence: "K") && both?.codes["1000"] == "1")
        #expect(both?.settings.contains { $0 == ("codes.2100.absence", "K") } == true)
    }

    @Test("put regular and overtime hours in their own columns") func columns() throws {
        let format = try read(
            "file: EPI7AB202610.csv, format: adp-epi, needs: { employer: 7AB, batch: \"202610\" }, codes: { \"1000\": { column: regular }, \"1100\": { column: overtime } }",
            hoursOnly)
        #expect(format?.codes == ["1000": ProfileCode(column: "regular"), "1100": ProfileCode(column: "overtime")])
    }

    @Test("may have one name where the program pays every row") func adds() throws {
        let format = try read(
            "file: pax.xml, format: paxml, needs: { company: 555555-5555 }, codes: { \"1000\": T, \"1100\": T, \"2000\": S, \"2100\": S }"
        )
        #expect(format?.codes["1100"] == "T")
    }

    @Test(
        "are shown with their place where they can't be",
        arguments: [
            (lug, "2000 (Vacation) has no absence key.", "format"),
            (lug, "codes: { \"2000\": { absence: KEY } }", "format"),
            (lug + ", codes: { \"2000\": { absence: U } }", "2100 (Sickness) has no absence key.", "codes"),
            (
                lug + ", codes: { \"1000\": 1, \"1100\": 2, \"2000\": { code: 20, absence: U }, \"2100\": 21 }",
                "{ code: \"21\", absence: KEY }", "\"2100\""
            ),
            (
                lug + ", codes: { \"1000\": { absence: U }, \"2000\": { absence: U }, \"2100\": { absence: K } }",
                "1000 pays no leave", "absence"
            ),
            ("file: p.txt, format: prolon, codes: { \"2000\": { absence: U } }", "has no absence keys", "absence"),
            ("file: p.txt, format: prolon, codes: { \"1000\": { column: regular } }", "has no columns", "column"),
            (
                "file: p.txt, format: prolon, codes: { \"1000\": 1, \"1100\": 1, \"2000\": 3, \"2100\": 4 }",
                "1100 and 1000 are one to the payroll program: \"1\".", "\"1100\""
            ),
            (
                "file: p.txt, format: prolon, codes: { \"1000\": \"01\", \"1100\": 1, \"2000\": 3, \"2100\": 4 }",
                "no description says what it does", "\"1100\""
            ),
            (
                "file: p.txt, format: prolon, codes: { \"1000\": { kode: 1 }, \"1100\": 2, \"2000\": 3, \"2100\": 4 }",
                "kode", "kode"
            ),
        ])
    func mistakes(output: String, found: String, at word: String) throws {
        let error = #expect(throws: PipelineFileError.self) { try read(output) }
        #expect(error?.render().contains(found) == true, "\(error?.render() ?? "")")
        let place = try #require(error?.mistakes.first?.place)
        let lines = (Self.base + "  - { \(output) }\n").split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines[place.line - 1].dropFirst(place.column - 1)
        #expect(rest.hasPrefix(word), "\(error?.render() ?? "")")
    }

    @Test("stand in a file whose name is looked at again for its period") func names() {
        var name = Profile.FileName()
        #expect(name.problem(of: "p2026-W41-W42.csv") == nil)
        name.most = 12
        #expect(name.problem(of: "p2026-10.csv") == nil)
        #expect(name.problem(of: "p2026-W41-W42.csv")?.found == "\"p2026-W41-W42.csv\" has 17 characters.")
        name.pattern = "p[0-9-]+\\.csv"
        #expect(name.problem(of: "p2026-10.csv") == nil)
        #expect(name.problem(of: "p2026-W4.csv")?.expected == "the pattern p[0-9-]+\\.csv")
    }

    @Test("are one where zeros that fill a column make them alike") func filledCodes() throws {
        let profile = try ProfileFileReading.profile(
            Array(
                """
                profile: own
                title: Own
                number-identity: text
                row: [{ value: number, width: 6 }, { value: code, width: 4, align: right, pad: "0" }, { value: units, width: 8 }]
                """.utf8), named: "own.yaml")
        let codes = ["1", "01", "2"].map { PayCode($0, title: $0) }
        #expect(ProfileFormat(profile, source: []).alike(codes).map { $0.name } == ["01"])
    }

    @Test("can't share a column whose hours the program might pay once") func sharedColumn() throws {
        let error = #expect(throws: PipelineFileError.self) {
            try read(
                "file: EPI7AB202610.csv, format: adp-epi, needs: { employer: 7AB, batch: \"202610\" }, codes: { \"1000\": { column: regular }, \"1100\": { column: regular } }",
                hoursOnly)
        }
        #expect(error?.render().contains("1100 and 1000 are one to the payroll program") == true)
    }

    @Test("stand in a file whose name has the period, where the program reads such names") func period() throws {
        let codes = "codes: { \"1000\": { column: regular }, \"1100\": { column: overtime } }"
        let needs = "format: adp-epi, needs: { employer: 7AB, batch: \"1\" }, \(codes)"
        let error = #expect(throws: PipelineFileError.self) {
            try read("file: \"EPI7AB{period}.csv\", \(needs)", hoursOnly)
        }
        #expect(error?.render().contains("EPI7AB2026-10.csv") == true, "\(error?.render() ?? "")")
        #expect(try read("file: \"prolon-{period}.txt\", format: prolon") != nil)
    }
}
