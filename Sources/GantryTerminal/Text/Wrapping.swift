/// A text in lines of at most `width` columns, broken at spaces, each begun with `indent` spaces.
///
/// A word that is too long for a line has a line of its own.
public func wrapped(_ text: String, indent: Int, width: Int = 78) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, indent + displayWidth(line) + 1 + displayWidth(word) > width {
            lines.append(margin + line)
            line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [margin + line]
}

/// A text in lines of at most `width` columns for a cell of a table, broken at spaces; a word that is too long for a line is broken
/// where the line ends. At least one line.
func folded(_ text: String, toWidth width: Int) -> [String] {
    guard displayWidth(text) > width else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        var rest = String(word)
        if !line.isEmpty, displayWidth(line) + 1 + displayWidth(rest) > width {
            lines.append(line)
            line = ""
        }
        while line.isEmpty, displayWidth(rest) > width {
            let part = prefix(of: rest, toWidth: width)
            lines.append(part)
            rest = String(rest.dropFirst(part.count))
        }
        line += (line.isEmpty ? "" : " ") + rest
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
}

/// As many characters as fit, and always one.
private func prefix(of text: String, toWidth width: Int) -> String {
    var part = ""
    var used = 0
    for character in text {
        let next = used + displayWidth(String(character))
        if next > width, !part.isEmpty { break }
        part.append(character)
        used = next
    }
    return part
}
