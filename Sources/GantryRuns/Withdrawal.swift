public import GantryEngine
public import GantryJSON
public import GantryModel

/// Says that a published run is not to be used, by whom and why. It lies beside the export folder as `r1.withdrawn`,
/// and in the journal.
public struct Withdrawal: Equatable, Sendable {
    /// The run.
    public let run: RunID
    /// Who withdrew it.
    public let by: String
    /// One line.
    public let because: String
    /// When, in whole seconds.
    public let time: Instant
    /// The SHA-256 of the tag manifest of the bag that is meant, in hexadecimal.
    public let bag: String

    /// A withdrawal with the given values, which are not checked.
    public init(run: RunID, by: String, because: String, time: Instant, bag: String) {
        self.run = run
        self.by = by
        self.because = because
        self.time = time
        self.bag = bag
    }
}

extension Withdrawal {
    package static let format = "urn:gantry:withdrawal:1"
    /// The journal's document that holds it.
    package static let documentName = "withdrawn"
    /// What its file is called: the export folder's name with this.
    package static let suffix = ".withdrawn"

    /// Reads what ``text`` wrote; `nil` for anything else.
    package init?(_ text: String) {
        guard let tree = try? JSONTree(Array(text.utf8)), tree["format"]?.text == Withdrawal.format,
            let run = tree["run"]?.text.flatMap({ RunID($0) }), let by = tree["by"]?.text,
            let because = tree["because"]?.text, let time = tree["time"]?.text.flatMap({ Instant($0) }),
            let bag = tree["bag"]?.text
        else { return nil }
        self.init(run: run, by: by, because: because, time: time, bag: bag)
    }

    /// JSON on one line, without a line break.
    package var text: String {
        JSONTree.object([
            "format": .string(Withdrawal.format), "run": .string(run.description), "time": .string(time.description),
            "by": .string(by), "because": .string(because), "bag": .string(bag),
        ]).compact
    }

    /// As the result of a command has it.
    public var tree: JSONTree {
        .object(["by": .string(by), "because": .string(because), "time": .string(time.description)])
    }

    /// `withdrawn by clerk on 2026-11-03: The hours of Friday are wrong`
    public var words: String { "withdrawn by \(singleLine(by)) on \(time.utcDate): \(singleLine(because, limit: 500))" }
}
