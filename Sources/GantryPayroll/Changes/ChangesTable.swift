internal import GantryEngine
package import GantryFormats
package import GantryModel

/// A row of `changes.csv`: how a correction changes a pay line.
package struct ChangeRow: Equatable, Sendable {
    package var action: PayrollChange.Action
    package var payrollNumber: String
    package var name: String?
    package var payCode: String
    /// `nil` where lines aren't split by projects.
    package var project: String?
    /// Printed units in billionths; `nil` where there is no such line.
    package var units: (old: Int128?, new: Int128?)
    /// Printed amounts; `nil` where there is none.
    package var amounts: (old: Money?, new: Money?)

    package init(_ change: PayrollChange) {
        let line = change.new ?? change.old
        action = change.action
        payrollNumber = change.payrollNumber
        name = change.name
        payCode = line?.payCode ?? ""
        project = line?.project
        units = (change.old.map { Int128($0.units.nano) }, change.new.map { Int128($0.units.nano) })
        amounts = (change.old?.amount, change.new?.amount)
    }

    package var line: LineKey { LineKey(payrollNumber: payrollNumber, payCode: payCode, project: project) }
    package var unitsDifference: Int128 { (units.new ?? 0) - (units.old ?? 0) }
    package var amountDifference: Money? { Money.difference(amounts.old, amounts.new) }

    package static func == (a: ChangeRow, b: ChangeRow) -> Bool {
        a.action == b.action && a.payrollNumber == b.payrollNumber && a.name == b.name && a.payCode == b.payCode
            && a.project == b.project && a.units == b.units && a.amounts == b.amounts
    }
}

/// `changes.csv`: the pay lines that a correction changes.
package enum ChangesTable {
    package static let fileName = "changes.csv"

    private static let first = ["action", "payroll_number", "name", "pay_code"]
    private static let last = [
        "old_units", "new_units", "difference", "old_amount", "new_amount", "amount_difference",
    ]

    /// With the project only where lines are split by projects.
    package static func headings(isByProject: Bool) -> [String] { first + (isByProject ? ["project"] : []) + last }

    package static func csv(
        _ rows: [ChangeRow], dialect: CSVDialect, unitsDecimals: Int, isByProject: Bool
    ) -> [UInt8] {
        var table = CSVTable(dialect: dialect)
        table.appendHeader(headings(isByProject: isByProject))
        func text(_ text: String?) -> CSVCell { text.map { .text($0) } ?? .empty }
        func units(_ nano: Int128?) -> CSVCell { nano.map { .decimal($0, .fixed(unitsDecimals)) } ?? .empty }
        func money(_ money: Money?) -> CSVCell {
            money.map { .decimal($0.nano, .fixed(PayrollBatch.amountDecimals)) } ?? .empty
        }
        for row in rows {
            table.append(
                [.text(row.action.rawValue), .text(row.payrollNumber), text(row.name), .text(row.payCode)]
                    + (isByProject ? [text(row.project)] : []) + [
                        units(row.units.old), units(row.units.new), units(row.unitsDifference),
                        money(row.amounts.old), money(row.amounts.new), money(row.amountDifference),
                    ])
        }
        return table.take()
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.verificationFailed` with the row that is no change, or whose differences aren't those of its
    ///   figures.
    package static func read(_ bytes: [UInt8], dialect: CSVDialect) throws -> [ChangeRow] {
        var table = CSVRows(bytes, dialect: dialect)
        let found = table.next()
        let isByProject = found == headings(isByProject: true)
        guard isByProject || found == headings(isByProject: false) else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a list of changes: \(headings(isByProject: false).joined(separator: ", "))"
            )
        }
        var rows: [ChangeRow] = []
        while let cells = table.next() {
            let number = rows.count + 2
            let figures = cells.dropFirst(isByProject ? 5 : 4)
            guard cells.count == headings(isByProject: isByProject).count,
                let action = PayrollChange.Action(rawValue: cells[0])
            else { throw RunError(.verificationFailed, "row \(number) is not a change") }
            let nanos = try figures.map { try nano($0, dialect, row: number) }
            guard nanos[..<2].allSatisfy({ ($0 ?? 0).magnitude <= UInt128(Int64.max) }) else {
                throw RunError(.verificationFailed, "row \(number) has more units than a pay line can")
            }
            var row = ChangeRow(
                PayrollChange(
                    payrollNumber: dialect.unguarded(cells[1]) ?? "", name: dialect.unguarded(cells[2]), old: nil,
                    new: nil))
            row.action = action
            row.payCode = dialect.unguarded(cells[3]) ?? ""
            row.project = isByProject ? dialect.unguarded(cells[4]) : nil
            row.units = (nanos[0], nanos[1])
            row.amounts = (nanos[3].map(Money.init(nano:)), nanos[4].map(Money.init(nano:)))
            guard nanos[2] == row.unitsDifference, nanos[5].map(Money.init(nano:)) == row.amountDifference else {
                throw RunError(.verificationFailed, "row \(number): a difference is not that of its figures")
            }
            rows.append(row)
        }
        return rows
    }

    private static func nano(_ cell: String, _ dialect: CSVDialect, row: Int) throws -> Int128? {
        guard !cell.isEmpty else { return nil }
        guard let value = dialect.nano(cell) else {
            throw RunError(.verificationFailed, "row \(row): \(singleLine(cell)) is not a number")
        }
        return value
    }
}
