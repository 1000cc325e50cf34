import FoundationEssentials

/// English words on a Danish page.
enum EnglishWords {
    private static let english: Set<String> = [
        "the", "is", "are", "has", "and", "with", "which", "that", "expected", "needed", "found", "server",
        "sheet", "rows", "it", "no", "empty", "same", "of", "remove", "open", "name", "letters", "digits", "save",
        "column", "columns", "missing", "rename", "give", "row", "failed", "again",
    ]

    /// Those in a text, besides what is quoted: cells, names of files and settings.
    static func of(_ text: String) -> [String] {
        let plain = text.replacing("&quot;", with: "\"").split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
        return plain.split { " ,.:;?()<>".contains($0) }.map { $0.lowercased() }.filter(english.contains)
    }
}

extension DeskProgram.Answer {
    /// What stands between two texts, each time.
    func texts(from start: String, to end: String) -> [String] {
        body.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: end)[0] }
    }
}
