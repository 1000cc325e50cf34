internal import GantryModel

/// Names of files that hold the fields of a row: `{leave}_{type}.pdf`.
///
/// A field takes as few characters as the rest of the pattern allows, and never a `/`. The ending may be left open with `{*}`.
struct FilePattern: Equatable, Sendable {
    private enum Piece: Equatable {
        case text(String)
        case field(String)
        case anything
    }

    private let pieces: [Piece]

    /// The fields that it holds, in order.
    var fields: [String] { pieces.compactMap { if case .field(let name) = $0 { name } else { nil } } }

    init(_ text: String, fields known: [String]) throws(FilePatternError) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw FilePatternError(found: "A { of the pattern is never closed.", expected: "} behind the field")
            }
            let name = String(rest[rest.index(after: open)..<close])
            switch name {
            case "*": pieces.append(.anything)
            case _ where known.contains(name): pieces.append(.field(name))
            default:
                throw FilePatternError(
                    found: "The pattern names \(quoted(name)), which is no field.", expected: listed(known + ["*"]),
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
                throw FilePatternError(found: "Two fields of the pattern stand side by side.", expected: "a character between them")
            default: break
            }
            if case .field(let name) = piece, !seen.insert(name).inserted {
                throw FilePatternError(found: "The pattern names \(quoted(name)) twice.", expected: "each field once")
            }
            previous = piece
        }
        guard !seen.isEmpty else { throw FilePatternError(found: "The pattern names no field.", expected: "{\(known.first ?? "field")}") }
        self.pieces = pieces
    }

    /// The values of the fields in a name, or `nil` where the name does not fit.
    func match(_ name: String) -> [String: String]? {
        var values: [String: String] = [:]
        return FilePattern.match(pieces[...], name[...], &values) ? values : nil
    }

    private static func match(_ pieces: ArraySlice<Piece>, _ name: Substring, _ values: inout [String: String]) -> Bool {
        guard let piece = pieces.first else { return name.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .text(let text): return name.hasPrefix(text) && match(rest, name.dropFirst(text.count), &values)
        case .field, .anything:
            // Fields never stand side by side, so what follows is a text or the end.
            guard case .text(let text)? = rest.first else {
                guard rest.isEmpty, !name.isEmpty else { return false }
                if case .field(let field) = piece { values[field] = String(name) }
                return true
            }
            var end = name.startIndex
            while let found = name[end...].firstRange(of: text) {
                if found.lowerBound > name.startIndex {
                    var tried = values
                    if case .field(let field) = piece { tried[field] = String(name[..<found.lowerBound]) }
                    if match(rest, name[found.lowerBound...], &tried) {
                        values = tried
                        return true
                    }
                }
                end = name.index(after: found.lowerBound)
            }
            return false
        }
    }
}

/// What is wrong with a pattern.
struct FilePatternError: Error {
    let found: String
    let expected: String
    var nearest: String?
}
