/// Whether texts are coloured.
public enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal that can, unless `NO_COLOR` is set.
    case auto
    case always
    case never
}

/// How texts are laid out for people: marked with SGR sequences (ECMA-48) or not, and folded to a terminal's width or
/// not.
public struct TextStyle: Sendable {
    /// Whether texts are marked.
    public let isOn: Bool
    /// Columns of the terminal; `nil` if it isn't a terminal or doesn't say, and then lines are not wrapped.
    public let width: Int?

    /// A style that folds nothing unless `width` is given.
    public init(isOn: Bool, width: Int? = nil) {
        self.isOn = isOn
        self.width = width
    }

    /// - Parameters:
    ///   - isTerminal: whether the stream is one.
    ///   - environment: `NO_COLOR` (no-color.org) and `TERM` are considered.
    ///   - width: the terminal's columns.
    public init(_ choice: ColorChoice, isTerminal: Bool, environment: [String: String], width: Int? = nil) {
        self.width = isTerminal ? width : nil
        switch choice {
        case .always: isOn = true
        case .never: isOn = false
        case .auto:
            isOn = isTerminal && environment["NO_COLOR", default: ""].isEmpty && Self.isCapable(environment)
        }
    }

    /// Whether a terminal understands more than plain lines.
    public static func isCapable(_ environment: [String: String]) -> Bool {
        environment["TERM"].map { $0 != "dumb" && !$0.isEmpty } ?? false
    }

    /// Unmarked and unfolded, as for a file.
    public static let plain = TextStyle(isOn: false)

    /// The text in bold; unchanged if the style is off or the text is empty.
    public func bold(_ text: String) -> String { marked(text, 1) }
    /// The text in faint; unchanged if the style is off or the text is empty.
    public func faint(_ text: String) -> String { marked(text, 2) }
    /// The text in red; unchanged if the style is off or the text is empty.
    public func red(_ text: String) -> String { marked(text, 31) }
    /// The text in green; unchanged if the style is off or the text is empty.
    public func green(_ text: String) -> String { marked(text, 32) }
    /// The text in yellow; unchanged if the style is off or the text is empty.
    public func yellow(_ text: String) -> String { marked(text, 33) }

    private func marked(_ text: String, _ code: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
