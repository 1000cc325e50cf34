/// Values in PostgreSQL's binary form.
extension SQLValue {
    /// The type's number in the catalogue `pg_type`, which never changes.
    var type: UInt32 {
        switch self {
        case .number: 20
        case .text: 25
        case .anyText, .bytes: 17
        }
    }

    /// `nil` for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .number(let number):
            number.map { number in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
            }
        case .text(let text), .anyText(let text): text.map { Array($0.utf8) }
        case .bytes(let bytes): bytes
        }
    }
}

extension SQLCell {
    /// - Parameter type: the column's, as ``SQLValue/type``.
    init(_ bytes: [UInt8], type: UInt32) {
        switch type {
        case 20: self = .number(Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
        case 23: self = .number(Int64(Int32(bitPattern: bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })))
        case 16: self = .number(bytes == [1] ? 1 : 0)
        case 25: self = .text(String(decoding: bytes, as: UTF8.self))
        case 17: self = .bytes(bytes)
        default: self = .other
        }
    }
}
