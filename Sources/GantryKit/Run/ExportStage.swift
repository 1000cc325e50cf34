internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// A stage of an export, which can also show beforehand what it would fetch and write.
protocol ExportStage: Stage {
    /// What the stage would ask the server for, and what it would write. Asks for the first page.
    func plan() async throws -> StagePlan
    /// The first rows of each table that the stage would write, from the first page of its records.
    ///
    /// - Parameter earlier: the pages of the stages before it, to which it adds its own.
    func preview(rows: Int, after earlier: inout PreviewedPages) async throws -> [PreviewTable]
}

/// What a stage would do.
struct StagePlan {
    /// Requests in order, without secrets.
    var requests: [String]
    /// What the server says there is; `nil` if it doesn't say.
    var records: Int?
    /// Pages of these records.
    var pages: Int?
    /// Records that would be joined.
    var joined: Int?
    /// The files that would be in the export folder, without `data/`.
    var files: [String]
}

/// The first pages of the datasets before one in a preview.
struct PreviewedPages: EarlierDatasets {
    private var pages: [String: any Sendable] = [:]
    /// The first keys of each dataset by its name.
    var keys: [String: [String]] = [:]

    mutating func add<R: DatasetRecord>(_ page: Chunk<R>) { pages["\(R.self)"] = page }

    func read<R: DatasetRecord>(_ type: R.Type, _ body: (UsableRecords<R>) -> Void) async throws -> Bool {
        guard let page = pages["\(R.self)"] as? Chunk<R> else { return false }
        body(UsableRecords(page))
        return true
    }
}
