package import GantryFormats
internal import GantryOutputs

extension CSVDialect {
    /// A text without the `'` that keeps a spreadsheet from reading it as a formula; `nil` for an empty cell.
    package func unguarded(_ cell: String) -> String? {
        guard cell.first == "'" else { return cell.isEmpty ? nil : cell }
        let rest = String(cell.dropFirst())
        var rows = CSVRows(self.cell(rest), dialect: self)
        return rows.next() == [cell] ? rest : cell
    }
}
