/// What the YAML parser objects to, in words for a person who does not know YAML.
enum YAMLSyntax {
    static func mistake(_ problem: YAMLEvents.Problem, in source: SourceText) -> Mistake {
        switch problem.kind {
        case .memory: plain("The values are nested too deeply.", in: source)
        case .reader: plain("The file can't be read as text: \(problem.text).", in: source)
        case .syntax: syntax(problem, in: source)
        }
    }

    private static func plain(_ found: String, in source: SourceText) -> Mistake {
        Mistake(.syntax, at: Mistake.Place(source: source.name), found: found)
    }

    private static func syntax(_ problem: YAMLEvents.Problem, in source: SourceText) -> Mistake {
        let mark = problem.position
        func at(_ mark: TextPosition, _ found: String, expected: String? = nil, note: String? = nil) -> Mistake {
            Mistake(
                .syntax, at: source.place(line: mark.line, column: mark.column, length: 1, isHarmless: false),
                found: found,
                expected: expected, note: note)
        }
        if let column = tabInIndentation(of: mark.line, in: source) {
            return at(
                TextPosition(line: mark.line, column: column), "The line starts with a tab.",
                expected: "spaces",
                note: "Most editors can insert spaces when you press the tab key.")
        }
        let start = problem.context?.position ?? mark
        switch (problem.text, problem.context?.text) {
        case ("found unexpected end of stream", "while scanning a quoted scalar"),
            ("found unexpected document indicator", "while scanning a quoted scalar"):
            return at(start, "The quotation mark here is never closed.")
        case ("did not find expected ',' or ']'", _):
            return at(
                start, "The list that starts here with [ is not closed.", expected: "items separated by commas, then ]")
        case ("did not find expected ',' or '}'", _):
            return at(
                start, "The group that starts here with { is not closed.", expected: "keys separated by commas, then }")
        case ("mapping values are not allowed in this context", _):
            return at(
                mark, "A colon isn't allowed here.", expected: nil,
                note: "Either the line is indented too far, or its text contains \": \" and needs quotation marks.")
        case ("could not find expected ':'", _):
            return at(start, "A key needs a colon after it.", expected: "key: value")
        case ("did not find expected key", _), ("did not find expected '-' indicator", _):
            return at(
                mark, "This line doesn't fit the lines above it.", expected: nil,
                note: "The keys of a group, or the items of a list, start in the same column.")
        case ("block sequence entries are not allowed in this context", _):
            return at(mark, "A list item (-) isn't allowed here.", expected: "items on separate lines, below the key")
        case ("found character that cannot start any token", _):
            return at(mark, "A value can't start with this character.", expected: "the value in quotation marks")
        case ("found undefined alias", _):
            return at(mark, "A value can't start with *.", expected: "the value in quotation marks")
        case ("found unknown escape character", _):
            return at(
                mark, "In double quotation marks a backslash starts an escape, and this one is unknown.",
                expected: "single quotation marks, or \\\\ for a backslash")
        case ("but found another document", _):
            return at(mark, "A second document starts here (---).", expected: "one document per file")
        default:
            return at(mark, "The YAML parser stopped: \(problem.text).")
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
