internal import GantryAccounts
public import GantryEngine
internal import GantryFiles
public import GantryJSON
internal import GantryModel
internal import GantryRuns
internal import GantryYAML

/// An error as it is reported: what failed, why, what to do, and the command that continues.
public struct ErrorReport: Sendable {
    /// What the command exits with.
    public let status: ExitStatus
    /// `file.disk-full`
    public let code: String
    /// What failed and why, in one or two sentences.
    public let explanation: String
    /// Further lines, such as what differs.
    public let details: [String]
    /// What to do, in sentences; `nil` if nothing helps or the next command is enough.
    public let advice: String?
    /// Whether the same command can succeed later with nothing changed by hand.
    public let isRetryable: Bool
    /// The command that resumes or starts over, and the words before it.
    public let next: (lead: String, command: String)?
    /// Mistakes of a file with their places, by line; else empty.
    private let marked: [String]
    private let mistakes: [Mistake]
    /// Whether somebody asked for the end: that is no error.
    private let isStop: Bool

    /// - Parameters:
    ///   - command: the command that failed, where repeating it makes sense.
    ///   - run: the run that was started, so that `--start-over` must not be repeated; `nil` when none was.
    ///   - place: the options of the command that say where it works, for the commands in advice.
    ///   - isOfSheet: whether that run sends the rows of a sheet, which names it.
    public init(
        _ error: any Error, command: ShellCommand?, place: [String] = [], run: RunID? = nil, isOfSheet: Bool = false
    ) {
        status = ExitStatus.of(error)
        code = errorCode(error)
        isStop = (error as? RunError)?.code == .stopped
        var marked: [String] = []
        var mistakes: [Mistake] = []
        if let error = error as? PipelineFileError, !error.mistakes.isEmpty {
            (marked, mistakes) = (Self.lines(error.render(setting: "--set")), error.mistakes)
        } else if let error = error as? ConfigurationError, !error.mistakes.isEmpty {
            (marked, mistakes) = (Self.lines(error.render()), error.mistakes)
        } else if let error = error as? SystemFileError, !error.mistakes.isEmpty {
            (marked, mistakes) = (Self.lines(error.render()), error.mistakes)
        }
        self.marked = marked
        self.mistakes = mistakes
        if let error = error as? any ExplainedError {
            explanation = singleLine(error.explanation, limit: 2_000)
            details = error.details.map { singleLine($0, limit: 2_000) }
            var advice = error.advice.map { singleLine($0.commandText(in: place), limit: 2_000) }
            if (error as? ConfigurationError)?.code == .notFound, let more = advice {
                advice = "To set up a connection: \(ShellCommand(["gantry", "init"] + place).shellText). \(more)"
            }
            self.advice = advice
            isRetryable = error.isRetryable
        } else {
            explanation = singleLine(String(describing: error), limit: 2_000)
            details = []
            advice = nil
            isRetryable = status == .canContinue
        }
        next = Self.next(after: error, status: status, command: command, run: run, isOfSheet: isOfSheet)
    }

    private static func next(
        after error: any Error, status: ExitStatus, command: ShellCommand?, run: RunID?, isOfSheet: Bool
    ) -> (lead: String, command: String)? {
        guard let command else { return nil }
        if let error = error as? RunError {
            switch error.code {
            case .sourceChanged, .sourceIncomplete, .landingDamaged, .countsDisagree, .identityChanged:
                return ("To start over:", command.startingOver(run, isOfSheet: isOfSheet).shellText)
            // The command itself must change.
            case .otherSource, .settingsChanged: return nil
            default: break
            }
        }
        if (error as? FileError)?.code == .networkFileSystem { return nil }
        // The name itself is wrong, so the same command would fail again.
        if let error = error as? PipelineFileError, error.code == .notFound || error.isOfSettings { return nil }
        let again = run == nil ? command : command.continuing(run, isOfSheet: isOfSheet)
        switch status {
        case .canContinue, .inUse: return ("To continue:", again.shellText)
        case .needsSignIn, .misconfigured: return ("Then continue with:", again.shellText)
        default: return nil
        }
    }

    /// The lines of a text, each bounded and harmless.
    private static func lines(_ text: String, limit: Int = 400) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { singleLine($0, limit: limit) }
    }

    /// For standard error, wrapped at words if the style has a width. Commands are never wrapped, so that they can be
    /// copied.
    public func lines(style: TextStyle) -> [String] {
        let width = style.width ?? .max
        var lines: [String]
        if isStop {
            let more = explanation.hasPrefix("Stopped") ? explanation.dropFirst("Stopped".count) : ". " + explanation
            lines = wrapped("Stopped as asked" + more, indent: 0, following: 2, width: width)
        } else if marked.isEmpty {
            lines = wrapped("Error: " + explanation, indent: 0, following: 2, width: width)
            lines[0] = style.red(style.bold("Error:")) + lines[0].dropFirst("Error:".count)
        } else {
            lines = marked.map { line in
                line.drop { $0 == " " || $0 == "|" }.allSatisfy { $0 == "^" } && line.contains("^")
                    ? style.red(line) : line
            }
        }
        for detail in details { lines += wrapped(detail, indent: 2, following: 4, width: width) }
        if let advice { lines += wrapped(advice, indent: 2, width: width) }
        if let next {
            let isLong = displayWidth("  \(next.lead) \(next.command)") > width
            lines +=
                isLong ? ["  " + next.lead, style.bold(next.command)] : ["  \(next.lead) " + style.bold(next.command)]
        }
        return lines
    }

    /// For `--json`.
    public var json: JSONTree {
        var members: [JSONTree.Member] = [
            .init("code", .string(code)), .init("explanation", .string(explanation)),
            .init("advice", JSONTree(advice)), .init("isRetryable", .bool(isRetryable)),
            .init("nextCommand", JSONTree(next?.command)),
        ]
        if !details.isEmpty { members.append(.init("details", .array(details.map(JSONTree.string)))) }
        if !mistakes.isEmpty {
            members.append(.init("mistakes", .array(mistakes.map(Self.json))))
        }
        return .object(members)
    }

    private static func json(_ mistake: Mistake) -> JSONTree {
        JSONTree.object([
            "code": .string(mistake.code.rawValue), "source": .string(mistake.place.source ?? "--set"),
            "line": JSONTree(mistake.place.line),
            "column": JSONTree(mistake.place.column), "length": JSONTree(mistake.place.length),
            "found": .string(mistake.found), "expected": JSONTree(mistake.expected),
            "nearest": JSONTree(mistake.nearest),
            "note": JSONTree(mistake.note),
        ])
    }
}
