import GantryAccounts
import GantryModel
import GantryOutputs
import GantryPayroll
import GantryRuns
import Testing

@Suite("What follows from an office") struct OfficeDefaultsTests {
    private static func read(_ text: String, country: String?, _ language: Language? = nil) throws -> Pipeline {
        var office = Office()
        office.country = country.flatMap(Country.named)
        office.language = language
        return try Pipeline.read(Array(text.utf8), named: "p.yaml", catalog: .built, office: office)
    }

    private static let text = """
        pipeline: p
        title: P
        connection: ksr
        parameters: { period: { required: true } }
        records: { dataset: ksr.work-entries, date-field: workDate }
        join: { dataset: ksr.workers, by: employeeId }
        rejects: { max: 0 }
        pay:
          payroll-number: employeeId
          units-decimals: 2
          amount-decimals: 2
          rounding: half-up
          codes:
            - { code: "1", title: Normal, hours: normalHours }
          not-paid: [overtimeHours, weekendHours]
        outputs:
          - { file: book.xlsx, format: xlsx }
          - { file: pay.csv, format: payroll-csv }
          - { file: own.csv, format: payroll-csv, dialect: machine }
          - { file: pay.xml, format: payroll-xml }
        checkpoint: { every: 5s, records: 1000 }

        """

    @Test(
        "decides how CSV files for people are spelled, and the language of workbooks",
        arguments: [("DK", "excel-da"), ("DE", "excel-da"), ("GB", "excel-en"), ("US", "excel-en")])
    func outputs(country: String, dialect: String) throws {
        let file = try Self.read(Self.text, country: country, .danish)
        let outputs = file.payroll?.outputs ?? []
        #expect(outputs.map { $0.choices["dialect"] } == [nil, dialect, "machine", nil])
        #expect(outputs[0].choices["language"] == "da")
        #expect(file.payroll?.pay?.currency == Country.named(country)?.currency)
        // The copy in the export says what held.
        let again = try Pipeline.read(Array(file.text.utf8), named: "copy.yaml", catalog: .built)
        #expect(again.payroll?.outputs == outputs)
    }

    @Test("is nothing where gantry.yaml doesn't say where it is") func unknown() throws {
        let text = Self.text.replacing("  units-decimals", with: "  currency: EUR\n  units-decimals")
        let outputs = try Self.read(text, country: nil).payroll?.outputs ?? []
        #expect(outputs.map { $0.choices["dialect"] } == [nil, "machine", "machine", nil])
        #expect(outputs[0].choices["language"] == "en")
        // What the file says holds everywhere.
        #expect(try Self.read(text, country: "DK").payroll?.pay?.currency == "EUR")
    }
}

@Suite("The words of sheets") struct SheetWordsTests {
    @Test("has one for every rule, severity and decision, and no two alike in a column", arguments: Language.allCases)
    func complete(language: Language) {
        let names =
            RuleExplanation.all.map(\.rule) + Severity.allCases.map(\.rawValue) + ["accept", "hold", "waive"]
        for name in names { #expect(SheetWords.cells.contains(name), "\(name) has no word") }
        #expect(SheetWords.cells.count == Set(SheetWords.cells.map { SheetWords.word($0, language) }).count)
        // A word that is another's name would be read back as something else.
        for name in SheetWords.cells { #expect(!SheetWords.cells.contains(SheetWords.word(name, language))) }
    }

    @Test("has one for every heading of the pay lines and of the exceptions", arguments: Language.allCases)
    func headings(language: Language) {
        let headings = ExceptionLayout.payroll.headings + PayCSVColumns(isByProject: true).headings
        for heading in headings {
            #expect(SheetWords.names.contains(heading), "\(heading) has no word")
        }
        for layout in [ExceptionLayout.payroll.headings, PayCSVColumns(isByProject: true).headings] {
            #expect(Set(layout.map { SheetWords.word($0, language) }).count == layout.count)
        }
    }
}
