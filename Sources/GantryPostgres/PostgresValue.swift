/// A value for a statement, in PostgreSQL's binary form.
///
/// Texts that can hold a NUL are `bytea` columns, since no PostgreSQL text can.
enum PostgresValue: Sendable {
    case int(Int64?)
    case text(String?)
    case bytes([UInt8]?)
    /// Arrays, for a statement over many rows.
    case ints([Int64?])
    case texts([String])
    case blobs([[UInt8]?])

    static func int(_ value: Int) -> PostgresValue { .int(Int64(value)) }
    static func ints(_ values: [Int]) -> PostgresValue { .ints(values.map(Int64.init)) }
    static func bytes(_ text: String) -> PostgresValue { .bytes(Array(text.utf8)) }

    /// The type's number in the catalogue `pg_type`, which never changes.
    var type: UInt32 {
        switch self {
        case .int: 20
        case .text: 25
        case .bytes: 17
        case .ints: 1016
        case .texts: 1009
        case .blobs: 1001
        }
    }

    var encoded: [UInt8]? {
        switch self {
        case .int(let value): value.map { PostgresValue.bigEndian(UInt64(bitPattern: $0)) }
        case .text(let text): text.map { Array($0.utf8) }
        case .bytes(let bytes): bytes
        case .ints(let values):
            PostgresValue.array(values.map { $0.map { PostgresValue.bigEndian(UInt64(bitPattern: $0)) } }, of: 20)
        case .texts(let texts): PostgresValue.array(texts.map { Array($0.utf8) }, of: 25)
        case .blobs(let blobs): PostgresValue.array(blobs, of: 17)
        }
    }

    /// Dimensions, whether it has nulls, the elements' type, the length, the first index; then each with its length.
    private static func array(_ elements: [[UInt8]?], of type: UInt32) -> [UInt8] {
        var bytes = bigEndian(UInt32(1)) + bigEndian(UInt32(1)) + bigEndian(type)
        bytes += bigEndian(UInt32(elements.count)) + bigEndian(UInt32(1))
        for element in elements {
            bytes += bigEndian(element.map { UInt32($0.count) } ?? .max)
            if let element { bytes += element }
        }
        return bytes
    }

    private static func bigEndian(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// A row of a result; columns are counted from 0.
struct PostgresRow {
    let cells: [[UInt8]?]

    func optionalBytes(_ column: Int) -> [UInt8]? { cells.indices.contains(column) ? cells[column] : nil }
    func bytes(_ column: Int) -> [UInt8] { optionalBytes(column) ?? [] }
    func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// The integer, of whichever size it is; `nil` for NULL.
    func optionalInt(_ column: Int) -> Int64? {
        optionalBytes(column).map { bytes in
            let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
        }
    }
    func int64(_ column: Int) -> Int64 { optionalInt(column) ?? 0 }
    func int(_ column: Int) -> Int { Int(int64(column)) }
    func bool(_ column: Int) -> Bool { bytes(column) == [1] }
}
