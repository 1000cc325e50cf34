internal import COpenSSL

/// SHA-512 (FIPS 180-4) of these bytes: 64 bytes.
public func sha512(of bytes: [UInt8]) -> [UInt8] { unsafe digest(of: bytes, by: EVP_sha512()) }

/// A public key that checks signatures.
public struct SignatureKey: Sendable {
    /// Bytes that are no key of the kind.
    public struct Failure: Error {}

    private enum Kind { case ed25519, p256 }

    private let kind: Kind
    /// SubjectPublicKeyInfo in DER (RFC 5280, section 4.1).
    private let encoded: [UInt8]

    /// A key of Ed25519 (RFC 8032): 32 bytes.
    public init(ed25519 bytes: [UInt8]) throws(Failure) {
        guard bytes.count == 32 else { throw Failure() }
        kind = .ed25519
        // SEQUENCE of the algorithm 1.3.101.112 and a BIT STRING (RFC 8410, section 4).
        encoded = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + bytes
        guard VerifyingKey(encoded) != nil else { throw Failure() }
    }

    /// A point of the curve P-256 that isn't compressed (SEC 1, section 2.3.3): 65 bytes.
    public init(p256 point: [UInt8]) throws(Failure) {
        guard point.count == 65, point[0] == 4 else { throw Failure() }
        kind = .p256
        // SEQUENCE of id-ecPublicKey with secp256r1 and a BIT STRING (RFC 5480, section 2).
        let head: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        encoded = head + point
        guard VerifyingKey(encoded) != nil else { throw Failure() }
    }

    /// Whether the signature is this key's for the bytes: 64 bytes for Ed25519, for P-256 an Ecdsa-Sig-Value in DER of
    /// their SHA-256.
    public func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let key = VerifyingKey(encoded) else { return false }
        return key.accepts(signature, of: bytes, hashesFirst: kind == .p256)
    }
}

/// The one owner of a public key in libcrypto.
@safe private final class VerifyingKey {
    private let handle: OpaquePointer

    init?(_ encoded: [UInt8]) {
        let made = unsafe encoded.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &place, buffer.count)
        }
        guard let made = unsafe made else { return nil }
        unsafe handle = made
    }

    deinit { unsafe EVP_PKEY_free(handle) }

    func accepts(_ signature: [UInt8], of bytes: [UInt8], hashesFirst: Bool) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        let begun = unsafe EVP_DigestVerifyInit(context, nil, hashesFirst ? EVP_sha256() : nil, nil, handle)
        guard begun == 1 else { return false }
        return unsafe EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }
}
