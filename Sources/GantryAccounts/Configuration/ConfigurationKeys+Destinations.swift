internal import GantryYAML

extension ConfigurationKeys {
    /// `destinations` of gantry.yaml.
    static let destinations = DocumentKey(
        "destinations", .map(.group(destination), names: ValueShape.plainName, canBeEmpty: false),
        help: "Where published files are delivered to, by the names that pipeline files and commands use.")

    static let destination = [
        DocumentKey(
            "address", .line(), required: true,
            help:
                "A folder, or an address that starts with sftp://, ftps://, https:// (WebDAV) or s3://, without user and password."
        ),
        DocumentKey("user", .line(), help: "The account; for s3 the id of the access key."),
        DocumentKey(
            "password", .shared("source"), help: "Where its password is kept; for s3 the secret access key."),
        DocumentKey("key-file", .line(), help: "A file with a private key, for sftp."),
        DocumentKey("passphrase", .shared("source"), help: "Where the passphrase of the key is kept."),
        DocumentKey(
            "host-key", .list(.line(pattern: "^SHA256:[A-Za-z0-9+/]{43}$"), isUnique: true),
            help:
                "The fingerprints of the server's keys, for sftp. Without any, the server must be in ~/.ssh/known_hosts."
        ),
        DocumentKey(
            "ca-file", .line(),
            help: "A file with certificates (PEM) that are trusted instead of those of this machine."),
        DocumentKey("endpoint", .line(), help: "The address of a store that speaks s3 and isn't Amazon's."),
        DocumentKey("region", .line(), standard: .text("us-east-1"), help: "Where the store is, for s3."),
        DocumentKey(
            "path-style", .flag,
            help: "Whether the bucket is in the path of addresses, for s3. The default is whether there is an endpoint."
        ),
        DocumentKey(
            "into", .line(pattern: #"^[^\n\r\t]*$"#), standard: .text(Destination.usualInto),
            help: "The folder below the address; \"\" for the address itself."),
    ]
}
