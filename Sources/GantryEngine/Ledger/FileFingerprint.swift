/// The fingerprint of a file that a row sends, as the ledger stores it: `9f86…/10240/6c78…`.
public struct FileFingerprint: Equatable, Sendable {
    /// The SHA-256 of the content that is sent, in hexadecimal digits.
    public let digest: String
    /// Bytes that are sent.
    public let length: Int
    /// The XXH3-128 of the content that is sent, in hexadecimal digits; `nil` if it wasn't calculated.
    public let checksum: String?

    /// A fingerprint of these parts, which are not checked.
    public init(digest: String, length: Int, checksum: String?) {
        self.digest = digest
        self.length = length
        self.checksum = checksum
    }

    /// Reads a fingerprint; `nil` if the text isn't one.
    public init?(_ text: Substring) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard (2...3).contains(parts.count), let length = Int(parts[1]), length >= 0 else { return nil }
        self.init(digest: String(parts[0]), length: length, checksum: parts.count == 3 ? String(parts[2]) : nil)
    }

    /// As the ledger keeps it.
    public var text: String { "\(digest)/\(length)\(checksum.map { "/\($0)" } ?? "")" }

    /// The fingerprints of a row's files, as its entry's `content`: `file=9f86…/10240/6c78…`.
    public static func content(_ fingerprints: [(field: String, fingerprint: FileFingerprint)]) -> String {
        fingerprints.map { "\($0.field)=\($0.fingerprint.text)" }.joined(separator: " ")
    }

    /// The fingerprints of a row's files by field; anything else is left out.
    public static func all(in content: String) -> [String: FileFingerprint] {
        var fingerprints: [String: FileFingerprint] = [:]
        for part in content.utf8.split(separator: UInt8(ascii: " ")) {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            fingerprints[String(Substring(part[..<sign]))] = FileFingerprint(Substring(part[sign...].dropFirst()))
        }
        return fingerprints
    }
}
