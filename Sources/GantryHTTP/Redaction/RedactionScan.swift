/// One pass over a text that copies what is harmless and writes `***` for what is not.
struct RedactionScan {
    private let input: [UInt8]
    private let secrets: [[UInt8]]
    private var output: [UInt8] = []
    private var position = 0

    init(_ input: [UInt8], secrets: [[UInt8]]) {
        self.input = input
        self.secrets = secrets
    }

    mutating func run() -> [UInt8] {
        output.reserveCapacity(input.count)
        while position < input.count {
            if let length = knownSecretLength() {
                hide(until: position + length)
            } else if Self.isWord(input[position]) {
                word()
            } else if startsWith("://"), let at = userInfoEnd(from: position + 3) {
                copy(until: position + 3)
                hide(until: at)
            } else {
                copy(until: position + 1)
            }
        }
        return output
    }

    // MARK: Rules

    private func knownSecretLength() -> Int? { secrets.compactMap { length(of: $0, at: position) }.max() }

    /// How many bytes a secret takes here, blanks and line breaks between its bytes included; `nil` where it isn't
    /// here.
    private func length(of secret: [UInt8], at start: Int) -> Int? {
        var index = start
        for byte in secret {
            while index > start, index < input.count, input[index] != byte, Self.isBlank(input[index]) { index += 1 }
            guard index < input.count, input[index] == byte else { return nil }
            index += 1
        }
        return index - start
    }

    /// A run of name characters: a key, an authorization scheme, a token, or plain text.
    private mutating func word() {
        var end = position
        while end < input.count, Self.isWord(input[end]), !startsWithSecret(at: end, butNot: position) { end += 1 }
        let word = input[position..<end]

        if Self.looksLikeToken(word) {
            return hide(until: tokenEnd(from: end))
        }
        if SensitiveNames.contain(word) {
            if let value = valueStart(after: end) ?? fieldValueStart(after: end) {
                copy(until: value)
                return hideValue()
            }
            // A key of a table or of a list is named more often than one that opens something.
            if !word.elementsEqual("key".utf8) || isAfterWord(["api", "access", "secret", "private"]) {
                if position > 0, input[position - 1] == UInt8(ascii: "<"), end < input.count,
                    input[end] == UInt8(ascii: ">")
                {
                    copy(until: end + 1)
                    return hide(until: input[end...].firstIndex(of: UInt8(ascii: "<")) ?? input.count)
                }
                if let value = quotedStart(after: end) {
                    copy(until: value)
                    return hideValue()
                }
            }
        }
        if Self.isScheme(word), end < input.count, input[end] == UInt8(ascii: " "), end + 1 < input.count,
            Self.isTokenByte(input[end + 1]), tokenEnd(from: end + 1) - end > 8
        {
            copy(until: end + 1)
            return hide(until: tokenEnd(from: position))
        }
        copy(until: end)
    }

    private func startsWithSecret(at index: Int, butNot start: Int) -> Bool {
        index > start && secrets.contains { length(of: $0, at: index) != nil }
    }

    /// Where the value of a key begins: after optional quotes and spaces round `=`, `:`, `=>` or `->`, also
    /// percent-encoded.
    private func valueStart(after key: Int) -> Int? {
        var index = key
        while index < input.count {
            if input[index] == UInt8(ascii: "\\") {
                index += 1
            } else if let length = quoteLength(at: index) {
                index += length
            } else {
                break
            }
        }
        index = spacesEnd(from: index)
        if index + 2 < input.count, input[index] == UInt8(ascii: "%"), input[index + 1] == UInt8(ascii: "3"),
            [UInt8(ascii: "D"), UInt8(ascii: "d"), UInt8(ascii: "A"), UInt8(ascii: "a")].contains(input[index + 2])
        {
            return index + 3
        }
        guard index < input.count else { return nil }
        switch input[index] {
        case UInt8(ascii: "="), UInt8(ascii: ":"): break
        case UInt8(ascii: "-") where index + 1 < input.count && input[index + 1] == UInt8(ascii: ">"): break
        // The dash of `password->` is a name character.
        case UInt8(ascii: ">") where index == key && input[key - 1] == UInt8(ascii: "-"): break
        default: return nil
        }
        index += 1
        while index < input.count, Array("=:>".utf8).contains(input[index]) { index += 1 }
        return spacesEnd(from: index)
    }

    /// Where the value of a key in a sentence begins, at its quote: `password "…"`, `password is '…'`.
    private func quotedStart(after key: Int) -> Int? {
        var index = spacesEnd(from: key)
        guard index > key else { return nil }
        if quoteLength(at: index) != nil { return index }
        var end = index
        while end < input.count, Self.isWord(input[end]) { end += 1 }
        guard
            ["is", "was", "of", "er", "var", "ist", "war"].contains(where: { input[index..<end].elementsEqual($0.utf8) }
            )
        else { return nil }
        index = spacesEnd(from: end)
        return index > end && quoteLength(at: index) != nil ? index : nil
    }

    /// Where the value of a field begins whose name is a value itself: `{"name":"password","value":"…"}`,
    /// `name="password" value="…"`.
    private func fieldValueStart(after key: Int) -> Int? {
        guard let quote = quoteLength(at: key) else { return nil }
        var index = key + quote
        while index < input.count, Self.isSpace(input[index]) || input[index] == UInt8(ascii: ",") { index += 1 }
        index += quoteLength(at: index) ?? 0
        guard index < input.count, input[index...].starts(with: "value".utf8) else { return nil }
        return valueStart(after: index + 5)
    }

    private func isAfterWord(_ words: [String]) -> Bool {
        guard position > 1, Self.isSpace(input[position - 1]) else { return false }
        let before = input[..<(position - 1)].reversed().prefix { Self.isWord($0) }.map { $0 | 0x20 }
        return words.contains { before.elementsEqual($0.utf8.reversed()) }
    }

    private func spacesEnd(from start: Int) -> Int {
        var index = start
        while index < input.count, Self.isSpace(input[index]) { index += 1 }
        return index
    }

    /// Hides the value that begins here, and while what looked like a value is itself a key, as in `password=
    /// "token":"…"`, also that key's value.
    private mutating func hideValue() {
        while true {
            while position < input.count, input[position] == UInt8(ascii: "\\") { copy(until: position + 1) }
            guard position < input.count else { return }
            if let nested = sensitiveKeyEnd() {
                copy(until: nested)
                continue
            }
            if quoteLength(at: position) != nil { hideQuoted() } else { hideBare() }
            guard let next = valueStart(after: position) else { return }
            copy(until: next)
        }
    }

    /// Where the value of a sensitive key at this place begins, or nil.
    private func sensitiveKeyEnd() -> Int? {
        var end = position
        while end < input.count, Self.isWord(input[end]) { end += 1 }
        guard end > position, SensitiveNames.contain(input[position..<end]),
            let value = valueStart(after: end) ?? quotedStart(after: end)
        else { return nil }
        return value
    }

    /// Hides up to the closing quote. A quote after a backslash may be part of the value or its end, so the next one
    /// counts too; one before a letter or digit closes nothing.
    private mutating func hideQuoted() {
        guard let quote = quote(at: position) else { return }
        copy(until: position + quote.mark.utf8.count)
        var end = closing(quote.closings, from: position)
        while end < input.count, end > position && input[end - 1] == UInt8(ascii: "\\") || isBeforeWord(end) {
            end = closing(quote.closings, from: end + 1)
        }
        hide(until: end)
    }

    /// Hides up to a delimiter; an authorization scheme and what follows it go together.
    private mutating func hideBare() {
        if input[position] == UInt8(ascii: "{") || input[position] == UInt8(ascii: "[") {
            return copy(until: position + 1)
        }
        var end = bareEnd(from: position)
        while Self.isScheme(input[position..<end].split(separator: 0x20).last ?? []), end < input.count,
            input[end] == 0x20
        {
            end = bareEnd(from: end + 1)
        }
        if end > position { hide(until: end) }
    }

    private func closing(_ marks: [String], from start: Int) -> Int {
        var index = start
        while index < input.count {
            if marks.contains(where: { input[index...].starts(with: $0.utf8) }) { return index }
            index += 1
        }
        return input.count
    }

    private func quote(at index: Int) -> (mark: String, closings: [String])? {
        // No text of ASCII but these two begins like a quotation mark.
        guard index < input.count,
            input[index] >= 0xC2 || Self.isQuote(input[index]) || input[index] == UInt8(ascii: "`")
        else { return nil }
        return Self.quotes.first { input[index...].starts(with: $0.mark.utf8) }
    }

    private func isBeforeWord(_ index: Int) -> Bool {
        let next = index + (quoteLength(at: index) ?? 1)
        return next < input.count && (Self.isWord(input[next]) && input[next] != UInt8(ascii: "-"))
    }

    private func quoteLength(at index: Int) -> Int? { quote(at: index)?.mark.utf8.count }

    private func bareEnd(from start: Int) -> Int {
        let stops = Array(" \t\r\n&,;<>\"'`)}]".utf8)
        return input[start...].firstIndex { stops.contains($0) } ?? input.count
    }

    private func tokenEnd(from start: Int) -> Int {
        input[start...].firstIndex { !Self.isTokenByte($0) } ?? input.count
    }

    /// The index of the `@` that ends user and password in an authority, if there is one.
    private func userInfoEnd(from start: Int) -> Int? {
        let end = input[start...].firstIndex { Array("/?# \t\r\n\"'<>".utf8).contains($0) } ?? input.count
        return input[start..<end].lastIndex(of: UInt8(ascii: "@"))
    }

    // MARK: Moving

    private mutating func copy(until end: Int) {
        output.append(contentsOf: input[position..<min(end, input.count)])
        position = min(end, input.count)
    }

    private mutating func hide(until end: Int) {
        output.append(contentsOf: "***".utf8)
        position = max(position, min(end, input.count))
    }

    private func startsWith(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { unsafe input[position...].starts(with: $0) }
    }

    // MARK: Bytes

    /// Quotation marks with those that close them.
    private static let quotes: [(mark: String, closings: [String])] = [
        ("\"", ["\""]), ("'", ["'"]), ("`", ["`", "'"]), ("“", ["”", "“"]), ("”", ["”"]), ("„", ["“", "”"]),
        ("‘", ["’", "‘"]), ("’", ["’"]),
        ("‚", ["‘", "’"]), ("«", ["»"]), ("»", ["«"]), ("‹", ["›"]), ("›", ["‹"]),
    ]

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isWord(byte) || Array(".~+/=".utf8).contains(byte)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isBlank(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x0A || byte == 0x0D }

    private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        let name = word.map { $0 | 0x20 }
        return ["bearer", "basic", "digest", "negotiate", "token"].contains { name.elementsEqual($0.utf8) }
    }

    /// `eyJ` is base64 for `{"`, the start of every JSON Web Token. A cut one without its dots counts too.
    private static func looksLikeToken(_ word: ArraySlice<UInt8>) -> Bool {
        word.count >= 12 && word.starts(with: "eyJ".utf8)
    }
}
