internal import GantryModel
internal import GantryYAML

/// A place that files are delivered to, as `gantry.yaml` names it: `destinations`.
public struct Destination: Sendable, Equatable {
    /// The kinds of places, by the start of their addresses.
    public enum Kind: String, CaseIterable, Sendable {
        /// An absolute path, or one from the folder of `gantry.yaml`.
        case folder
        /// `sftp://`: a server of SSH's.
        case sftp
        /// `ftps://`: FTP over TLS, which is asked for; on port 990 from the start.
        case ftps
        /// `https://`: WebDAV. `http://` for this machine only.
        case webdav
        /// `s3://bucket/prefix`.
        case s3

        /// What addresses start with, before `://`.
        var schemes: [String] {
            switch self {
            case .folder: []
            case .sftp: ["sftp"]
            case .ftps: ["ftps"]
            case .webdav: ["https", "http"]
            case .s3: ["s3"]
            }
        }

        /// The keys that only some kinds have.
        var ownKeys: Set<String> {
            switch self {
            case .folder: []
            case .sftp: ["user", "password", "key-file", "passphrase", "host-key"]
            case .ftps, .webdav: ["user", "password", "ca-file"]
            case .s3: ["user", "password", "ca-file", "endpoint", "region", "path-style"]
            }
        }
    }

    /// Lower-case letters, digits and `-`.
    public let name: String
    /// By the start of the address.
    public let kind: Kind
    /// `address`, without user and password, and without a slash at its end.
    public let address: String
    /// `user`: the account; for S3 the id of the access key.
    public var user: String?
    /// `password`: for S3 the secret access key.
    public var password: SecretSource?
    /// `key-file`: a private key for SFTP; an absolute path, or one from the working directory.
    public var keyFile: String?
    /// `passphrase`: of the private key.
    public var passphrase: SecretSource?
    /// `host-key`: fingerprints of the server's keys, `SHA256:…`. Without any, the user's `known_hosts` is asked.
    public var hostKeys: [String] = []
    /// `ca-file`: certificates that are trusted instead of the machine's own.
    public var caFile: String?
    /// `endpoint`: the address of a store that isn't Amazon's.
    public var endpoint: String?
    /// `region`: where the store is. The default is `us-east-1`.
    public var region = "us-east-1"
    /// `path-style`: whether the bucket is in the path of addresses instead of their host. The default is whether there
    /// is an endpoint.
    public var usesPathStyle = false
    /// `into`: the folder below the address, made where it is missing, with `{pipeline}`, `{period}` and `{revision}`.
    public var into = Destination.usualInto

    /// The folder of a run in the workspace's exports.
    public static let usualInto = "{pipeline}/{period}/r{revision}"
    static let placeholders = ["pipeline", "period", "revision"]

    /// A destination with the given values, which are not checked.
    public init(name: String, kind: Kind, address: String) {
        self.name = name
        self.kind = kind
        self.address = address
    }

    /// What tells the place from any other: the address with its account or its store. No secrets.
    public var place: String { place(of: "") }

    /// The same for a path below the address.
    public func place(of path: String) -> String {
        let whole = path.isEmpty ? address : "\(address)/\(path)"
        switch kind {
        case .folder, .webdav: return whole
        case .s3: return endpoint.map { "\(whole) at \($0)" } ?? whole
        case .sftp, .ftps:
            guard let user, let mark = whole.firstRange(of: "://")?.upperBound else { return whole }
            return whole[..<mark] + "\(user)@" + whole[mark...]
        }
    }
}

extension Destination {
    static let settings: [Setting<Self>] = [
        .own(
            "address", .line(), required: true,
            help:
                "A folder, or an address that starts with sftp://, ftps://, https:// (WebDAV) or s3://, without user and password."
        ),
        Setting(
            "user", \.user, .line(expected: "the name of an account"),
            help: "The account; for s3 the id of the access key."),
        .own(
            "password", .shared("source"), help: "Where its password is kept; for s3 the secret access key."),
        Setting(
            "key-file", \.keyFile, .line(expected: "the path of a private key"),
            help: "A file with a private key, for sftp."),
        .own("passphrase", .shared("source"), help: "Where the passphrase of the key is kept."),
        .own(
            "host-key", .list(.line(pattern: "^SHA256:[A-Za-z0-9+/]{43}$"), isUnique: true),
            help:
                "The fingerprints of the server's keys, for sftp. Without any, the server must be in ~/.ssh/known_hosts."
        ),
        Setting(
            "ca-file", \.caFile, .line(expected: "the path of a file with certificates (PEM)"),
            help: "A file with certificates (PEM) that are trusted instead of those of this machine."),
        .own("endpoint", .line(), help: "The address of a store that speaks s3 and isn't Amazon's."),
        Setting(
            "region", \.region, .line(expected: "such as eu-central-1"), standard: .text("us-east-1"),
            help: "Where the store is, for s3."),
        .own(
            "path-style", .flag,
            help:
                "Whether the bucket is in the path of addresses, for s3. The default is whether there is an endpoint."
        ),
        .own(
            "into", .line(pattern: #"^[^\n\r\t]*$"#), standard: .text(usualInto),
            help: "The folder below the address; \"\" for the address itself."),
    ]
}

extension Configuration {
    /// - Throws: `ConfigurationError` with code `unknownConnection`, which lists the nearest name.
    public func destination(named name: String) throws(ConfigurationError) -> Destination {
        if let destination = destinations.first(where: { $0.name == name }) { return destination }
        let names = destinations.map(\.name)
        let nearest = nearestWord(to: name, among: names).map { "Did you mean \($0)? " } ?? ""
        throw ConfigurationError(
            .unknownConnection, file: file, explanation: "\(file) has no destination called \(quoted(name)).",
            advice: names.isEmpty
                ? "Add it under destinations, or write a folder with a slash, such as ./\(name)."
                : "\(nearest)Available destinations: \(names.joined(separator: ", ")).")
    }
}
