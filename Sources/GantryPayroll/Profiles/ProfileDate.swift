internal import GantryModel

/// How a day is written: `YYYY`, `YY`, `MM` and `DD` with other characters between them.
package struct ProfileDate: Sendable, Equatable {
    private let pieces: [Piece]

    private enum Piece: Sendable, Equatable {
        case year, shortYear, month, day
        case literal(UInt8)
    }

    package static let iso = ProfileDate(pieces: "YYYY-MM-DD")

    /// - Returns: `nil` where the pattern has none of the four, one of them twice, or a character that isn't ASCII.
    package init?(_ pattern: String) {
        let date = ProfileDate(pieces: pattern)
        let tokens = date.pieces.filter { if case .literal = $0 { false } else { true } }
        let hasTwice = tokens.indices.contains { tokens[..<$0].contains(tokens[$0]) }
        let isPlain = pattern.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard !tokens.isEmpty, !hasTwice, isPlain, !tokens.contains(.year) || !tokens.contains(.shortYear) else {
            return nil
        }
        self = date
    }

    private init(pieces pattern: String) {
        var pieces: [Piece] = []
        var rest = Substring(pattern)
        while let first = rest.utf8.first {
            let token: (Piece, Int)? =
                if rest.hasPrefix("YYYY") {
                    (.year, 4)
                } else if rest.hasPrefix("YY") {
                    (.shortYear, 2)
                } else if rest.hasPrefix("MM") {
                    (.month, 2)
                } else if rest.hasPrefix("DD") {
                    (.day, 2)
                } else {
                    nil
                }
            pieces.append(token?.0 ?? .literal(first))
            rest = token.map { rest.dropFirst($0.1) } ?? Substring(rest.utf8.dropFirst())
        }
        self.pieces = pieces
    }

    /// Whether year, month and day are written.
    package var isWhole: Bool {
        pieces.contains(.day) && pieces.contains(.month) && (pieces.contains(.year) || pieces.contains(.shortYear))
    }

    /// How many bytes a day takes.
    package var length: Int {
        pieces.reduce(0) { length, piece in
            switch piece {
            case .year: length + 4
            case .shortYear, .month, .day: length + 2
            case .literal: length + 1
            }
        }
    }

    func append(_ date: CivilDate, to out: inout [UInt8]) {
        let (year, month, day) = date.components
        func two(_ value: Int) {
            out.append(UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10))
            out.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
        }
        for piece in pieces {
            switch piece {
            case .year:
                two(year / 100)
                two(year % 100)
            case .shortYear: two(year % 100)
            case .month: two(month)
            case .day: two(day)
            case .literal(let byte): out.append(byte)
            }
        }
    }

    /// Whether bytes are a day in this spelling. What the pattern leaves out isn't looked at.
    func matches(_ bytes: Span<UInt8>) -> Bool { day(bytes) != nil }

    /// The day that bytes are in this spelling; what the pattern leaves out is that of 1 January 2000.
    func day(_ bytes: Span<UInt8>) -> CivilDate? {
        guard bytes.count == length else { return nil }
        var index = 0
        var year = 2000
        var month = 1
        var day = 1
        func number(_ digits: Int) -> Int? {
            var value = 0
            for place in index..<(index + digits) {
                let byte = bytes[place]
                guard byte &- 0x30 < 10 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        for piece in pieces {
            switch piece {
            case .year:
                guard let value = number(4) else { return nil }
                year = value
                index += 4
            case .shortYear:
                guard let value = number(2) else { return nil }
                year = 2000 + value
                index += 2
            case .month:
                guard let value = number(2) else { return nil }
                month = value
                index += 2
            case .day:
                guard let value = number(2) else { return nil }
                day = value
                index += 2
            case .literal(let byte):
                guard bytes[index] == byte else { return nil }
                index += 1
            }
        }
        return CivilDate(year: year, month: month, day: day)
    }
}
