import Foundation
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("Writing payroll XML")
struct PayrollXMLWriterTests {
    @Test("The sample batch is written byte for byte as the golden file says")
    func sampleBatch() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/PayrollXMLWriterTests.sampleBatch.xml")
        #expect(try PayrollSample.document() == String(contentsOf: golden, encoding: .utf8))
    }

    @Test("The bytes are the same wherever the writer is drained")
    func drained() throws {
        let batch = try PayrollSample.batch()
        let employees = try PayrollSample.employees(in: batch)
        var bytes: [UInt8] = []
        var writer = try PayrollXMLWriter(batch, payCodes: PayrollSample.payCodes)
        append(&writer, to: &bytes)
        for employee in employees {
            try writer.add(employee)
            append(&writer, to: &bytes)
        }
        try writer.finish()
        append(&writer, to: &bytes)
        #expect(try bytes == PayrollSample.document(batch, employees))
    }

    @Test("A file without employees or pay codes is valid", arguments: [0, 2])
    func empty(codes: Int) throws {
        let folder = try TemporaryFolder()
        var writer = try PayrollXMLWriter(
            try PayrollSample.batch(), payCodes: Array(PayrollSample.payCodes.prefix(codes)))
        try writer.finish()
        var bytes: [UInt8] = []
        append(&writer, to: &bytes)
        let file = try folder.file("payroll.xml", bytes)
        let schema = try folder.file("payroll.xsd", PayrollXMLSchema.document())
        let lint = try ToolResult.xmllint(schema: schema, file: file)
        #expect(lint.status == 0, "\(lint.output)")
        let proof = try verifyPayrollXML(file: file)
        #expect(proof.isProven, "\(proof.findings) \(proof.violations)")
    }

    @Test(
        "Units are rounded once per line, amounts once from rounded units and unrounded rate",
        arguments: Rounding.allCases)
    func rounding(rule: Rounding) throws {
        let batch = try PayrollSample.batch(rounding: rule)
        // Three times 20 minutes are one hour; rounding each would give 0.99.
        let third = try #require(
            batch.line(
                payCode: "NORMAL", days: try PayrollSample.days([1, 2, 3].map { ($0, 333_333_333) }), rate: nil,
                entries: 3))
        #expect(third.units == Hours(1))
        // 20 minutes, 20 minutes, and 20 minutes and 18 seconds are 1.005 hours.
        let clock = try #require(
            batch.line(
                payCode: "NORMAL",
                days: try PayrollSample.days([(1, 333_333_333), (2, 333_333_333), (3, 338_333_333)]), rate: nil,
                entries: 3))
        #expect(clock.units == Hours(nano: rule == .halfUp ? 1_010_000_000 : 1_000_000_000))
        let tie = try #require(
            batch.line(
                payCode: "NORMAL", days: try PayrollSample.days([(1, 4_000_000_000), (2, 4_005_000_000)]),
                rate: Money(nano: 200_050_000_000), entries: 2))
        #expect(tie.units == Hours(nano: rule == .halfUp ? 8_010_000_000 : 8_000_000_000))
        // 8.01 × 200.05 = 1602.4005; 8.00 × 200.05 = 1600.40.
        #expect(tie.amount == Money(nano: rule == .halfUp ? 1_602_400_000_000 : 1_600_400_000_000))
    }

    @Test("Days that add up to more than a line holds give no line") func tooManyHours() throws {
        let batch = try PayrollSample.batch()
        let most = (Int64.max / 2) / 10_000_000 * 10_000_000
        let days = try PayrollSample.days([(1, most), (2, most)])
        #expect(batch.line(payCode: "NORMAL", days: days, rate: nil, entries: 2)?.units == Hours(nano: most * 2))
        #expect(batch.line(payCode: "NORMAL", days: days + days, rate: Money(nano: 1), entries: 4) == nil)
    }

    @Test("Payroll numbers stand in numeric order, those that are no numbers behind them")
    func order() {
        let ordered = [
            "7", "007", "9", "10", "0100", "999999999999999999", "1000000000000000000", "A1", "B-9", "b", "æ",
        ]
        for (index, a) in ordered.enumerated() {
            for (other, b) in ordered.enumerated() {
                #expect(PayrollNumber.precedes(a, b) == (index < other), "\(a) before \(b)")
            }
        }
    }

    @Test(
        "An employee that breaks a rule is refused by name, nothing of it is written, and the writer goes on",
        arguments: [
            Refusal("a payroll number twice", .duplicate, "a number after 7") { $0.payrollNumber = "7" },
            Refusal("a payroll number out of order", .order, "7") { $0.payrollNumber = "6" },
            Refusal("an empty payroll number", .text, "1 to 64 characters") { $0.payrollNumber = "" },
            Refusal("a payroll number with a space at its end", .text, "only single spaces") {
                $0.payrollNumber = "12 "
            },
            Refusal("a control character", .text, "U+0007") { $0.name = "Bell \u{7}" },
            Refusal("a name that is empty", .text, "1 to 1000 characters") { $0.name = "" },
            Refusal("an undeclared pay code", .undeclared, "BONUS") { $0.lines[0].payCode = "BONUS" },
            Refusal("a pay code twice", .duplicate, "NORMAL") { $0.lines.append($0.lines[0]) },
            Refusal("a day twice", .duplicate, "2026-10-31") { $0.lines[0].days.append($0.lines[0].days[0]) },
            Refusal("a day outside the period", .period, "2026-11-01") {
                $0.lines[0].days[0].date = $0.lines[0].days[0].date + 1
            },
            Refusal("units that the days don't add up to", .units, "8.01") { $0.lines[0].units.nano += 10_000_000 },
            Refusal("units finer than the batch's", .units, "8.001") { $0.lines[0].units.nano += 1_000_000 },
            Refusal("an amount without a rate", .amount, "no amount without a rate") {
                $0.lines[0].amount = Money(nano: 1)
            },
            Refusal("a rate without an amount", .amount, "with the rate") { $0.lines[0].rate = Money(nano: 1) },
            Refusal("a negative number of entries", .range, "-1") { $0.entries = -1 },
        ])
    fileprivate func refused(refusal: Refusal) throws {
        let batch = try PayrollSample.batch()
        let employees = try PayrollSample.employees(in: batch)
        var writer = try PayrollXMLWriter(batch, payCodes: PayrollSample.payCodes)
        try writer.add(employees[0])
        var bad = employees[1]
        refusal.damage(&bad)
        do {
            try writer.add(bad)
            Issue.record("the employee was written")
        } catch {
            #expect(error.code == .refused)
            #expect(error.finding?.code == refusal.code, "\(error)")
            #expect(error.finding?.employee == bad.payrollNumber)
            #expect(error.explanation.contains(refusal.says) || bad.payrollNumber == refusal.says, "\(error)")
        }
        try writer.add(employees[1])
        try writer.add(employees[2])
        try writer.finish()
        var bytes: [UInt8] = []
        append(&writer, to: &bytes)
        #expect(try bytes == PayrollSample.document(batch, employees))
    }

    @Test("Totals that were added up elsewhere must be those of the file")
    func expectedTotals() throws {
        let batch = try PayrollSample.batch()
        let employees = try PayrollSample.employees(in: batch)
        var totals = PayrollTotals(payCodes: PayrollSample.payCodes)
        for employee in employees { totals.add(employee) }
        var good = try PayrollXMLWriter(batch, payCodes: PayrollSample.payCodes)
        for employee in employees { try good.add(employee) }
        #expect(good.totals == totals)
        try good.finish(expecting: totals)
        var bad = try PayrollXMLWriter(batch, payCodes: PayrollSample.payCodes)
        for employee in employees.dropLast() { try bad.add(employee) }
        do {
            try bad.finish(expecting: totals)
            Issue.record("the file was finished")
        } catch {
            #expect(error.code == .totals)
            #expect(error.finding?.found == "2" && error.finding?.expected == "3")
        }
    }

    @Test("A batch that could not be read back is refused")
    func batches() throws {
        let damages: [(inout PayrollBatch) -> Void] = [
            { $0.revision = 0 }, { $0.corrects = 2 }, { $0.currency = "dkk" }, { $0.system = "" },
            { $0.unitsDecimals = 5 },
            { $0.connection = "a\u{1}" },
        ]
        for damage in damages {
            var batch = try PayrollSample.batch()
            damage(&batch)
            #expect(throws: PayrollError.self) { _ = try PayrollXMLWriter(batch, payCodes: []) }
        }
        let twice = [PayCode("A", title: "a"), PayCode("A", title: "b")]
        #expect(throws: PayrollError.self) { _ = try PayrollXMLWriter(try PayrollSample.batch(), payCodes: twice) }
    }
}

private struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: PayrollFinding.Code
    let says: String
    let damage: @Sendable (inout PayrollEmployee) -> Void

    init(
        _ name: String, _ code: PayrollFinding.Code, _ says: String,
        _ damage: @escaping @Sendable (inout PayrollEmployee) -> Void
    ) {
        testDescription = name
        self.code = code
        self.says = says
        self.damage = damage
    }
}
