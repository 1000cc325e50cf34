internal import FoundationEssentials
internal import GantryFiles

/// How people compare the keys of servers.
enum HostKeyFingerprint {
    /// `SHA256:` and the digest of the key in Base64 without its padding, as OpenSSH prints it.
    static func text(_ key: UnsafeRawBufferPointer) -> String {
        let digest = unsafe ContentHasher.digest(of: Array(key).span)
        return "SHA256:" + Data(digest.bytes).base64EncodedString().prefix { $0 != "=" }
    }
}
