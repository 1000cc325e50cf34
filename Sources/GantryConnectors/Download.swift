public import GantryModel

/// The files on the server that the records of a dataset represent. Such a record is made when its file is fetched, not
/// sent.
///
/// The dataset is keyed, and its request asks for the record that lists the files.
public protocol FileListing<R>: Sendable {
    associatedtype R: DatasetRecord
    /// The record that lists the files.
    associatedtype Listing: DatasetRecord
    /// The dataset of the records that list the files.
    var listing: Dataset<Listing> { get }
    /// The files that the usable records of a page list, in order; no two under one name.
    func downloads(_ page: Chunk<Listing>) -> [Download]
    /// The file of a record; `nil` if there is none.
    func file(_ record: R, in chunk: Chunk<R>) -> DownloadedFile?
}

extension FileListing {
    /// Whether an answer, which is what lists the files, holds one record.
    var isOneAnAnswer: Bool { listing.isOneAnAnswer }
}

/// A file to fetch.
public struct Download: Sendable {
    /// The file's name without its ending: letters, digits, points, `-` and `_`, at most 200 bytes.
    public let stem: String
    /// The whole address with its signature: a secret while it is valid. Empty if the server sends none.
    public let address: String
    /// Further details of the record, as members of a JSON object with their values as JSON.
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
}

extension Download {
    /// A part of a file's name made from a server's text.
    ///
    /// The part can't point to another folder, hide the file or look like an option to a shell, and a bag can hold it.
    /// Parts of different texts differ on a disk that ignores case too. The same text always gives the same part,
    /// whatever else is downloaded, so that a run that resumes chooses the same names.
    static func part(_ text: String) -> String {
        var kept = text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: byte
            default: UInt8(0x2D)
            }
        }
        if kept.isEmpty || kept[0] == 0x2D { kept.replaceSubrange(..<min(kept.count, 1), with: [0x5F]) }
        let isPlain = kept.count <= 60 && kept.elementsEqual(text.utf8) && !kept.contains { (0x41...0x5A).contains($0) }
        guard !isPlain || deviceNames.contains(text) || endsInChecksum(kept) else { return text }
        let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(decoding: kept.prefix(60), as: UTF8.self) + "-" + String(repeating: "0", count: 8 - digits.count)
            + digits
    }

    /// Whether a text ends like a part with a checksum, and could be mistaken for one.
    private static func endsInChecksum(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 9 && bytes[bytes.count - 9] == 0x2D
            && bytes.suffix(8).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Names that a bag refuses, because they are devices on Windows whatever follows them.
    private static let deviceNames: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })
}
