internal import GantryModel

/// Text of others as a page shows it.
enum ShownText {
    /// Appends `text` with the characters escaped that mean something in HTML, between tags and in quoted attributes.
    ///
    /// What can't be seen, or turns the direction of what follows, is shown by its number, `⟨U+202E⟩`: escaped alone it
    /// would still let a name lie about its end.
    static func append(_ text: String, to out: inout String) {
        guard text.unicodeScalars.contains(where: { isMarkup($0) || $0.isUnprintable }) else {
            out += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\n", "\t": out.unicodeScalars.append(scalar)
            case _ where scalar.isUnprintable:
                let code = String(scalar.value, radix: 16, uppercase: true)
                out += "⟨U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)⟩"
            default: out.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "&", "<", ">", "\"", "'": true
        default: false
        }
    }
}
