internal import GantryModel

/// The texts that cells name by number: one after the other, with where each ends.
struct SharedStrings {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// The most bytes of all texts together.
    private static let most = 256 << 20

    init(_ part: String?, of path: String) throws {
        guard let part, ZipEntry.exists(part, in: path) else { return }
        var xml = try ZipEntry.xml(part, of: path, limits: ZipEntry.foreignLimits)
        xml.keepsWhiteSpace = true
        while let piece = try xml.next() {
            guard piece == .start, xml.name == "si" else { continue }
            bytes += try RichText.read(&xml).utf8
            ends.append(bytes.count)
            guard bytes.count <= SharedStrings.most else {
                throw WorkbookError(.tooLarge, "\(path) has more than \(SharedStrings.most >> 20) MiB of texts.")
            }
        }
    }

    /// The text of a number; `nil` for one that isn't there.
    subscript(_ number: Int) -> String? {
        guard ends.indices.contains(number) else { return nil }
        return String(decoding: bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]], as: UTF8.self)
    }
}

/// A text that can have parts in several fonts, and hints how to read it aloud, which are no part of it.
enum RichText {
    /// The text of the element whose start was read, up to its end.
    static func read(_ xml: inout XMLStreamReader) throws(XMLError) -> String {
        var text = ""
        var depth = 1
        var isText = false
        while depth > 0, let piece = try xml.next() {
            switch piece {
            case .start:
                if xml.name == "rPh" {
                    try xml.skipElement()
                    continue
                }
                depth += 1
                isText = xml.name == "t"
            case .end:
                depth -= 1
                isText = false
            case .text: if isText { text += xml.text }
            }
        }
        return WorkbookText.unescaped(text)
    }
}
