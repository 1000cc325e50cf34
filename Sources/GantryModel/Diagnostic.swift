/// How much an exception or a finding matters.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Worth counting.
    case info
    /// A person should look; the record is exported.
    case warning
    /// The record is held: it stays out of the export and is listed.
    case blocker

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .blocker: 2
        }
    }
}

/// An error for a person: what failed, why, and what to do. Every layer's error can say this much.
public protocol ExplainedError: Error, Sendable {
    /// What failed, on which thing, and why: one or two sentences.
    var explanation: String { get }
    /// What the reader can do about it, as a sentence, or `nil` when the explanation says it.
    var advice: String? { get }
    /// Whether the same command can succeed later with nothing changed by hand.
    var isRetryable: Bool { get }
}

/// A text with control characters escaped and its length bounded, fit for one line of a log or message.
///
/// Text from a server or a file goes through this before it is shown: a line break or an escape sequence in it can't
/// forge a second line or drive a terminal.
public func singleLine(_ text: some StringProtocol, limit: Int = 200) -> String {
    var out = ""
    var count = 0
    for scalar in text.unicodeScalars {
        if count >= limit {
            out += "…"
            break
        }
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
        {
            out += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
            out.unicodeScalars.append(scalar)
        }
        count += 1
    }
    return out
}
