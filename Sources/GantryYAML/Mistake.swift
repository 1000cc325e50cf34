/// One mistake in a file that a person wrote: where, what was found, what was expected, and the nearest right word.
public struct Mistake: Sendable, Equatable {
    /// What kind of mistake it is.
    public let code: Code
    /// Where it is.
    public let place: Place
    /// What was found: a sentence.
    public let found: String
    /// What is expected there: a phrase, or `nil` when the sentence says it.
    public let expected: String?
    /// The closest correct word, if there is one.
    public let nearest: String?
    /// Why it matters or how to correct it: a sentence.
    public let note: String?

    /// The kind of a mistake, stable, for programs.
    public enum Code: String, CaseIterable, Sendable {
        /// The text is not YAML.
        case syntax
        /// The bytes are not text, or contain characters that don't belong in a text file.
        case encoding
        /// YAML that these files don't support: anchors, aliases, merge keys, tags.
        case unsupported
        case unknownKey = "unknown-key"
        case missingKey = "missing-key"
        case duplicate
        /// A list instead of a text, for example.
        case wrongType = "wrong-type"
        /// A word that names nothing: a dataset, field, check, format, …
        case unknownName = "unknown-name"
        /// The right kind of value, but not one that can be used.
        case badValue = "bad-value"
        /// A value that its author is still to fill in.
        case open
        /// Two parts of the file that contradict each other.
        case conflict
        case unsafeName = "unsafe-name"
        /// A password or token in clear text.
        case literalSecret = "literal-secret"
    }

    /// Where a mistake is.
    public struct Place: Sendable, Equatable {
        /// The file as it was named to the reader, or the name of an environment variable; `nil` for a setting that was
        /// given in addition to the file.
        public let source: String?
        /// Whether the mistake is in a setting given in addition to the file.
        public var isSetting: Bool { source == nil }
        /// From 1; 0 when the mistake is in a setting, a variable, or the file as a whole.
        public let line: Int
        /// From 1, counted in Unicode scalars; 0 when the mistake is in the whole source.
        public let column: Int
        /// How many scalars are marked; at least 1.
        public let length: Int
        /// The line as it may be shown, one scalar for each of the source's; `nil` when nothing can be shown.
        public let text: String?

        /// A place in the source; line and column are 0 where only the source is known.
        public init(source: String?, line: Int = 0, column: Int = 0, length: Int = 1, text: String? = nil) {
            self.source = source
            self.line = line
            self.column = column
            self.length = max(length, 1)
            self.text = text
        }
    }

    /// A mistake; parameters that are left out are unknown.
    public init(
        _ code: Code, at place: Place, found: String, expected: String? = nil, nearest: String? = nil,
        note: String? = nil
    ) {
        self.code = code
        self.place = place
        self.found = found
        self.expected = expected
        self.nearest = nearest
        self.note = note
    }

    /// The mistake as a compiler shows one: place and sentence, the line, marks under it, what was expected.
    ///
    /// - Parameter setting: What is written before a setting that was given in addition to the file.
    public func render(setting: String = "setting") -> String {
        var out = (place.source ?? setting) + ":"
        if place.line > 0 { out += "\(place.line):\(place.column):" }
        out += " " + found
        if let text = place.text, place.column > 0 {
            let gutter = place.line > 0 ? "\(place.line)" : ""
            let blank = String(repeating: " ", count: gutter.count)
            let lead = place.isSetting ? setting + " " : ""
            let (line, marks) = Mistake.window(
                lead + text, column: lead.unicodeScalars.count + place.column, length: place.length)
            out += "\n \(gutter) | \(line)\n \(blank) | \(marks)"
        }
        if let expected { out += "\n    expected " + expected }
        if let nearest { out += "\n    did you mean \"\(nearest)\"?" }
        if let note { out += "\n    " + note }
        return out
    }

    /// The part of a long line around `column`, and the marks below it.
    private static func window(_ text: String, column: Int, length: Int) -> (line: String, marks: String) {
        let width = 110
        var scalars = Array(text.unicodeScalars)
        var start = 0
        if scalars.count > width, column > width - 20 { start = column - 40 }
        var lead = ""
        if start > 0 {
            scalars.removeFirst(min(start, scalars.count))
            lead = "…"
        }
        let tail = scalars.count > width ? "…" : ""
        var line = lead
        var marks = lead.isEmpty ? "" : " "
        let from = column - 1 - start
        for (index, scalar) in scalars.prefix(width).enumerated() {
            line.unicodeScalars.append(scalar)
            // A combining mark takes no room of its own on the screen.
            if scalar.properties.generalCategory == .nonspacingMark { continue }
            if index < from { marks += " " } else if index < from + length { marks += "^" }
        }
        while !marks.contains("^") {
            marks += marks.unicodeScalars.count - (lead.isEmpty ? 0 : 1) < from ? " " : "^"
        }
        return (line + tail, marks)
    }
}
