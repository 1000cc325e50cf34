package import GantryFormats
internal import GantryModel

/// What a run pays otherwise than the period before it: a row for each employee and pay code of the two.
package enum VarianceTable {
    package static let fileName = "variance.csv"
    package static let headings = [
        "payroll_number", "name", "pay_code", "before", "now", "difference", "share", "amount_before", "amount_now",
        "amount_difference", "amount_share", "flag", "employee_id", "number_before",
    ]

    /// What a person should look at.
    package enum Flag: String, Sendable, CaseIterable {
        /// The employee has lines only now.
        case new
        /// The employee had lines in the period before, and has none now.
        case gone
        /// The employee has lines again, after a period without.
        case back
        /// A quarter more or less than before, and at least 8 units or what 8 of them were paid.
        case big
    }

    /// An employee and a pay code.
    package struct Row: Sendable, Equatable {
        package let employee: Int64
        /// That of now, or where there is no line now that of before.
        package let number: String
        /// The number of before, or of the last pay of who is back, where it is another one; else `nil`.
        package let numberBefore: String?
        package let name: String?
        package let code: String
        /// `nil` where there was no such line.
        package let before: PaidSum?
        /// `nil` where there is no such line.
        package let now: PaidSum?
        package let flag: Flag?

        package var units: Movement { Movement(before: before?.units, now: now?.units) }
        package var amount: Movement { Movement(before: before?.amount, now: now?.amount) }
    }

    /// What an employee has now.
    package struct Now: Sendable {
        package let employee: Int64
        package let number: String
        package let name: String?
        package let sums: [(code: String, sum: PaidSum)]

        package init(employee: Int64, number: String, name: String?, sums: [(code: String, sum: PaidSum)]) {
            self.employee = employee
            self.number = number
            self.name = name
            self.sums = sums
        }
    }

    /// Smaller differences aren't big.
    private static let leastUnits = UInt128(8_000_000_000)

    /// In the order of payroll numbers, who has one now before who had it; of an employee the pay codes of now, then
    /// those of before.
    /// - Parameter now: employees with lines.
    package static func rows(_ base: VarianceBase, _ now: [Now]) -> [Row] {
        var before: [Int64: [VarianceBase.Line]] = [:]
        for line in base.lines { before[line.employee, default: []].append(line) }
        let current = Dictionary(now.map { ($0.employee, $0) }) { first, _ in first }
        let earlier = Dictionary(base.earlier.map { ($0.employee, $0.number) }) { first, _ in first }
        let employees = Set(before.keys).union(current.keys).map { id in
            (id: id, number: current[id]?.number ?? before[id]?.first?.number ?? "")
        }
        let sorted = employees.sorted { one, other in
            guard one.number == other.number else { return PayrollNumber.precedes(one.number, other.number) }
            let isNow = (current[one.id] != nil, current[other.id] != nil)
            return isNow.0 == isNow.1 ? one.id.keyText < other.id.keyText : isNow.0
        }
        return sorted.flatMap { id, number -> [Row] in
            let (old, new) = (before[id] ?? [], current[id])
            let standing: Flag? = old.isEmpty ? (earlier[id] == nil ? .new : .back) : new == nil ? .gone : nil
            let name = new?.name ?? old.first?.name
            let numberBefore = (old.first?.number ?? earlier[id]).flatMap { $0 == number ? nil : $0 }
            func row(_ code: String, was: PaidSum?, sum: PaidSum?) -> Row {
                Row(
                    employee: id, number: number, numberBefore: numberBefore, name: name, code: code, before: was,
                    now: sum, flag: standing ?? (isBig(was, sum) ? .big : nil))
            }
            let sums = new?.sums ?? []
            return sums.map { code, sum in row(code, was: old.first { $0.code == code }?.sum, sum: sum) }
                + old.filter { line in !sums.contains { $0.code == line.code } }.map {
                    row($0.code, was: $0.sum, sum: nil)
                }
        }
    }

    /// What employees with lines have now, as the rows of a published list have it: made of the pay lines and far
    /// shorter, since it has no days.
    package static func now(_ rows: [Row]) -> [Now] {
        rows.byEmployee.compactMap { own in
            let sums = own.compactMap { row in row.now.map { (code: row.code, sum: $0) } }
            guard let first = own.first, !sums.isEmpty else { return nil }
            return Now(employee: first.employee, number: first.number, name: first.name, sums: sums)
        }
    }

    /// Whether the units of a line changed a lot.
    package static func isBig(_ units: Movement) -> Bool {
        (units.difference ?? 0).magnitude >= leastUnits && units.isQuarter
    }

    /// Whether the units or the amount changed a lot.
    static func isBig(_ before: PaidSum?, _ now: PaidSum?) -> Bool {
        if isBig(Movement(before: before?.units, now: now?.units)) { return true }
        // The rate: the price of the fewest units that matter is what they were paid before.
        guard let before, let paid = before.amount, paid != 0, let amount = now?.amount else { return false }
        let change = Movement(before: paid, now: amount)
        guard change.isQuarter else { return false }
        let moved = (amount - paid).magnitude.multipliedFullWidth(by: before.units.magnitude)
        let least = leastUnits.multipliedFullWidth(by: paid.magnitude)
        return (moved.high, moved.low) >= (least.high, least.low)
    }

    /// The file of a bag.
    package static func csv(_ rows: [Row], _ dialect: CSVDialect) -> [UInt8] {
        var table = CSVTable(dialect: dialect)
        table.appendHeader(headings)
        for row in rows {
            func number(_ nano: Int128?, _ places: DecimalPlaces = .exact) -> CSVCell {
                nano.map { .decimal($0, places) } ?? .empty
            }
            table.append([
                .text(row.number), row.name.map { .text($0) } ?? .empty, .text(row.code), number(row.before?.units),
                number(row.now?.units), number(row.units.difference), number(row.units.share, .fixed(1)),
                number(row.before?.amount), number(row.now?.amount), number(row.amount.difference),
                number(row.amount.share, .fixed(1)), row.flag.map { .text($0.rawValue) } ?? .empty,
                .text(row.employee.keyText), row.numberBefore.map { .text($0) } ?? .empty,
            ])
        }
        return table.take()
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.verificationFailed` with the row that is none; `FileError`.
    package static func read(_ path: String, _ dialect: CSVDialect) throws -> [Row] {
        var table = try VarianceRows(path, dialect: dialect, headings: headings, what: "a list of variances")
        var rows: [Row] = []
        while let cells = try table.next() {
            let row = Row(
                employee: try table.employee(cells[12]), number: table.text(cells[0]) ?? "",
                numberBefore: table.text(cells[13]), name: table.text(cells[1]), code: table.text(cells[2]) ?? "",
                before: try table.sum(cells[3], cells[7]), now: try table.sum(cells[4], cells[8]),
                flag: Flag(rawValue: cells[11]))
            guard try table.number(cells[5]) == row.units.difference, try table.number(cells[6]) == row.units.share,
                try table.number(cells[9]) == row.amount.difference, try table.number(cells[10]) == row.amount.share
            else { throw table.refusal("a difference or a share") }
            rows.append(row)
        }
        return rows
    }
}
