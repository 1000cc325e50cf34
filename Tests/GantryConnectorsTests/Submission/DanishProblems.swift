import FoundationEssentials
import GantryEngine
import GantryModel
import GantryPages
import Testing

/// What a Danish page shows of problems with rows.
enum DanishProblems {
    private static let t = PageText(.danish, zone: .utc)
    private static let english: Set<String> = [
        "the", "is", "are", "was", "were", "has", "and", "with", "which", "that", "can't", "must", "doesn't",
        "expected", "needed", "provided", "required", "server", "sheet", "its", "this", "these", "already", "another",
        "unreadable", "other", "two", "rows", "enter",
    ]

    /// A sentence as a Danish page has it.
    static func shown(_ sentence: String) -> String { t.problem(sentence) }

    /// English words in what is shown, besides those of cells, settings and ids.
    static func englishWords(_ sentence: String) -> [Substring] {
        var isQuoted = false
        let plain = shown(sentence).split(separator: "\"", omittingEmptySubsequences: false).map { part -> Substring in
            defer { isQuoted.toggle() }
            return isQuoted ? "" : part
        }.joined()
        return plain.split { " ,.:;?()".contains($0) }.filter { english.contains($0.lowercased()) }
    }

    /// Notes a problem that is shown in English.
    static func expect(_ problems: [RowProblem]) {
        for problem in problems {
            let words = englishWords(problem.sentence)
            #expect(words.isEmpty, "\(problem.code): \(t.problem(problem.sentence))")
        }
    }

    /// The codes in the first column of a table of the handbook.
    static func codes(ofTable heading: String) throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let text = try String(contentsOf: root.appending(path: "Documentation/Imports.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| code | \(heading)") })
        let rows = lines[start...].dropFirst(2).prefix { $0.hasPrefix("|") }
        return Set(
            rows.flatMap { row in
                row.split(separator: "|")[0].split(separator: "`").filter { !$0.contains(" ") && !$0.contains(",") }
                    .map(String.init)
            })
    }
}
