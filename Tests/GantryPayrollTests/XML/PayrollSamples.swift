import Foundation
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

/// A small batch with what makes batches hard: names in need of escaping, a line without a rate, hours finer than the
/// units, a payroll number that is no number.
enum PayrollSample {
    static let payCodes = [PayCode("NORMAL", title: "Normal hours"), PayCode("OVERTIME", title: "Overtime <50 %>")]

    static func batch(rounding: Rounding = .halfUp, unitsDecimals: Int = 2) throws -> PayrollBatch {
        PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "payroll-monthly", period: try PayPeriod("2026-10"),
            revision: 2,
            corrects: 1, snapshot: try #require(Instant("2026-11-01T08:00:00Z")), currency: "DKK", rounding: rounding,
            unitsDecimals: unitsDecimals)
    }

    static func employees(in batch: PayrollBatch) throws -> [PayrollEmployee] {
        [
            PayrollEmployee(
                payrollNumber: "7", employeeID: 31, name: "Søren \"Krøll\" O'Brien & Søn <ApS> 🏗️", entries: 3,
                entryIDSum: 306,
                lines: [
                    batch.line(
                        payCode: "NORMAL",
                        days: try days([(1, 7_500_000_000), (2, 7_333_333_333), (5, 7_333_333_333)]),
                        rate: Money(nano: 185_500_000_000), entries: 3),
                    batch.line(
                        payCode: "OVERTIME", days: try days([(2, 1_250_000_000)]), rate: Money(nano: 278_123_456_789),
                        entries: 1),
                ].compactMap(\.self)),
            PayrollEmployee(
                payrollNumber: "12", employeeID: 12, name: nil, entries: 1, entryIDSum: 104,
                lines: [batch.line(payCode: "NORMAL", days: try days([(31, 8_000_000_000)]), rate: nil, entries: 1)]
                    .compactMap(\.self)),
            PayrollEmployee(
                payrollNumber: "B-9", employeeID: 9, name: "Łukasz Żółw", entries: 2, entryIDSum: 211,
                lines: [
                    batch.line(
                        payCode: "OVERTIME", days: try days([(10, 4_000_000_000), (11, 4_005_000_000)]),
                        rate: Money(nano: 200_000_000_000), entries: 2)
                ].compactMap(\.self)),
        ]
    }

    static func days(_ hours: [(day: Int, nano: Int64)]) throws -> [PayrollDay] {
        try hours.map {
            PayrollDay(date: try #require(CivilDate(year: 2026, month: 10, day: $0.day)), hours: Hours(nano: $0.nano))
        }
    }

    /// The file of the sample batch, or of other employees.
    static func document(_ batch: PayrollBatch, _ employees: [PayrollEmployee]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = try PayrollXMLWriter(batch, payCodes: payCodes)
        for employee in employees { try writer.add(employee) }
        try writer.finish()
        append(&writer, to: &bytes)
        return bytes
    }

    static func document() throws -> String {
        let batch = try batch()
        return String(decoding: try document(batch, try employees(in: batch)), as: UTF8.self)
    }

    /// `count` employees with `days` days of one pay code each.
    static func many(_ count: Int, days: Int = 20) throws -> [UInt8] {
        let batch = try batch()
        let worked = try self.days((1...days).map { ($0, 7_500_000_000) })
        return try document(
            batch,
            (0..<count).map {
                PayrollEmployee(
                    payrollNumber: "\($0 + 1)", employeeID: Int64($0), name: "Employee \($0)", entries: days,
                    entryIDSum: Int128($0),
                    lines: [
                        batch.line(payCode: "NORMAL", days: worked, rate: Money(nano: 185_500_000_000), entries: days)
                    ].compactMap(\.self))
            })
    }
}

/// Moves what `writer` holds to the end of `bytes`.
func append(_ writer: inout PayrollXMLWriter, to bytes: inout [UInt8]) {
    writer.drain { span in
        for index in span.indices { bytes.append(span[index]) }
    }
}

extension TemporaryFolder {
    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }
}
