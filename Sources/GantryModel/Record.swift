/// A typed record of one dataset: what a server sends, decoded into stored fields.
///
/// The list of fields is the single description of the type. JSON keys, CSV columns, names in messages and the
/// catalogue that a pipeline file is checked against all come from it.
public protocol Record: Sendable {
    /// A record with every optional field absent; decoding fills it.
    init()
    /// Every field, in the order of the contract. At most 64.
    static var fields: [Field<Self>] { get }
}

/// One field of a record.
public struct Field<R>: Sendable {
    /// The key in the server's JSON, and the name in pipeline files and messages.
    public let name: String
    /// Whether a record without it is a reject. Absent and null mean the same.
    public let isRequired: Bool
    /// What the field means, in a sentence for the person who writes a pipeline file.
    public let help: String
    /// Its type, and how it is read from and stored in a record.
    public let access: FieldAccess<R>

    public init(_ name: String, required: Bool = false, help: String, _ access: FieldAccess<R>) {
        self.name = name
        self.isRequired = required
        self.help = help
        self.access = access
    }
}

/// The type of a field with its getter and setter. A getter gives `nil` where the field is absent.
public enum FieldAccess<R>: Sendable {
    /// A whole number inside `range`.
    case integer(range: ClosedRange<Int64>, get: @Sendable (R) -> Int64?, set: @Sendable (inout R, Int64) -> Void)
    /// A quantity of hours within ±100,000; `set` also learns whether all decimals could be kept.
    case hours(get: @Sendable (R) -> Hours?, set: @Sendable (inout R, Hours, _ isExact: Bool) -> Void)
    /// A price or amount.
    case money(get: @Sendable (R) -> Money?, set: @Sendable (inout R, Money) -> Void)
    /// A day; a timestamp counts as its date part, because a civil date must not shift with a zone.
    case date(get: @Sendable (R) -> CivilDate?, set: @Sendable (inout R, CivilDate) -> Void)
    /// A point in time.
    case instant(get: @Sendable (R) -> Instant?, set: @Sendable (inout R, Instant) -> Void)
    /// Free text, kept as a slice of the chunk's bytes.
    case text(get: @Sendable (R) -> TextSlice?, set: @Sendable (inout R, TextSlice) -> Void)
    /// One of a closed list of spellings, stored as its index.
    case choice([String], get: @Sendable (R) -> Int?, set: @Sendable (inout R, Int) -> Void)

    /// What a value must be, for a message: "a whole number from 1 to 9".
    public var expectation: String {
        switch self {
        case .integer(let range, _, _):
            range == Int64.min...Int64.max ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .hours: "a number of hours within ±100,000"
        case .money: "an amount"
        case .date: "a date (YYYY-MM-DD or a timestamp)"
        case .instant: "a timestamp (RFC 3339) or a date"
        case .text: "a text"
        case .choice(let names, _, _): "one of " + names.joined(separator: ", ")
        }
    }
}

/// A text inside a chunk: an offset and a length into the bytes that the chunk owns.
///
/// Meaningless without its chunk; `Chunk.text(_:)` turns it into a `String`, writers copy its bytes.
public struct TextSlice: Hashable, Sendable {
    /// Offset of the first byte; in the chunk's `decoded` bytes when `isDecoded`, else in its `bytes`.
    public let start: Int
    /// Length in bytes.
    public let count: Int
    /// True where the source spelled the text with escapes, so that its plain form had to be made.
    public let isDecoded: Bool

    @inlinable
    public init(start: Int, count: Int, isDecoded: Bool) {
        self.start = start
        self.count = count
        self.isDecoded = isDecoded
    }
}

/// A record that can't be used: where it stood, which field is at fault, what was found and what was expected.
public struct Reject: Equatable, Sendable {
    /// Index of the record in its chunk.
    public let index: Int
    /// The field at fault; empty when it is the record itself.
    public let field: String
    /// What stood there, as one bounded line.
    public let found: String
    /// What should have stood there.
    public let expected: String

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
    /// Where each record's JSON text stands in `bytes`.
    public var ranges: [Range<Int>]
    /// The records that can't be used, in order of index.
    public var rejects: [Reject]
    /// Position in the run of the first record, from 0.
    public var firstOrdinal: Int
    /// The page the chunk came from, from 1; 0 for a chunk read back from the landing.
    public var page: Int

    @inlinable
    public init(bytes: [UInt8] = [], firstOrdinal: Int = 0, page: Int = 0) {
        self.bytes = bytes
        decoded = []
        records = []
        ranges = []
        rejects = []
        self.firstOrdinal = firstOrdinal
        self.page = page
    }

    public var count: Int { records.count }

    /// The slice as a `String`; bytes that are no UTF-8 become U+FFFD.
    public func text(_ slice: TextSlice) -> String {
        let source = slice.isDecoded ? decoded : bytes
        return String(decoding: source[slice.start..<(slice.start + slice.count)], as: UTF8.self)
    }
}
