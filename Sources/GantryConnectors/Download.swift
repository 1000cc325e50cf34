internal import GantryJSON
public import GantryModel

/// A record that stands for a file on the server. It is made when the file is fetched, not sent.
///
/// The dataset is keyed, and its request asks for the record that lists the files.
public protocol DownloadedRecord: DatasetRecord {
    /// The record that lists the files.
    associatedtype Listing: DatasetRecord
    /// The files that the usable records of a page list, in order; no two under one name.
    static func downloads(_ page: Chunk<Listing>) -> [Download]
    /// The file, where there is one.
    func file(in chunk: Chunk<Self>) -> DownloadedFile?
}

/// A file to fetch.
public struct Download: Sendable {
    /// What the file is called without its ending: letters, digits, points, `-` and `_`, at most 200 bytes.
    public let stem: String
    /// The whole address with its signature: a secret for as long as it holds. Empty where the server names none.
    public let address: String
    /// What the record says besides the file, as members of a JSON object with their values as JSON.
    public let members: [(name: String, json: String)]
}

/// A file that was fetched.
public struct DownloadedFile: Equatable, Sendable {
    /// Its name in the folder of the dataset.
    public let name: String
    /// In bytes.
    public let length: Int64
    /// In hexadecimal.
    public let sha256: String

    public init(name: String, length: Int64, sha256: String) {
        self.name = name
        self.length = length
        self.sha256 = sha256
    }
}

extension Download {
    /// A part of a file's name that a server's text becomes: it can't lead to another folder, hide the file, or be a name that
    /// another text becomes.
    static func part(_ text: String) -> String {
        let kept = text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: byte
            default: UInt8(0x2D)
            }
        }
        guard kept.count > 60 || kept.isEmpty || !kept.elementsEqual(text.utf8) else { return text }
        let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(decoding: kept.prefix(60), as: UTF8.self) + "-" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
