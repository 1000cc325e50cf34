package import GantryFormats
internal import GantryModel

/// The rows of `VarianceTable` by employee: the hours and the money of the period before and of this one.
package enum EmployeeVarianceTable {
    package static let fileName = "variance-employees.csv"
    package static let headings = [
        "payroll_number", "name", "hours_before", "hours_now", "hours_difference", "amount_before", "amount_now",
        "amount_difference", "flag", "employee_id", "number_before",
    ]

    /// An employee of one of the two periods.
    package struct Row: Sendable, Equatable {
        package let employee: Int64
        /// As in ``VarianceTable``, and so is ``numberBefore``.
        package let number: String
        package let numberBefore: String?
        package let name: String?
        /// The hours of all pay codes that are paid by the hour, and the amount of all pay codes; `nil` without lines.
        package let before: PaidSum?
        /// `nil` without lines.
        package let now: PaidSum?
        package let flag: VarianceTable.Flag?

        package var hoursDifference: Int128 { (now?.units ?? 0) - (before?.units ?? 0) }

        /// `nil` where one of the amounts isn't known. Who has no lines is paid nothing.
        package var amountDifference: Int128? {
            guard let then = (before ?? .zero).amount, let amount = (now ?? .zero).amount else { return nil }
            return amount - then
        }
    }

    /// What the units of pay codes count.
    package struct Units: Sendable {
        private let before: [String: PayUnit]
        private let now: [String: PayUnit]

        /// - Parameter now: of the pay codes of now.
        package init(_ base: BasePay, now: [String: PayUnit]) {
            before = Dictionary(base.codes.map { ($0.code, $0.unit) }) { first, _ in first }
            self.now = now
        }

        fileprivate func before(_ row: VarianceTable.Row) -> PaidSum? { hours(row.before, before[row.code]) }
        fileprivate func now(_ row: VarianceTable.Row) -> PaidSum? { hours(row.now, now[row.code]) }

        private func hours(_ sum: PaidSum?, _ unit: PayUnit?) -> PaidSum? {
            sum.map { PaidSum(units: unit ?? .hours == .hours ? $0.units : 0, amount: $0.amount) }
        }
    }

    /// In the order of the rows, of which those of an employee stand together.
    package static func rows(_ rows: [VarianceTable.Row], _ units: Units) -> [Row] {
        rows.byEmployee.compactMap { own in
            guard let first = own.first else { return nil }
            let before = sum(own.compactMap(units.before))
            let now = sum(own.compactMap(units.now))
            let standing = before == nil || now == nil ? first.flag : nil
            return Row(
                employee: first.employee, number: first.number, numberBefore: first.numberBefore, name: first.name,
                before: before, now: now, flag: standing ?? (VarianceTable.isBig(before, now) ? .big : nil))
        }
    }

    private static func sum(_ sums: [PaidSum]) -> PaidSum? {
        sums.isEmpty ? nil : sums.reduce(into: .zero) { $0 += $1 }
    }

    /// The file of a bag.
    package static func csv(_ rows: [Row], _ dialect: CSVDialect) -> [UInt8] {
        var table = CSVTable(dialect: dialect)
        table.appendHeader(headings)
        for row in rows {
            func number(_ nano: Int128?) -> CSVCell { nano.map { .decimal($0, .exact) } ?? .empty }
            table.append([
                .text(row.number), row.name.map { .text($0) } ?? .empty, number(row.before?.units),
                number(row.now?.units), number(row.hoursDifference), number(row.before?.amount),
                number(row.now?.amount), number(row.amountDifference), row.flag.map { .text($0.rawValue) } ?? .empty,
                .text(row.employee.keyText), row.numberBefore.map { .text($0) } ?? .empty,
            ])
        }
        return table.take()
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.verificationFailed` with the row that is none; `FileError`.
    package static func read(_ path: String, _ dialect: CSVDialect) throws -> [Row] {
        var table = try VarianceRows(
            path, dialect: dialect, headings: headings, what: "a list of variances by employee")
        var rows: [Row] = []
        while let cells = try table.next() {
            let row = Row(
                employee: try table.employee(cells[9]), number: table.text(cells[0]) ?? "",
                numberBefore: table.text(cells[10]), name: table.text(cells[1]),
                before: try table.sum(cells[2], cells[5]), now: try table.sum(cells[3], cells[6]),
                flag: VarianceTable.Flag(rawValue: cells[8]))
            guard try table.number(cells[4]) == row.hoursDifference, try table.number(cells[7]) == row.amountDifference
            else { throw table.refusal("a difference") }
            rows.append(row)
        }
        return rows
    }
}
