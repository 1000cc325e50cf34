/// A page whose code blocks are commands, and whose YAML about people belongs into gantry.yaml.
struct Handbook: Sendable {
    /// What a reader does at a place of the page.
    enum Step: Sendable {
        /// A command line, and the exit code that the page names; 0 where it names none.
        case command(String, exit: Int32)
        /// Lines of gantry.yaml.
        case settings(String)
    }

    let text: String

    init(_ page: String) throws { text = try GantryEndToEndTests.text(of: page) }

    /// The titles of the chapters.
    var chapters: [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    }

    /// The steps with their line numbers, in the order of the page. Every indented line is a command, and every line of a
    /// block that is neither YAML nor JSON nor text.
    var steps: [(line: Int, step: Step)] {
        var found: [(line: Int, step: Step)] = []
        var fence: (language: Substring, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let ended = fence {
                    fence = nil
                    let start = index - ended.lines.count + 1
                    if ended.language == "yaml", ended.lines.first == "people:" {
                        found.append((start, .settings(ended.lines.joined(separator: "\n") + "\n")))
                    } else if !["yaml", "text", "json"].contains(ended.language) {
                        found += ended.lines.enumerated().map { (start + $0.offset, Handbook.command($0.element)) }
                    }
                } else {
                    fence = (line.dropFirst(3), [])
                }
            } else if fence != nil {
                fence?.lines.append(line)
            } else if line.hasPrefix("    "), line.contains(where: { $0 != " " }) {
                found.append((index + 1, Handbook.command(line.dropFirst(4))))
            }
        }
        return found
    }

    /// A line and the exit code in its comment.
    private static func command(_ line: Substring) -> Step {
        let mark = "# exit code "
        guard let place = line.firstRange(of: mark) else { return .command(String(line), exit: 0) }
        let code = Int32(line[place.upperBound...].prefix { $0.isNumber })
        return .command(String(line[..<place.lowerBound]), exit: code ?? -1)
    }

    /// Commands in the middle of sentences and tables: `gantry show RUN`.
    var mentioned: [[String]] {
        var isCode = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let isFence = line.hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isCode && !isFence && !line.hasPrefix("    ")
        }
        return lines.joined(separator: "\n").split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("gantry ") }
            .map { $0.element.split { $0 == " " || $0 == "\n" }.map(String.init) }
    }
}
