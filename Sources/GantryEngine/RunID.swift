/// What a run is: a pipeline, a business period and a revision. Two attempts at the same three are one run.
public struct RunID: Hashable, Sendable, CustomStringConvertible {
    /// The pipeline's name, as in its file.
    public let pipeline: String
    /// The period's name, as `PayPeriod.name` spells it.
    public let period: String
    /// From 1; a later revision corrects an earlier one.
    public let revision: Int

    /// The largest revision of a name that is read, so that there is always a next one.
    public static let mostRevisions = 1 << 50

    /// The three parts unchanged, without a check of their form.
    public init(pipeline: String, period: String, revision: Int) {
        self.pipeline = pipeline
        self.period = period
        self.revision = revision
    }

    /// Reads `payroll-monthly/2026-10/r1`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty, parts[2].first == "r",
            let revision = Int(parts[2].dropFirst()), (1...RunID.mostRevisions).contains(revision),
            parts[2] == "r\(revision)"
        else { return nil }
        self.init(pipeline: String(parts[0]), period: String(parts[1]), revision: revision)
    }

    /// `payroll-monthly/2026-10/r1`, which is also its folder under `parts/` and `exports/`.
    public var description: String { "\(pipeline)/\(period)/r\(revision)" }
}

extension RunID: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = RunID(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(text) is not a run"))
        }
        self = id
    }

    /// Its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
