import Foundation
import GantryPayroll
import GantryRuns
import Testing

/// Layouts of other programs, written in the language as somebody with the vendor's description would, and the files
/// that they give. Whatever could not be written would need code.
@Suite("The language of profiles") struct ProfileLanguageTests {
    private func write(
        _ yaml: String, needs: [String: String] = [:], codes: [String: ProfileCode] = [:], hoursOnly: Bool = false,
        one: Int? = nil
    ) throws -> String {
        let profile = try ProfileFileReading.profile(Array(yaml.utf8), named: "own.yaml")
        let batch = try ProfileSample.batch()
        let context = ProfileContext(batch: batch, needs: needs, codes: codes)
        let all = try ProfileSample.employees(batch, for: hoursOnly ? "hrxml" : "danlon")
        let employees = one.map { [all[$0]] } ?? all
        let bytes = try ProfileSample.write(profile, context, employees)
        let contents = try ProfileFileReader.contents(of: bytes, profile, context, payCodes: ProfileSample.payCodes)
        #expect(contents.lines.count == employees.reduce(0) { $0 + $1.lines.count })
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("says Microsoft C5: dates in quotation marks, day by day") func c5() throws {
        let text = try write(
            """
            profile: c5
            title: C5 payroll
            between: ";"
            numbers: { point: "." }
            dates: DD.MM.YYYY
            each: day
            corrections: difference
            needs: { department: { title: Department, pattern: ".{0,3}" } }
            row:
              - { value: number, pattern: "[0-9]{1,5}" }
              - { value: date, quoted: true }
              - { value: code, pattern: "[0-9]{1,5}" }
              - { text: "" }
              - { value: units }
              - { value: rate }
              - { value: amount }
              - { value: department }
            """, needs: ["department": "1"])
        let lines = text.split(separator: "\r\n")
        #expect(lines[0] == "1001;\"05.10.2026\";1000;;7.40;188.86;1397.57;1")
        #expect(lines[1] == "1001;\"06.10.2026\";1000;;7.40;188.86;1397.56;1")
        #expect(lines[3] == "1001;\"10.10.2026\";1200;;5.00;;;1")
    }

    @Test("says Serviceløn Sumtal: two numbers in one column, and an employee's hours in every line") func sumtal()
        throws
    {
        let text = try write(
            """
            profile: sumtal
            title: Serviceløn Sumtal
            between: ";"
            numbers: { point: "," }
            needs: { employer: { title: Employer, pattern: "[0-9]{3}" } }
            rows:
              - for: hours
                line:
                  - { text: "{employer}{number}" }
                  - { value: employee.units }
                  - { value: code, pattern: "[0-9]{1,3}" }
                  - { value: units }
            """, needs: ["employer": "100"],
            codes: ["1000": "1", "1110": "2", "1120": "3", "1200": "4"], hoursOnly: true)
        #expect(
            text.hasPrefix(
                "1001001;22,30;1;14,80\r\n1001001;22,30;2;2,50\r\n1001001;22,30;4;5,00\r\n1001002;22,00;1;22,00\r\n"))
    }

    @Test(
        "reads an employee's hours back where rows of hours and days look alike, or one row is for all",
        arguments: [
            "rows: [{ for: hours, line: [{ value: code }, { value: units }] }, { for: days, line: [{ value: code }, { value: units }] }]",
            "row: [{ value: code }, { value: units }]",
        ])
    func employeeHours(rows: String) throws {
        let yaml = """
            profile: own
            title: Own
            between: ";"
            employee: { head: ["{number};{employee.units}"] }
            \(rows)
            """
        let text = try write(yaml, one: 2)
        #expect(text == "1003;11.65\r\n1000;7.40\r\n1110;3.00\r\n1120;1.25\r\n2000;2.00\r\n")
        let profile = try ProfileFileReading.profile(Array(yaml.utf8), named: "own.yaml")
        let context = ProfileContext(batch: try ProfileSample.batch())
        // The days are no hours of the employee.
        let wrong = Array(text.replacing("11.65", with: "13.65").utf8)
        #expect(throws: ProfileReadingError.self) {
            try ProfileFileReader.contents(of: wrong, profile, context, payCodes: ProfileSample.payCodes)
        }
    }

    @Test("says Sage 50: a block for each employee with the number of its rows, known by name") func sage50() throws {
        let text = try write(
            """
            profile: sage50
            title: Sage 50, time slips
            between: ","
            quotes: all
            dates: MM-DD-YYYY
            needs: { customer: { title: Customer } }
            employee:
              head:
                - <Timeslip>
                - '"{name}"'
                - '"{employee.rows}","","{last}"'
              foot: [</Timeslip>]
            rows:
              - for: hours
                line:
                  - { value: customer }
                  - { value: code }
                  - { value: units, as: "hh:mm" }
            """, needs: ["customer": "Own time"], hoursOnly: true, one: 0)
        #expect(
            text
                == """
                <Timeslip>\r
                "Kranfører 1001"\r
                "3","","10-31-2026"\r
                "Own time","1000","14:48"\r
                "Own time","1110","2:30"\r
                "Own time","1200","5:00"\r
                </Timeslip>\r

                """.replacing("ø", with: "\u{FFFD}"))
    }

    @Test("says SD Worx Italy: elements on several lines, hours and minutes apart") func sdworxItaly() throws {
        let text = try write(
            """
            profile: sdworx-it
            title: SD Worx, movimenti
            encoding: utf-8
            line-end: lf
            escape: xml
            each: day
            needs: { company: { title: Company code } }
            head: [<Fornitura>]
            foot: [</Fornitura>]
            employee:
              head:
                - '  <Dipendente CodAziendaUfficiale="{company}" CodDipendenteUfficiale="{number}">'
                - '    <Movimenti GenerazioneAutomaticaDaTeorico="N">'
              foot: ["    </Movimenti>", "  </Dipendente>"]
            rows:
              - for: hours
                lines:
                  - "      <Movimento>"
                  - "        <CodGiustificativoRilPres>{code}</CodGiustificativoRilPres>"
                  - "        <CodGiustificativoUfficiale>{code}</CodGiustificativoUfficiale>"
                  - "        <Data>{date}</Data>"
                  - [{ text: "        <NumOre>" }, { value: units, as: hh }, { text: "</NumOre><NumMinuti>" }, { value: units, as: mm }, { text: "</NumMinuti>" }]
                  - "      </Movimento>"
            """, needs: ["company": "000009"], hoursOnly: true)
        #expect(text.contains("CodDipendenteUfficiale=\"1002\""))
        #expect(text.contains("<Data>2026-10-05</Data>\n        <NumOre>7</NumOre><NumMinuti>24</NumMinuti>\n"))
        #expect(text.contains("<NumOre>7</NumOre><NumMinuti>20</NumMinuti>"))
    }

    @Test("says Chris21: positions, signed hours, and the days of leave at the end of rows of days") func chris21()
        throws
    {
        let columns = [
            "{ text: '', width: 8 }", "{ value: number, width: 7 }", "{ text: '', width: 11 }",
            "{ value: last, width: 6 }", "{ text: '', width: 4 }", "{ value: code, width: 4 }", "{ text: '0000' }",
            "{ text: '', width: 4 }", "{ value: units, width: 7 }", "{ text: '000000000' }", "{ text: '', width: 36 }",
        ]
        func row(_ unit: String, _ more: [String]) -> String {
            "  - for: \(unit)\n    line: [\((columns + more).joined(separator: ", "))]\n"
        }
        let text = try write(
            """
            profile: chris21
            title: Chris21, timesheet
            encoding: ascii
            line-end: lf
            numbers: { point: none, align: right, pad: "0", sign: always-trail }
            dates: DDMMYY
            corrections: difference
            rows:

            """ + row("hours", ["{ text: '', width: 12 }"])
                + row("days", ["{ value: line.first, width: 6 }", "{ value: line.last, width: 6 }"]))
        let lines = text.split(separator: "\n")
        func blank(_ count: Int) -> String { String(repeating: " ", count: count) }
        #expect(
            lines[0] == blank(8) + "1001" + blank(14) + "311026" + blank(4) + "10000000" + blank(4)
                + "001480+000000000" + blank(48))
        #expect(lines.last?.hasSuffix("000200+000000000" + blank(36) + "081026091026") == true)
        #expect(Set(lines.map(\.count)) == [112])
    }

    @Test("shows negative numbers in every way, zeros after the sign") func signs() throws {
        let changes = try ProfileSample.changes(ProfileSample.batch(), for: "danlon")
        for (sign, expected) in [
            ("lead", "1003;-00075"), ("trail", "1003;00075-"), ("always-lead", "1003;-00075"),
            ("always-trail", "1003;00075-"),
        ] {
            let profile = try ProfileFileReading.profile(
                Array(
                    """
                    profile: signs
                    title: Signs
                    between: ";"
                    numbers: { point: none, sign: \(sign), align: right, pad: "0" }
                    corrections: difference
                    row: [{ value: number }, { value: units, width: 6 }, { value: code }]
                    """.utf8), named: "signs.yaml")
            let context = ProfileContext(batch: try ProfileSample.batch())
            let bytes = try ProfileSample.write(changes: [changes[2]], profile, context)
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(expected))
            let contents = try ProfileFileReader.contents(of: bytes, profile, context)
            #expect(contents.lines[.init(person: "1003", item: "1120")]?.units == -750_000_000)
        }
    }

    @Test(
        "refuses what a file could not be proven by, or could not be told apart",
        arguments: [
            (
                "row: [{ value: number }, { value: units }]",
                "the pay code (code, or title), so this file could not be proven"
            ),
            ("row: \"{number}{units} {code}\"", "number and units stand side by side"),
            ("row: [{ value: number }, { value: code }, { value: nits }]", "did you mean \"units\"?"),
            (
                "rows: [{ for: hours, line: [{ value: number }, { value: code }, { value: units, as: hh }] }]",
                "only one of them is there"
            ),
            (
                "rows: [{ for: hours, line: [{ value: number }, { value: code }, { value: units, as: \"hh:mm\" }] }]\nfoot: [[{ value: sum.units }]]",
                "sum.units and a row show units in two ways"
            ),
            (
                "rows: [{ for: times, line: [{ value: number }, { value: code }, { value: units, as: \"hh:mm\" }] }]",
                "A row for times shows them as hours and minutes."
            ),
            ("row: [{ value: number }, { value: code }, { value: units, date: DD }]", "takes no \"date\""),
            ("row: [{ value: number, pattern: \"[\" }, { value: code }, { value: units }]", "no regular expression"),
            (
                "row: [{ value: number }, { value: code }, { value: units }]\nfoot: [\"{code}\"]",
                "can't be shown in the head or foot"
            ),
            ("row: [{ value: number }, { value: code }, { value: units }]\ncorrections: action", "no row shows it"),
            (
                "row: [{ value: number }, { value: code }, { value: units, sign: none }]\ncorrections: difference",
                "shows no sign"
            ),
            (
                "rows: [{ for: hours, line: [{ value: number, width: 4 }, { value: code, width: 4 }, { value: units, width: 6 }] }, { for: days, line: [{ value: number, width: 4 }, { value: code, width: 4 }, { value: units, width: 7 }] }]",
                "This row has 15 characters, and another has 14."
            ),
            (
                "row: [{ value: number, width: 6, pad: \"0\" }, { value: code, width: 4 }, { value: units, width: 6 }]",
                "number is filled with 0 on its right, which would make another number of 42."
            ),
            (
                "numbers: { pad: \"0\", align: left }\nrow: [{ value: number, width: 6 }, { value: code, width: 4 }, { value: units, width: 6 }]",
                "units is filled with 0 on its right"
            ),
            (
                "row: [{ value: number, width: 6, align: right, pad: \"9\" }, { value: code, width: 4 }, { value: units, width: 6 }]",
                "number is filled with 9 on its left"
            ),
            (
                "row: [{ value: number, width: 6 }, { value: code, width: 4 }, { value: units, width: 6 }]\nfoot: [[{ value: rows, width: 6, align: left, pad: \"0\" }]]",
                "rows is filled with 0 on its right"
            ),
            ("row: [{ value: number }, { value: code }, { value: units }]\ndates: today", "Found \"today\" for dates."),
            (
                "rows: [{ for: [hours, days], line: [{ value: number }, { value: code }, { value: units }] }]",
                "each has a row of its own"
            ),
            (
                "head: [[Number, Code]]\nrow: [{ value: number }, { value: code }, { value: units }]",
                "{ text: X } for a fixed text"
            ),
        ])
    func refused(rest: String, message: String) throws {
        let between = rest.contains("width") ? "" : "between: \";\"\n"
        let error = #expect(throws: PipelineFileError.self) {
            try ProfileFileReading.profile(
                Array("profile: own\ntitle: Own\n\(between)\(rest)\n".utf8), named: "own.yaml")
        }
        #expect(error?.render().contains(message) == true, "\(error?.render() ?? "")")
    }

    @Test("matches the patterns of shipped profiles byte by byte") func simplePatterns() throws {
        for name in ["iif", "datev-lug", "paxml", "danlon", "datalon-pc"] {
            let profile = try ProfileSample.profile(name)
            let columns = profile.rows.flatMap(\.lines).flatMap(\.columns)
            for pattern in columns.compactMap(\.pattern) { #expect(ProfilePattern(pattern).isSimple, "\(pattern)") }
        }
    }

    @Test("is valid wherever the documentation shows one") func documented() throws {
        let page = try String(contentsOfFile: ProfileSample.folder + "/../Documentation/Profiles.md", encoding: .utf8)
        let examples = page.components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }.filter { $0.hasPrefix("profile: ") }
        #expect(examples.count == 5)
        for example in examples { _ = try ProfileFileReading.profile(Array(example.utf8), named: "mine.yaml") }
    }

    @Test("lets a file lack its proof where it says so") func unproven() throws {
        let profile = try ProfileFileReading.profile(
            Array("profile: own\ntitle: Own\nunproven: true\nrow: \"{units}\"\n".utf8), named: "own.yaml")
        #expect(profile.isUnproven)
    }
}
