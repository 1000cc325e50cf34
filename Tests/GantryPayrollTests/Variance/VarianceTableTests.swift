import GantryFormats
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("Pay against the period before")
struct VarianceTableTests {
    private static func sum(_ hours: Int, rate: Int?) -> PaidSum {
        PaidSum(units: Int128(hours) * 1_000_000_000, amount: rate.map { Int128(hours * $0) * 1_000_000_000 })
    }

    private static func line(
        _ number: String, _ code: String, _ hours: Int, rate: Int? = nil, name: String? = nil, of employee: Int64? = nil
    ) -> VarianceBase.Line {
        VarianceBase.Line(
            employee: employee ?? Int64(number) ?? 0, number: number, name: name, code: code,
            sum: sum(hours, rate: rate))
    }

    private static func now(
        _ number: String, _ hours: [(String, Int)], rate: Int? = nil, name: String? = nil, of employee: Int64? = nil
    ) -> VarianceTable.Now {
        VarianceTable.Now(
            employee: employee ?? Int64(number) ?? 0, number: number, name: name,
            sums: hours.map { ($0.0, sum($0.1, rate: rate)) })
    }

    private static func base(
        _ lines: [VarianceBase.Line], earlier: [VarianceBase.Former] = []
    ) -> VarianceBase {
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
                ], earlier: [.init(employee: 1004, number: "1004")]),
            [
                Self.now("1001", [("1000", 124), ("1200", 8)]), Self.now("1003", [("1000", 1)]),
                Self.now("1004", [("1000", 9)]), Self.now("1005", [("1000", 39)]), Self.now("1006", [("1000", 30)]),
            ])
        #expect(
            rows.map { "\($0.number) \($0.code) \($0.flag?.rawValue ?? "-")" } == [
                "1001 1000 -", "1001 1200 big", "1001 1100 -", "1002 1000 gone", "1003 1000 new", "1004 1000 back",
                "1005 1000 big", "1006 1000 big",
            ])
        #expect(rows[0].units.difference == 24_000_000_000 && rows[0].units.share == 24_000_000_000)
        #expect(rows[1].before == nil && rows[1].units.share == nil && rows[3].now == nil)
        #expect(rows[3].units.difference == -50_000_000_000 && rows[3].units.share == -100_000_000_000)
        #expect(rows.allSatisfy { $0.amount.difference == nil && $0.amount.share == nil })
    }

    @Test("has an employee under another number once, and each name from its own side where a number is another's")
    func numbers() throws {
        let base = Self.base(
            [
                Self.line("0042", "1000", 74, rate: 200, name: "Anna", of: 1001),
                Self.line("0043", "1000", 70, rate: 200, name: "Bo", of: 1002),
                Self.line("0044", "1000", 20, name: "Carl", of: 1003), Self.line("7", "1000", 9, of: 1005),
            ], earlier: [.init(employee: 1004, number: "44"), .init(employee: 1003, number: "0044")])
        let rows = VarianceTable.rows(
            base,
            [
                Self.now("0043", [("1000", 74)], rate: 200, name: "Anna A", of: 1001),
                Self.now("0042", [("1000", 70)], rate: 200, name: "Bo", of: 1002),
                Self.now("0044", [("1000", 5)], name: "Dora", of: 1004), Self.now("07", [("1000", 9)], of: 1005),
            ])
        #expect(
            rows.map {
                "\($0.number) \($0.numberBefore ?? "-") \($0.employee) \($0.name ?? "-") \($0.flag?.rawValue ?? "-")"
            } == [
                "07 7 1005 - -", "0042 0043 1002 Bo -", "0043 0042 1001 Anna A -", "0044 44 1004 Dora back",
                "0044 - 1003 Carl gone",
            ])
        #expect(rows.prefix(3).allSatisfy { $0.units.difference == 0 })
        #expect(VarianceTable.now(rows).map(\.employee) == [1005, 1002, 1001, 1004])
        #expect(BasePay.employees(rows) == 4)
        #expect(VarianceBase(document: base.document) == base)
        let employees = EmployeeVarianceTable.rows(rows, .init(BasePay(employees: 4, codes: []), now: [:]))
        #expect(employees.map(\.employee) == [1005, 1002, 1001, 1004, 1003])
        #expect(employees.map(\.numberBefore) == ["7", "0043", "0042", "44", nil])
        let folder = try TemporaryFolder()
        for dialect in CSVDialect.all {
            try folder.write(String(decoding: VarianceTable.csv(rows, dialect), as: UTF8.self), to: "v.csv")
            #expect(try VarianceTable.read(folder.path + "/v.csv", dialect) == rows)
            try folder.write(
                String(decoding: EmployeeVarianceTable.csv(employees, dialect), as: UTF8.self), to: "e.csv")
            #expect(try EmployeeVarianceTable.read(folder.path + "/e.csv", dialect) == employees)
        }
    }

    @Test("flags a rate that changed by a quarter, unless it is about less than 8 hours were paid")
    func rates() {
        let rows = VarianceTable.rows(
            Self.base([
                Self.line("1", "1000", 160, rate: 200), Self.line("2", "1000", 160, rate: 200),
                Self.line("3", "1000", 20, rate: 200), Self.line("4", "1000", 160, rate: 200),
                Self.line("5", "1000", 160),
            ]),
            [
                Self.now("1", [("1000", 160)], rate: 250), Self.now("2", [("1000", 160)], rate: 249),
                Self.now("3", [("1000", 20)], rate: 250), Self.now("4", [("1000", 160)], rate: 100),
                Self.now("5", [("1000", 160)], rate: 200),
            ])
        #expect(rows.map(\.flag) == [.big, nil, nil, .big, nil])
        #expect(rows[0].amount.difference == 8_000_000_000_000 && rows[0].amount.share == 25_000_000_000)
        #expect(rows[4].amount.before == nil && rows[4].amount.now == 32_000_000_000_000)
    }

    @Test("scales what was before where the periods have different workdays")
    func scale() throws {
        let line = PayrollLine(
            payCode: "1000", units: Hours(nano: 150_000_000_000), rate: nil,
            amount: Money(nano: 220_000_000_000), entries: 1, days: [])
        let employee = PayrollEmployee(
            payrollNumber: "7", employeeID: 7, name: "Anna", entries: 1, entryIDSum: 1, lines: [line, line])
        #expect(
            VarianceBase.lines(of: [employee], workdays: (22, 22)).map(\.sum) == [
                PaidSum(units: 300_000_000_000, amount: 440_000_000_000)
            ])
        #expect(
            VarianceBase.lines(of: [employee], workdays: (22, 21)).map(\.sum) == [
                PaidSum(units: 286_360_000_000, amount: 420_000_000_000)
            ])
    }

    @Test("is the same after it was written and read in each dialect, and a wrong figure is noticed")
    func file() throws {
        let base = Self.base([
            Self.line("1001", "1000", 3, rate: 200, name: "=Anna"), Self.line("1002", "1000", 7, name: "Bo; \"C\""),
        ])
        let rows = VarianceTable.rows(base, [Self.now("1001", [("1000", 4)], rate: 200, name: "=Anna")])
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

    @Test("has a row for each employee, with hours apart from days and times, and amounts only where all are known")
    func employees() throws {
        var base = Self.base(
            [
                Self.line("1", "1000", 100, rate: 200, name: "=Anna"), Self.line("1", "2100", 3, rate: 1_000),
                Self.line("2", "1000", 40, rate: 200), Self.line("3", "1000", 40, rate: 200), Self.line("4", "2100", 2),
            ], earlier: [.init(employee: 6, number: "6")])
        base.paid = BasePay(
            employees: 4,
            codes: [
                .init(code: "1000", unit: .hours, sum: Self.sum(180, rate: 200)),
                .init(code: "2100", unit: .days, sum: Self.sum(5, rate: nil)),
            ])
        let rows = VarianceTable.rows(
            base,
            [
                Self.now("1", [("1000", 60), ("1100", 15), ("3000", 9)], rate: 200, name: "=Anna"),
                Self.now("2", [("1000", 41), ("1100", 1)], rate: nil), Self.now("4", [("2100", 5)], rate: 300),
                Self.now("5", [("1000", 1)], rate: 200), Self.now("6", [("3000", 2)], rate: 50),
            ])
        let made = EmployeeVarianceTable.rows(
            rows, .init(try #require(base.paid), now: ["1000": .hours, "1100": .hours, "2100": .days, "3000": .times]))
        #expect(made.map(\.number) == ["1", "2", "3", "4", "5", "6"])
        #expect(made.map(\.flag) == [.big, nil, .gone, nil, .new, .back])
        #expect(
            made[0].before == Self.sum(100, rate: 230)
                && made[0].now == PaidSum(units: 75_000_000_000, amount: 16_800_000_000_000))
        #expect(made[0].hoursDifference == -25_000_000_000 && made[0].amountDifference == -6_200_000_000_000)
        #expect(made[1].now == PaidSum(units: 42_000_000_000, amount: nil) && made[1].amountDifference == nil)
        #expect(made[2].now == nil && made[2].amountDifference == -8_000_000_000_000)
        #expect(made[3].before == PaidSum(units: 0, amount: nil) && made[3].amountDifference == nil)
        #expect(made[5].hoursDifference == 0 && made[5].amountDifference == 100_000_000_000)
        let folder = try TemporaryFolder()
        let path = folder.path + "/variance-employees.csv"
        for dialect in CSVDialect.all {
            let text = String(decoding: EmployeeVarianceTable.csv(made, dialect), as: UTF8.self)
            try folder.write(text, to: "variance-employees.csv")
            #expect(try EmployeeVarianceTable.read(path, dialect) == made)
            try folder.write(text.replacing("-25", with: "-24"), to: "variance-employees.csv")
            #expect(throws: (any Error).self) { try EmployeeVarianceTable.read(path, dialect) }
        }
    }
}
