/// The texts that cells name by number: one after the other, with where each ends.
struct SharedStrings {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// The most bytes of all texts together.
    private static let most = 256 << 20

    init(_ part: String?, of path: String) throws {
        guard let part, ZipEntry.exists(part, in: path) else { return }
        var xml = try ZipEntry.xml(part, of: path, limits: ZipEntry.foreignLimits)
        while let piece = try xml.next() {
            guard piece == .start, xml.isElement("si") else { continue }
            bytes += try xml.withElement { RichText.read($0) }
            ends.append(bytes.count)
            guard bytes.count <= SharedStrings.most else {
                throw WorkbookError(.tooLarge, "\(path) has more than \(SharedStrings.most >> 20) MiB of texts.")
            }
        }
    }

    /// Appends the text of a number; false for one that isn't there.
    func append(_ number: Int, to text: inout [UInt8]) -> Bool {
        guard ends.indices.contains(number) else { return false }
        text += bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
        return true
    }
}

/// A text that can have parts in several fonts, and hints how to read it aloud, which are no part of it.
enum RichText {
    /// The text of an element with its parts.
    static func read(_ element: XMLElement) -> [UInt8] {
        var bytes: [UInt8] = []
        append(element, to: &bytes)
        return WorkbookText.unescaped(bytes)
    }

    private static func append(_ element: XMLElement, to bytes: inout [UInt8]) {
        var child = element.first
        while let current = child {
            if current.isNamed("t") {
                current.appendText(to: &bytes)
            } else if current.isNamed("r") {
                append(current, to: &bytes)
            }
            child = current.next
        }
    }
}
