/// What a row does at the server.
public enum RowEffect: String, Sendable, CaseIterable {
    /// It makes a record that is new.
    case create
    /// It changes a record.
    case change
    /// The server's record already has the values of the row.
    case nothing
}
