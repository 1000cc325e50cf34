public import GantryModel

/// What is known about the account of a connection. No secrets.
public struct SignedInAccount: Sendable, Equatable {
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
        /// A credential of gantry.yaml can't be had, or the file that keeps the session can't be used.
        case unknown
    }

    public let connection: String
    /// "CDBL LMS"
    public let system: String
    public let baseURL: String
    public let state: State
    /// As the credentials or the server name it; `nil` where neither does.
    public let account: String?
    public let name: String?
    public let role: String?
    /// What the server calls this device, where it does.
    public let deviceID: String?
    public let signedInAt: Instant?
    /// The end of the token, by this machine's clock; `nil` where the server doesn't say.
    public let expiresAt: Instant?
    /// Whether the session is renewed by itself.
    public let renews: Bool
    /// The file that keeps the session; `nil` while there is none.
    public let file: String?
    /// Where the kept session belongs, with the state `elsewhere`.
    public let elsewhere: String?
    /// Why nothing is known about the account, with the state `unknown`.
    public var problem: String?
}
