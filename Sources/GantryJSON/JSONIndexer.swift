internal import CSimdJSON

/// Why a text can't be read as JSON at all.
public enum JSONProblem: Error, Equatable, Sendable {
    /// Nothing but white space.
    case empty
    /// A string that never ends: the text was probably truncated.
    case unclosedString
    /// A control character inside a string, which JSON forbids (RFC 8259, section 7).
    case controlCharacter
    /// More than 4 GiB.
    case tooLarge
    /// Memory is exhausted.
    case outOfMemory
    /// The grammar is broken at a byte offset; `expected` says what should be there.
    case grammar(offset: Int, expected: String)
    /// More records than the answer may hold, or than its length has room for.
    case tooManyRecords(most: Int)
    /// Well-formed JSON of the wrong shape.
    case shape(expected: String, found: String)
}

/// A JSON text with the offsets at which its tokens start. Valid only inside the scope that gave it.
public struct JSONText: ~Escapable {
    let bytes: Span<UInt8>
    let positions: Span<UInt32>
    /// Whether all bytes are UTF-8.
    public let isUTF8: Bool
    /// Whether the text contains a backslash, so that strings may have escapes.
    public let hasEscapes: Bool

    @_lifetime(copy bytes, copy positions)
    init(bytes: Span<UInt8>, positions: Span<UInt32>, isUTF8: Bool, hasEscapes: Bool) {
        self.bytes = bytes
        self.positions = positions
        self.isUTF8 = isUTF8
        self.hasEscapes = hasEscapes
    }
}

/// Finds the tokens of JSON texts; owns the memory for their positions and reuses it from text to text.
///
/// Not `Sendable`: one indexer belongs to one task at a time.
@safe public struct JSONIndexer: ~Copyable {
    private let indexer: OpaquePointer?

    /// An indexer without memory for positions yet; the first text makes it.
    public init() { unsafe indexer = gantry_json_indexer_create() }

    deinit { unsafe gantry_json_indexer_free(indexer) }

    /// Indexes `bytes`, without a UTF-8 byte order mark at their start, and runs `body` on the result.
    /// - Throws: `JSONProblem` when the text has no token, an unclosed string or a control character in a string.
    ///   Invalid UTF-8 is not an error here: see `JSONText.isUTF8`.
    public mutating func withText<Result: ~Copyable>(
        _ bytes: Span<UInt8>, _ body: (borrowing JSONText) throws(JSONProblem) -> Result
    ) throws(JSONProblem) -> Result {
        guard let indexer = unsafe indexer else { throw .outOfMemory }
        var positions: UnsafePointer<UInt32>?
        var count = 0
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe gantry_json_index(indexer, buffer.baseAddress, buffer.count, &positions, &count)
        }
        switch Int(status) {
        case GANTRY_JSON_OK, GANTRY_JSON_INVALID_UTF8: break
        case GANTRY_JSON_EMPTY: throw .empty
        case GANTRY_JSON_UNCLOSED_STRING: throw .unclosedString
        case GANTRY_JSON_CONTROL_CHARACTER: throw .controlCharacter
        case GANTRY_JSON_TOO_LARGE: throw .tooLarge
        default: throw .outOfMemory
        }
        guard count > 0, let start = unsafe positions else { throw .empty }
        let hasEscapes = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe gantry_json_has_escape(buffer.baseAddress, buffer.count) != 0
        }
        var list = unsafe Span(_unsafeStart: start, count: count)
        if beginsWithMark(bytes, list) {
            list = list.extracting(1...)
            guard !list.isEmpty else { throw .empty }
        }
        return try body(
            JSONText(
                bytes: bytes, positions: list, isUTF8: Int(status) == GANTRY_JSON_OK, hasEscapes: hasEscapes))
    }
}

/// Whether the first token is a UTF-8 byte order mark, which some servers write although JSON has none.
private func beginsWithMark(_ bytes: Span<UInt8>, _ positions: Span<UInt32>) -> Bool {
    guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return false }
    let end = positions.count > 1 ? Int(positions[1]) : bytes.count
    return (3..<end).allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains(bytes[$0]) }
}

/// Whether `bytes[range]` is UTF-8.
func isUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let part = bytes.extracting(range)
    return unsafe part.withUnsafeBufferPointer { unsafe gantry_json_is_utf8($0.baseAddress, $0.count) != 0 }
}
