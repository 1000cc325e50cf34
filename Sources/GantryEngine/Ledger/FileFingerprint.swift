/// The fingerprint of a file that a row sends, as the ledger stores it: `9f86…/10240/6c78…`.
public struct FileFingerprint: Equatable, Sendable {
    /// The SHA-256 of the content that is sent, in hexadecimal digits; empty for a photo that is yet to be converted.
    public let digest: String
    /// Bytes that are sent; of a photo that is yet to be converted at most so many.
    public let length: Int
    /// The XXH3-128 of the content that is sent, in hexadecimal digits; `nil` if it wasn't calculated.
    public let checksum: String?
    /// What a converted photo was made from; `nil` for a file that is sent as it is.
    public let origin: Origin?

    /// The original of a converted photo: `3a7b…/jpeg1-2097152/heic-4032x3024-4032x3024-80`.
    public struct Origin: Equatable, Sendable {
        /// The SHA-256 of the whole original, in hexadecimal digits.
        public let digest: String
        /// The rule of the conversion. With one rule and one version of the libraries an original becomes the same
        /// bytes.
        public let rule: String
        /// What was done.
        public let change: String

        /// An origin of these parts, which are not checked, and contain no blank and no `/`.
        public init(digest: String, rule: String, change: String) {
            self.digest = digest
            self.rule = rule
            self.change = change
        }

        /// What makes two rows the same: whatever the libraries make of the original.
        public var identity: String { "\(digest) \(rule)" }
    }

    /// A fingerprint of these parts, which are not checked. Without an origin it is that of the file itself.
    public init(digest: String, length: Int, checksum: String?, origin: Origin? = nil) {
        self.digest = digest
        self.length = length
        self.checksum = checksum
        self.origin = origin
    }

    /// What makes two rows with the file the same.
    public var identity: String { origin?.identity ?? digest }

    /// The SHA-256 of what it was made from, in hexadecimal digits: of a converted photo the original.
    public var original: String { origin?.digest ?? digest }

    /// Whether it is of a photo that is yet to be converted.
    public var isPromised: Bool { digest.isEmpty && origin != nil }

    /// Whether both are of the same content, as far as it is known.
    public func isSame(as other: FileFingerprint) -> Bool {
        guard identity == other.identity else { return false }
        return isPromised || other.isPromised || digest == other.digest && length == other.length
    }

    /// Reads a fingerprint; `nil` if the text isn't one.
    public init?(_ text: Substring) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard [2, 3, 6].contains(parts.count), let length = Int(parts[1]), length >= 0 else { return nil }
        let origin = parts.count == 6 ? Origin(digest: parts[3], rule: parts[4], change: parts[5]) : nil
        let checksum = parts.count > 2 && !(origin != nil && parts[2].isEmpty) ? parts[2] : nil
        self.init(digest: parts[0], length: length, checksum: checksum, origin: origin)
    }

    /// As the ledger keeps it.
    public var text: String {
        let content = "\(digest)/\(length)"
        guard let origin else { return content + (checksum.map { "/\($0)" } ?? "") }
        return "\(content)/\(checksum ?? "")/\(origin.digest)/\(origin.rule)/\(origin.change)"
    }

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
