/// A text in lines of at most `width` columns, broken at spaces, each begun with `indent` spaces.
///
/// Text that people copy, a command of Gantry or an option with its value, is never broken: like a word that is too
/// long for a line it has a line of its own.
///
/// - Parameter following: the spaces before every line but the first; the same as before that one unless given.
public func wrapped(_ text: String, indent: Int, following: Int? = nil, width: Int = 78) -> [String] {
    var lines: [String] = []
    var line = ""
    var margin: Int { lines.isEmpty ? indent : following ?? indent }
    for piece in unbrokenPieces(text) {
        if !line.isEmpty, margin + visibleWidth(line) + 1 + visibleWidth(piece) > width {
            lines.append(String(repeating: " ", count: margin) + line)
            line = piece
        } else {
            line += (line.isEmpty ? "" : " ") + piece
        }
    }
    return line.isEmpty ? lines : lines + [String(repeating: " ", count: margin) + line]
}

/// Programs whose commands people copy, and how many words each takes at least: a command and what it works on.
private let takenWords = ["cp": 3, "gantry": 2, "ssh-keygen": 7, "systemctl": 2]

/// The words of a text, with a command and an option with its value as one word each.
private func unbrokenPieces(_ text: String) -> [String] {
    var pieces: [String] = []
    // Words that the piece still takes whatever they are; whether it is a command, which takes options too; whether it
    // is inside quotes.
    var (owed, isCommand, isQuoted) = (0, false, false)
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        let isOption = word.hasPrefix("--") && word.count > 2
        if isQuoted || owed > 0 || (isCommand && isOption) {
            pieces[pieces.count - 1] += " " + word
            if !isQuoted { owed = isOption ? max(owed - 1, 1) : owed - 1 }
        } else {
            pieces.append(String(word))
            let program = word.drop { "\"'`(".contains($0) }.split(separator: "/").last
            let taken = program.flatMap { takenWords[String($0)] }
            isCommand = taken != nil
            owed = taken ?? (isOption ? 1 : 0)
            guard isCommand || isOption else { continue }
        }
        // A shell's quotes enclose a whole word that contains spaces.
        if word.hasPrefix("'") || word.hasPrefix("$'") { isQuoted = true }
        if word.count > 1, word.reversed().drop(while: { ".,;:)".contains($0) }).first == "'" { isQuoted = false }
        if !isQuoted, let last = word.last, ".,;:)".contains(last) { (owed, isCommand) = (0, false) }
    }
    return pieces
}

/// The columns of a text that may hold marks of ``TextStyle``.
private func visibleWidth(_ text: String) -> Int {
    var width = 0
    for (index, part) in text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated() {
        width += displayWidth(index == 0 ? part : part.drop { $0 != "m" }.dropFirst())
    }
    return width
}

extension TextStyle {
    /// The lines, with those that are too long for the terminal broken at spaces. What stands in columns, with more
    /// than one blank between them, stays as it is.
    public func fitted(_ lines: [String]) -> [String] {
        guard let width else { return lines }
        return lines.flatMap { line in
            guard visibleWidth(line) > width else { return [line] }
            let text = line.drop { $0 == " " }
            guard !text.contains("  "), !text.contains("\n") else { return [line] }
            let indent = line.count - text.count
            return wrapped(String(text), indent: indent, following: indent + 2, width: width)
        }
    }
}

/// A text in lines of at most `width` columns for a cell of a table, broken at spaces; a word that is too long for a
/// line is broken where the line ends. At least one line.
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
