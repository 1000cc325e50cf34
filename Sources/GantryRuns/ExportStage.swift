package import GantryConnectors
package import GantryEngine
package import GantryModel

/// A stage of an export, which can also show beforehand what it would fetch and write.
package protocol ExportStage: Stage {
    /// What the stage would ask the server for, and what it would write. Asks for the first page.
    func plan() async throws -> StagePlan
    /// The first rows of each table that the stage would write, from the first page of its records.
    ///
    /// - Parameter earlier: the pages of the stages before it, to which it adds its own.
    func preview(rows: Int, after earlier: inout PreviewedPages) async throws -> [PreviewTable]
}

/// What a stage would do.
package struct StagePlan {
    /// Requests in order, without secrets.
    package var requests: [String]
    /// What the server says there is; `nil` if it doesn't say.
    package var records: Int?
    /// Pages of these records.
    package var pages: Int?
    /// Records that would be joined.
    package var joined: Int?
    /// The files that would be in the export folder, without `data/`.
    package var files: [String]

    package init(requests: [String], records: Int?, pages: Int? = nil, files: [String]) {
        self.requests = requests
        self.records = records
        self.pages = pages
        self.files = files
    }
}

/// The first pages of the datasets before one in a preview.
package struct PreviewedPages: EarlierDatasets {
    private var pages: [String: any Sendable] = [:]
    /// The first keys of each dataset by its name.
    package var keys: [String: [String]] = [:]

    /// None yet.
    package init() {}

    package mutating func add<R: DatasetRecord>(_ page: Chunk<R>, of dataset: Dataset<R>) { pages[dataset.name] = page }

    package func read<R: DatasetRecord>(_ dataset: Dataset<R>, _ body: (UsableRecords<R>) -> Void) async throws -> Bool
    {
        guard let page = pages[dataset.name] as? Chunk<R> else { return false }
        body(UsableRecords(page))
        return true
    }
}
