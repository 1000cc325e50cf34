/// The type of a picture by its first bytes, whatever its name and the server say.
enum ImageType: String, Sendable {
    case jpeg, png, gif, webp, heic

    /// How the name of such a file ends.
    var ending: String { self == .jpeg ? "jpg" : rawValue }

    /// `nil` for anything else, such as the page of a proxy.
    init?(_ bytes: [UInt8]) {
        func holds(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if holds("GIF87a", at: 0) || holds("GIF89a", at: 0) {
            self = .gif
        } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
            self = .webp
        } else if holds("ftyp", at: 4), ["heic", "heix", "mif1", "msf1", "hevc"].contains(where: { holds($0, at: 8) }) {
            self = .heic
        } else {
            return nil
        }
    }
}
