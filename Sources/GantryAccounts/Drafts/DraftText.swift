internal import GantryModel
internal import GantryYAML

/// How a draft spells what a document says.
enum DraftText {
    /// A text as YAML has it, in quotation marks where it needs them.
    ///
    /// Words that other YAML readers take for something else are quoted too, so that editors don't mark them.
    static func yaml(_ text: String) -> String {
        let isPlain =
            (text.first.map { $0.isASCII && $0.isLetter || $0 == "/" } ?? false) && text.last != " "
            && text.utf8.allSatisfy { isNameByte($0) || " ()/'".utf8.contains($0) }
        let words = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]
        return isPlain && !words.contains(text.lowercased()) ? text : literal(text)
    }

    /// A list on one line.
    static func yaml(_ texts: [String]) -> String { "[" + texts.map(yaml).joined(separator: ", ") + "]" }

    /// Whether a text can be a value of a system file as it is.
    static func isWritable(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.count <= 200 && !text.unicodeScalars.contains(where: isOdd)
            && !isCalculated(text) && SystemReader.hint(in: text) == nil
    }

    /// Whether a file that people write can't have it.
    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isUnprintable || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }

    private static func isCalculated(_ text: String) -> Bool {
        text.contains("{{") || text.contains("{%") || text.contains("${")
    }

    /// The first paragraph of a text on one line; `nil` where nothing of it can be written.
    static func prose(_ text: String?, limit: Int = 160) -> String? {
        guard let text else { return nil }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { $0.split(separator: " ").joined(separator: " ") }.drop(while: \.isEmpty)
        let paragraph = lines.prefix { !$0.isEmpty }.joined(separator: " ")
        let shown = singleLine(
            String(String.UnicodeScalarView(paragraph.unicodeScalars.filter { !isOdd($0) })), limit: limit)
        return isWritable(shown) ? shown : nil
    }

    /// Lines of a comment, none of which ends between `{` and `}`; what comes from a document can't end it.
    static func comment(_ text: String, indent: Int = 0) -> [String] {
        let lead = String(repeating: " ", count: indent) + "#"
        var lines = [lead]
        let shown = singleLine(text, limit: 4_000).unicodeScalars.filter { !isOdd($0) }
        var depth = 0
        for word in String(String.UnicodeScalarView(shown)).split(separator: " ") {
            let line = lines[lines.count - 1]
            if depth == 0, line.count + word.count + 1 > 120 - (word.hasPrefix("{") ? 40 : 0), line != lead {
                lines.append(lead + " " + word)
            } else {
                lines[lines.count - 1] = line + " " + word
            }
            depth = max(0, depth + word.count { $0 == "{" } - word.count { $0 == "}" })
            // Braces of a document need not match.
            if lines[lines.count - 1].count > 160 { depth = 0 }
        }
        return lines
    }

    /// A path: a list where a key could be taken for several, or for an element.
    static func path(_ keys: [String]) -> String {
        let isPlain = keys.allSatisfy { !$0.isEmpty && !$0.contains { ".[]@".contains($0) } }
        return isPlain ? yaml(keys.joined(separator: ".")) : yaml(keys)
    }

    /// The name of a dataset: `TimeEntries` and `time_entries` are `time-entries`.
    static func plainName(_ text: String) -> String {
        var name = ""
        var wasLower = false
        for character in text {
            let isWord = character.isASCII && (character.isLetter || character.isNumber)
            if !isWord || character.isUppercase && wasLower, !name.isEmpty, name.last != "-" { name += "-" }
            if isWord { name += character.lowercased() }
            wasLower = isWord && !character.isUppercase
        }
        name = String(name.prefix(56))
        while name.last == "-" { name.removeLast() }
        return name
    }

    /// The name of a field: letters, digits, `_` and `-`, beginning with a letter.
    static func fieldName(_ path: [String]) -> String {
        let joined = path.joined(separator: "_")
        let name = String(
            joined.map { $0.utf8.count == 1 && $0.utf8.allSatisfy { isNameByte($0) && $0 != 0x2E } ? $0 : "_" }
        ).drop { !$0.isLetter }
        return name.isEmpty ? "field" : String(name.prefix(56))
    }

    /// The same name, or one with a number that isn't taken; it is taken then.
    static func free(_ name: String, among taken: inout Set<String>, separator: String) -> String {
        var (free, number) = (name, 2)
        while !taken.insert(free).inserted {
            free = name + separator + String(number)
            number += 1
        }
        return free
    }
}
