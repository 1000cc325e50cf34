internal import GantryFiles
public import GantryModel

/// What is wrong with a book of signatures: the line, what was found and what was expected.
public struct BookError: ExplainedError, Equatable {
    /// From 1.
    public let line: Int
    /// What was found there, as the end of a sentence: `has another digest`.
    public let found: String
    /// What was expected there.
    public let expected: String
    /// How messages call the book.
    public var file = "the book of signatures"
    /// Whether the book goes on after what the journal has, which then can be a copy from before.
    public let isAhead: Bool

    /// All of it in a sentence.
    public var explanation: String { "Line \(line) of \(file) \(found), expected \(expected)." }
    /// What to do.
    public var advice: Advice? {
        isAhead
            ? "Nothing was signed or delivered. If the journal was brought back from a copy, bring the book back as it was then: what was delivered since is asked about afterwards. Otherwise find out who changed it."
            : "Nothing was signed or delivered. Find out who changed it, and restore the book from a copy; it also lies beside every signed export."
    }
    /// What is wrong, and what to do about it.
    package var words: String { "\(explanation) \(advice?.text { _ in "" } ?? "")" }
    /// Never.
    public var isRetryable: Bool { false }

    init(_ line: Int, _ found: String, expected: String, isAhead: Bool = false) {
        self.isAhead = isAhead
        self.line = line
        self.found = found
        self.expected = expected
    }
}

/// The book of signatures of a pipeline: JSON Lines, each with the SHA-256 of the line before.
public struct Book: Equatable, Sendable {
    /// In the order in which they were written.
    public private(set) var lines: [BookLine] = []

    /// A book without a line.
    public init() {}

    /// Reads a book, whose last line must be whole.
    /// - Throws: for the first line that isn't as it was written, or doesn't follow the one before.
    public init(reading bytes: [UInt8]) throws(BookError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let whole = bytes.prefix { $0 < 0x80 }.count { $0 == 0x0A }
            throw BookError(whole + 1, "is not UTF-8", expected: "JSON")
        }
        let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, text) in texts.dropLast().enumerated() {
            guard let line = BookLine(text) else {
                throw BookError(
                    index + 1, "is no line of a book: \(singleLine(text, limit: 80))",
                    expected: "JSON with the keys format, number, previous, time and so on in this order")
            }
            try add(line)
        }
        if let torn = texts.last, !torn.isEmpty {
            throw BookError(texts.count, "has no line break at its end", expected: "a whole line")
        }
    }

    /// Adds a line.
    /// - Throws: when it isn't the next one.
    public mutating func add(_ line: BookLine) throws(BookError) {
        let place = lines.count + 1
        guard line.number == place else {
            throw BookError(place, "has the number \(line.number)", expected: "\(place)")
        }
        let previous = lines.last?.digest
        guard line.previous == previous else {
            throw BookError(
                place, "follows a line with the digest \(line.previous?.description ?? BookLine.none)",
                expected: "\(previous?.description ?? BookLine.none), which is that of the line before")
        }
        lines.append(line)
    }

    /// The book as its file holds it.
    public var text: String { lines.map { $0.text + "\n" }.joined() }
}
