internal import GantryModel

/// The text of a file that a person wrote, its lines, and how much of them may be shown.
package struct SourceText {
    /// The most bytes that are read.
    package static let byteLimit = 1 << 20

    /// What may be shown of a line in a message.
    package enum Visibility {
        case everything
        /// Only the marked word, and only if it is known to be no secret.
        case marked
    }

    package let name: String
    package let text: String
    package let visibility: Visibility
    /// Without their line breaks, cut where YAML's reader counts a new line.
    package let lines: [Substring]

    /// - Parameter limit: the most bytes. The default is that of files which people write.
    /// - Returns: `nil` if the bytes are not text, with the reasons appended to `mistakes`.
    package init?(
        _ bytes: [UInt8], name: String, visibility: Visibility = .everything, limit: Int = SourceText.byteLimit,
        mistakes: inout [Mistake]
    ) {
        self.name = name
        self.visibility = visibility
        guard bytes.count <= limit else {
            mistakes.append(
                Mistake(
                    .encoding, at: Mistake.Place(source: name), found: "The file is larger than \(limit >> 20) MiB.",
                    expected: "at most \(limit >> 20) MiB"))
            return nil
        }
        let marked: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let valid = String(validating: marked, as: UTF8.self)
        text = valid ?? String(decoding: marked, as: UTF8.self)
        lines = SourceText.lines(of: text)
        if valid == nil { mistakes.append(firstInvalidByte(marked)) }
        let unprintable = controlCharacters()
        mistakes += unprintable
        if valid == nil || !unprintable.isEmpty { return nil }
    }

    /// A place in the text, with as much of the line as may be shown.
    package func place(line: Int, column: Int, length: Int, isHarmless: Bool = true) -> Mistake.Place {
        guard lines.indices.contains(line - 1) else {
            // The end of the text: shown on its last line that holds anything.
            guard let last = lines.lastIndex(where: { !$0.isEmpty }) else { return Mistake.Place(source: name) }
            return place(
                line: last + 1, column: lines[last].unicodeScalars.count + 1, length: 1, isHarmless: isHarmless)
        }
        // No more of a long line than a message shows.
        let scalars = lines[line - 1].unicodeScalars.prefix(max(0, column - 1) + max(0, length) + 200)
        let fitting = max(1, min(length, scalars.count - column + 1))
        return Mistake.Place(
            source: name, line: line, column: column, length: fitting,
            text: shown(Array(scalars), column: column, length: fitting, isHarmless: isHarmless))
    }

    private func shown(_ scalars: [Unicode.Scalar], column: Int, length: Int, isHarmless: Bool) -> String {
        var out = String.UnicodeScalarView()
        switch visibility {
        case .everything: out.append(contentsOf: scalars.map(visible))
        case .marked:
            let before = scalars.prefix(column - 1)
            // The key of a harmless value is harmless: nothing else precedes it on its line.
            if isHarmless, SourceText.isKey(before) {
                out.append(contentsOf: before)
            } else {
                out.append(contentsOf: repeatElement(" ", count: column - 1))
            }
            if isHarmless { out.append(contentsOf: scalars.dropFirst(column - 1).prefix(length).map(visible)) }
            if !isHarmless || scalars.dropFirst(column - 1 + length).contains(where: { $0 != " " }) { out.append("…") }
        }
        return String(out)
    }

    /// Spaces, a word in lower-case letters and `-`, a colon and a space.
    private static func isKey(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let word = scalars.drop { $0 == " " }.reversed().drop { $0 == " " }
        guard scalars.last == " ", word.first == ":", word.count > 1 else { return false }
        return word.dropFirst().allSatisfy { $0 == "-" || ("a"..."z").contains($0) }
    }

    private static func lines(of text: String) -> [Substring] {
        let scalars = text.unicodeScalars
        var lines: [Substring] = []
        var start = scalars.startIndex
        var index = start
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let after = scalars.index(after: index)
            guard ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) else {
                index = after
                continue
            }
            lines.append(Substring(scalars[start..<index]))
            index =
                scalar == "\r" && after < scalars.endIndex && scalars[after] == "\n"
                ? scalars.index(after: after) : after
            start = index
        }
        if start < scalars.endIndex { lines.append(Substring(scalars[start...])) }
        return lines
    }

    private func firstInvalidByte(_ bytes: [UInt8]) -> Mistake {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var line = 1
        var column = 1
        var before: Unicode.Scalar?
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            if scalar == "\n", before == "\r" {
                // The second half of a line break that has been counted.
            } else if ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) {
                line += 1
                column = 1
            } else {
                column += 1
            }
            before = scalar
        }
        return Mistake(
            .encoding, at: place(line: line, column: column, length: 1, isHarmless: false),
            found: "A character here is not UTF-8.", expected: "a file saved as UTF-8",
            note: "Older editors on Windows save æ, ø and å in another encoding: choose UTF-8 when saving.")
    }

    private func controlCharacters() -> [Mistake] {
        var found: [Mistake] = []
        for (number, line) in lines.enumerated() {
            for (offset, scalar) in line.unicodeScalars.enumerated() where isControl(scalar) {
                found.append(
                    Mistake(
                        .encoding, at: place(line: number + 1, column: offset + 1, length: 1, isHarmless: false),
                        found: "There is an invisible control character, U+\(fourHexDigits(scalar.value)), here.",
                        expected: "text without control characters"))
                break
            }
            if found.count == 20 { break }
        }
        return found
    }
}

/// Characters that hide or reorder what a person reads, or that YAML refuses. A tab is not among them.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
}

/// A scalar as a message shows it: always one scalar, so that the marks below the line stay in place.
private func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\t" { return "→" }
    return scalar.isUnprintable || isControl(scalar) || scalar == "\u{FFFD}" ? "·" : scalar
}

private func fourHexDigits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
