public import GantryAccounts

/// Somebody to whom a message says that a run is published.
public struct NoticeRequest: Sendable {
    /// A connection to VynqTalk; its account is the sender.
    public var connection: Connection
    /// The id, the e-mail address or the full name of a user.
    public var to: String
    /// What the message calls the pipeline.
    public var title: String

    /// A notice with the given values. Nothing is sent or looked up.
    public init(connection: Connection, to: String, title: String) {
        self.connection = connection
        self.to = to
        self.title = title
    }
}
