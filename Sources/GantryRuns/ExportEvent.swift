public import GantryAccounts
public import GantryEngine
public import GantryModel

/// What an export reports while it works.
public enum ExportEvent: Sendable {
    /// `isOfSheet`: whether the run sends the rows of a sheet, so that its name has no period. `sheet`: its whole path,
    /// where it is a file.
    case begins(RunID, continues: Bool, isOfSheet: Bool = false, sheet: String? = nil)
    /// Something about the connection.
    case connection(ConnectionEvent)
    /// The joined records are fetched.
    case joined(dataset: String, records: Int)
    case run(RunEvent)
    /// This many rows of a sheet are checked.
    case checked(rows: Int)
    /// Rows are being sent; these are their counts.
    case sending(LedgerCounts, SentBytes)
    /// A person decided about rows whose outcome was unknown: they are sent again, or count as done.
    case decided(isSentAgain: Bool, FirstOnes<DecidedRow>)
    /// The answers of so many rows were lost. They may still arrive, and are looked up until then, `left` from now;
    /// `nil` when none is left.
    case settling(rows: Int, left: Duration, until: Instant?)
    /// Files of a published run are on their way to a place.
    case delivering(RunID, DeliveryProgress)
    /// The next dataset of a run with several begins, the first being 1.
    case dataset(name: String, number: Int, of: Int)
    /// The source changed while it was read. What was fetched is dropped, and the same revision begins with the first
    /// page.
    case beginsAnew(RunID, reason: String)
    /// The system file describes another list than this run read, so the run continues from none.
    case exportsAll(since: RunID)
}

/// A row, or one file of it, about which a person decided.
public struct DecidedRow: Equatable, Sendable {
    /// As in a spreadsheet program, from 1.
    public let row: Int
    /// Which file of it, from 1, where it names several.
    public let file: Int
    /// What it is for, as a plan says; empty where its cells can't be read.
    public let target: String

    /// A row with these values.
    public init(row: Int, file: Int = 1, target: String) {
        self.row = row
        self.file = file
        self.target = target
    }
}

/// Bytes of the files that a run sends.
public struct SentBytes: Equatable, Sendable {
    /// Sent in this attempt.
    public var sent = 0
    /// Of all rows that this attempt has to send.
    public var total = 0

    /// Byte counts. The default is zero.
    public init(sent: Int = 0, total: Int = 0) {
        self.sent = sent
        self.total = total
    }
}
