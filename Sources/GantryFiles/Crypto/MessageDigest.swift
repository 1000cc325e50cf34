internal import COpenSSL

/// A running SHA-256 (FIPS 180-4) by OpenSSL, which uses the processor's instructions. A copy is independent.
public struct SHA256Hasher {
    private var state = DigestState()

    /// The digest of no bytes so far.
    public init() {}

    /// Adds bytes; they are read in place.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&state) { state = DigestState(copying: state) }
        unsafe state.update(bytes)
    }

    /// The 32 bytes of the digest of everything added so far; more can be added afterwards.
    public func digest() -> [UInt8] { DigestState(copying: state).finish() }

    /// The digest of these bytes.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hasher = SHA256Hasher()
        unsafe bytes.withUnsafeBytes { unsafe hasher.update($0) }
        return hasher.digest()
    }
}

/// SHA-1 (FIPS 180-4) of these bytes: 20 bytes. Broken as a digest; the handshake of WebSockets asks for it (RFC 6455,
/// section 4.2.2).
public func sha1(of bytes: [UInt8]) -> [UInt8] { unsafe digest(of: bytes, by: EVP_sha1()) }

func digest(of bytes: [UInt8], by kind: OpaquePointer?) -> [UInt8] {
    let state = unsafe DigestState(kind)
    unsafe bytes.withUnsafeBytes { unsafe state.update($0) }
    return state.finish()
}

/// HMAC-SHA-256 (RFC 2104): 32 bytes.
public func messageCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { code, count in
        var length: UInt32 = 0
        let made = unsafe HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, code.baseAddress, &length)
        precondition(unsafe made != nil, "libcrypto has no HMAC-SHA-256")
        count = Int(length)
    }
}

/// The one owner of a digest's state in libcrypto.
@safe private final class DigestState {
    private let context: OpaquePointer

    /// SHA-256.
    convenience init() { unsafe self.init(EVP_sha256()) }

    init(_ kind: OpaquePointer?) {
        guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(context, kind, nil) == 1 else {
            preconditionFailure("libcrypto has no memory or no such digest")
        }
        unsafe self.context = context
    }

    init(copying other: DigestState) {
        guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_MD_CTX_copy_ex(context, other.context) == 1 else {
            preconditionFailure("libcrypto has no memory")
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        let taken = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(taken == 1, "libcrypto refuses the bytes of a digest")
    }

    /// The digest; nothing can be added afterwards.
    func finish() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { digest, count in
            var length: UInt32 = 0
            let made = unsafe EVP_DigestFinal_ex(context, digest.baseAddress, &length)
            precondition(made == 1, "libcrypto ends no digest")
            count = Int(length)
        }
    }
}
