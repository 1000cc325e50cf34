extension CSVDialect {
    /// A text without the `'` that `appendText` puts in front of what a spreadsheet would run as a formula; `nil` for an
    /// empty cell. Only for files that Gantry wrote: in others a `'` belongs to the text.
    public func unguarded(_ cell: String) -> String? {
        guard cell.first == "'" else { return cell.isEmpty ? nil : cell }
        let rest = String(cell.dropFirst())
        var rows = CSVRows(self.cell(rest), dialect: self)
        return rows.next() == [cell] ? rest : cell
    }
}
