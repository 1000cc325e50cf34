/// English sentences of files and programs, each with what Danish pages show in its place.
///
/// A pattern is a text with marks for what differs from one sentence to the next. Both languages have the same marks in
/// the same order:
/// - `*` stands for a value. A number gets the comma of Danish, unless it is quoted from a cell.
/// - `^` stands for a value that stays as it is.
/// - `~` stands for words that the table may have in turn; others are as at `*`.
/// - `|` stands for words that the table must have in turn: where it lacks them, the sentence stays as it is, since
///   half of it in each language would be worse. What has no letters but those of a quotation needs no words.
package struct SentenceTable: Sendable {
    /// English sentences, each with its Danish.
    package struct Pairs: Sendable, Sequence, ExpressibleByDictionaryLiteral {
        package typealias Element = (english: String, danish: String)

        private let all: [Element]

        package init(_ all: [Element]) { self.all = all }

        package init(dictionaryLiteral elements: (String, String)...) { self.init(elements.map { ($0, $1) }) }

        package static func + (left: Pairs, right: Pairs) -> Pairs { Pairs(left.all + right.all) }

        package func makeIterator() -> IndexingIterator<[Element]> { all.makeIterator() }
    }

    /// What the table was made of.
    package let pairs: (sentences: Pairs, phrases: Pairs)
    private let sentences: Patterns
    private let phrases: Patterns

    /// - Parameters:
    ///   - sentences: Of several that fit, the one with the most words of its own counts.
    ///   - phrases: What is found at a `~` alone.
    package init(_ sentences: Pairs, phrases: Pairs = [:]) {
        pairs = (sentences, phrases)
        self.sentences = Patterns(sentences)
        self.phrases = Patterns(phrases)
    }

    /// The Danish of a text that one pattern fits.
    ///
    /// - Returns: `nil` where none does.
    package func danish(_ text: String) -> String? { danish(Array(text.utf8)[...], in: sentences) }

    /// The Danish of a text of several sentences, such as those about one row.
    ///
    /// - Returns: the text, in which a sentence that no pattern fits stays as it is.
    package func danishSentences(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let ends = (0...bytes.count).filter { Self.isEnd($0, bytes) }
        var shown: [String] = []
        var start = 0
        while start < bytes.count {
            let further = ends.filter { $0 > start }
            // A name can have a full stop in it, so that a sentence ends at the first stop where it is complete.
            let fit = further.lazy.compactMap { end in
                danish(bytes[start..<end], in: sentences).map { (end: end, text: $0) }
            }.first
            let end = fit?.end ?? further.first ?? bytes.count
            shown.append(fit?.text ?? String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + 1
        }
        return shown.joined(separator: " ")
    }

    /// Whether a sentence can end before a place: at a blank after a mark, and at the end.
    private static func isEnd(_ place: Int, _ bytes: [UInt8]) -> Bool {
        guard place > 0 else { return false }
        guard place < bytes.count else { return true }
        return bytes[place] == UInt8(ascii: " ") && ".?!)".utf8.contains(bytes[place - 1])
    }

    private func danish(_ text: ArraySlice<UInt8>, in patterns: Patterns) -> String? {
        for place in patterns.places(for: text) {
            let pattern = patterns.all[place]
            guard let values = pattern.values(in: text), let shown = show(values, in: pattern) else { continue }
            return shown
        }
        return nil
    }

    /// - Returns: `nil` where words are lacking that the pattern needs.
    private func show(_ values: [ArraySlice<UInt8>], in pattern: Pattern) -> String? {
        var shown = pattern.danish[0]
        for (index, value) in values.enumerated() {
            let isQuoted = pattern.english[index].last == UInt8(ascii: "\"")
            guard let words = show(value, pattern.marks[index], isQuoted: isQuoted) else { return nil }
            shown += words + pattern.danish[index + 1]
        }
        return shown
    }

    private func show(_ value: ArraySlice<UInt8>, _ mark: UInt8, isQuoted: Bool) -> String? {
        let text = String(decoding: value, as: UTF8.self)
        switch mark {
        case UInt8(ascii: "^"): return text
        case UInt8(ascii: "~"), UInt8(ascii: "|"):
            if let words = danish(value, in: phrases) ?? danish(value, in: sentences) { return words }
            if mark == UInt8(ascii: "|"), hasLetters(value) { return nil }
        default: break
        }
        return !isQuoted && isDecimal(value) ? text.replacing(".", with: ",") : text
    }

    /// Whether there are letters outside of quotation marks.
    private func hasLetters(_ value: ArraySlice<UInt8>) -> Bool {
        value.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).enumerated().contains { part in
            part.offset % 2 == 0 && part.element.contains { ($0 | 0x20) > 0x60 && ($0 | 0x20) < 0x7B || $0 > 0x7F }
        }
    }

    private func isDecimal(_ value: ArraySlice<UInt8>) -> Bool {
        let value = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
        return value.count { $0 == UInt8(ascii: ".") } == 1 && value.last != UInt8(ascii: ".")
            && value.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }
}

/// The patterns of a table, found by the first word of a text: a page can show a thousand rows.
private struct Patterns: Sendable {
    /// Those with the most words of their own come first.
    let all: [Pattern]
    /// The places of patterns by their first word, with those that begin with a mark among them.
    private let byWord: [ArraySlice<UInt8>: [Int]]
    /// The places of patterns that begin with a mark.
    private let open: [Int]

    init(_ pairs: SentenceTable.Pairs) {
        let all = pairs.map { Pattern($0.english, $0.danish) }.sorted { $0.length > $1.length }
        let open = all.indices.filter { all[$0].word == nil }
        self.all = all
        self.open = open
        byWord = Dictionary(grouping: all.indices.filter { all[$0].word != nil }) { all[$0].word ?? [] }
            .mapValues { ($0 + open).sorted() }
    }

    func places(for text: ArraySlice<UInt8>) -> [Int] {
        byWord[text.prefix { $0 != UInt8(ascii: " ") }] ?? open
    }
}

/// A sentence in both languages, cut at its marks.
private struct Pattern: Sendable {
    let english: [[UInt8]]
    let danish: [String]
    let marks: [UInt8]
    /// The bytes beside the marks.
    let length: Int
    /// The first word; `nil` where a mark is in it.
    let word: ArraySlice<UInt8>?

    init(_ english: String, _ danish: String) {
        let bytes = Array(english.utf8)
        self.english = bytes.split(omittingEmptySubsequences: false, whereSeparator: Pattern.isMark).map(Array.init)
        self.danish = danish.utf8.split(omittingEmptySubsequences: false, whereSeparator: Pattern.isMark)
            .map { String(decoding: $0, as: UTF8.self) }
        marks = bytes.filter(Pattern.isMark)
        length = bytes.count - marks.count
        let first = bytes.prefix { $0 != UInt8(ascii: " ") }
        word = first.contains(where: Pattern.isMark) ? nil : first
    }

    private static func isMark(_ byte: UInt8) -> Bool { "*^~|".utf8.contains(byte) }

    /// What stands at the marks; `nil` where the text is another one.
    func values(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard let first = english.first, let last = english.last, text.starts(with: first) else { return nil }
        guard english.count > 1 else { return text.count == first.count ? [] : nil }
        guard text.suffix(last.count).elementsEqual(last) else { return nil }
        var values: [ArraySlice<UInt8>] = []
        var start = text.startIndex + first.count
        for index in english.indices.dropFirst() {
            // The last text ends the sentence; those before it end at their first place.
            let place =
                index == english.count - 1
                ? text.endIndex - last.count : Pattern.place(of: english[index], in: text, after: start)
            guard let place, place > start else { return nil }
            values.append(text[start..<place])
            start = place + english[index].count
        }
        return values
    }

    /// Where other bytes first stand after a place.
    private static func place(of part: [UInt8], in text: ArraySlice<UInt8>, after start: Int) -> Int? {
        guard let head = part.first else { return nil }
        var place = start + 1
        while place + part.count <= text.endIndex {
            if text[place] == head, text[place...].starts(with: part) { return place }
            place += 1
        }
        return nil
    }
}
