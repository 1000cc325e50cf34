public import GantryEngine
public import GantryModel

/// What a backup holds.
public struct BackupReport: Sendable, Equatable {
    /// The backup's file.
    public let file: String
    /// When it was made.
    public let time: Instant
    /// How many files of the workspace are in it.
    public let files: Int
    /// Their bytes.
    public let bytes: Int64
    /// Runs that a process was working on: what they had fetched isn't in it.
    public let active: [String]
    /// What of the workspace isn't in it, besides.
    public let leftOut: [String]
    /// Whether rows were ever sent from the workspace: what is sent after the backup isn't known in it.
    public let hasSent: Bool
    /// Runs whose folder isn't what was published, with what is wrong.
    public var damaged: [String] = []
    /// Payroll runs that may have been delivered and paid since the backup.
    public var perhapsPaid: [RunID] = []
}
