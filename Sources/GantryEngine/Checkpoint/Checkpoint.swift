/// The progress of a run. Only damage to its outputs moves it back: from `seal` to `rewrite`.
public enum Phase: String, Codable, Sendable {
    /// Pages are fetched, checked, landed and written.
    case fetch
    /// Everything is landed; outputs are written again because a verdict came late or a part was damaged.
    case rewrite
    /// Outputs are complete but for their summaries, and are being verified and bagged.
    case seal
    /// The bag is complete and is being renamed into place.
    case publish
    /// The export folder is published.
    case complete

    /// The phase of a run whose stage is in this one.
    public init(_ phase: StagePhase) {
        self =
            switch phase {
            case .fetch: .fetch
            case .rewrite: .rewrite
            case .seal: .seal
            }
    }
}

/// The progress of a stage. Only damage to its outputs moves it back: from `seal` to `rewrite`.
public enum StagePhase: String, Codable, Sendable {
    /// Pages are fetched, checked, landed and written.
    case fetch
    /// Everything is landed; outputs are written again because a verdict came late or a part was damaged.
    case rewrite
    /// Outputs are complete but for their summaries, and are being verified.
    case seal
}

/// One output's committed state: everything past `length` is cut away on continuing.
public struct FileCheckpoint: Codable, Equatable, Sendable {
    /// File name under the bag's `data/` folder.
    public let name: String
    /// Bytes that are on disk.
    public let length: Int64
    /// SHA-256 of those bytes, in hexadecimal.
    public let sha256: String
    /// Bytes that belong to the file but not yet to a complete frame.
    public var tail: [UInt8]
    /// Data records in the file.
    public let rows: Int
    /// Further state of the writer: sums of printed columns by heading, in billionths as text.
    public let sums: [String: String]

    /// A mark with the given values. By default the file ends with a complete frame, and has no records and no sums.
    public init(
        name: String, length: Int64, sha256: String, tail: [UInt8] = [], rows: Int = 0, sums: [String: String] = [:]
    ) {
        self.name = name
        self.length = length
        self.sha256 = sha256
        self.tail = tail
        self.rows = rows
        self.sums = sums
    }
}

/// One committed transaction of a stage: where to continue, and what is on disk.
///
/// It holds nothing that can be derived from the landing. A resumed stage reads the landing once, which verifies its
/// digest and rebuilds the state of the checks; `counts` must be the same.
public struct Checkpoint: Codable, Equatable, Sendable {
    /// What the stage was doing; it resumes there.
    public var phase: StagePhase
    /// The next page to fetch, from 1.
    public var nextPage: Int
    /// Records per page. A run keeps its first size, unless the server's limit is lower.
    public var pageSize: Int
    /// The size to return to, while smaller pages are read because a page was too large; else `nil`.
    public var usualPageSize: Int?
    /// The source's own total, once it has stated one.
    public var statedTotal: Int?
    /// At least so many records are in the list; see ``SourcePosition/statedLeast``.
    public var statedLeast: Int?
    /// Whether it is known that no page follows; `nil` as false.
    public var isSourceAtEnd: Bool?
    /// How many of the repeated records came again on one page; the landing does not show where pages end. `nil` as 0.
    public var repeatsWithinPages: Int?
    /// Stands for the key of the last landed record, as the source counts keys: whether the list moved shows in it.
    /// `nil` where it isn't known.
    public var lastKey: Int64?
    /// Whether the list is read in pieces that fit one page each, since its pages left records out; `nil` as false.
    public var isInPieces: Bool?
    /// Whether nothing shows that the list has no more records than came; `nil` as false.
    public var isUnproven: Bool?
    /// Where the next page is, for a list whose pages lead to each other; see ``SourcePosition/next``.
    public var nextAddress: String?
    /// What the server called the state of the list; see ``SourcePosition/listState``.
    public var listState: String?
    /// See ``SourcePosition/landmark``.
    public var landmark: PageLandmark?
    /// See ``SourcePosition/rises``.
    public var rises: Bool?
    /// The second reading, once one is under way.
    public var rereading: Rereading?
    /// Records landed.
    public var records: Int
    /// Records whose outputs are in `parts`; less than `records` only while outputs are written again.
    public var written: Int
    /// The landing as it was committed; bytes past its length are cut off on resuming.
    public var landing: FileCheckpoint
    /// The outputs as they were committed; bytes past their lengths are cut off on resuming.
    public var parts: [FileCheckpoint]
    /// The counts of the checks at this point, if they are known: not for a landing that another revision fetched.
    public var counts: BatchCounts?

    /// The first checkpoint of a stage: page 1, no records and counts of zero.
    public init(phase: StagePhase, pageSize: Int, landing: FileCheckpoint, parts: [FileCheckpoint]) {
        self.phase = phase
        nextPage = 1
        self.pageSize = pageSize
        records = 0
        written = 0
        self.landing = landing
        self.parts = parts
        counts = BatchCounts()
    }
}
