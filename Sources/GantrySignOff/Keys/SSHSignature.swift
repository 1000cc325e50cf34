internal import FoundationEssentials
internal import GantryFiles
internal import GantryModel

/// Why a signature proves nothing.
public enum SSHSignatureProblem: Error, Equatable, Sendable {
    /// The file holds no signature of SSH.
    case unreadable(String)
    /// A key of a kind that isn't taken.
    case unsupportedKey(String)
    /// A digest of a kind that isn't taken.
    case unsupportedDigest(String)
    /// It was made for another purpose.
    case otherNamespace(String)
    /// It was made by another key than the person's.
    case otherKey(found: String, expected: String)
    /// It belongs to another text, or it was changed.
    case otherText

    /// What is wrong, in a sentence.
    public var explanation: String {
        switch self {
        case .unreadable(let why): "It is no signature of SSH: \(why)."
        case .unsupportedKey(let why): "The key that made it \(why)."
        case .unsupportedDigest(let name):
            "It was made with the digest \(singleLine(name, limit: 40)), expected sha256 or sha512."
        case .otherNamespace(let found):
            "It was made for the namespace \(singleLine(found, limit: 60)), expected \(SSHSignature.namespace)."
        case .otherKey(let found, let expected): "It was made by the key \(found), expected \(expected)."
        case .otherText: "It belongs to another text, or it was changed."
        }
    }
}

/// A signature as `ssh-keygen -Y sign` writes it (SSHSIG).
public struct SSHSignature: Equatable, Sendable {
    /// What signatures of statements are made for.
    public static let namespace = "gantry-sign-off"

    /// The key that claims to have made it.
    public let key: SSHPublicKey
    private let namespace: String
    private let reserved: [UInt8]
    private let hash: String
    private let signature: [UInt8]

    private static let magic = Array("SSHSIG".utf8)
    private static let head = "-----BEGIN SSH SIGNATURE-----"
    private static let foot = "-----END SSH SIGNATURE-----"

    /// Reads the file.
    public init(_ bytes: [UInt8]) throws(SSHSignatureProblem) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable("it is not a text") }
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count >= 3, lines.first.map(String.init) == SSHSignature.head,
            lines.last.map(String.init) == SSHSignature.foot
        else { throw .unreadable("it doesn't begin and end as ssh-keygen -Y sign writes it") }
        guard let data = Data(base64Encoded: lines.dropFirst().dropLast().joined()) else {
            throw .unreadable("its middle is not Base64")
        }
        var wire = SSHWire(Array(data))
        guard wire.bytes(6) == SSHSignature.magic, wire.number() == 1, let blob = wire.string(),
            let namespace = wire.word(), let reserved = wire.string(), let hash = wire.word(),
            let signature = wire.string(), wire.isAtEnd
        else { throw .unreadable("its content is cut off or of another version") }
        do throws(SSHKeyProblem) { key = try SSHPublicKey(blob: blob) } catch {
            throw .unsupportedKey(error.explanation)
        }
        self.namespace = namespace
        self.reserved = reserved
        self.hash = hash
        self.signature = signature
    }

    /// What speaks against it as a signature of these bytes; `nil` where it is good.
    ///
    /// - Parameter owner: the key that must have made it; `nil` takes the one that it names.
    public func problem(with text: [UInt8], by owner: SSHPublicKey?) -> SSHSignatureProblem? {
        guard namespace == SSHSignature.namespace else { return .otherNamespace(namespace) }
        if let owner, owner != key { return .otherKey(found: key.fingerprint, expected: owner.fingerprint) }
        let digest: [UInt8]
        switch hash {
        case "sha512": digest = sha512(of: text)
        case "sha256": digest = SHA256Hasher.digest(of: text)
        default: return .unsupportedDigest(hash)
        }
        let signed =
            SSHSignature.magic + SSHWire.string(namespace.utf8) + SSHWire.string(reserved) + SSHWire.string(hash.utf8)
            + SSHWire.string(digest)
        guard let bytes = plainSignature, key.verifier?.accepts(bytes, of: signed) == true else { return .otherText }
        return nil
    }

    /// As libcrypto takes it: 64 bytes, or two numbers in DER.
    private var plainSignature: [UInt8]? {
        var wire = SSHWire(signature)
        guard wire.word() == key.type, let bytes = wire.string(), wire.isAtEnd else { return nil }
        if key.type == SSHPublicKey.ed25519 { return bytes.count == 64 ? bytes : nil }
        var numbers = SSHWire(bytes)
        // The numbers of SSH are as those of DER: in the fewest bytes, the first below 128.
        guard let r = numbers.string(), let s = numbers.string(), numbers.isAtEnd, r.count <= 33, s.count <= 33 else {
            return nil
        }
        let pair: [UInt8] = [0x02, UInt8(r.count)] + r + [0x02, UInt8(s.count)] + s
        return [0x30, UInt8(pair.count)] + pair
    }
}
