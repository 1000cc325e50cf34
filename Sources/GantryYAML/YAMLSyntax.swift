internal import Yams

/// What the YAML parser objects to, in words for a person who does not know YAML.
enum YAMLSyntax {
    static func mistake(_ error: YamlError, in source: SourceText) -> Mistake {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            return mistake(problem, at: TextPosition(mark), context: context, in: source)
        case .memory:
            return plain("The values are nested too deeply.", in: source)
        case .reader(let problem, _, _, _):
            return plain("The file can't be read as text: \(problem).", in: source)
        default:
            return plain("The file can't be read as YAML.", in: source)
        }
    }

    private static func plain(_ found: String, in source: SourceText) -> Mistake {
        Mistake(.syntax, at: Mistake.Place(source: source.name), found: found)
    }

    private static func mistake(
        _ problem: String, at mark: TextPosition, context: YamlError.Context?, in source: SourceText
    ) -> Mistake {
        func at(_ mark: TextPosition, _ found: String, expected: String? = nil, note: String? = nil) -> Mistake {
            Mistake(
                .syntax, at: source.place(line: mark.line, column: mark.column, length: 1, isHarmless: false),
                found: found,
                expected: expected, note: note)
        }
        if let column = tabInIndentation(of: mark.line, in: source) {
            return at(
                TextPosition(line: mark.line, column: column), "A tab stands at the beginning of the line.",
                expected: "spaces",
                note: "Most editors can be told to write spaces when the tab key is pressed.")
        }
        let start = context.map { TextPosition($0.mark) } ?? mark
        switch (problem, context?.text) {
        case ("found unexpected end of stream", "while scanning a quoted scalar"),
            ("found unexpected document indicator", "while scanning a quoted scalar"):
            return at(start, "The quotation mark that opens here is never closed.")
        case ("did not find expected ',' or ']'", _):
            return at(
                start, "The list that opens here with [ is not closed.",
                expected: "items with commas between them, then ]")
        case ("did not find expected ',' or '}'", _):
            return at(
                start, "The group that opens here with { is not closed.",
                expected: "keys with commas between them, then }")
        case ("mapping values are not allowed in this context", _):
            return at(
                mark, "A colon can't stand here.", expected: nil,
                note: "Either the line is indented too far, or its text holds \": \" and needs quotation marks.")
        case ("could not find expected ':'", _):
            return at(start, "A key needs a colon behind it.", expected: "key: value")
        case ("did not find expected key", _), ("did not find expected '-' indicator", _):
            return at(
                mark, "This line does not fit the ones above it.", expected: nil,
                note: "Keys of one group, and items of one list, begin in the same column.")
        case ("block sequence entries are not allowed in this context", _):
            return at(mark, "A list item (-) can't stand here.", expected: "items on lines of their own, below the key")
        case ("found character that cannot start any token", _):
            return at(mark, "A value can't begin with this character.", expected: "the value in quotation marks")
        case ("found undefined alias", _):
            return at(mark, "A value can't begin with *.", expected: "the value in quotation marks")
        case ("found unknown escape character", _):
            return at(
                mark, "A backslash in double quotation marks has a meaning of its own, and this one has none.",
                expected: "single quotation marks, or \\\\ for a backslash")
        case ("but found another document", _):
            return at(mark, "A second document begins here (---).", expected: "one document in a file")
        default:
            return at(mark, "The YAML parser stopped: \(problem).")
        }
    }

    private static func tabInIndentation(of line: Int, in source: SourceText) -> Int? {
        guard source.lines.indices.contains(line - 1) else { return nil }
        for (offset, scalar) in source.lines[line - 1].unicodeScalars.enumerated() {
            if scalar == "\t" { return offset + 1 }
            if scalar != " " { return nil }
        }
        return nil
    }
}
