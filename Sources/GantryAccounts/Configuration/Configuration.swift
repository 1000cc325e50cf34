public import GantryModel
public import GantrySignOff
public import GantryYAML

/// `gantry.yaml`, read and checked: the connections, and who may sign. No secret has been read yet.
public struct Configuration: Sendable, Equatable {
    /// How messages call the file.
    public let file: String
    /// In the file's order; no name twice.
    public let connections: [Connection]
    /// `people`: who may sign, in the file's order; none by default.
    public var people: [Person] = []
    /// `notify`: who is told how runs end, in the file's order; nobody by default.
    public var hooks: [Hook] = []
    /// `destinations`: where files are delivered to, in the file's order; none by default.
    public var destinations: [Destination] = []
    /// `office`: where the office is; by default nothing is known of it.
    public var office = Office()

    /// - Throws: `ConfigurationError` with code `unknownConnection`, which lists the nearest name.
    public func connection(named name: String) throws(ConfigurationError) -> Connection {
        if let connection = connections.first(where: { $0.name == name }) { return connection }
        let names = connections.map(\.name)
        let nearest = nearestWord(to: name, among: names).map { "Did you mean \($0)? " } ?? ""
        throw ConfigurationError(
            .unknownConnection, file: file, explanation: "\(file) has no connection called \(quoted(name)).",
            advice: "\(nearest)Available connections: \(names.prefix(20).joined(separator: ", "))"
                + (names.count > 20 ? " and \(names.count - 20) more." : "."))
    }

    /// The names of connections that patterns name, in the order of the patterns and then of the file, each once.
    ///
    /// - Parameter patterns: names, or patterns of a shell: `company-*`.
    /// - Throws: `ConfigurationError` with code `unknownConnection` for one that no connection has.
    public func connections(matching patterns: [String]) throws(ConfigurationError) -> [String] {
        var found: [String] = []
        var known: Set<String> = []
        for pattern in patterns {
            let names = connections.map(\.name).filter { matches(pattern, $0) }
            found += (names.isEmpty ? [try connection(named: pattern).name] : names).filter {
                known.insert($0).inserted
            }
        }
        return found
    }
}

/// A configuration that is missing, unreadable or mistaken, or a credential that can't be read.
public struct ConfigurationError: ExplainedError, CustomStringConvertible {
    public enum Code: String, CaseIterable, Sendable {
        case notFound = "configuration-not-found"
        case unreadable = "configuration-unreadable"
        case mistaken = "configuration-mistaken"
        case unknownConnection = "connection-unknown"
        /// A file that was to be made is there already.
        case exists = "configuration-exists"
        case secret = "credential-unreadable"
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The file, or `connection.credential` when the code is `secret`.
    public let file: String
    /// By line and column; empty unless the code is `mistaken`. They never show a value that could be secret.
    public let mistakes: [Mistake]
    /// What was found and what was expected, in one or more sentences; never a secret.
    public let explanation: String
    /// What to do about it; `nil` if there is nothing to suggest.
    public let advice: Advice?
    /// True only if a command that prints a secret failed or took too long.
    public let isRetryable: Bool

    init(_ code: Code, file: String, explanation: String, advice: Advice?, isRetryable: Bool = false) {
        self.code = code
        self.file = file
        self.mistakes = []
        self.explanation = explanation
        self.advice = advice
        self.isRetryable = isRetryable
    }

    init(file: String, mistakes: [Mistake]) {
        self.code = .mistaken
        self.file = file
        self.mistakes = inReadingOrder(mistakes)
        self.explanation = summaryOfMistakes(file: file, mistakes: self.mistakes)
        self.advice = "Correct the marked places."
        self.isRetryable = false
    }

    /// All mistakes with their places, as a compiler shows them, and their number; else the explanation.
    /// Ends without a line break.
    public func render() -> String { renderedMistakes(explanation, mistakes: mistakes, file: file) }

    /// The same text as ``render()``.
    public var description: String { render() }
}
