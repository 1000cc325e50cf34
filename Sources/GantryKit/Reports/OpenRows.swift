package import GantryEngine
package import GantryFormats
internal import GantryImports

/// The rows that the newest revision of a sheet refused, and how many of them later rounds made done.
package struct OpenRows {
    /// A line of a result sheet.
    package struct Line {
        /// The row of the office's sheet; `nil` where it isn't known.
        let row: Int?
        /// Those of the office's sheet.
        let cells: [String]
        /// Whether another run than that of the result sent it.
        let isBefore: Bool

        package init(row: Int?, cells: [String], isBefore: Bool = false) {
            self.row = row
            self.cells = cells
            self.isBefore = isBefore
        }
    }

    /// Their cells, by the row; a row whose cell names several files has a line for each.
    private let refused: [Int: [[String]]]
    private let cells: Set<[String]>
    /// How many lines of a row the rounds made done, and at most how many are done in one of them.
    private var made: [Int: Int] = [:]
    private var most: [Int: Int] = [:]
    private var isKnown = true

    /// - Parameter refused: those of the newest revision.
    package init(_ refused: [Line]) {
        self.refused = OpenRows.cells(refused)
        cells = Set(refused.map(\.cells))
    }

    /// How many are done; `nil` where that isn't known.
    package var done: Int? {
        guard isKnown else { return nil }
        return refused.reduce(0) { $0 + min($1.value.count, max(made[$1.key] ?? 0, most[$1.key] ?? 0)) }
    }

    /// Notes a round that sent refused rows again.
    ///
    /// - Parameters:
    ///   - lines: those that are done.
    ///   - earlier: what the revision refused whose rows it sent; `nil` where that is the newest.
    package mutating func note(_ lines: [Line], refusedBy earlier: [Line]?) {
        let origin = earlier.map(OpenRows.cells) ?? refused
        for (row, lines) in Dictionary(grouping: lines, by: \.row) {
            // The round can have rows of which its origin knows nothing, but then not the numbers of another sheet.
            guard let row else { continue }
            guard let before = origin[row] else {
                isKnown = false
                return
            }
            if earlier != nil {
                // A row is the same in another revision only with the same number and cells.
                let isSame = refused[row] == before && !before.contains { $0.allSatisfy(\.isEmpty) }
                guard isSame else {
                    guard refused[row] == nil, cells.isDisjoint(with: before) else {
                        isKnown = false
                        return
                    }
                    continue
                }
            }
            made[row, default: 0] += lines.count { !$0.isBefore }
            most[row] = max(most[row] ?? 0, lines.count)
        }
    }

    private static func cells(_ lines: [Line]) -> [Int: [[String]]] {
        Dictionary(grouping: lines.filter { $0.row != nil }, by: { $0.row ?? 0 }).mapValues { $0.map(\.cells) }
    }

    /// Those of a result sheet whose rows have this state.
    package static func lines(of sheet: SheetReader, _ state: LedgerEntry.State) throws -> [Line] {
        let prefix = ResultSheet.addedPrefix
        let kept = sheet.header.indices.filter { !sheet.header[$0].hasPrefix(prefix) }
        func place(_ name: String) -> Int? { sheet.header.firstIndex(of: prefix + name) }
        let (status, error, row) = (place("status"), place("error"), place("first_row") ?? place("row"))
        var lines: [Line] = []
        while let item = try sheet.next() {
            guard case .row(let cells) = item, let status, cells.cells[status] == state.rawValue else { continue }
            lines.append(
                Line(
                    row: row.flatMap { Int(cells.cells[$0]) }, cells: kept.map { cells.cells[$0] },
                    isBefore: error.map { ResultSheet.isSentBefore(cells.cells[$0]).0 } ?? false))
        }
        return lines
    }
}
