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
