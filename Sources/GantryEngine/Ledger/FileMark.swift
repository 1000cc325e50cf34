/// What the ledger has of a file that a row sends: `9f86…/10240/6c78…`.
public struct FileMark: Equatable, Sendable {
    /// The SHA-256 of what is sent, in hexadecimal digits.
    public let digest: String
    /// Bytes that are sent.
    public let length: Int
    /// The XXH3-128 of what is sent, in hexadecimal digits; `nil` where it was not taken.
    public let checksum: String?

    /// A mark of these parts, which are not checked.
    public init(digest: String, length: Int, checksum: String?) {
        self.digest = digest
        self.length = length
        self.checksum = checksum
    }

    /// Reads a mark; `nil` where the text is none.
    public init?(_ text: Substring) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard (2...3).contains(parts.count), let length = Int(parts[1]), length >= 0 else { return nil }
        self.init(digest: String(parts[0]), length: length, checksum: parts.count == 3 ? String(parts[2]) : nil)
    }

    /// As the ledger keeps it.
    public var text: String { "\(digest)/\(length)\(checksum.map { "/\($0)" } ?? "")" }

    /// The marks of all files of a row, as its entry's `content`: `file=9f86…/10240/6c78…`.
    public static func content(_ marks: [(field: String, mark: FileMark)]) -> String {
        marks.map { "\($0.field)=\($0.mark.text)" }.joined(separator: " ")
    }

    /// The marks of all files of a row by their fields; what is no mark is left out.
    public static func all(in content: String) -> [String: FileMark] {
        var marks: [String: FileMark] = [:]
        for part in content.utf8.split(separator: UInt8(ascii: " ")) {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            marks[String(Substring(part[..<sign]))] = FileMark(Substring(part[sign...].dropFirst()))
        }
        return marks
    }
}
