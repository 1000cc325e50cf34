/// Watches a document's bytes on their way into the parser and stops what a parser pays dearly for: a DOCTYPE and with
/// it every entity, deep nesting, long tags and texts, many attributes.
///
/// libxml2's own limits come late: it searches an unfinished tag or text again from its start with every block, and
/// compares each attribute with all others, so both cost the square of their length. The guard reads UTF-8 only,
/// because another encoding could hide markup from it.
struct XMLGuard {
    private enum State {
        case text, opened, bang, tag, name, comment, characterData, instruction
        case quoted(UInt8)
    }

    private let limits: XMLLimits
    private var state = State.text
    /// Bytes of the current tag, text, comment or the like.
    private var length = 0
    private var attributes = 0
    /// Elements that are open.
    private(set) var depth = 0
    /// The two bytes before the next ones.
    private var last: (UInt8, UInt8) = (0, 0)
    private(set) var line = 1

    init(_ limits: XMLLimits) { self.limits = limits }

    /// What is wrong with the document's first bytes, `nil` for nothing.
    static func refusesEncoding(_ bytes: UnsafeRawBufferPointer) -> String? {
        if bytes.count >= 2, unsafe bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xFE {
            return "the document is not in UTF-8"
        }
        let start = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let declaration = unsafe bytes.dropFirst(start).prefix(1_000)
        guard unsafe declaration.starts(with: "<?xml".utf8) else { return nil }
        guard let end = unsafe declaration.firstIndex(of: 0x3E) else { return "the XML declaration has no end" }
        let text = unsafe String(decoding: declaration[..<end], as: UTF8.self).lowercased()
        guard let found = text.firstRange(of: "encoding") else { return nil }
        let value = text[found.upperBound...].drop { " \t\r\n='\"".contains($0) }.prefix { !"'\" ?".contains($0) }
        return value == "utf-8" || value == "us-ascii" ? nil : "the document is in \(value), but must be in UTF-8"
    }

    /// Looks at the next bytes: why the document is refused, `nil` for nothing.
    mutating func check(_ bytes: UnsafeRawBufferPointer) -> (XMLError.Code, String)? {
        let bytes = unsafe bytes.assumingMemoryBound(to: UInt8.self).span
        var feed = bytes.firstIndex(of: 0x0A, from: 0)
        while feed < bytes.count {
            line += 1
            feed = bytes.firstIndex(of: 0x0A, from: feed + 1)
        }
        // In a variable of its own, which stays in a register.
        var state = state
        // Where the current tag or text began, in bytes from the start of these.
        var start = -length
        var index = 0
        while true {
            index = XMLGuard.next(in: bytes, from: index, state)
            guard index < bytes.count else { break }
            let byte = bytes[index]
            switch state {
            case .text:
                state = .opened
                start = index + 1
            case .opened:
                switch byte {
                case 0x21: state = .bang
                case 0x3F: state = .instruction
                case 0x2F:
                    depth -= 1
                    state = .name
                default:
                    depth += 1
                    attributes = 0
                    guard depth <= limits.depth else {
                        return (.limit, "elements are nested more than \(limits.depth) levels deep")
                    }
                    state = .tag
                }
            case .bang:
                switch byte {
                case 0x2D: state = .comment
                case 0x5B: state = .characterData
                default: return (.doctype, "the document has a DOCTYPE")
                }
            case .tag where byte == 0x22 || byte == 0x27:
                attributes += 1
                guard attributes <= limits.attributes else {
                    return (.limit, "an element has more than \(limits.attributes) attributes")
                }
                state = .quoted(byte)
            case .quoted: state = .tag
            case .tag, .name, .comment, .characterData, .instruction:
                let before = before(bytes, index)
                let ends =
                    switch state {
                    case .comment: before == (0x2D, 0x2D)
                    case .characterData: before == (0x5D, 0x5D)
                    case .instruction: before.1 == 0x3F
                    default: true
                    }
                guard ends else { break }
                if case .tag = state, before.1 == 0x2F { depth -= 1 }
                state = .text
                start = index + 1
            }
            index += 1
        }
        self.state = state
        last = before(bytes, bytes.count)
        length = bytes.count - start
        return length <= limit ? nil : (.limit, "a tag or text has more than \(limit) bytes")
    }

    /// The two bytes before a place, for `-->`, `]]>`, `?>` and `/>`.
    private func before(_ bytes: Span<UInt8>, _ index: Int) -> (UInt8, UInt8) {
        switch index {
        case 0: last
        case 1: (last.1, bytes[0])
        default: (bytes[index - 2], bytes[index - 1])
        }
    }

    /// The next byte that can change the state; most can't.
    private static func next(in bytes: Span<UInt8>, from index: Int, _ state: State) -> Int {
        switch state {
        case .opened, .bang: index
        case .tag: bytes.firstIndex(of: 0x3E, 0x22, 0x27, from: index)
        case .text: bytes.firstIndex(of: 0x3C, from: index)
        case .quoted(let quote): bytes.firstIndex(of: quote, from: index)
        case .name, .comment, .characterData, .instruction: bytes.firstIndex(of: 0x3E, from: index)
        }
    }

    /// The bytes that what the guard is in may have; exceeded by at most one block before it is noticed.
    private var limit: Int {
        switch state {
        case .tag, .name, .quoted, .opened, .bang: limits.tag
        case .text, .comment, .characterData, .instruction: limits.text
        }
    }
}
