internal import GantryModel

/// A table for people: headings, columns set flush left or right, two spaces between them.
public struct TextTable: Sendable {
    public enum Alignment: Sendable {
        case left
        case right
    }

    public struct Column: Sendable {
        public let heading: String
        public let alignment: Alignment

        public static func left(_ heading: String) -> Column { Column(heading: heading, alignment: .left) }
        public static func right(_ heading: String) -> Column { Column(heading: heading, alignment: .right) }
    }

    /// The longest cell in characters; a longer one ends in `…`.
    public static let cellLimit = 60

    private let columns: [Column]
    private let limit: Int
    private var rows: [[String]] = []

    /// - Parameter limit: the longest cell in characters; sentences of our own may be longer than what a server sends.
    public init(_ columns: [Column], limit: Int = TextTable.cellLimit) {
        self.columns = columns
        self.limit = limit
    }

    public var isEmpty: Bool { rows.isEmpty }

    /// Adds a row. Cells are made one bounded line each, so they may come from a server; missing ones are empty.
    public mutating func add(_ cells: [String]) {
        rows.append((0..<columns.count).map { $0 < cells.count ? singleLine(cells[$0], limit: limit) : "" })
    }

    /// The lines without line breaks, the headings first; nothing at all without rows.
    ///
    /// - Parameters:
    ///   - width: where there is less room than this takes, columns on the right are left out; `nil` keeps all.
    ///   - indent: spaces in front of every line.
    public func lines(width: Int? = nil, indent: Int = 2, style: TextStyle = .plain) -> [String] {
        guard !rows.isEmpty else { return [] }
        let shown = shownColumns(width: width, indent: indent)
        let widths = self.widths
        func line(_ cells: [String], _ mark: (String) -> String = { $0 }) -> String {
            var out = String(repeating: " ", count: indent)
            for column in 0..<shown {
                let gap = String(repeating: " ", count: widths[column] - displayWidth(cells[column]))
                if column > 0 { out += "  " }
                switch columns[column].alignment {
                case .left: out += mark(cells[column]) + (column + 1 < shown ? gap : "")
                case .right: out += gap + mark(cells[column])
                }
            }
            while out.last == " " { out.removeLast() }
            return out
        }
        return [line(columns.map { singleLine($0.heading, limit: TextTable.cellLimit) }, style.faint)] + rows.map { line($0) }
    }

    /// The headings of the columns that there is no room for.
    public func headingsLeftOut(width: Int?, indent: Int = 2) -> [String] {
        columns.dropFirst(shownColumns(width: width, indent: indent)).map { singleLine($0.heading, limit: TextTable.cellLimit) }
    }

    private var widths: [Int] {
        columns.indices.map { column in
            max(
                displayWidth(singleLine(columns[column].heading, limit: TextTable.cellLimit)),
                rows.map { displayWidth($0[column]) }.max() ?? 0)
        }
    }

    /// At least one column is always shown.
    private func shownColumns(width: Int?, indent: Int) -> Int {
        guard let width else { return columns.count }
        var used = indent
        for (column, columnWidth) in widths.enumerated() {
            used += columnWidth + (column > 0 ? 2 : 0)
            if used > width, column > 0 { return column }
        }
        return columns.count
    }
}
