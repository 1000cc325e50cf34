internal import GantryAccounts
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats

/// A file of a row after a look at it.
enum LookedFile: Sendable {
    case file(OutgoingFile)
    /// A photo that is converted before it is sent.
    case photo(PromisedPhoto)

    /// Its fingerprint in the ledger.
    var fingerprint: FileFingerprint {
        switch self {
        case .file(let file): file.fingerprint
        case .photo(let photo): photo.fingerprint
        }
    }

    /// Whether an image of the file is sent.
    var isConverted: Bool { fingerprint.origin != nil }
}

/// A photo that is yet to be converted.
struct PromisedPhoto: Sendable {
    let photo: OriginalPhoto
    /// The path as it is on the disk.
    let path: String
    let field: String
    /// The most bytes that the server takes.
    let limit: Int

    /// Its fingerprint as long as nobody knows what is sent.
    var fingerprint: FileFingerprint {
        FileFingerprint(
            digest: "", length: min(photo.size, limit), checksum: nil,
            origin: FileFingerprint.Origin(
                digest: photo.digest.description, rule: PhotoConverter.rule(limit: limit), change: ""))
    }

    /// Once it is converted.
    func file(_ image: PhotoConverter.Image) -> OutgoingFile {
        OutgoingFile(image.content, .jpeg, of: PromisedPhoto.sentName(path), origin: image.origin)
    }

    /// The path with the ending of a JPEG image.
    static func sentName(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let point = path[start...].lastIndex(of: "."), point > start else { return path + ".jpg" }
        return path[..<point] + ".jpg"
    }
}
