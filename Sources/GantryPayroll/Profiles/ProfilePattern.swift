/// A regular expression that a whole value must match.
///
/// Most are a few sets of characters with counts, such as `[1-9][0-9]{0,4}`. Those are matched byte by byte, since a
/// number is looked at for every employee and the general matcher takes a hundred times as long.
package struct ProfilePattern {
    /// One of these characters, so many times.
    private struct Piece {
        var set: (low: UInt64, high: UInt64) = (0, 0)
        var counts = 1...1

        func has(_ byte: UInt8) -> Bool {
            byte < 64 ? set.low >> UInt64(byte) & 1 == 1 : byte < 128 && set.high >> UInt64(byte - 64) & 1 == 1
        }

        mutating func add(_ byte: UInt8) {
            if byte < 64 { set.low |= 1 << UInt64(byte) } else { set.high |= 1 << UInt64(byte - 64) }
        }

        func overlaps(_ other: Piece) -> Bool { set.low & other.set.low != 0 || set.high & other.set.high != 0 }
    }

    package let text: String
    /// Whether it is matched byte by byte.
    package var isSimple: Bool { alternatives != nil }
    private let alternatives: [[Piece]]?
    private let regex: Regex<AnyRegexOutput>?

    package init(_ text: String) {
        self.text = text
        alternatives = ProfilePattern.parsed(Array(text.utf8))
        regex = alternatives == nil ? try? Regex(text) : nil
    }

    package func matches(_ value: String) -> Bool {
        guard let alternatives else {
            // A pattern that is no regular expression is a mistake of the profile; nothing matches it.
            guard let regex else { return false }
            return (try? regex.wholeMatch(in: value)) ?? nil != nil
        }
        return alternatives.contains { ProfilePattern.matches(value.utf8, $0) }
    }

    /// The same for a number's digits, which are ASCII.
    func matches(_ digits: ArraySlice<UInt8>) -> Bool {
        guard let alternatives else { return matches(String(decoding: digits, as: UTF8.self)) }
        return alternatives.contains { ProfilePattern.matches(digits, $0) }
    }

    private static func matches(_ bytes: some Collection<UInt8>, _ pieces: [Piece]) -> Bool {
        var index = bytes.startIndex
        for piece in pieces {
            var count = 0
            while count < piece.counts.upperBound, index < bytes.endIndex, piece.has(bytes[index]) {
                index = bytes.index(after: index)
                count += 1
            }
            guard count >= piece.counts.lowerBound else { return false }
        }
        return index == bytes.endIndex
    }

    /// The sets of a pattern; `nil` for one that has anything else, or where taking as much as possible could take too
    /// much.
    private static func parsed(_ bytes: [UInt8]) -> [[Piece]]? {
        guard let texts = withoutGroups(bytes) else { return nil }
        var alternatives: [[Piece]] = []
        for text in texts {
            var pieces: [Piece] = []
            var index = 0
            while index < text.count {
                guard var piece = piece(text, &index), counts(text, at: &index, in: &piece) else { return nil }
                pieces.append(piece)
            }
            for (first, second) in zip(pieces, pieces.dropFirst())
            where first.counts.count > 1 && first.overlaps(second) { return nil }
            // What follows a piece that may be missing meets the one before it.
            if pieces.dropFirst().dropLast().contains(where: { $0.counts.lowerBound == 0 && $0.counts.count > 1 }) {
                return nil
            }
            alternatives.append(pieces)
        }
        return alternatives
    }

    /// The alternatives of a pattern, those of its groups written out: `(a|b)c` is `ac` and `bc`. `nil` where a group
    /// is in another or repeated, or where there are many.
    private static func withoutGroups(_ bytes: [UInt8]) -> [[UInt8]]? {
        var done: [[UInt8]] = []
        var current: [[UInt8]] = [[]]
        var group: [[UInt8]]?
        var isInSet = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "|") where !isInSet && group != nil: group?.append([])
            case UInt8(ascii: "|") where !isInSet:
                done += current
                current = [[]]
            case UInt8(ascii: "(") where !isInSet:
                guard group == nil else { return nil }
                group = [[]]
            case UInt8(ascii: ")") where !isInSet:
                let isRepeated = index + 1 < bytes.count && [0x2A, 0x2B, 0x3F, 0x7B].contains(bytes[index + 1])
                guard let options = group, !isRepeated, current.count * options.count <= 32 else { return nil }
                current = current.flatMap { start in options.map { start + $0 } }
                group = nil
            default:
                if byte == UInt8(ascii: "[") { isInSet = true }
                if byte == UInt8(ascii: "]") { isInSet = false }
                if let last = group?.indices.last {
                    group?[last].append(byte)
                } else {
                    for place in current.indices { current[place].append(byte) }
                }
            }
        }
        return group == nil ? done + current : nil
    }

    private static func piece(_ bytes: [UInt8], _ index: inout Int) -> Piece? {
        var piece = Piece()
        let byte = bytes[index]
        index += 1
        guard byte == UInt8(ascii: "[") else {
            // A hyphen means a range in a set alone.
            guard isPlain(byte) || byte == 0x2D else { return nil }
            piece.add(byte)
            return piece
        }
        var before: UInt8?
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
            if bytes[index] == 0x2D, let start = before, index + 1 < bytes.count, isPlain(bytes[index + 1]) {
                guard start <= bytes[index + 1] else { return nil }
                for member in start...bytes[index + 1] { piece.add(member) }
                before = nil
                index += 2
            } else {
                guard isPlain(bytes[index]) else { return nil }
                piece.add(bytes[index])
                before = bytes[index]
                index += 1
            }
        }
        guard index < bytes.count else { return nil }
        index += 1
        return piece
    }

    private static func counts(_ bytes: [UInt8], at index: inout Int, in piece: inout Piece) -> Bool {
        guard index < bytes.count else { return true }
        switch bytes[index] {
        case UInt8(ascii: "+"): piece.counts = 1...Int.max - 1
        case UInt8(ascii: "*"): piece.counts = 0...Int.max - 1
        case UInt8(ascii: "?"): piece.counts = 0...1
        case UInt8(ascii: "{"):
            guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else { return false }
            let words = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
                .split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard let least = words.first ?? nil, let most = words.last ?? nil, words.count <= 2, least <= most,
                least >= 0
            else { return false }
            piece.counts = least...most
            index = end
        default: return true
        }
        index += 1
        // Lazy and possessive counts are left to the general matcher.
        return index == bytes.count || ![0x2B, 0x2A, 0x3F].contains(bytes[index])
    }

    /// A character that means itself everywhere in a pattern.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x2C, 0x3A, 0x3B, 0x5F, 0x2F: true
        default: false
        }
    }
}
