internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryYAML

/// Sections of a gantry.yaml that are added to one that is there, whose other lines stay as they are.
enum AddedSections {
    /// Adds each at the end of a section that the file has, else at the end of the file.
    ///
    /// - Throws: `ConfigurationError` where the file can't be used with it, after which nothing is written;
    ///   `FileError`.
    static func add(
        _ sections: [(key: String, lines: [String])], to path: String, systems: Systems, environment: [String: String]
    ) throws {
        let before = String(decoding: try ReadFile.bytes(of: path), as: UTF8.self)
        var lines = before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last == "" { lines.removeLast() }
        for section in sections {
            if let place = lines.firstIndex(where: { $0.hasPrefix("\(section.key):") }) {
                let rest = lines[place].dropFirst(section.key.count + 1).drop { $0 == " " }
                guard rest.isEmpty || rest.hasPrefix("#") else {
                    throw ConfigurationError(
                        .mistaken, file: path,
                        explanation: "\(section.key) of \(path) is written on one line, to which nothing was added.",
                        advice: Advice(
                            "Add by hand: "
                                + section.lines.map { String($0.drop { $0 == " " }) }.joined(separator: ", ")))
                }
                let next = lines[(place + 1)...].firstIndex { line in
                    line.first.map { !" #".contains($0) } ?? false
                }
                let last = lines[..<(next ?? lines.count)].lastIndex { $0.hasPrefix(" ") } ?? place
                lines.insert(contentsOf: section.lines, at: max(place, last) + 1)
            } else {
                lines += ["\(section.key):"] + section.lines
            }
        }
        let text = lines.joined(separator: "\n") + "\n"
        _ = try Configuration.read(
            Array(text.utf8), named: path, folder: ConnectionDraft.folder(of: path), systems: systems,
            environment: environment)
        try Publishing.writeDurably(Array(text.utf8).span, to: path)
    }
}
