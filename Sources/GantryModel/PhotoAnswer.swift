/// What the program that converts a photo says about it, in one line; the JPEG image follows the line of a converted
/// one.
package enum PhotoAnswer: Equatable, Sendable {
    case converted(PhotoChange)
    /// Why it can't be converted: a stable word, what was found, and what was expected.
    case refused(code: String, found: String, expected: String)

    /// The most bytes of a line.
    package static let longestLine = 1_024

    /// With the line break at its end.
    package var line: String {
        switch self {
        case .converted(let change): "jpeg \(change.text)\n"
        case .refused(let code, let found, let expected):
            "no \(code)\t\(singleLine(found, limit: 300))\t\(singleLine(expected, limit: 300))\n"
        }
    }

    /// Reads a line without its break; `nil` if it isn't one.
    package init?(line: String) {
        if line.hasPrefix("jpeg ") {
            guard let change = PhotoChange(line.dropFirst(5)) else { return nil }
            self = .converted(change)
        } else if line.hasPrefix("no ") {
            let parts = line.dropFirst(3).split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { return nil }
            self = .refused(code: parts[0], found: parts[1], expected: parts[2])
        } else {
            return nil
        }
    }
}

/// What became of a photo: `heic-4032x3024-3024x2268-80`.
package struct PhotoChange: Equatable, Sendable {
    /// What it was: heic, jpeg, png or webp.
    package let kind: String
    /// Pixels as it is shown, across and down.
    package let width: Int
    package let height: Int
    /// The same of what is sent.
    package let sentWidth: Int
    package let sentHeight: Int
    /// Of the JPEG image, 1 to 100.
    package let quality: Int

    package init(kind: String, width: Int, height: Int, sentWidth: Int, sentHeight: Int, quality: Int) {
        self.kind = kind
        self.width = width
        self.height = height
        self.sentWidth = sentWidth
        self.sentHeight = sentHeight
        self.quality = quality
    }

    /// Reads the text; `nil` if it isn't one.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            let (width, height) = Self.size(parts[1]), let (sentWidth, sentHeight) = Self.size(parts[2]),
            let quality = Int(parts[3]), (1...100).contains(quality)
        else { return nil }
        self.init(
            kind: String(parts[0]), width: width, height: height, sentWidth: sentWidth, sentHeight: sentHeight,
            quality: quality)
    }

    private static func size(_ text: some StringProtocol) -> (Int, Int)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts.allSatisfy({ (1...1_000_000).contains($0) }) else { return nil }
        return (parts[0], parts[1])
    }

    /// As the ledger keeps it.
    package var text: String { "\(kind)-\(width)x\(height)-\(sentWidth)x\(sentHeight)-\(quality)" }

    /// For people: `HEIC, 4032 x 3024, sent as JPEG, 3024 x 2268, quality 80`.
    package var words: String {
        let size = (sentWidth, sentHeight) == (width, height) ? "" : ", \(sentWidth) x \(sentHeight)"
        let name = kind == "webp" ? "WebP" : kind.uppercased()
        return "\(name), \(width) x \(height), sent as JPEG\(size), quality \(quality)"
    }
}
