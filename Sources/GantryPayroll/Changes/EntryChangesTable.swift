internal import GantryEngine
package import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// `entry-changes.csv`: a row for each pay line that a cause changes, or one for a cause that changes none.
package enum EntryChangesTable {
    package static let fileName = "entry-changes.csv"
    package static let headings = [
        "action", "entry_id", "leave_id", "employee_id", "work_date", "field", "old", "new", "rule", "paid",
        "payroll_number", "pay_code", "project", "units", "amount",
    ]
    private static let ofLine = 10

    package static func csv(_ causes: [EntryChange], dialect: CSVDialect) -> [UInt8] {
        var table = CSVTable(dialect: dialect)
        table.appendHeader(headings)
        func value(_ text: String, of cause: EntryChange) -> CSVCell {
            guard cause.hasNumbers, let nano = JSONTree.string(text).nano else { return .text(text) }
            return .decimal(nano, .exact)
        }
        func key(_ key: Int64?) -> CSVCell { key.map { .key($0) } ?? .empty }
        for cause in causes {
            let cells: [CSVCell] = [
                .text(cause.action.rawValue), key(cause.entry), key(cause.leave), key(cause.employee),
                cause.date.map { .text("\($0)") } ?? .empty, .text(cause.field), value(cause.old, of: cause),
                value(cause.new, of: cause), .text(cause.rule.rawValue), .text(cause.paid.rawValue),
            ]
            if cause.effects.isEmpty {
                table.append(cells + Array(repeating: .empty, count: headings.count - ofLine))
            }
            for effect in cause.effects {
                table.append(
                    cells + [
                        .text(effect.line.payrollNumber), .text(effect.line.payCode),
                        effect.line.project.map { .text($0) } ?? .empty, .decimal(effect.units, .exact),
                        effect.amount.map { .decimal($0.nano, .fixed(PayrollBatch.amountDecimals)) } ?? .empty,
                    ])
            }
        }
        return table.take()
    }

    /// How many rows `csv` makes.
    package static func rows(_ causes: [EntryChange]) -> Int { causes.reduce(0) { $0 + max($1.effects.count, 1) } }

    /// Reads what `csv` gave. Rows one after the other that say the same of a cause are that cause.
    /// - Throws: `RunError.verificationFailed` with the row that is no cause.
    package static func read(_ bytes: [UInt8], dialect: CSVDialect) throws -> [EntryChange] {
        var table = CSVRows(bytes, dialect: dialect)
        guard table.next() == headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a list of causes: \(headings.joined(separator: ", "))")
        }
        var causes: [EntryChange] = []
        var cells: [String] = []
        var number = 1
        while let row = table.next() {
            number += 1
            guard row.count == headings.count else { throw refusal("is not a cause", row: number) }
            let effect = try effect(row, dialect, row: number)
            if let effect, cells.prefix(ofLine) == row.prefix(ofLine), causes.last?.effects.isEmpty == false {
                causes[causes.count - 1].effects.append(effect)
            } else {
                var cause = try cause(row, dialect, row: number)
                cause.effects = effect.map { [$0] } ?? []
                causes.append(cause)
            }
            cells = row
        }
        return causes
    }

    private static func cause(_ cells: [String], _ dialect: CSVDialect, row: Int) throws -> EntryChange {
        guard let rule = EntryChange.Rule(rawValue: cells[8]), let paid = EntryChange.Paid(rawValue: cells[9]) else {
            throw refusal("is not a cause", row: row)
        }
        func key(_ cell: String) -> Int64? { dialect.unguarded(cell).flatMap { Int64(key: $0) } }
        var cause = EntryChange(
            rule, entry: key(cells[1]), employee: key(cells[3]), date: CivilDate(cells[4]),
            field: dialect.unguarded(cells[5]) ?? "", old: dialect.unguarded(cells[6]) ?? "",
            new: dialect.unguarded(cells[7]) ?? "")
        cause.leave = key(cells[2])
        cause.paid = paid
        if cause.hasNumbers, dialect.decimalPoint != 0x2E {
            cause.old = cause.old.replacing(",", with: ".")
            cause.new = cause.new.replacing(",", with: ".")
        }
        guard cause.action.rawValue == cells[0] else {
            throw refusal("says \(singleLine(cells[0])), which is not its action", row: row)
        }
        return cause
    }

    /// `nil` for a cause that changes no line.
    private static func effect(_ cells: [String], _ dialect: CSVDialect, row: Int) throws -> LineEffect? {
        guard !cells[13].isEmpty else { return nil }
        func nano(_ cell: String) throws -> Int128 {
            guard let value = dialect.nano(cell) else {
                throw refusal("has \(singleLine(cell)), which is not a number", row: row)
            }
            return value
        }
        return LineEffect(
            LineKey(
                payrollNumber: dialect.unguarded(cells[10]) ?? "", payCode: dialect.unguarded(cells[11]) ?? "",
                project: dialect.unguarded(cells[12]).flatMap { $0.isEmpty ? nil : $0 }),
            units: try nano(cells[13]), amount: try cells[14].isEmpty ? nil : Money(nano: nano(cells[14])))
    }

    private static func refusal(_ what: String, row: Int) -> RunError {
        RunError(.verificationFailed, "row \(row) \(what)")
    }
}
