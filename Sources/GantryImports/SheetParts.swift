public import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryModel
public import GantryRuns

/// A sheet in parts that several runs can send at once: rows that belong together are in one part. The parts are kept
/// in a folder beside the sheet, `october.csv.parts`, and never made anew.
public struct SheetParts: Sendable {
    /// The parts that have rows, in order.
    public let paths: [String]
    /// Whether the rows have files, which are beside the sheet unless something else is said.
    public let haveFiles: Bool

    /// How many parts a sheet can have.
    public static let possibleCounts = 2...500
    /// The file of the folder that says what the parts are of.
    static let listName = "parts.json"

    /// The parts of a sheet: those that are there, or else made now.
    ///
    /// - Parameters:
    ///   - sheet: the path of the CSV file.
    ///   - count: 2 to 500. Parts for which no row is left are not made.
    ///   - work: what is sent, and how the sheet's columns become its fields.
    ///   - systems: those that are known.
    /// - Throws: `RunError` for a sheet that can't be cut, is cut otherwise or has changed since, and for parts that
    ///   have changed; `SheetError` and `FileError`.
    public init(of sheet: String, count: Int, for work: Pipeline.Import, of systems: Systems) throws {
        guard let found = systems.submission(named: work.kind)?.submission else {
            throw RunError(.unsupported, "This build can't send \(work.kind).")
        }
        try self.init(found, PartList.Cut(sheet: sheet, count: count, work: work))
    }

    private init(_ found: some SubmissionDescription, _ cut: PartList.Cut) throws {
        haveFiles = found.kind.files != nil
        if let reason = SheetParts.bond(found.kind) {
            throw RunError(
                .unusableRun, "A sheet of \(cut.work.kind) can't be cut: \(reason).", advice: "Send the sheet whole.")
        }
        let digest: ContentDigest
        do throws(FileError) {
            digest = try ContentHasher.digest(ofFile: cut.sheet)
        } catch {
            throw SheetPath.explained(error, sheet: cut.sheet)
        }
        let list: PartList
        if let known = try PartList(cut) {
            list = known
        } else {
            try SheetCutter(found.submission, cut: cut, digest: digest).write()
            guard let made = try PartList(cut) else { throw PartList.damaged(cut, "it is gone") }
            list = made
        }
        try list.requireSame(as: cut, digest)
        paths = try list.parts.map { part in
            let path = "\(cut.folder)/\(part.file)"
            guard try ContentHasher.digest(ofFile: path).description == part.digest else {
                throw PartList.damaged(cut, "\(part.file) has changed")
            }
            return path
        }
    }

    /// Why rows of the kind can't be sent apart from the others of their sheet.
    private static func bond(_ kind: SubmissionKind) -> String? {
        if kind.takesExportsOnly { return "its rows are those of a published export" }
        switch kind.delivery {
        case .batch: return "all its rows are one thing of the period"
        case .stepwise: return "all its rows take one step before any takes the next"
        case .single, .ordered, .grouped, .presigned: return nil
        }
    }
}
