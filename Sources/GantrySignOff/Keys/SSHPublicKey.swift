internal import FoundationEssentials
internal import GantryFiles
internal import GantryModel

/// Why a text is no key that a person can sign with.
public struct SSHKeyProblem: Error, Equatable, Sendable {
    /// The end of a sentence: `is an RSA key, …`.
    public let explanation: String
}

/// The public half of a person's key, as the file `id_ed25519.pub` holds it: Ed25519, or ECDSA on P-256.
public struct SSHPublicKey: Equatable, Sendable {
    /// `ssh-ed25519` or `ecdsa-sha2-nistp256`.
    public let type: String
    /// The key in SSH's binary form, which the text has in Base64.
    let blob: [UInt8]

    static let ed25519 = "ssh-ed25519"
    static let p256 = "ecdsa-sha2-nistp256"

    /// Reads `ssh-ed25519 AAAA…`; what follows is a comment.
    public init(_ text: String) throws(SSHKeyProblem) {
        let words = text.split(separator: " ")
        guard words.count >= 2 else {
            throw SSHKeyProblem(explanation: "is not a public key, which is a type and a text, ssh-ed25519 AAAA…")
        }
        try SSHPublicKey.requireKnown(String(words[0]))
        guard let data = Data(base64Encoded: String(words[1])) else {
            throw SSHKeyProblem(explanation: "is not a public key: its second word is not Base64")
        }
        try self.init(blob: Array(data))
        guard type == words[0] else {
            throw SSHKeyProblem(explanation: "says \(singleLine(words[0])), but holds a key of the type \(type)")
        }
    }

    init(blob: [UInt8]) throws(SSHKeyProblem) {
        var wire = SSHWire(blob)
        guard let type = wire.word() else { throw SSHKeyProblem(explanation: "is not a public key of SSH") }
        try SSHPublicKey.requireKnown(type)
        self.type = type
        self.blob = blob
        if type == SSHPublicKey.p256 {
            guard wire.word() == "nistp256" else {
                throw SSHKeyProblem(explanation: "names another curve than its type")
            }
        }
        guard let point = wire.string(), wire.isAtEnd, SSHPublicKey.verifier(type, point) != nil else {
            throw SSHKeyProblem(explanation: "is damaged: it is no point of its curve")
        }
    }

    private static func requireKnown(_ type: String) throws(SSHKeyProblem) {
        guard type != ed25519, type != p256 else { return }
        let what =
            switch type {
            case "ssh-rsa", "rsa-sha2-256", "rsa-sha2-512": "is an RSA key"
            case _ where type.hasPrefix("sk-"): "is the key of a security token (\(singleLine(type)))"
            default: "is a key of the type \(singleLine(type, limit: 60))"
            }
        throw SSHKeyProblem(
            explanation: "\(what), expected \(ed25519) or \(p256), which ssh-keygen -t ed25519 makes")
    }

    private static func verifier(_ type: String, _ point: [UInt8]) -> SignatureKey? {
        type == ed25519 ? try? SignatureKey(ed25519: point) : try? SignatureKey(p256: point)
    }

    /// Checks signatures; `nil` for no key that was read.
    var verifier: SignatureKey? {
        var wire = SSHWire(blob)
        _ = wire.word()
        if type == SSHPublicKey.p256 { _ = wire.word() }
        return wire.string().flatMap { SSHPublicKey.verifier(type, $0) }
    }

    /// The key as `ssh-ed25519 AAAA…`.
    public var text: String { "\(type) \(Data(blob).base64EncodedString())" }

    /// `SHA256:` and the digest in Base64, as ssh-keygen -l prints it.
    public var fingerprint: String {
        let digest = Data(SHA256Hasher.digest(of: blob)).base64EncodedString()
        return "SHA256:" + digest.prefix { $0 != "=" }
    }
}
