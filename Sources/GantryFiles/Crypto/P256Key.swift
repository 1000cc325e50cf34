internal import COpenSSL

/// A private key on the curve P-256 (SEC 2, secp256r1).
public struct P256Key: Sendable {
    /// Bytes that are not a key, or a libcrypto that can't make one.
    public struct Failure: Error {}

    /// The private number, 32 bytes in big-endian order: a secret.
    public let secret: [UInt8]
    /// The public key as SubjectPublicKeyInfo in DER (RFC 5480).
    public let publicKey: [UInt8]

    /// A new key.
    public init() throws(Failure) {
        let key = try unsafe Key(gantry_new_p256_key())
        publicKey = try key.publicKey
        secret = try key.secret
    }

    /// The key with this private number.
    public init(secret: [UInt8]) throws(Failure) {
        guard secret.count == 32, secret.contains(where: { $0 != 0 }) else { throw Failure() }
        // ECPrivateKey without its public half, which OpenSSL then computes (RFC 5915, section 3).
        let encoded = Key.head + secret + Key.curve
        publicKey = try Key(decoding: encoded).publicKey
        self.secret = secret
    }
}

/// The one owner of a key in libcrypto.
@safe private final class Key {
    /// SEQUENCE of 49 bytes, INTEGER 1, OCTET STRING of 32 bytes.
    static let head: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
    /// [0] of 10 bytes, the OBJECT IDENTIFIER of the curve.
    static let curve: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    private let handle: OpaquePointer

    init(_ handle: OpaquePointer?) throws(P256Key.Failure) {
        guard let handle = unsafe handle else { throw P256Key.Failure() }
        unsafe self.handle = handle
    }

    convenience init(decoding bytes: [UInt8]) throws(P256Key.Failure) {
        let handle = unsafe bytes.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &place, buffer.count)
        }
        try unsafe self.init(handle)
    }

    deinit { unsafe EVP_PKEY_free(handle) }

    var publicKey: [UInt8] {
        get throws(P256Key.Failure) { try unsafe encoded { unsafe i2d_PUBKEY(handle, $0) } }
    }

    /// The private number follows the head of ECPrivateKey, padded to 32 bytes.
    var secret: [UInt8] {
        get throws(P256Key.Failure) {
            let bytes = try unsafe encoded { unsafe i2d_PrivateKey(handle, $0) }
            guard bytes.count >= Key.head.count + 32, bytes[2..<Key.head.count] == Key.head[2...] else {
                throw P256Key.Failure()
            }
            return Array(bytes[Key.head.count..<Key.head.count + 32])
        }
    }

    private func encoded(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(P256Key.Failure) -> [UInt8] {
        let length = encode(nil)
        guard length > 0 else { throw P256Key.Failure() }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            var place = buffer.baseAddress
            count = Int(max(unsafe encode(&place), 0))
        }
    }
}
