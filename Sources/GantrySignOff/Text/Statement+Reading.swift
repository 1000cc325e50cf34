internal import GantryEngine
internal import GantryFiles
public import GantryModel

/// Why a text is no statement: the line, what it holds and what belongs there.
public struct StatementError: ExplainedError, Equatable {
    /// From 1.
    public let line: Int
    /// What was found there, on one line.
    public let found: String
    /// What belongs there.
    public let expected: String
    /// All of it in a sentence.
    public var explanation: String { "Line \(line) of the statement is \(found), expected \(expected)." }
    /// Nothing: what signed it must be found again.
    public var advice: Advice? { nil }
    /// Never.
    public var isRetryable: Bool { false }
}

extension Statement {
    /// Reads a statement, which must be byte for byte as ``text`` writes it.
    public init(reading bytes: [UInt8]) throws(StatementError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StatementError(line: 1, found: "not UTF-8", expected: "plain text")
        }
        var lines = Lines(text)
        try lines.require(Statement.heading)
        let run = try lines.value("run", expected: "a run such as payroll-monthly/2026-10/r1") { RunID($0[0]) }
        let kind = try lines.value("kind", expected: "full or correction") { Kind(rawValue: $0[0]) }
        let base = kind == .correction ? try lines.base() : nil
        let source = try lines.value("source", expected: "a system, a connection and an address", count: 3) { $0 }
        let period = try lines.value("period", expected: "a period with its first and last day", count: 3) { words in
            (try? PayPeriod(words[0])).flatMap { "\($0.first)" == words[1] && "\($0.last)" == words[2] ? $0 : nil }
        }
        let snapshot = try lines.value("snapshot", expected: "a time") { Instant($0[0]) }
        let bag = try lines.value("bag", expected: "a SHA-256") { ContentDigest(hex: $0[0]) }
        self.init(run: run, kind: kind, source: source, period: period, snapshot: snapshot, bag: bag)
        self.base = base
        settings = try lines.digest("settings")
        if lines.has("rates") {
            ratesAsOf = try lines.value("rates", expected: "as of and a time", count: 3) { words in
                words[0] == "as" && words[1] == "of" ? Instant(words[2]) : nil
            }
        }
        while lines.has("role") { roles.append(try lines.text("role", "a role and its field")) }
        while lines.has("lowered") {
            lowered.append(
                try lines.value("lowered", expected: "a check and its severity", count: 2) { "\($0[0]) \($0[1])" })
        }
        while lines.has("unproven") {
            unproven.append(try lines.value("unproven", expected: "the name of a list") { $0[0] })
        }
        (decisionCount, decisions) = try lines.value("decisions", expected: "a number and a SHA-256", count: 2) {
            words in
            Lines.digest(words[1]).flatMap { digest in StatedNumber.count(words[0]).map { ($0, digest) } }
        }
        counts = try lines.counts()
        employees = try lines.number("employees")
        while lines.has("units") {
            units.append(
                try lines.value("units", expected: "a pay code and its units", count: 2) {
                    Units(code: $0[0], units: $0[1])
                })
        }
        amount = lines.isNone("amount") ? try lines.none("amount") : try lines.amount()
        withoutRate = try lines.number("without-rate")
        heldHours = try lines.value("held-hours", expected: "hours") { $0[0] }
        heldDays = try lines.value("held-days", expected: "days") { $0[0] }
        waived = try lines.number("waived")
        while lines.has("file") {
            files.append(
                try lines.value("file", expected: "a name, a length and a SHA-256", count: 3) { words in
                    guard let bytes = StatedNumber.count(words[1]), let digest = ContentDigest(hex: words[2]) else {
                        return nil
                    }
                    return File(name: words[0], bytes: bytes, digest: digest)
                })
        }
        while lines.has("again") {
            again.append(
                try lines.value("again", expected: "a run, a number of entries and days of leave", count: 3) { words in
                    guard let run = RunID(words[0]) else { return nil }
                    return Again(run: run, entries: Int(words[1]), leaveDays: Int(words[2]))
                })
        }
        previous = try lines.digest("previous")
        preparation = try lines.number("preparation")
        try lines.end(of: self.text, is: text)
    }
}

/// The lines of a statement, taken one after the other.
private struct Lines {
    private let lines: [Substring]
    private var next = 0

    init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

    private var line: Substring { next < lines.count ? lines[next] : "" }

    private func error(_ expected: String) -> StatementError {
        StatementError(line: next + 1, found: line.isEmpty ? "empty" : "\"\(singleLine(line))\"", expected: expected)
    }

    func has(_ key: String) -> Bool { line.hasPrefix(key + ": ") }

    func isNone(_ key: String) -> Bool { line == "\(key): none" }

    mutating func require(_ text: String) throws(StatementError) {
        guard line == text else { throw error(text) }
        next += 1
    }

    mutating func none(_ key: String) throws(StatementError) -> String? {
        try require("\(key): none")
        return nil
    }

    /// A key with a text behind it.
    mutating func text(_ key: String, _ expected: String) throws(StatementError) -> String {
        let text = String(line.dropFirst(key.count + 2))
        guard has(key), !text.isEmpty else { throw error("\(key): with \(expected)") }
        next += 1
        return text
    }

    /// A key with words behind it.
    mutating func value<Value>(
        _ key: String, expected: String, count: Int = 1, _ read: ([String]) -> Value?
    ) throws(StatementError) -> Value {
        let words = line.dropFirst(key.count + 2).split(separator: " ", omittingEmptySubsequences: false).map(
            String.init)
        guard has(key), words.count == count, !words.contains(""), let value = read(words) else {
            throw error("\(key): with \(expected)")
        }
        next += 1
        return value
    }

    mutating func number(_ key: String) throws(StatementError) -> Int {
        try value(key, expected: "a number") { StatedNumber.count($0[0]) }
    }

    mutating func digest(_ key: String) throws(StatementError) -> ContentDigest? {
        try value(key, expected: "a SHA-256 or none") { Lines.digest($0[0]) }
    }

    /// Nothing for what is neither a digest nor the word none.
    static func digest(_ word: String) -> ContentDigest?? {
        if word == Statement.nothing { return .some(nil) }
        return ContentDigest(hex: word).map { .some($0) }
    }

    /// Only a correction has one.
    mutating func base() throws(StatementError) -> Statement.Base {
        try value("base", expected: "a run, a SHA-256 and whose settings", count: 3) {
            Statement.Base($0.joined(separator: " "))
        }
    }

    mutating func amount() throws(StatementError) -> String? {
        try value("amount", expected: "an amount with its currency", count: 2) { "\($0[0]) \($0[1])" }
    }

    mutating func counts() throws(StatementError) -> BatchCounts {
        let names = ["fetched", "exported", "held", "repeated", "rejected"]
        return try value("counts", expected: "five named numbers", count: 10) { words in
            let numbers = (0..<5).compactMap {
                words[$0 * 2] == names[$0] ? StatedNumber.count(words[$0 * 2 + 1]) : nil
            }
            guard numbers.count == 5 else { return nil }
            var counts = BatchCounts()
            (counts.fetched, counts.exported, counts.held) = (numbers[0], numbers[1], numbers[2])
            (counts.repeats, counts.rejected) = (numbers[3], numbers[4])
            return counts
        }
    }

    /// - Throws: where anything is written in another way than we write it, or follows the last line.
    func end(of canonical: String, is text: String) throws(StatementError) {
        let wanted = canonical.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated()
        where index >= wanted.count || !line.utf8.elementsEqual(wanted[index].utf8) {
            throw StatementError(
                line: index + 1, found: "\"\(singleLine(line))\"",
                expected: index < wanted.count ? "\"\(singleLine(wanted[index]))\"" : "nothing more")
        }
        guard canonical.utf8.elementsEqual(text.utf8) else {
            throw StatementError(line: lines.count, found: "no line break", expected: "one at its end")
        }
    }
}
