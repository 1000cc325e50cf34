/// How a server spells days and times: `DD.MM.YYYY hh:mm`.
///
/// `YYYY`, `MM` and `DD` are the day; `hh`, `mm` and `ss` the time. A `*` at the end stands for whatever follows.
/// Everything else is itself.
public struct TimePattern: Sendable, Hashable {
    /// As it is written.
    public let text: String
    /// Whether it has a time of day.
    public let hasTime: Bool
    private let pieces: [Piece]
    /// Bytes of a value; more may follow only with ``isOpen``.
    private let length: Int
    private let isOpen: Bool

    private enum Piece: Sendable, Hashable {
        case number(Part, digits: Int)
        case byte(UInt8)
    }

    private enum Part: Int, Sendable { case year, month, day, hour, minute, second }

    /// Reads a pattern; `nil` for one without `YYYY`, `MM` and `DD`, with a part twice, with minutes but no hours, or
    /// with a `*` that isn't the end.
    public init?(_ text: String) {
        let words: [(String, Part)] = [
            ("YYYY", .year), ("MM", .month), ("DD", .day), ("hh", .hour), ("mm", .minute), ("ss", .second),
        ]
        var pieces: [Piece] = []
        var parts: Set<Part> = []
        var rest = Substring(text)
        isOpen = rest.last == "*"
        if isOpen { rest = rest.dropLast() }
        while let first = rest.first {
            if let (word, part) = words.first(where: { rest.hasPrefix($0.0) }) {
                guard parts.insert(part).inserted else { return nil }
                pieces.append(.number(part, digits: word.utf8.count))
                rest = rest.dropFirst(word.count)
            } else {
                guard first != "*", !first.isLetter || first == "T", let byte = first.asciiValue else { return nil }
                pieces.append(.byte(byte))
                rest = rest.dropFirst()
            }
        }
        guard parts.isSuperset(of: [.year, .month, .day]), parts.contains(.hour) || !parts.contains(.minute),
            parts.contains(.minute) || !parts.contains(.second)
        else { return nil }
        self.text = text
        self.pieces = pieces
        hasTime = parts.contains(.hour)
        length = pieces.reduce(0) { sum, piece in
            if case .number(_, let digits) = piece { sum + digits } else { sum + 1 }
        }
    }

    /// The day and the seconds after its midnight; `nil` for another text.
    func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (day: CivilDate, second: Int)? {
        guard isOpen ? range.count >= length : range.count == length else { return nil }
        var values: InlineArray<6, Int> = [0, 0, 0, 0, 0, 0]
        var index = range.lowerBound
        for piece in pieces {
            switch piece {
            case .byte(let byte):
                guard bytes[index] == byte else { return nil }
                index += 1
            case .number(let part, let digits):
                for _ in 0..<digits {
                    let digit = bytes[index] &- 0x30
                    guard digit <= 9 else { return nil }
                    values[part.rawValue] = values[part.rawValue] * 10 + Int(digit)
                    index += 1
                }
            }
        }
        guard let day = CivilDate(year: values[0], month: values[1], day: values[2]), values[3] < 24, values[4] < 60,
            values[5] < 60
        else { return nil }
        return (day, values[3] * 3_600 + values[4] * 60 + values[5])
    }
}
