/// A text inside a chunk: an offset and a length into the bytes that the chunk owns.
///
/// Meaningless without its chunk; `Chunk.text(_:)` turns it into a `String`, writers copy its bytes.
public struct TextSlice: BitwiseCopyable, Hashable, Sendable {
    /// Offset of the first byte; in the chunk's `decoded` bytes when `isDecoded`, else in its `bytes`.
    public let start: Int
    /// Length in bytes.
    public let count: Int
    /// True if the source spelled the text with escapes, so that its plain form had to be made.
    public let isDecoded: Bool

    /// An empty text.
    @inlinable
    public init() { self.init(start: 0, count: 0, isDecoded: false) }

    /// A slice by its place; nothing checks that the chunk has these bytes.
    @inlinable
    public init(start: Int, count: Int, isDecoded: Bool) {
        self.start = start
        self.count = count
        self.isDecoded = isDecoded
    }
}

/// A record that can't be used: where it stood, which field is at fault, what was found and what was expected.
public struct Reject: Equatable, Sendable {
    /// So many rejects of a chunk, and of a run's list of them, have their details; the rest are counted.
    public static let mostDetailed = 10_000

    /// Index of the record in its chunk.
    public let index: Int
    /// The field at fault; empty when it is the record itself.
    public let field: String
    /// What was found there, as one bounded line.
    public let found: String
    /// What was expected there.
    public let expected: String

    /// Whether the record is none, by the system's description; see ``LeaveOut``. It is excluded, and nothing is wrong.
    public private(set) var isLeftOut = false

    /// A record that is none.
    public static func leftOut(_ index: Int) -> Reject {
        var reject = Reject(index: index, field: "", found: "", expected: "")
        reject.isLeftOut = true
        return reject
    }

    /// A reject; texts longer than a line are the caller's to cut.
    public init(index: Int, field: String, found: String, expected: String) {
        self.index = index
        self.field = field
        self.found = found
        self.expected = expected
    }
}

/// Records that travel through the stages together: one page's worth, with the bytes they were decoded from.
public struct Chunk<R: Record>: Sendable {
    /// The bytes as the server sent them.
    public var bytes: [UInt8]
    /// Plain forms of texts that were sent with escapes.
    public var decoded: [UInt8]
    /// One element per record of the page; a rejected one holds what could be decoded.
    public var records: [R]
    /// The range of each record's JSON text in `bytes`.
    public var ranges: [Range<Int>]
    /// The records that can't be used or are none, in order of index; past `Reject.mostDetailed` without what was found
    /// and expected.
    public var rejects: [Reject]
    /// The records of the list fields: one element per field of the kind `list`, in the order of the fields.
    public var nested: [any NestedRows]
    /// Parts of `bytes` inside `ranges` that must not leave the system: withheld keys with their values, and the
    /// queries of links. In rising order; without them every record is still valid JSON.
    public var redactions: [Range<Int>]
    /// Position in the run of the first record, from 0.
    public var firstOrdinal: Int
    /// The page the chunk came from, from 1; 0 for a chunk read back from the landing.
    public var page: Int

    /// A chunk of bytes that no record is decoded from yet.
    @inlinable
    public init(bytes: [UInt8] = [], firstOrdinal: Int = 0, page: Int = 0) {
        self.bytes = bytes
        decoded = []
        records = []
        ranges = []
        rejects = []
        nested = []
        redactions = []
        self.firstOrdinal = firstOrdinal
        self.page = page
    }

    /// The records of the page, rejected ones included.
    public var count: Int { records.count }

    /// A number for each record: the result of `name`, and the same for all that can't be used.
    public func names(_ name: (_ index: Int) -> UInt64) -> [UInt64] {
        var nextReject = 0
        return records.indices.map { index in
            while nextReject < rejects.count, rejects[nextReject].index < index { nextReject += 1 }
            guard nextReject < rejects.count, rejects[nextReject].index == index else { return name(index) }
            return 0xBAD_0BAD_0BAD_0BAD
        }
    }

    /// The slice as a `String`; invalid UTF-8 becomes U+FFFD.
    public func text(_ slice: TextSlice) -> String {
        let source = slice.isDecoded ? decoded : bytes
        return String(decoding: source[slice.start..<(slice.start + slice.count)], as: UTF8.self)
    }
}
