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
    /// The two bytes before the current one, for `-->`, `]]>`, `?>` and `/>`.
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
        // Counted apart, since a processor counts sixteen at once; and in variables of their own, which stay in registers.
        line += unsafe bytes.count { $0 == 0x0A }
        var state = state
        var (before, last) = last
        // Where the current tag or text began, in bytes from the start of these.
        var start = -length
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            switch state {
            case .text:
                if byte == 0x3C {
                    state = .opened
                    start = index + 1
                }
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
            case .quoted(let quote):
                if byte == quote { state = .tag }
            case .tag, .name, .comment, .characterData, .instruction:
                guard byte == 0x3E else { break }
                let ends =
                    switch state {
                    case .comment: (before, last) == (0x2D, 0x2D)
                    case .characterData: (before, last) == (0x5D, 0x5D)
                    case .instruction: last == 0x3F
                    default: true
                    }
                guard ends else { break }
                if case .tag = state, last == 0x2F { depth -= 1 }
                state = .text
                start = index + 1
            }
            before = last
            last = byte
        }
        self.state = state
        self.last = (before, last)
        length = bytes.count - start
        return length <= limit ? nil : (.limit, "a tag or text has more than \(limit) bytes")
    }

    /// The bytes that what the guard is in may have; exceeded by at most one block before it is noticed.
    private var limit: Int {
        switch state {
        case .tag, .name, .quoted, .opened, .bang: limits.tag
        case .text, .comment, .characterData, .instruction: limits.text
        }
    }
}
