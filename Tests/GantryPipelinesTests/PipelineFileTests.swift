import Foundation
import GantryConnectors
import GantryEngine
import GantryFormats
import GantryModel
import GantryOutputs
import GantryPayroll
import GantryRuns
import GantryTestSupport
import GantryYAML
import Testing

@Suite struct PipelineFileTests {
    static let minimal = """
        pipeline: small
        connection: ksr
        records: { dataset: ksr.work-entries, date-field: workDate }
        outputs:
          - { file: hours.csv, format: csv, columns: [id, workDate, normalHours] }

        """

    static func read(_ text: String, _ overrides: String...) throws -> Pipeline {
        try Pipeline.read(Array(text.utf8), named: "test.yaml", catalog: .documented, overrides: overrides)
    }

    @Test("A dataset whose system has a file with mistakes is unknown for that reason, wherever the file names it")
    func brokenSystem() throws {
        var catalog = Catalog.documented
        catalog.faults = ["tt": "The system file tt.yaml has 1 mistake."]
        let records = Self.minimal.replacing("ksr.work-entries", with: "tt.hours")
        let roles = """
            pipeline: small
            connection: tt
            records: { dataset: tt.hours, roles: { employee: user, date: day, hours: { amount: hours } } }
            outputs:
              - { file: hours.csv, format: csv, columns: [id, workDate, normalHours] }

            """
        let datasets = """
            pipeline: small
            connection: tt
            datasets:
              - { dataset: tt.hours, outputs: [{ file: hours.csv, format: csv }] }

            """
        for text in [records, roles, datasets] {
            let error = try #require(
                throws: PipelineFileError.self
            ) {
                try Pipeline.read(Array(text.utf8), named: "test.yaml", catalog: catalog)
            }
            let mistake = try #require(error.mistakes.first { $0.found == "Unknown dataset \"tt.hours\"." })
            #expect(mistake.note == "The system file tt.yaml has 1 mistake.")
        }
    }

    @Test("What a file leaves out has its documented default")
    func defaults() throws {
        let file = try PipelineFileTests.read(PipelineFileTests.minimal)
        #expect(file.title == "small")
        #expect(file.parameters.map(\.name) == ["period"])
        #expect(file.parameters.first?.isRequired == true)
        #expect(file.payroll?.records.pageSize == 1_000)
        #expect(file.payroll?.join == nil && file.payroll?.pay == nil)
        #expect(file.rejects == .records(0))
        #expect(file.checkpoint.every == .seconds(5) && file.checkpoint.records == 1_000_000)
        #expect(file.payroll?.checks.count == Catalog.documented.checks.count)
        #expect(file.payroll?.rule("conflicting-id") == .severity(.blocker))
        #expect(file.payroll?.rule("zero-hours") == .severity(.info))
        let output = file.payroll?.outputs.first { $0.formatName == "csv" && $0.choices == ["dialect": "machine"] }
        let columns = output?.columns
        #expect(columns?.map(\.heading) == ["id", "workDate", "normalHours"])
        #expect(columns?.map(\.decimals) == [nil, nil, .exact])
    }

    @Test("A page size that a dataset can't take is never the default")
    func pageSizeDefault() throws {
        var catalog = Catalog.documented
        catalog.datasets[0].pageSizes = 1...100
        let file = try Pipeline.read(
            Array(PipelineFileTests.minimal.utf8), named: "test.yaml", catalog: catalog)
        #expect(file.payroll?.records.pageSize == 100)
    }

    @Test("The shipped monthly payroll reads as it is described")
    func shipped() throws {
        let file = try Pipeline.load(path: ShippedPipelines.folder + "/payroll-monthly.yaml", catalog: .documented)
        #expect(file.name == "payroll-monthly" && file.connection == "ksr")
        #expect(
            file.payroll?.outputs.map(\.file) == [
                "payroll-{period}.xlsx", "work-entries.csv", "payroll.csv", "payroll.xml", "exceptions.csv",
                "work-entries.jsonl.zst",
            ])
        #expect(
            file.payroll?.outputs.map(\.formatName) == [
                "xlsx", "csv", "payroll-csv", "payroll-xml", "exceptions-csv", "archive",
            ])
        #expect(file.payroll?.join?.name == "worker" && file.payroll?.join?.by == "employeeId")
        #expect(
            file.payroll?.rule("hours-per-day")
                == .thresholds([
                    CheckThreshold(severity: .warning, above: Hours(13)),
                    CheckThreshold(severity: .blocker, above: Hours(24)),
                ]))
        let pay = try #require(file.payroll?.pay)
        #expect(pay.codes.map(\.code) == ["1000", "1100", "1200"])
        #expect(
            pay.codes.map(\.pays) == [
                .hours(HoursSelection(.normal)), .hours(HoursSelection(.overtime)), .hours(HoursSelection(.weekend)),
            ])
        #expect(pay.codes.map(\.price) == [.rate(.hourly, factorNano: 1_000_000_000), nil, nil])
        #expect(pay.rounding == .halfUp && pay.currency == "DKK")
    }

    @Test("The shipped file names every check, so that a clerk sees what is made")
    func shippedChecks() throws {
        let text = try String(contentsOfFile: ShippedPipelines.folder + "/payroll-monthly.yaml", encoding: .utf8)
        for check in Catalog.documented.checks { #expect(text.contains("\n  \(check.name): ")) }
    }

    @Test("Pay codes keep their zeros and factors are exact decimals")
    func exactText() throws {
        let file = try PipelineFileTests.read(
            PipelineFileTests.minimal + """
                join: { dataset: ksr.workers, by: employeeId }
                pay:
                  payroll-number: employeeId
                  currency: DKK
                  codes: [{ code: 0100, hours: normalHours, rate: worker.hourly_rate, rate-factor: 1.100000001 }]
                  not-paid: [overtimeHours, weekendHours]
                """)
        #expect(file.payroll?.pay?.codes.first?.code == "0100")
        #expect(file.payroll?.pay?.codes.first?.price == .rate(.hourly, factorNano: 1_100_000_001))
    }

    @Test("A key with one possible value may be left out, and the run is the same as with it")
    func impliedKeys() throws {
        let pay = """
            join: { dataset: ksr.workers, by: employeeId }
            pay:
              payroll-number: employeeId
              currency: DKK
              codes: [{ code: 0100, hours: normalHours }]
              not-paid: [overtimeHours, weekendHours]
            """
        let told = try PipelineFileTests.read(PipelineFileTests.minimal + pay)
        let implied = try PipelineFileTests.read(
            PipelineFileTests.minimal.replacing(", date-field: workDate", with: "")
                + pay.replacing("  payroll-number: employeeId\n", with: ""))
        #expect(implied.settings == told.settings)
    }

    @Test("A field of hours or money that pay does not know is refused, and never paid as if it were another")
    func unknownToPay() throws {
        var catalog = Catalog.documented
        catalog.datasets[0].fields.append(
            FieldDescription(name: "standbyHours", kind: .hours, isRequired: false, help: ""))
        catalog.datasets[0].fields.append(FieldDescription(name: "bonus", kind: .money, isRequired: false, help: ""))
        catalog.datasets[1].fields.append(
            FieldDescription(name: "overtime_rate", kind: .money, isRequired: false, help: ""))
        catalog.datasets[1].fields.append(
            FieldDescription(name: "normalHours", kind: .hours, isRequired: false, help: ""))
        func read(_ code: String, notPaid: String) throws -> Pipeline {
            let text =
                PipelineFileTests.minimal + """
                    join: { dataset: ksr.workers, by: employeeId }
                    pay:
                      payroll-number: employeeId
                      currency: DKK
                      codes: [{ code: "1", hours: \(code) }]
                      not-paid: [\(notPaid)]
                    """
            return try Pipeline.read(Array(text.utf8), named: "test.yaml", catalog: catalog)
        }
        for (code, field, expected) in [
            ("standbyHours", "standbyHours", "normalHours, overtimeHours or weekendHours"),
            ("worker.normalHours", "worker.normalHours", "normalHours, overtimeHours or weekendHours"),
            ("normalHours, rate: worker.overtime_rate", "worker.overtime_rate", "worker.hourly_rate"),
            ("normalHours, rate: bonus", "bonus", "worker.hourly_rate"),
        ] {
            let error = try #require(throws: PipelineFileError.self) {
                try read(code, notPaid: "overtimeHours, weekendHours, standbyHours".replacing(", \(code)", with: ""))
            }
            #expect(error.mistakes.map(\.found) == ["Pay can't be calculated from the field \"\(field)\"."])
            #expect(error.mistakes.map(\.expected) == [expected])
        }
        // It may be left out on purpose, and only so.
        #expect(
            try read("normalHours", notPaid: "overtimeHours, weekendHours, standbyHours").payroll?.pay?.codes.map(
                \.pays)
                == [.hours(HoursSelection(.normal))])
        let error = try #require(throws: PipelineFileError.self) {
            try read("normalHours", notPaid: "overtimeHours, weekendHours")
        }
        #expect(error.mistakes.map(\.expected) == ["not-paid: [standbyHours]"])
    }

    @Test(
        "A reject budget counts or takes a share exactly",
        arguments: [
            ("0", 0, 100, true), ("0", 1, 100, false), ("5", 5, 5, true), ("5", 6, 1_000, false),
            ("0.5%", 5, 1_000, true),
            ("0.5%", 6, 1_000, false), ("0.5%", 0, 0, true), ("100%", 7, 7, true), ("0.01%", 1, 10_000, true),
            ("0.01%", 1, 9_999, false),
        ])
    func rejects(max: String, rejects: Int, fetched: Int, isAllowed: Bool) throws {
        let file = try PipelineFileTests.read(PipelineFileTests.minimal + "rejects: { max: \(max) }")
        var counts = BatchCounts()
        counts.rejected = rejects
        counts.fetched = fetched
        #expect(file.rejects.allows(counts) == isAllowed)
    }

    @Test(
        "A checkpoint's time is read in its unit",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)), ("1h", .seconds(3_600)),
        ])
    func checkpoint(text: String, time: Duration) throws {
        let file = try PipelineFileTests.read(PipelineFileTests.minimal + "checkpoint: { every: \(text) }")
        #expect(file.checkpoint.every == time)
    }

    // MARK: Options

    @Test("An option takes the place of a value, also where the file leaves the key out")
    func overrides() throws {
        let file = try PipelineFileTests.read(
            PipelineFileTests.minimal, "rejects.max=2%", "connection=ksr2", "outputs[0].dialect=excel-da",
            "checks.zero-hours=off", "records.page-size=50", "title=A = b")
        #expect(file.rejects == .basisPoints(200))
        #expect(file.connection == "ksr2")
        #expect(file.payroll?.records.pageSize == 50)
        #expect(file.title == "A = b")
        #expect(file.payroll?.rule("zero-hours") == .off)
        #expect(file.payroll?.outputs.first?.dialect == .excelDanish)
    }

    @Test("An option can mend a value that the file has wrong")
    func overrideMends() throws {
        let broken = PipelineFileTests.minimal + "rejects: { max: some }"
        #expect(throws: PipelineFileError.self) { try PipelineFileTests.read(broken) }
        #expect(try PipelineFileTests.read(broken, "rejects.max=3").rejects == .records(3))
    }

    @Test("The value of an option with an unknown key is never shown")
    func optionSecret() throws {
        let error = #expect(throws: PipelineFileError.self) {
            try PipelineFileTests.read(PipelineFileTests.minimal, "password=hunter2", "records.token=hunter2")
        }
        #expect(try #require(error).render().contains("hunter2") == false)
        #expect(error?.mistakes.count == 2)
    }

    // MARK: Bytes

    @Test("A byte order mark and Windows line ends change nothing")
    func lineEnds() throws {
        let plain = try PipelineFileTests.read(PipelineFileTests.minimal)
        let windows = "\u{FEFF}" + PipelineFileTests.minimal.split(separator: "\n").joined(separator: "\r\n")
        #expect(try PipelineFileTests.read(windows) == plain)
    }

    @Test("Lines are counted as the YAML reader counts them, whatever ends them", arguments: ["\n", "\r\n", "\r"])
    func lineNumbers(end: String) throws {
        let text = PipelineFileTests.minimal.split(separator: "\n").joined(separator: end) + end + "schedule: daily"
        let error = #expect(throws: PipelineFileError.self) { try PipelineFileTests.read(text) }
        #expect(error?.mistakes.first?.place.line == 6)
        #expect(error?.mistakes.first?.place.text == "schedule: daily")
    }

    @Test("A file over 1 MiB is refused without being read as YAML")
    func tooLarge() throws {
        let text = PipelineFileTests.minimal + "#" + String(repeating: "x", count: 1 << 20)
        let error = #expect(throws: PipelineFileError.self) { try PipelineFileTests.read(text) }
        #expect(error?.mistakes.map(\.found) == ["The file is larger than 1 MiB."])
        let folder = try TemporaryFolder()
        let path = folder.path + "/large.yaml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let loading = #expect(throws: PipelineFileError.self) {
            try Pipeline.load(path: path, catalog: .documented)
        }
        #expect(loading?.code == .unreadable)
        #expect(loading?.explanation.hasSuffix("is larger than 1024 KiB.") == true)
    }

    @Test("A file that is not there, or is a folder, is said to be so")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: PipelineFileError.self) {
            try Pipeline.load(path: folder.path + "/none.yaml", catalog: .documented)
        }
        #expect(missing?.code == .notFound)
        let directory = #expect(throws: PipelineFileError.self) {
            try Pipeline.load(path: folder.path, catalog: .documented)
        }
        #expect(directory?.code == .unreadable)
        #expect(directory?.explanation.hasSuffix("is not a regular file.") == true)
    }

    @Test("A text that unfolds without end is refused at once", arguments: HostileText.all)
    func hostile(text: HostileText) throws {
        let start = ContinuousClock.now
        let error = #expect(throws: PipelineFileError.self) { try PipelineFileTests.read(text.text) }
        #expect(error?.mistakes.isEmpty == false)
        #expect(try #require(error).render().utf8.count < 100_000)
        #expect(ContinuousClock.now - start < .seconds(120))
    }

    @Test("Stars and ampersands in ordinary text are no anchors")
    func stars() throws {
        let help = "*much* *of* *this* *is* *bold* *and* *there* *is* *more* R & D &c\n    * a list\n    * another"
        let text =
            PipelineFileTests.minimal + "parameters:\n  period:\n    help: |\n      a\n    # \(help.prefix(20))\n"
            + "title: a *b* *c* *d* *e* *f* *g* *h* *i* *j* *k\n"
        let file = try PipelineFileTests.read(text)
        #expect(file.title.hasSuffix("*k"))
    }
}

/// A text made to cost time or memory.
struct HostileText: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String

    static let all: [HostileText] = [
        HostileText(testDescription: "a billion laughs as values", text: laughs),
        HostileText(testDescription: "a billion laughs as a key", text: laughs + "? *o\n: 1\n"),
        HostileText(testDescription: "many nested lists", text: "a: " + String(repeating: "[", count: 500_000)),
        HostileText(testDescription: "many nested items", text: String(repeating: "- ", count: 500_000)),
        HostileText(testDescription: "many nested keys", text: "a: " + String(repeating: "{a: ", count: 200_000)),
        HostileText(testDescription: "many keys", text: (0..<60_000).map { "key\($0): 1\n" }.joined()),
        HostileText(testDescription: "many keys twice", text: (0..<500).map { "key\($0): 1\nkey\($0): 2\n" }.joined()),
        HostileText(testDescription: "many question marks", text: String(repeating: "? ", count: 400_000)),
        HostileText(testDescription: "a long plain text", text: "a: " + String(repeating: "x ", count: 500_000)),
        HostileText(testDescription: "many anchors", text: (0..<50_000).map { "- &a\($0) 1\n" }.joined()),
    ]

    private static let laughs =
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + zip("abcdefghijklmn", "bcdefghijklmno").map {
            "\($1): &\($1) [\(Array(repeating: "*\($0)", count: 9).joined(separator: ", "))]\n"
        }
        .joined()
}
