/// A record that a row names by something else than its id.
public struct RowReference: Sendable {
    /// What the sheet says.
    public let written: String
    /// The record: its id, and what tells a person which one it is.
    public let record: String

    init(_ written: String, _ record: String) {
        self.written = written
        self.record = record
    }
}
