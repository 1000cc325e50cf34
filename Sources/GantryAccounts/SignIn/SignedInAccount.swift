public import GantryModel

/// What is known about the account of a connection. No secrets.
public struct SignedInAccount: Sendable, Equatable {
    /// Whether a run could sign in now, as far as this machine knows without asking the server.
    public enum State: String, Sendable {
        /// A session is kept, and it is good as far as this machine knows.
        case signedIn = "signed-in"
        /// A session is kept and its end has passed, but it can be renewed without a person.
        case renewable
        /// A session is kept and its end has passed.
        case expired
        /// No session is kept; each run signs in with the credentials that gantry.yaml names.
        case byCredentials = "by-credentials"
        /// No session is kept, and gantry.yaml does not name all credentials.
        case signedOut = "signed-out"
        /// The session that is kept belongs to another server or account, and is not used.
        case elsewhere
        /// A credential of gantry.yaml can't be read, or the file with the session can't be used.
        case unknown
    }

    /// The name of the connection in gantry.yaml.
    public let connection: String
    /// "CDBL LMS"
    public let system: String
    /// The server's address, such as `https://ksrcranes.dk`.
    public let baseURL: String
    /// How a run would sign in.
    public let state: State
    /// As the credentials or the server name it; `nil` if neither does.
    public let account: String?
    /// The person's name, as the server gave it; `nil` if it didn't.
    public let name: String?
    /// The account's role, as the server names it; `nil` if it doesn't.
    public let role: String?
    /// The server's id of this device, if there is one.
    public let deviceID: String?
    /// When the kept session was opened; `nil` if none is kept.
    public let signedInAt: Instant?
    /// When the token expires, by this machine's clock; `nil` if the server doesn't say.
    public let expiresAt: Instant?
    /// Whether the session is renewed automatically.
    public let renews: Bool
    /// The file with the session; `nil` if there is none.
    public let file: String?
    /// Where the kept session belongs, with the state `elsewhere`.
    public let elsewhere: String?
    /// Why nothing is known about the account, with the state `unknown`.
    public var problem: String?
}
