internal import GantryYAML

/// A part of a draft that can be left out by itself: a dataset, a field, an address.
struct DraftPart {
    /// How a comment calls it: `field note`; `nil` for what is never left out.
    let name: String?
    /// The name of the dataset that it is; `nil` for anything else.
    var dataset: String?
    let indent: Int
    /// Its lines before its parts.
    var lines: [String]
    var parts: [DraftPart] = []
    /// Whether its lines mean nothing without a part.
    let needsParts: Bool
    /// Why it is left out; `nil` while it isn't.
    var problem: String?

    /// - Parameters:
    ///   - lines: with their indentation.
    ///   - needsParts: whether its lines mean nothing without a part. The default is false.
    init(_ name: String?, indent: Int, _ lines: [String], parts: [DraftPart] = [], needsParts: Bool = false) {
        self.name = name
        self.indent = indent
        self.lines = lines
        self.parts = parts
        self.needsParts = needsParts
    }

    var isThere: Bool { problem == nil && (!needsParts || parts.contains(where: \.isThere)) }

    /// All lines, each with the way to the innermost part that can be left out with it.
    var flattened: [(text: String, way: [Int])] { flattened([], []) }

    private func flattened(_ way: [Int], _ removable: [Int]) -> [(text: String, way: [Int])] {
        let removable = name == nil ? removable : way
        if let problem {
            return DraftText.comment("\(name ?? ""): left out. \(problem)", indent: indent).map { ($0, removable) }
        }
        return (isThere ? lines.map { ($0, removable) } : [])
            + parts.enumerated().flatMap { $1.flattened(way + [$0], removable) }
    }

    /// Leaves out the part at a way.
    mutating func leaveOut(_ way: ArraySlice<Int>, _ why: String) {
        if let index = way.first {
            parts[index].leaveOut(way.dropFirst(), why)
        } else if problem == nil, name != nil {
            problem = why
        }
    }

    /// Every part with a problem below this one.
    var problems: [(name: String, why: String)] {
        if let problem { return [(name ?? "", problem)] }
        return parts.flatMap(\.problems)
    }

    /// Leaves out what the reader of system files refuses, until it says of nothing but open values that they are open.
    ///
    /// - Parameter file: the name of the file.
    /// - Returns: the text, and how many values are open.
    mutating func settle(file: String) -> (text: String, open: Int) {
        while true {
            let lines = flattened
            let text = lines.map(\.text).joined(separator: "\n") + "\n"
            do throws(SystemFileError) {
                _ = try SystemFile.read(Array(text.utf8), named: file)
                return (text, 0)
            } catch {
                let others = error.mistakes.filter { $0.code != .open }
                let ways = others.compactMap { mistake -> (way: [Int], why: String)? in
                    let line = mistake.place.line - 1
                    guard lines.indices.contains(line), !lines[line].way.isEmpty else { return nil }
                    return (lines[line].way, mistake.found)
                }
                for (way, why) in ways { leaveOut(way[...], why) }
                guard flattened.map(\.text) != lines.map(\.text) else { return (text, error.mistakes.count) }
            }
        }
    }
}
