package import GantryJSON

/// The figures that a `totals.json` states, each by its path (`counts.held`, `pay_codes[0].units`), and which of them
/// were compared with something else.
struct StatedFigures {
    private struct Figure {
        let path: String
        let value: JSONTree
        var isCompared = false
    }

    private var figures: [Figure] = []
    private var places: [String: Int] = [:]

    init(_ document: JSONTree = .null) { add(document, at: "") }

    private mutating func add(_ tree: JSONTree, at path: String) {
        switch tree {
        case .object(let members):
            for member in members { add(member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)") }
        case .array(let list):
            for (index, element) in list.enumerated() { add(element, at: "\(path)[\(index)]") }
        case .null, .bool, .number, .string:
            // If a key appears twice, the first one counts, as for every reader of the tree; the second is never
            // compared.
            if places[path] == nil { places[path] = figures.count }
            figures.append(Figure(path: path, value: tree))
        }
    }

    subscript(path: String) -> JSONTree? { places[path].map { figures[$0].value } }

    mutating func markCompared(_ path: String) {
        if let place = places[path] { figures[place].isCompared = true }
    }

    /// Paths of the figures that nothing was compared with, in the order of the document; where that is all of an
    /// object, its path.
    var notCompared: [String] {
        func object(_ path: String) -> String? { path.lastIndex(of: ".").map { String(path[..<$0]) } }
        let partlyCompared = Set(figures.filter(\.isCompared).compactMap { object($0.path) })
        var paths: [String] = []
        for figure in figures where !figure.isCompared {
            let whole = object(figure.path).flatMap { partlyCompared.contains($0) ? nil : $0 } ?? figure.path
            if paths.last != whole { paths.append(whole) }
        }
        return paths
    }
}

extension JSONTree {
    /// A figure as a person reads it.
    package var figureText: String {
        switch self {
        case .null: "nothing"
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .object: "a list"
        }
    }
}
