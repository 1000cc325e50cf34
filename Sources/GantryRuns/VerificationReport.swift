public import GantrySignOff

/// What `verify` found in an export folder.
public struct VerificationReport: Sendable {
    /// One thing that differs in the folder.
    public struct Finding: Equatable, Sendable {
        /// Relative to the folder; empty if it is about the whole folder.
        public let path: String
        /// What differs: found and expected.
        public let message: String
        /// Whether the file is in a manifest and not there; the message says so too.
        public let isMissing: Bool

        /// A finding with the given values. By default the file exists.
        public init(path: String, message: String, isMissing: Bool = false) {
            self.path = path
            self.message = message
            self.isMissing = isMissing
        }
    }

    /// The folder or zip file as it was given to `verify`.
    public var folder: String
    /// What was proven, one sentence each, in the order it was done.
    public var proven: [String] = []
    /// The first findings, at most `mostFindings`.
    public private(set) var findings: [Finding] = []
    /// Numbers and texts that nothing in the folder could be compared with, as a list in words. Only their digests
    /// protect them.
    public var notCompared: [String] = []
    /// The totals as the folder states them.
    public var totals: ExportTotals?
    /// Who signed the folder, as what lies beside it says; `nil` where nothing does.
    public var signOff: SignOffState?
    /// By whom and why the run was withdrawn, as what lies beside the folder or the journal says; `nil` where neither
    /// does.
    public var withdrawn: Withdrawal?

    /// The number of findings a report keeps; further ones are dropped.
    public static let mostFindings = 100

    /// Whether everything that could be compared agrees. Values in `notCompared` don't make a report invalid.
    public var isValid: Bool { findings.isEmpty }

    /// Keeps a finding, once, where there is room.
    public mutating func add(_ finding: Finding) {
        guard findings.count < Self.mostFindings, !findings.contains(finding) else { return }
        findings.append(finding)
    }

    /// A report with the given values. Further findings are added with ``add(_:)``.
    public init(folder: String, proven: [String] = [], findings: [Finding] = []) {
        self.folder = folder
        self.proven = proven
        self.findings = findings
    }
}
