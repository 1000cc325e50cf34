/// A value for a statement.
package enum SQLValue: Sendable {
    case number(Int64?)
    case text(String?)
    /// A text that can hold a NUL, which no text of PostgreSQL can: its column is `bytea` there.
    case anyText(String?)
    case bytes([UInt8])

    package static func number(_ value: Int) -> SQLValue { .number(Int64(value)) }
}

/// A value of a result.
package enum SQLCell: Sendable {
    case null
    case number(Int64)
    case text(String)
    case bytes([UInt8])
    /// A value of a type that no column has.
    case other
}

/// A row of a result; columns are counted from 0. A value of another type than asked for is an error.
package struct SQLRow: Sendable {
    private let cells: [SQLCell]

    package init(_ cells: [SQLCell]) { self.cells = cells }

    /// A value that has the wrong type for its column.
    struct WrongType: Error {}

    package func optionalNumber(_ column: Int) throws -> Int64? {
        switch cells[column] {
        case .null: nil
        case .number(let number): number
        default: throw WrongType()
        }
    }

    package func int64(_ column: Int) throws -> Int64 {
        guard let number = try optionalNumber(column) else { throw WrongType() }
        return number
    }

    package func int(_ column: Int) throws -> Int { Int(try int64(column)) }
    package func bool(_ column: Int) throws -> Bool { try int64(column) != 0 }

    package func optionalText(_ column: Int) throws -> String? {
        switch cells[column] {
        case .null: nil
        case .text(let text): text
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        default: throw WrongType()
        }
    }

    package func text(_ column: Int) throws -> String {
        guard let text = try optionalText(column) else { throw WrongType() }
        return text
    }

    package func bytes(_ column: Int) throws -> [UInt8] {
        guard case .bytes(let bytes) = cells[column] else { throw WrongType() }
        return bytes
    }
}
