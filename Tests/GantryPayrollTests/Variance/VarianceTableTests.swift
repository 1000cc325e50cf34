import GantryFormats
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("Pay against the period before")
struct VarianceTableTests {
    private static func line(_ number: String, _ code: String, _ hours: Int, name: String? = nil) -> VarianceBase.Line {
        VarianceBase.Line(number: number, name: name, code: code, units: Int128(hours) * 1_000_000_000)
    }

    private static func now(_ number: String, _ units: [(String, Int)], name: String? = nil) -> VarianceTable.Now {
        VarianceTable.Now(
            number: number, name: name, units: units.map { ($0.0, Int128($0.1) * 1_000_000_000) })
    }

    private static func base(_ lines: [VarianceBase.Line], earlier: [String] = []) -> VarianceBase {
        VarianceBase(
            run: "p/2026-09/r2", bag: String(repeating: "a", count: 64), isSigned: true, lines: lines, earlier: earlier)
    }

    @Test("has a row for each employee and pay code of the two, and a flag for what to look at")
    func flags() {
        let rows = VarianceTable.rows(
            Self.base(
                [
                    Self.line("1001", "1000", 100), Self.line("1001", "1100", 4), Self.line("1002", "1000", 50),
                    Self.line("1005", "1000", 31), Self.line("1006", "1000", 40),
                ], earlier: ["1004"]),
            [
                Self.now("1001", [("1000", 124), ("1200", 8)]), Self.now("1003", [("1000", 1)]),
                Self.now("1004", [("1000", 9)]), Self.now("1005", [("1000", 39)]), Self.now("1006", [("1000", 30)]),
            ])
        #expect(
            rows.map { "\($0.number) \($0.code) \($0.flag?.rawValue ?? "-")" } == [
                "1001 1000 -", "1001 1200 big", "1001 1100 -", "1002 1000 gone", "1003 1000 new", "1004 1000 back",
                "1005 1000 big", "1006 1000 big",
            ])
        #expect(rows[0].difference == 24_000_000_000 && rows[0].share == 24_000_000_000)
        #expect(rows[1].before == nil && rows[1].share == nil && rows[3].now == nil)
        #expect(rows[3].difference == -50_000_000_000 && rows[3].share == -100_000_000_000)
    }

    @Test("scales what was before where the periods have different workdays")
    func scale() throws {
        let line = PayrollLine(
            payCode: "1000", units: Hours(nano: 150_000_000_000), rate: nil, amount: nil, entries: 1, days: [])
        let employee = PayrollEmployee(
            payrollNumber: "7", employeeID: 7, name: "Anna", entries: 1, entryIDSum: 1, lines: [line, line])
        #expect(VarianceBase.lines(of: [employee], workdays: (22, 22)).map(\.units) == [300_000_000_000])
        #expect(VarianceBase.lines(of: [employee], workdays: (22, 21)).map(\.units) == [286_360_000_000])
    }

    @Test("is the same after it was written and read in each dialect, and a wrong figure is noticed")
    func file() throws {
        let base = Self.base([
            Self.line("1001", "1000", 3, name: "=Anna"), Self.line("1002", "1000", 7, name: "Bo; \"C\""),
        ])
        let rows = VarianceTable.rows(base, [Self.now("1001", [("1000", 4)], name: "=Anna")])
        let folder = try TemporaryFolder()
        for dialect in CSVDialect.all {
            let text = String(decoding: VarianceTable.csv(rows, dialect), as: UTF8.self)
            try folder.write(text, to: "variance.csv")
            #expect(try VarianceTable.read(folder.path + "/variance.csv", dialect) == rows)
            try folder.write(text.replacing("33", with: "34"), to: "variance.csv")
            #expect(throws: (any Error).self) {
                try VarianceTable.read(folder.path + "/variance.csv", dialect)
            }
        }
        #expect(VarianceBase(document: base.document) == base)
    }
}
