internal import GantryModel

/// A cell that somebody mended beside the sheet, or a row that is left out; the sheet itself stays as it is.
public struct SheetChange: Equatable, Sendable {
    /// The row in a spreadsheet program, from 1.
    public let row: Int
    /// The heading of its column; empty where the row is left out.
    public let heading: String
    /// What stands there instead; empty where the row is left out.
    public let value: String
    /// What the cell says in the sheet, or any cell of a row that is left out; `nil` where nobody said it.
    public let was: String?
    /// What the first cell of the row that isn't empty says in the sheet; `nil` where nobody said it.
    public let label: String?

    /// A change with these values.
    public init(row: Int, heading: String, value: String, was: String? = nil, label: String? = nil) {
        self.row = row
        self.heading = heading
        self.value = value
        self.was = was
        self.label = label
    }

    /// Leaves a row out.
    public static func leavingOut(_ row: Int, was: String? = nil, label: String? = nil) -> SheetChange {
        SheetChange(row: row, heading: "", value: "", was: was, label: label)
    }

    /// Whether the row is left out.
    public var leavesOut: Bool { heading.isEmpty }
}

/// A cell that has another value than the sheet says.
package struct ChangedCell: Equatable, Sendable {
    package let row: Int
    /// The first cell of the row that isn't empty.
    package let label: String
    package let heading: String
    package let was: String
    package let value: String
}

/// The changes of a sheet, by its rows, while it is read.
struct AppliedChanges {
    private var changes: [Int: [SheetChange]]
    private let header: [String]
    /// The cells that were changed so far, without those of rows that are left out.
    private(set) var changed = FirstOnes<ChangedCell>()

    init(_ changes: [SheetChange], header: [String]) {
        self.changes = Dictionary(grouping: changes, by: \.row)
        self.header = header
    }

    /// Whether a row is left out.
    func leavesOut(_ row: Int) -> Bool {
        !changes.isEmpty && changes[row]?.contains(where: \.leavesOut) ?? false
    }

    /// Puts the changes of a row into its cells, and counts them as met.
    mutating func apply(to cells: inout [String], of row: Int) {
        guard !changes.isEmpty, let own = changes.removeValue(forKey: row) else { return }
        let isLeftOut = own.contains(where: \.leavesOut)
        let label = cells.first { !trimmed($0).isEmpty } ?? ""
        for change in own where !change.leavesOut {
            guard let column = header.firstIndex(of: change.heading) else { continue }
            if !isLeftOut {
                changed.append(
                    ChangedCell(
                        row: row, label: label, heading: change.heading, was: cells[column], value: change.value))
            }
            cells[column] = change.value
        }
    }

    /// - Parameter cells: those of the row, as they stand in the sheet.
    /// - Throws: `SheetError` for a change of a cell or a row that says something else than where the change was made:
    ///   the rows of a sheet that was sorted or has new ones have other numbers.
    func requireSame(_ cells: [String], of row: Int, _ path: String) throws(SheetError) {
        guard !changes.isEmpty, let own = changes[row] else { return }
        let first = cells.first { !trimmed($0).isEmpty } ?? ""
        for change in own {
            let was = change.was.map(trimmed) ?? ""
            let what: String
            if let label = change.label.map(trimmed), !label.isEmpty, trimmed(first) != label {
                what =
                    "a change of row \(row) is for that of \"\(shown(label))\", but its first cell is \"\(shown(first))\""
            } else if change.was == nil {
                continue
            } else if change.leavesOut {
                guard !was.isEmpty, !cells.contains(where: { trimmed($0) == was }) else { continue }
                what =
                    "a change leaves out row \(row) with \"\(shown(was))\", but its first cell is \"\(shown(first))\""
            } else {
                guard let column = header.firstIndex(of: change.heading), trimmed(cells[column]) != was else {
                    continue
                }
                what =
                    "a change of row \(row) is for \"\(shown(was))\" under \"\(shown(change.heading))\", where it says \"\(shown(cells[column]))\""
            }
            throw SheetError(
                .unmetChange, at: path, what, advice: "Take the numbers of rows from the sheet as it is now.")
        }
    }

    private func shown(_ text: some StringProtocol) -> String { singleLine(text, limit: 60) }

    private func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }

    /// - Throws: `SheetError` for a change of a column that the sheet doesn't have.
    func requireColumns(_ path: String) throws(SheetError) {
        for change in changes.values.joined() where !change.leavesOut && !header.contains(change.heading) {
            throw SheetError(
                .unmetChange, at: path,
                "a change of row \(change.row) names the column \"\(singleLine(change.heading))\", which it doesn't have",
                advice: "Take the headings from the sheet as it is now.")
        }
    }

    /// - Throws: `SheetError` for a change of a row that was not read.
    func requireAllMet(_ path: String) throws(SheetError) {
        guard let row = changes.keys.min() else { return }
        throw SheetError(
            .unmetChange, at: path, "a change names row \(row), which has no cells that are read",
            advice: "Take the numbers of rows from the sheet as it is now.")
    }
}
