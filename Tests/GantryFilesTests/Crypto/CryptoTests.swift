import GantryFiles
import Testing

@Suite("Digests, codes and keys of libcrypto") struct CryptoTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    @Test("SHA-256, SHA-1 and HMAC are those of the standards' examples") func vectors() {
        // FIPS 180-4 examples; RFC 4231, test case 2.
        #expect(
            hex(SHA256Hasher.digest(of: Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hex(SHA256Hasher.digest(of: [])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex(sha1(of: Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            hex(messageCode(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("A copy of a hasher goes on by itself, and a digest taken on the way changes nothing") func copies() {
        var first = SHA256Hasher()
        unsafe Array("a".utf8).withUnsafeBytes { unsafe first.update($0) }
        var second = first
        #expect(first.digest() == SHA256Hasher.digest(of: Array("a".utf8)))
        unsafe Array("bc".utf8).withUnsafeBytes { unsafe first.update($0) }
        unsafe Array("x".utf8).withUnsafeBytes { unsafe second.update($0) }
        #expect(first.digest() == SHA256Hasher.digest(of: Array("abc".utf8)))
        #expect(second.digest() == SHA256Hasher.digest(of: Array("ax".utf8)))
    }

    @Test("A key that is read back has the same public half, and what is no key is refused") func keys() throws {
        for _ in 0..<20 {
            let key = try P256Key()
            #expect(key.secret.count == 32 && key.publicKey.count == 91)
            #expect(try P256Key(secret: key.secret).publicKey == key.publicKey)
        }
        // RFC 6979, appendix A.2.5.
        let secret: [UInt8] = [
            0xC9, 0xAF, 0xA9, 0xD8, 0x45, 0xBA, 0x75, 0x16, 0x6B, 0x5C, 0x21, 0x57, 0x67, 0xB1, 0xD6, 0x93, 0x4E, 0x50,
            0xC3, 0xDB, 0x36, 0xE8,
            0x9B, 0x12, 0x7B, 0x8A, 0x62, 0x2B, 0x12, 0x0F, 0x67, 0x21,
        ]
        let key = try P256Key(secret: secret)
        #expect(
            hex(Array(key.publicKey.suffix(64))).hasPrefix(
                "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"))
        #expect(throws: P256Key.Failure.self) { try P256Key(secret: [1, 2, 3]) }
        #expect(throws: P256Key.Failure.self) { try P256Key(secret: Array(repeating: 0, count: 32)) }
    }
}
