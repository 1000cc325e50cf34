internal import GantryModel

/// Names of files that hold the fields of a row: `{leave}_{type}.pdf`.
///
/// A field never takes a `/`. The ending may be left open with `{*}`.
package struct FilePattern: Equatable, Sendable {
    private enum Piece: Equatable {
        case text(String)
        case field(String)
        case anything
    }

    private let pieces: [Piece]

    /// The fields that it holds, in order.
    package var fields: [String] { pieces.compactMap { if case .field(let name) = $0 { name } else { nil } } }

    package init(_ text: String, fields known: [String]) throws(FilePatternError) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw FilePatternError(found: "The pattern has a { without a }.", expected: "} after the field")
            }
            let name = String(rest[rest.index(after: open)..<close])
            switch name {
            case "*": pieces.append(.anything)
            case _ where known.contains(name): pieces.append(.field(name))
            default:
                throw FilePatternError(
                    found: "The pattern contains \(quoted(name)), which is not a field.",
                    expected: listed(known + ["*"]),
                    nearest: nearestWord(to: name, among: known))
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        var previous: Piece?
        var seen: Set<String> = []
        for piece in pieces {
            switch (previous, piece) {
            case (.field?, .field), (.anything?, .field), (.field?, .anything), (.anything?, .anything):
                throw FilePatternError(
                    found: "Two fields in the pattern are next to each other.", expected: "a character between them")
            default: break
            }
            if case .field(let name) = piece, !seen.insert(name).inserted {
                throw FilePatternError(
                    found: "The pattern contains \(quoted(name)) twice.", expected: "each field once")
            }
            previous = piece
        }
        guard !seen.isEmpty else {
            throw FilePatternError(found: "The pattern has no field.", expected: "{\(known.first ?? "field")}")
        }
        self.pieces = pieces
    }

    /// Ways in which a name is read at most.
    package static let mostWays = 1_000

    /// The values of the fields in a name in each way in which it fits, the one with the fewest characters in the first
    /// fields first; none if it doesn't fit. Capitals count in fields alone.
    package func matches(_ name: String) -> [[String: String]] {
        // An exact match comes first; case is ignored only if there is none.
        for ignoresCase in [false, true] {
            var ways: [[String: String]] = []
            FilePattern.match(pieces[...], in: name[...], ignoresCase: ignoresCase, [:], &ways)
            if !ways.isEmpty { return ways }
        }
        return []
    }

    /// The end of `text` at the beginning of `name`.
    private static func end(of text: String, in name: Substring, _ ignoresCase: Bool) -> Substring.Index? {
        var place = name.startIndex
        for character in text {
            guard place < name.endIndex,
                name[place] == character || ignoresCase && name[place].lowercased() == character.lowercased()
            else {
                return nil
            }
            place = name.index(after: place)
        }
        return place
    }

    /// Appends each way in which pieces fit a name that has other values than those before it.
    private static func match(
        _ pieces: ArraySlice<Piece>, in name: Substring, ignoresCase: Bool, _ values: [String: String],
        _ ways: inout [[String: String]]
    ) {
        guard ways.count < mostWays else { return }
        guard let piece = pieces.first else {
            if name.isEmpty, !ways.contains(values) { ways.append(values) }
            return
        }
        let rest = pieces.dropFirst()
        switch piece {
        case .text(let text):
            guard let end = end(of: text, in: name, ignoresCase) else { return }
            match(rest, in: name[end...], ignoresCase: ignoresCase, values, &ways)
        case .field, .anything:
            func match(upTo place: Substring.Index) {
                var tried = values
                if case .field(let field) = piece { tried[field] = String(name[..<place]) }
                FilePattern.match(rest, in: name[place...], ignoresCase: ignoresCase, tried, &ways)
            }
            // Two fields are never adjacent, so what follows is a text or the end.
            guard case .text(let text)? = rest.first else {
                if !name.isEmpty { match(upTo: name.endIndex) }
                return
            }
            for place in name.indices.dropFirst() where end(of: text, in: name[place...], ignoresCase) != nil {
                match(upTo: place)
            }
        }
    }
}

/// What is wrong with a pattern.
package struct FilePatternError: Error {
    package let found: String
    package let expected: String
    package var nearest: String?
}
