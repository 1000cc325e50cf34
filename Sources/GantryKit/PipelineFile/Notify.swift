/// `notify` of a pipeline file: who is told when a run is published.
public struct Notify: Sendable, Equatable {
    /// `connection`: a connection of `gantry.yaml` to VynqTalk.
    public var connection: String
    /// `to`: the id, the e-mail address or the whole name of a user.
    public var to: String

    /// A notice to the user `to`. Neither value is looked up.
    public init(connection: String, to: String) {
        self.connection = connection
        self.to = to
    }
}
