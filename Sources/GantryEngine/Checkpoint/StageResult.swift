/// The results of a finished stage: verified files, and their sums.
public struct StageResult: Codable, Equatable, Sendable {
    /// Unique within the run; the same as `Stage.name`.
    public let name: String
    /// The counts of the stage's records.
    public let counts: BatchCounts
    /// Every file of the stage under the bag's `data/` folder.
    public let files: [StageFile]
    /// What `totals.json` says about the stage: the text of a JSON object.
    public let totals: String
    /// Where the next run can continue from, for a stage that supports it.
    public let bookmark: String?

    /// A result with the given values. By default it has no bookmark.
    public init(name: String, counts: BatchCounts, files: [StageFile], totals: String, bookmark: String? = nil) {
        self.name = name
        self.counts = counts
        self.files = files
        self.totals = totals
        self.bookmark = bookmark
    }
}

/// A proven file of a stage.
public struct StageFile: Codable, Equatable, Sendable {
    /// Relative to the bag's `data/` folder.
    public let name: String
    /// In bytes.
    public let length: Int64
    /// In hexadecimal.
    public let sha256: String
    /// Data records in the file; 0 if it has none.
    public let rows: Int
    /// Whether it was downloaded, one of many files that nobody needs to see listed.
    public let isDownload: Bool

    /// A file with the given values. By default it is not a download.
    public init(name: String, length: Int64, sha256: String, rows: Int, isDownload: Bool = false) {
        self.name = name
        self.length = length
        self.sha256 = sha256
        self.rows = rows
        self.isDownload = isDownload
    }

    /// The file that an output's final mark describes; never a download.
    public init(_ mark: FileCheckpoint) {
        self.init(name: mark.name, length: mark.length, sha256: mark.sha256, rows: mark.rows)
    }
}
