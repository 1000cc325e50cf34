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
