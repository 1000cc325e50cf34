public import GantryFiles
internal import GantryModel

/// A picture that can be made into a JPEG image, whatever a server takes.
public struct OriginalPhoto: Sendable, Equatable {
    /// What it is, as the program that converts it names it.
    public enum Kind: String, Sendable {
        case heic, jpeg, png, webp
    }

    /// What the content is.
    public let kind: Kind
    /// Bytes of the file.
    public let size: Int
    /// The SHA-256 of the whole file.
    public let digest: ContentDigest
    /// How the camera was held, 1 to 8; 1 where the file doesn't say it, and for a HEIC picture, which says it in
    /// another way.
    public let orientation: Int

    package init(kind: Kind, size: Int, digest: ContentDigest, orientation: Int) {
        self.kind = kind
        self.size = size
        self.digest = digest
        self.orientation = orientation
    }

    /// The largest file that is read. Phones make none of half that size.
    public static let mostBytes = 128 << 20
}

/// What a look at a file shows that can't be sent as it is.
public enum PhotoFinding: Sendable, Equatable {
    /// A photo that is whole as far as its structure shows.
    case photo(OriginalPhoto)
    /// A photo that can't be converted either.
    case unusable(MediaProblem)
    /// No photo.
    case other
}

extension MediaInspection {
    /// Looks at a file that can't be sent as it is: whether it is a photo, and complete.
    ///
    /// - Throws: `FileError` when the file is missing, a link or no file, can't be read or is cut while it is read.
    public static func photo(
        path: String, in folder: String
    ) throws(FileError) -> PhotoFinding {
        let file = try ReadFile.open(path, under: folder)
        let size = file.size
        guard size > 0 else { return .other }
        var cursor = MediaCursor(file)
        var type = MediaType.jpeg
        do throws(InspectionStop) {
            let kind: OriginalPhoto.Kind
            var orientation = 1
            let found = ContentKind(beginning: try cursor.beginning(atMost: ContentKind.wanted))
            switch found {
            case .heic: kind = .heic
            case .media(.jpeg): kind = .jpeg
            case .media(.png): kind = .png
            case .media(.webp): kind = .webp
            case .media(.pdf), .other: return .other
            }
            guard size <= OriginalPhoto.mostBytes else {
                return .unusable(.tooLarge(size, limit: OriginalPhoto.mostBytes))
            }
            if case .media(let known) = found {
                type = known
                guard MediaType(fileName: path) == known else {
                    return .unusable(
                        .nameDisagrees(known, ending: fileExtension(of: path).map { singleLine($0, limit: 20) }))
                }
                orientation = try goThrough(&cursor, as: known, privacy: .allButOrientation).orientation ?? 1
            } else {
                do throws(InspectionStop) { try HEICInspection.goThrough(&cursor) } catch {
                    guard case .damaged(let found, let expected) = error else { throw error }
                    return .unusable(.damagedHEIC(found: found, expected: expected))
                }
            }
            do {
                let sums = try ReadFile.contents(of: path, under: folder)
                return .photo(
                    OriginalPhoto(kind: kind, size: sums.length, digest: sums.digest, orientation: orientation))
            } catch let error as FileError {
                throw .file(error)
            } catch {
                return .other
            }
        } catch {
            switch error {
            case .file(let error): throw error
            case .damaged(let found, let expected): return .unusable(.damaged(type, found: found, expected: expected))
            }
        }
    }
}

/// Goes through a HEIC file (ISO/IEC 14496-12, 4.2) from box to box: the last one ends where the file does.
enum HEICInspection {
    static func goThrough(_ cursor: inout MediaCursor) throws(InspectionStop) {
        while cursor.remaining >= 8 {
            try cursor.load(8, for: "the picture")
            // Phones append data of their own that are no boxes.
            guard cursor.bytes(4..<8).allSatisfy({ (0x20...0x7E).contains($0) }) else { return }
            var length = cursor.bigEndian32(at: 0)
            if length == 0 { return }
            if length == 1 {
                try cursor.load(16, for: "the picture")
                guard cursor.bigEndian32(at: 8) == 0 else { throw .cutShort(in: "the picture") }
                length = cursor.bigEndian32(at: 12)
            }
            guard length >= 8 else {
                throw .damaged(found: "a box of \(length) bytes at byte \(cursor.position)", expected: "at least 8")
            }
            guard length <= cursor.remaining else {
                throw .cutShort(in: "the picture: it has \(cursor.size) of at least \(cursor.position + length) bytes")
            }
            try cursor.pass(length, keeping: false, of: "the picture")
        }
    }
}
