extension LedgerEntry {
    /// The number by which a ledger keeps the entry among those of its run: that of the row, and for a further file of
    /// a row one past those of all rows.
    package var place: Int { LedgerEntry.place(row: row, part: part) }

    /// The numbers of further files begin here. No sheet has half as many rows, times the files that a row can have.
    package static let furtherFiles = 1 << 52
    /// By so many bits the number of the row is before that of the file.
    package static let bitsOfPart = 20

    package static func place(row: Int, part: Int) -> Int {
        part == 0 ? row : furtherFiles + row << bitsOfPart + part
    }

    /// The numbers of further files of these rows.
    package static func placesOfFurtherFiles(_ rows: Range<Int>) -> Range<Int> {
        place(row: rows.lowerBound, part: 1)..<place(row: rows.upperBound, part: 1)
    }

    /// The row and the file that have a number.
    package static func atPlace(_ place: Int) -> (row: Int, part: Int) {
        guard place >= furtherFiles else { return (place, 0) }
        return ((place - furtherFiles) >> bitsOfPart, (place - furtherFiles) & (1 << bitsOfPart - 1))
    }

    /// Whether it is before another one in the sheet.
    package func isBefore(_ other: LedgerEntry) -> Bool { (row, part) < (other.row, other.part) }
}

extension [LedgerEntry] {
    /// What each is called in a list, and where a person decides about it: `2`, or of several files of a row `2.1` and
    /// `2.2`.
    package var rowNames: [String] {
        let several = Set(filter { $0.part > 0 }.map(\.row))
        return map { several.contains($0.row) ? "\($0.row).\($0.part + 1)" : "\($0.row)" }
    }
}
