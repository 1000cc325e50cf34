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

    private func knownSecretLength() -> Int? {
        secrets.filter { input[position...].starts(with: $0) }.map(\.count).max()
    }

    /// A run of name characters: a key, an authorization scheme, a token, or plain text.
    private mutating func word() {
        var end = position
        while end < input.count, Self.isWord(input[end]), !startsWithSecret(at: end, butNot: position) { end += 1 }
        let word = input[position..<end]

        if Self.looksLikeToken(word) {
            return hide(until: tokenEnd(from: end))
        }
        if let value = valueStart(after: end), SensitiveNames.contain(word) {
            copy(until: value)
            return hideValue()
        }
        if Self.isScheme(word), end < input.count, input[end] == UInt8(ascii: " "), end + 1 < input.count,
           Self.isTokenByte(input[end + 1]), tokenEnd(from: end + 1) - end > 8 {
            copy(until: end + 1)
            return hide(until: tokenEnd(from: position))
        }
        copy(until: end)
    }

    private func startsWithSecret(at index: Int, butNot start: Int) -> Bool {
        index > start && secrets.contains { input[index...].starts(with: $0) }
    }

    /// Where the value of a key begins: after optional quotes and spaces round `=` or `:`, also percent-encoded.
    private func valueStart(after key: Int) -> Int? {
        var index = key
        while index < input.count, Self.isQuote(input[index]) || input[index] == UInt8(ascii: "\\") { index += 1 }
        while index < input.count, Self.isSpace(input[index]) { index += 1 }
        if index + 2 < input.count, input[index] == UInt8(ascii: "%"), input[index + 1] == UInt8(ascii: "3"),
           [UInt8(ascii: "D"), UInt8(ascii: "d"), UInt8(ascii: "A"), UInt8(ascii: "a")].contains(input[index + 2]) {
            return index + 3
        }
        guard index < input.count, input[index] == UInt8(ascii: "=") || input[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        while index < input.count, Self.isSpace(input[index]) { index += 1 }
        return index
    }

    /// Hides the value that begins here, and as long as what was taken for a value is itself a key, as in
    /// `password= "token":"…"`, also that key's value.
    private mutating func hideValue() {
        while true {
            while position < input.count, input[position] == UInt8(ascii: "\\") { copy(until: position + 1) }
            guard position < input.count else { return }
            if let nested = sensitiveKeyEnd() {
                copy(until: nested)
                continue
            }
            if Self.isQuote(input[position]) { hideQuoted() } else { hideBare() }
            guard let next = valueStart(after: position) else { return }
            copy(until: next)
        }
    }

    /// Where the value of a sensitive key that stands here begins, or nil.
    private func sensitiveKeyEnd() -> Int? {
        var end = position
        while end < input.count, Self.isWord(input[end]) { end += 1 }
        guard end > position, let value = valueStart(after: end), SensitiveNames.contain(input[position..<end]) else { return nil }
        return value
    }

    /// Hides up to the closing quote. A quote after a backslash may be part of the value or its end, so the next one counts too.
    private mutating func hideQuoted() {
        let quote = input[position]
        copy(until: position + 1)
        var end = closingQuote(quote, from: position)
        while end < input.count, end > position, input[end - 1] == UInt8(ascii: "\\") { end = closingQuote(quote, from: end + 1) }
        hide(until: end)
    }

    /// Hides up to a delimiter; an authorization scheme and what follows it go together.
    private mutating func hideBare() {
        if input[position] == UInt8(ascii: "{") || input[position] == UInt8(ascii: "[") { return copy(until: position + 1) }
        var end = bareEnd(from: position)
        while Self.isScheme(input[position..<end].split(separator: 0x20).last ?? []), end < input.count, input[end] == 0x20 {
            end = bareEnd(from: end + 1)
        }
        if end > position { hide(until: end) }
    }

    private func closingQuote(_ quote: UInt8, from index: Int) -> Int {
        input[index...].firstIndex(of: quote) ?? input.count
    }

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
        text.withUTF8Buffer { input[position...].starts(with: $0) }
    }

    // MARK: Bytes

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
             UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isWord(byte) || Array(".~+/=".utf8).contains(byte)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        let name = word.map { $0 | 0x20 }
        return ["bearer", "basic", "digest", "negotiate", "token"].contains { name.elementsEqual($0.utf8) }
    }

    /// `eyJ` is base64 for `{"`, the start of every JSON Web Token. A cut one without its dots counts too.
    private static func looksLikeToken(_ word: ArraySlice<UInt8>) -> Bool {
        word.count >= 12 && word.starts(with: "eyJ".utf8)
    }
}
