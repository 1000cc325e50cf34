internal import GantryModel

extension CSVDialect {
    /// The number of a cell in billionths; `nil` for a cell that has none, or anything else.
    package func nano(_ cell: String) -> Int128? {
        guard decimalPoint != 0x2E else { return StatedNumber.nano(cell) }
        return cell.contains(".") ? nil : StatedNumber.nano(cell.replacing(",", with: "."))
    }

    /// A text without the `'` that `appendText` puts in front of what a spreadsheet would run as a formula; `nil` for
    /// an empty cell. Only for files that Gantry wrote: in others a `'` belongs to the text.
    public func unguarded(_ cell: String) -> String? {
        guard cell.first == "'" else { return cell.isEmpty ? nil : cell }
        let rest = String(cell.dropFirst())
        var rows = CSVRows(self.cell(rest), dialect: self)
        return rows.next() == [cell] ? rest : cell
    }
}
