internal import GantryModel

/// A table for people: headings, columns set flush left or right, two spaces between them.
public struct TextTable: Sendable {
    /// The side to which the cells of a column are aligned.
    public enum Alignment: Sendable {
        case left
        case right
    }

    /// A heading and how the cells below it are aligned.
    public struct Column: Sendable {
        /// The first line of the column.
        public let heading: String
        /// Which side the cells are flush with.
        public let alignment: Alignment

        /// A column for texts.
        public static func left(_ heading: String) -> Column { Column(heading: heading, alignment: .left) }
        /// A column for numbers.
        public static func right(_ heading: String) -> Column { Column(heading: heading, alignment: .right) }
    }

    /// The longest cell in characters; a longer one ends in `…`.
    public static let cellLimit = 60
    /// The same for sentences of our own, which say at their end what to do.
    public static let sentenceLimit = 1_000
    /// What folding leaves of the last column and of those before it, where they are as wide.
    private static let narrowest = (last: 28, other: 12)

    private let columns: [Column]
    private let limit: Int
    private var rows: [[String]] = []

    /// - Parameter limit: the longest cell in characters; sentences of our own may be longer than what a server sends.
    public init(_ columns: [Column], limit: Int = TextTable.cellLimit) {
        self.columns = columns
        self.limit = limit
    }

    /// Whether there are no rows; the headings do not count.
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
        return [line(columns.map { singleLine($0.heading, limit: TextTable.cellLimit) }, style.faint)]
            + rows.map { line($0) }
    }

    /// The same with every column, and with the texts of the last left one in further lines where there is less room
    /// than they take; where that is not enough, with those of other left columns too, broken at spaces. Where even
    /// that is not enough, each row has the columns that fit, and the others below as a text. Nothing is cut.
    ///
    /// - Parameter style: its width is the room that there is.
    public func foldedLines(indent: Int = 2, style: TextStyle = .plain) -> [String] {
        var widths = self.widths
        func used() -> Int { indent + widths.reduce(0, +) + 2 * (widths.count - 1) }
        guard let room = style.width, !rows.isEmpty, used() > room,
            let last = columns.lastIndex(where: { $0.alignment == .left })
        else {
            return lines(indent: indent, style: style)
        }
        func narrow(_ column: Int, to least: Int) {
            let heading = displayWidth(singleLine(columns[column].heading, limit: TextTable.cellLimit))
            widths[column] = min(widths[column], max(widths[column] - (used() - room), least, heading))
        }
        narrow(last, to: TextTable.narrowest.last)
        let others = columns.indices.sorted { widths[$0] > widths[$1] }.filter {
            columns[$0].alignment == .left && $0 != last
        }
        // Names are not broken, since people copy them.
        for column in others where used() > room {
            narrow(column, to: max(longestWord(column), TextTable.narrowest.other))
        }
        guard used() <= room else { return paragraphs(room: room, indent: indent, style: style) }
        var table = TextTable(columns, limit: limit)
        for row in rows {
            let cells = row.indices.map {
                columns[$0].alignment == .left ? folded(row[$0], toWidth: widths[$0]) : [row[$0]]
            }
            for line in 0..<(cells.map(\.count).max() ?? 1) {
                table.rows.append(cells.map { line < $0.count ? $0[line] : "" })
            }
        }
        return table.lines(indent: indent, style: style)
    }

    /// The columns that fit as a table, and below each row what the others hold: `Hours: 7.40; held`.
    private func paragraphs(room: Int, indent: Int, style: TextStyle) -> [String] {
        let shown = shownColumns(width: room, indent: indent)
        var table = TextTable(Array(columns.prefix(shown)), limit: limit)
        for row in rows { table.rows.append(Array(row.prefix(shown))) }
        let lines = table.lines(indent: indent, style: style)
        var out = Array(lines.prefix(1))
        for (line, row) in zip(lines.dropFirst(), rows) {
            out.append(line)
            let rest = (shown..<columns.count).filter { !row[$0].isEmpty }.map {
                let heading = singleLine(columns[$0].heading, limit: TextTable.cellLimit)
                return heading.isEmpty ? row[$0] : "\(heading): \(row[$0])"
            }
            // Number and unit, and a number's thousands, are parted by spaces: a short text is not broken.
            var text = ""
            for (index, piece) in rest.enumerated() {
                let piece = index + 1 < rest.count ? piece + ";" : piece
                if !text.isEmpty, indent + 4 + displayWidth(text) + 1 + displayWidth(piece) > room {
                    out += wrapped(text, indent: indent + 4, width: room)
                    text = ""
                }
                text += (text.isEmpty ? "" : " ") + piece
                let lines = wrapped(text, indent: indent + 4, width: room)
                out += lines.dropLast()
                text = lines.last.map { String($0.dropFirst(indent + 4)) } ?? ""
            }
            out += wrapped(text, indent: indent + 4, width: room)
        }
        return out
    }

    /// Whether ``foldedLines(indent:style:)`` needs to fold nothing but the last left column.
    func canFoldLast(indent: Int = 2, style: TextStyle) -> Bool {
        guard let room = style.width, let last = columns.lastIndex(where: { $0.alignment == .left }) else {
            return true
        }
        let widths = widths
        let used = indent + widths.reduce(0, +) + 2 * (widths.count - 1)
        return used - widths[last] + min(widths[last], TextTable.narrowest.last) <= room
    }

    /// The headings of the columns that don't fit.
    public func headingsLeftOut(width: Int?, indent: Int = 2) -> [String] {
        columns.dropFirst(shownColumns(width: width, indent: indent)).map {
            singleLine($0.heading, limit: TextTable.cellLimit)
        }
    }

    private func longestWord(_ column: Int) -> Int {
        rows.flatMap { $0[column].split(separator: " ") }.map { displayWidth($0) }.max() ?? 0
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
