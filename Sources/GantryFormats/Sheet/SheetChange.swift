internal import GantryModel

/// A cell that somebody mended beside the sheet, or a row that is left out; the sheet itself stays as it is.
public struct SheetChange: Equatable, Sendable {
    /// The row in a spreadsheet program, from 1.
    public let row: Int
    /// The heading of its column; empty where the row is left out.
    public let heading: String
    /// What stands there instead; empty where the row is left out.
    public let value: String

    /// A change with these values.
    public init(row: Int, heading: String, value: String) {
        self.row = row
        self.heading = heading
        self.value = value
    }

    /// Leaves a row out.
    public static func leavingOut(_ row: Int) -> SheetChange { SheetChange(row: row, heading: "", value: "") }

    /// Whether the row is left out.
    public var leavesOut: Bool { heading.isEmpty }
}

/// The changes of a sheet, by its rows, while it is read.
struct AppliedChanges {
    private var changes: [Int: [SheetChange]]
    private let header: [String]

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
        for change in own where !change.leavesOut {
            guard let column = header.firstIndex(of: change.heading) else { continue }
            cells[column] = change.value
        }
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
