internal import GantryFiles

/// What the program is asked for: a photo, what it is known to be, and how large the JPEG image may be.
struct PhotoOrder {
    let folder: String
    let path: String
    /// The digest of the file that was checked.
    let digest: ContentDigest
    let kind: Kind
    /// The most bytes of the JPEG image.
    let limit: Int
    /// 1 to 8 as Exif numbers them; of a HEIC picture, whose file says it otherwise, 1.
    let orientation: Int
    /// The most pixels of the JPEG image.
    let mostPixels: Int

    enum Kind: String {
        case heic, jpeg, png, webp
    }

    /// The most bytes of a file: phones make none of half that size.
    static let mostBytes = 128 << 20

    /// `FOLDER PATH DIGEST KIND LIMIT ORIENTATION PIXELS`; `nil` for anything else.
    init?(_ words: [String]) {
        guard words.count == 7, let digest = ContentDigest(hex: words[2]), let kind = Kind(rawValue: words[3]),
            let limit = Int(words[4]), limit > 0, let orientation = Int(words[5]), (1...8).contains(orientation),
            let mostPixels = Int(words[6]), mostPixels > 0
        else { return nil }
        folder = words[0]
        path = words[1]
        self.digest = digest
        self.kind = kind
        self.limit = limit
        self.orientation = orientation
        self.mostPixels = mostPixels
    }

    /// The bytes of the file, if it is the one that was checked.
    func read() throws -> [UInt8] {
        let file = try ReadFile.open(path, under: folder, hashing: true)
        guard file.size <= Self.mostBytes else {
            throw PhotoRefusal.large("\(file.size) bytes", "at most \(Self.mostBytes) bytes")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(file.size)
        while try file.read(appendingTo: &bytes) > 0, bytes.count <= Self.mostBytes {}
        guard file.digest() == digest else {
            throw PhotoRefusal(code: "file-changed", found: "other content", expected: "the file that was checked")
        }
        return bytes
    }
}

/// Why a photo can't be converted.
struct PhotoRefusal: Error {
    let code: String
    let found: String
    let expected: String

    /// The most pixels of a picture. The largest sensors of phones have 200 million.
    static let mostPixels = 220_000_000

    static func large(_ found: String, _ expected: String) -> PhotoRefusal {
        PhotoRefusal(code: "photo-too-large", found: found, expected: expected)
    }

    static func damaged(_ kind: PhotoOrder.Kind, _ found: String) -> PhotoRefusal {
        PhotoRefusal(
            code: "damaged-\(kind.rawValue)", found: "a picture that can't be decoded (\(found))",
            expected: "a complete picture")
    }

    /// - Throws: itself for a picture that nobody's phone makes, before any memory is taken for it.
    static func requireUsual(_ width: Int, _ height: Int) throws(PhotoRefusal) {
        guard width > 0, height > 0 else {
            throw PhotoRefusal(
                code: "photo-empty", found: "a picture of \(width) x \(height) pixels", expected: "at least one pixel")
        }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, count <= mostPixels, max(width, height) <= 65_500 else {
            throw large(
                "a picture of \(width) x \(height) pixels",
                "at most \(mostPixels / 1_000_000) million pixels, and 65500 on a side")
        }
    }
}
