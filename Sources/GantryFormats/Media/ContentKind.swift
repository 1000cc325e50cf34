/// What the first bytes of a file show it to be. Types that can't be sent are known only by their names for people.
enum ContentKind: Equatable {
    case media(MediaType)
    /// A picture of a phone, which can be converted.
    case heic
    case other(String)

    /// The leading bytes from which everything here is determined.
    static let wanted = 4096

    /// The bytes within which viewers look for a PDF's header.
    static let pdfHeaderLimit = 1024

    /// For a sentence: "a Word document".
    var name: String {
        switch self {
        case .media(let type): type.name
        case .heic: "a HEIC image"
        case .other(let name): name
        }
    }

    init(beginning bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .media(.jpeg)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .media(.png)
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .media(.webp)
        } else if pdfHeader(in: bytes) != nil {
            self = .media(.pdf)
        } else if Self.isHEIC(bytes) {
            self = .heic
        } else {
            self = .other(Self.otherName(bytes))
        }
    }

    private static func otherName(_ bytes: [UInt8]) -> String {
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return brandName(bytes) }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return zipName(bytes) }
        for (start, name) in beginnings where bytes.starts(with: start) { return name }
        let text = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased().drop {
            $0.isWhitespace || $0 == "\u{FEFF}"
        }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "a web page (HTML)" }
        if text.hasPrefix("<svg") { return "an SVG drawing" }
        if text.hasPrefix("<?xml") { return "an XML document" }
        if bytes.allSatisfy({ $0 == 0 }) { return "a file of zeros" }
        if bytes.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }),
            String(validating: bytes.prefix(256), as: UTF8.self) != nil
        {
            return "plain text"
        }
        return "a file of unknown type"
    }

    private static let beginnings: [([UInt8], String)] = [
        (Array("GIF8".utf8), "a GIF image"), ([0x49, 0x49, 0x2A, 0x00], "a TIFF image"),
        ([0x4D, 0x4D, 0x00, 0x2A], "a TIFF image"),
        (Array("BM".utf8), "a BMP image"),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old Office document (Word, Excel or Outlook)"),
        (Array("{\\rtf".utf8), "an RTF document"), (Array("%!PS".utf8), "a PostScript document"),
        ([0x1F, 0x8B], "a gzip archive"), (Array("Rar!".utf8), "a RAR archive"),
        ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program"), (Array("MZ".utf8), "a program"),
        (Array("RIFF".utf8), "an audio or video file (RIFF)"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a video (Matroska or WebM)"), (Array("8BPS".utf8), "a Photoshop document"),
    ]

    private static func isHEIC(_ bytes: [UInt8]) -> Bool {
        let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        return bytes.dropFirst(4).starts(with: "ftyp".utf8)
            && brands.contains(String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self))
    }

    /// ISO base media files name their kind as a brand (ISO/IEC 14496-12, 23008-12).
    private static func brandName(_ bytes: [UInt8]) -> String {
        switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
        case "avif", "avis": "an AVIF image"
        case "qt  ": "a QuickTime video"
        default: "an MP4 video"
        }
    }

    /// Office files are ZIP archives whose first names give them away.
    private static func zipName(_ bytes: [UInt8]) -> String {
        let names = [
            ("word/", "a Word document"), ("xl/", "an Excel workbook"), ("ppt/", "a PowerPoint presentation"),
            ("application/vnd.oasis.opendocument.text", "an OpenDocument text"),
            ("application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet"),
            ("[Content_Types].xml", "an Office document"),
        ]
        for (part, name) in names where place(of: Array(part.utf8), in: bytes) != nil { return name }
        return "a ZIP archive"
    }
}

/// The place of `%PDF-1.x` or `%PDF-2.x` within the bytes in which viewers look for it.
func pdfHeader(in bytes: [UInt8]) -> Int? {
    let head = Array(bytes.prefix(ContentKind.pdfHeaderLimit + 8))
    var from = 0
    while let found = place(of: Array("%PDF-".utf8), in: head, from: from), found < ContentKind.pdfHeaderLimit {
        let rest = Array(head[(found + 5)...].prefix(3))
        if rest.count == 3, rest[0] == 0x31 || rest[0] == 0x32, rest[1] == 0x2E, (0x30...0x39).contains(rest[2]) {
            return found
        }
        from = found + 1
    }
    return nil
}
