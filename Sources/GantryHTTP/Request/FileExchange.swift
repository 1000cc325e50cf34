public import GantryFiles
public import GantryModel

/// What a server is asked for that isn't HTTP's: one of files, SSH's (`sftp`) or FTP's over TLS (`ftp`, which asks for
/// TLS and ends without it, and `ftps`), or one of mail (`smtp`, which asks for TLS and ends without it unless it is
/// this machine, and `smtps`).
public struct FileExchange: Sendable {
    static let schemes = ["sftp", "ftp", "ftps", "smtp", "smtps"]

    /// The kinds of transfers.
    public enum Operation: Sendable, Hashable {
        /// None; only the commands are sent.
        case commands
        /// The file's bytes become the answer's body.
        case fetch
        /// The request's body becomes the file. With `resumes` only what the file lacks is sent; the rest is read too,
        /// so that the whole body is proven.
        case store(resumes: Bool)
        /// The request's body is a message (RFC 5322) for these addresses.
        case mail(from: String, to: [String])
        /// A server of mail is greeted and signed in to, and nothing is sent.
        case greeting
    }

    /// Which keys of a server of SSH's are accepted.
    public enum HostKeys: Sendable, Hashable {
        /// Those in a file such as `~/.ssh/known_hosts`.
        case known(file: String)
        /// Those with one of these fingerprints: `SHA256:` and 43 characters, as `ssh-keygen -l` prints them.
        case fingerprints([String])
    }

    /// The account on the server.
    public struct Account: Sendable {
        /// Its name.
        public var user: String
        /// Default none.
        public var password: Secret?
        /// The file of a private key; only for `sftp`. Default none.
        public var keyFile: String?
        /// What the key is encrypted with. Default none.
        public var passphrase: Secret?

        /// An account without any proof of identity yet.
        public init(user: String) { self.user = user }
    }

    /// What is transferred.
    public var operation: Operation
    /// Sent before the transfer, one after the other, in libcurl's spelling (`CURLOPT_QUOTE`). A `*` before one says
    /// that its failure doesn't matter.
    public var commands: [String]
    /// Who asks.
    public var account: Account
    /// Which servers of SSH's are trusted. Default: none.
    public var hostKeys: HostKeys

    /// An exchange with the given values.
    public init(
        _ operation: Operation, commands: [String] = [], account: Account, hostKeys: HostKeys = .fingerprints([])
    ) {
        self.operation = operation
        self.commands = commands
        self.account = account
        self.hostKeys = hostKeys
    }
}

/// The keys that sign requests to a store of objects.
public struct RequestSignature: Sendable {
    /// The public half.
    public var keyID: String
    /// The secret half.
    public var secret: Secret
    /// Where the store says it is, such as `eu-central-1`.
    public var region: String

    /// A signature with the given values.
    public init(keyID: String, secret: Secret, region: String) {
        self.keyID = keyID
        self.secret = secret
        self.region = region
    }
}

/// What an answer's body was that was not kept.
public struct HashedBody: Sendable, Hashable {
    /// Bytes.
    public var length: Int
    /// The SHA-256 of all bytes.
    public var digest: ContentDigest

    /// A body of this length and digest, by default an empty one.
    public init(length: Int = 0, digest: ContentDigest = ContentHasher().digest()) {
        self.length = length
        self.digest = digest
    }
}

/// What a server of files refused.
public enum FileFault: Sendable, Hashable {
    /// The file, or the folder it should be in, isn't there.
    case notFound
    /// The account may not do that.
    case notPermitted
    /// The account, its password or its key isn't accepted.
    case signInRefused
    /// There is no space.
    case full
    /// One of the commands.
    case command
    /// Where an interrupted transfer stopped: what is there isn't the beginning of the file, perhaps longer than it.
    case cannotResume
    /// The server's key is not one of those that are accepted. `isChanged`: another one is known for the server.
    case hostKey(fingerprint: String, isChanged: Bool)
}
