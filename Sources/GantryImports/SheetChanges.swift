internal import GantryConnectors
internal import GantryEngine
public import GantryFormats
internal import GantryModel

/// Changes of a sheet in a file of their own.
public enum SheetChanges {
    private static let headings = ["row", "column", "value"]
    private static let was = "was"
    private static let label = "label"
    private static let leftOut = "left-out"

    /// The changes that a file lists: a CSV file with the columns `row`, `column` and `value`. The last of several of
    /// one cell counts. A row without a column whose value is `left-out` leaves a row of the sheet out.
    /// A column `was` is what the cell says in the sheet, or any cell of a row that is left out, and `label` what the
    /// first cell of the row says that isn't empty: a change of another one is refused where the sheet is read.
    ///
    /// - Throws: `FileError` and `SheetError` where it can't be read; `RunError` for a row of it that is no change.
    public static func read(_ path: String) throws -> [SheetChange] {
        let reader = try SheetReader.open(path)
        let header = reader.header.map(SheetShape.folded)
        // A guard that isn't read guards nothing.
        guard Set(header).isSuperset(of: headings),
            header.allSatisfy({ (headings + [was, label]).contains($0) }), Set(header).count == header.count
        else {
            throw RunError(
                .unsupported, "\(quoted(path)) has the columns \(reader.header.map(quoted).joined(separator: ", ")).",
                advice:
                    "Changes of a sheet are listed in the columns row, column and value, and was and label if you like."
            )
        }
        let places = headings.map { header.firstIndex(of: $0) ?? 0 }
        let guards = [was, label].map { header.firstIndex(of: $0) }
        var changes: [SheetChange] = []
        while let item = try reader.next() {
            guard case .row(let found) = item, let row = Int(found.cells[places[0]].trimmed), row > 0 else {
                throw RunError(
                    .unsupported, "A row of \(quoted(path)) is no change.",
                    advice: "row is the number of a row in a spreadsheet program, such as 12.")
            }
            let heading = found.cells[places[1]]
            let (was, label) = (guards[0].map { found.cells[$0] }, guards[1].map { found.cells[$0] })
            if heading.isEmpty {
                guard found.cells[places[2]].trimmed == leftOut else {
                    throw RunError(
                        .unsupported, "Row \(found.number) of \(quoted(path)) names no column.",
                        advice:
                            "Give the heading of a column; without one the value is \(leftOut), and the row isn't sent."
                    )
                }
                changes.removeAll { $0.row == row }
                changes.append(.leavingOut(row, was: was, label: label))
                continue
            }
            changes.removeAll { $0.row == row && $0.heading == heading }
            changes.append(.init(row: row, heading: heading, value: found.cells[places[2]], was: was, label: label))
        }
        return changes
    }

    /// The file that ``read(_:)`` reads.
    package static func file(_ changes: [SheetChange]) -> [UInt8] {
        var encoder = SheetRowEncoder(
            dialect: SheetDialect(encoding: .utf8, hasByteOrderMark: true, delimiter: .comma, lineBreak: .crlf))
        var out: [UInt8] = []
        encoder.append(headings + [was], to: &out)
        for change in changes {
            encoder.append(
                [String(change.row), change.heading, change.leavesOut ? leftOut : change.value, change.was ?? ""],
                to: &out)
        }
        return out
    }
}
