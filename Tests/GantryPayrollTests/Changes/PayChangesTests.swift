import GantryEngine
import GantryFormats
import GantryModel
import GantryPayroll
import Testing

@Suite("What differs between two sets of pay lines") struct PayChangesTests {
    private static let rates: [Money?] = [
        nil, Money(nano: 188_860_000_000), Money(nano: 236_500_000_000), Money(nano: 283_125_000_000),
    ]

    private func batch(_ rounding: Rounding = .halfUp) throws -> PayrollBatch {
        PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "payroll-monthly", period: try PayPeriod("2026-10"),
            revision: 1, snapshot: Instant(secondsSince1970: 1_793_599_204), currency: "DKK", rounding: rounding)
    }

    /// A few employees with lines over random codes, days and rates.
    private func lines(_ numbers: inout SeededGenerator, _ batch: PayrollBatch) throws -> [PayrollEmployee] {
        var employees: [PayrollEmployee] = []
        for number in 1001...1004 where Int.random(in: 0..<5, using: &numbers) > 0 {
            var lines: [PayrollLine] = []
            for code in ["1000", "1110", "2000"] where Bool.random(using: &numbers) {
                let days = (1...3).map { day in
                    PayrollDay(
                        date: batch.period.first + day,
                        hours: Hours(nano: Int64.random(in: 0..<3, using: &numbers) * 3_333_333_333))
                }
                let rate = Self.rates[Int.random(in: 0..<Self.rates.count, using: &numbers)]
                lines.append(
                    try #require(batch.line(payCode: code, days: days, rate: rate, entries: days.count)))
            }
            employees.append(
                PayrollEmployee(
                    payrollNumber: "\(number)", employeeID: Int64(number), name: "Worker \(number)", entries: 1,
                    entryIDSum: 1, lines: lines))
        }
        return employees
    }

    /// Units and amounts as printed, by employee and code; zeros are nothing.
    private typealias Printed = [String: [Int128]]

    private func printed(_ employees: [PayrollEmployee]) -> Printed {
        var sums: Printed = [:]
        for employee in employees {
            for line in employee.lines {
                sums["\(employee.payrollNumber) \(line.payCode)"] = [
                    Int128(line.units.nano), line.amount?.nano ?? 0,
                ]
            }
        }
        return sums.filter { $0.value != [0, 0] }
    }

    private func printed(_ changes: [PayrollChange], sign: Int128 = 1) -> Printed {
        var sums: Printed = [:]
        for change in changes {
            let row = ChangeRow(change)
            let key = "\(row.payrollNumber) \(row.payCode)"
            let sum = sums[key] ?? [0, 0]
            sums[key] = [
                sum[0] + sign * row.unitsDifference, sum[1] + sign * (row.amountDifference?.nano ?? 0),
            ]
        }
        return sums.filter { $0.value != [0, 0] }
    }

    private func sum(_ a: Printed, _ b: Printed) -> Printed {
        a.merging(b) { [$0[0] + $1[0], $0[1] + $1[1]] }.filter { $0.value != [0, 0] }
    }

    @Test("added to the lines that were delivered, are the new lines, as printed", arguments: 0..<300 as Range<UInt64>)
    func delta(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let batch = try batch(seed % 2 == 0 ? .halfUp : .halfEven)
        let (a, b, c) = (
            try lines(&numbers, batch), try lines(&numbers, batch), try lines(&numbers, batch)
        )
        let (ab, bc) = (PayChanges.between(a, b), PayChanges.between(b, c))
        #expect(sum(printed(a), printed(ab)) == printed(b), "seed \(seed)")
        #expect(PayChanges.between(a, a).isEmpty, "seed \(seed)")
        #expect(printed(PayChanges.between(b, a)) == printed(ab, sign: -1), "seed \(seed)")
        #expect(sum(printed(ab), printed(bc)) == printed(PayChanges.between(a, c)), "seed \(seed)")
        // A row names one line: an employee and code has one, or where the rate is another one two.
        for change in ab where change.action == .change { #expect(change.old?.rate == change.new?.rate) }
    }

    /// The month of three workers, and the month as it stands after a late approval, a longer day, fewer hours of
    /// overtime and a vacation that was withdrawn.
    private func sample(_ batch: PayrollBatch) throws -> (old: [PayrollEmployee], new: [PayrollEmployee]) {
        func line(_ code: String, _ days: [(Int32, Int64)], _ rate: Int128? = nil) throws -> PayrollLine {
            try #require(
                batch.line(
                    payCode: code,
                    days: days.map { PayrollDay(date: batch.period.first + Int($0.0 - 1), hours: Hours(nano: $0.1)) },
                    rate: rate.map { Money(nano: $0 * 1_000_000) }, entries: days.count))
        }
        func employee(_ number: Int64, _ lines: [PayrollLine]) -> PayrollEmployee {
            PayrollEmployee(
                payrollNumber: "\(number)", employeeID: number, name: "Worker \(number)", entries: lines.count,
                entryIDSum: 1, lines: lines)
        }
        func hours(_ hundredths: Int64) -> Int64 { hundredths * 10_000_000 }
        let third: Int64 = 7_333_333_333
        let normal = try line("1000", [(5, hours(740)), (6, hours(740))], 188_860)
        let over = try line("1110", [(6, hours(250))], 283_290)
        let own = try [
            line("1000", [(5, hours(740))], 272_100), line("1110", [(5, hours(300))], 408_150),
        ]
        return (
            [
                employee(1001, [normal, over, try line("1200", [(10, hours(500))])]),
                employee(1002, [try line("1000", [(5, third), (6, third), (7, third)], 236_500)]),
                employee(
                    1003,
                    try own + [
                        line("1120", [(5, hours(125))], 544_200), line("2000", [(8, hours(100)), (9, hours(100))]),
                    ]),
            ],
            [
                employee(1001, [normal, over, try line("1200", [(10, hours(500)), (11, hours(400))])]),
                employee(1002, [try line("1000", [(5, third), (6, third), (7, hours(800))], 236_500)]),
                employee(1003, try own + [line("1120", [(5, hours(50))], 544_200)]),
            ]
        )
    }

    @Test("are the four rows of the sample month, which is 249.69 less") func month() throws {
        let batch = try batch()
        let (old, new) = try sample(batch)
        let changes = PayChanges.between(old, new)
        let bytes = ChangesTable.csv(
            changes.map(ChangeRow.init), dialect: .machine, unitsDecimals: 2, isByProject: false)
        #expect(
            String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").joined(separator: "\n")
                .split(separator: "\n").map(String.init) == [
                    "action,payroll_number,name,pay_code,old_units,new_units,difference,old_amount,new_amount,amount_difference",
                    "Change,1001,Worker 1001,1200,5.00,9.00,4.00,,,",
                    "Change,1002,Worker 1002,1000,22.00,22.67,0.67,5203.00,5361.46,158.46",
                    "Change,1003,Worker 1003,1120,1.25,0.50,-0.75,680.25,272.10,-408.15",
                    "Void,1003,Worker 1003,2000,2.00,,-2.00,,,",
                ])
        #expect(changes.compactMap(\.amountDifference).reduce(Money.zero, +) == Money(nano: -249_690_000_000))
        let whole = new.flatMap(\.lines).compactMap(\.amount).reduce(Money.zero, +)
        #expect(whole == Money(nano: 12_374_910_000_000))
        #expect(changes.allSatisfy { !$0.multipliesOtherwise(.halfUp) })
    }

    @Test("take a line back from one employee and add it to another where the number is another's, each by name")
    func otherEmployee() throws {
        let batch = try batch()
        let line = try #require(
            batch.line(
                payCode: "1000", days: [PayrollDay(date: batch.period.first, hours: Hours(8))], rate: nil, entries: 1))
        func employee(_ number: String, _ id: Int64, _ name: String) -> PayrollEmployee {
            PayrollEmployee(
                payrollNumber: number, employeeID: id, name: name, entries: 1, entryIDSum: 1, lines: [line])
        }
        let changes = PayChanges.between(
            [employee("0042", 1, "Anna"), employee("0043", 2, "Bo")],
            [employee("0042", 2, "Bo"), employee("0043", 1, "Anna A")])
        #expect(
            changes.map { "\($0.action.rawValue) \($0.payrollNumber) \($0.name ?? "")" } == [
                "Void 0042 Anna", "Add 0042 Bo", "Void 0043 Bo", "Add 0043 Anna A",
            ])
    }

    @Test("are read back from their table in every dialect, and a changed figure is found") func table() throws {
        let batch = try batch()
        let (old, new) = try sample(batch)
        let rows = PayChanges.between(old, new).map(ChangeRow.init)
        for dialect in CSVDialect.all {
            let bytes = ChangesTable.csv(rows, dialect: dialect, unitsDecimals: 2, isByProject: false)
            #expect(try ChangesTable.read(bytes, dialect: dialect) == rows)
            let text = String(decoding: bytes, as: UTF8.self).replacing("158", with: "159")
            #expect(throws: (any Error).self) { try ChangesTable.read(Array(text.utf8), dialect: dialect) }
        }
        let entries = [
            EntryChange(
                .late, entry: 9008, employee: 1001, date: batch.period.last, field: EntryChange.hours, old: "",
                new: "4.00"),
            EntryChange(
                .changedAfterSigning, entry: 9006, employee: 1002, date: batch.period.last, field: "workDate",
                old: "2026-10-06", new: "2026-10-07"),
            EntryChange(
                .rateChanged, entry: nil, employee: 1002, date: nil, field: "hourly_rate", old: "236.50",
                new: "240.00"),
        ]
        for dialect in CSVDialect.all {
            let bytes = EntryChangesTable.csv(entries, dialect: dialect)
            #expect(try EntryChangesTable.read(bytes, dialect: dialect) == entries)
        }
        // What happens again after a correction of it was delivered is another finding.
        let bases = [1, 2].map { RunID(pipeline: "payroll", period: "2026-10", revision: $0) }
        #expect(Set(entries.flatMap { entry in bases.map { entry.findingID(against: $0) } }).count == 6)
    }

    @Test("are on hold with the entry that a person holds, but for one that the hold takes back") func held() throws {
        func cause(_ rule: EntryChange.Rule, entry: Int64?) -> EntryChange {
            EntryChange(rule, entry: entry, employee: 1001, field: EntryChange.hours, old: "", new: "4.00")
        }
        func holds(_ held: Decision.Held) -> Decisions {
            Decisions([
                Decision(
                    .hold, of: held, by: "clerk", because: "Not before they agree",
                    time: Instant(secondsSince1970: 0))
            ])
        }
        for decided in [holds(.entry(9008)), holds(.employee(1001))] {
            #expect(cause(.late, entry: 9008).hold(decided)?.by == "clerk")
            #expect(cause(.changedAfterSigning, entry: 9008).hold(decided) != nil)
            #expect(cause(.vanished, entry: 9008).hold(decided) == nil)
            #expect(cause(.rateChanged, entry: nil).hold(decided) == nil)
        }
        #expect(cause(.late, entry: 9009).hold(holds(.entry(9008))) == nil)
    }

    @Test("count rows that a program gets wrong which multiplies by itself") func multiplied() throws {
        let batch = try batch()
        func line(_ nano: Int64) throws -> PayrollLine {
            try #require(
                batch.line(
                    payCode: "1000", days: [PayrollDay(date: batch.period.first, hours: Hours(nano: nano))],
                    rate: Money(nano: 283_125_000_000), entries: 1))
        }
        // 283.125 × 0.02 = 5.6625 and × 0.01 = 2.83125: rounded apart they differ by 2.83, and so does the product; from
        // 0.02 to 0.06 they differ by 11.33, and the product is 11.325, rounded to 11.33; from 0.01 to 0.03 by 5.66.
        for (old, new) in [(1, 2), (2, 6), (1, 3), (3, 4), (5, 7)] as [(Int64, Int64)] {
            let change = PayrollChange(
                payrollNumber: "1", name: nil, old: try line(old * 10_000_000), new: try line(new * 10_000_000))
            let units = Hours(nano: (new - old) * 10_000_000)
            let product = Money(nano: 283_125_000_000).times(units, digits: 2, .halfUp)
            #expect(change.multipliesOtherwise(.halfUp) == (product != change.amountDifference))
        }
        let wrong = try (1...100).filter { hundredths in
            PayrollChange(
                payrollNumber: "1", name: nil, old: try line(10_000_000), new: try line(Int64(hundredths) * 10_000_000)
            ).multipliesOtherwise(.halfUp)
        }
        #expect(!wrong.isEmpty && wrong.count < 100)
    }
}
