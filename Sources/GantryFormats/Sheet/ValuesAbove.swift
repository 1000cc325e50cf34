/// What an empty cell stands for in the columns where it has the value of the cell above it.
struct ValuesAbove {
    private enum Value {
        case text(String)
        /// The cell above can't be read; the number of its row.
        case unreadable(Int)
    }

    /// The columns in which cells are filled.
    let columns: [Int]
    private var values: [Int: Value] = [:]

    init(_ columns: [Int]) { self.columns = columns }

    /// Notes the cells of a row, whatever becomes of the row: it can be the first of a merged cell.
    ///
    /// - Parameters:
    ///   - cells: at least as many as the sheet has columns.
    ///   - unreadable: the columns of cells that hold no value.
    mutating func note(_ cells: [String], unreadable: [Int] = [], of row: Int) {
        for column in columns {
            if !ValuesAbove.isBlank(cells[column]) {
                values[column] = .text(cells[column])
            } else if unreadable.contains(column) {
                values[column] = .unreadable(row)
            }
        }
    }

    /// Notes a row whose cells can't be told apart, or are no texts.
    mutating func noteUnreadable(_ row: Int) { for column in columns { values[column] = .unreadable(row) } }

    /// Fills the empty cells of a row.
    ///
    /// - Returns: A cell below one that can't be read, which stays empty, with the row of that one.
    mutating func fill(_ cells: inout [String], of row: Int) -> (column: Int, above: Int)? {
        note(cells, of: row)
        for column in empty(cells) {
            switch values[column] {
            case .text(let text): cells[column] = text
            case .unreadable(let above): return (column, above)
            case nil: continue
            }
        }
        return nil
    }

    /// The columns of the cells of a row that it fills.
    func empty(_ cells: [String]) -> [Int] { columns.filter { ValuesAbove.isBlank(cells[$0]) } }

    private static func isBlank(_ cell: String) -> Bool { cell.allSatisfy(\.isWhitespace) }
}
