internal import GantryJSON
internal import GantryModel

/// What a JSON Web Token says about its own life (RFC 7519). It is not verified: the server does that, and here it only
/// decides when to ask for a new one.
struct TokenClaims {
    /// How long the token lives, from its issue to its end; `nil` when it doesn't say both.
    let lifetime: Duration?
    /// Its end; `nil` when it doesn't say.
    let expiresAt: Instant?
    /// Whom it is about (`sub`); `nil` when it doesn't say.
    let subject: String?

    /// - Parameter endKeys: claims that may hold the end, in seconds since 1970; the first one found counts.
    init(_ token: Secret, endKeys: [String] = ["exp"]) {
        let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = base64URL(parts[1]), let tree = try? JSONTree(bytes) else {
            // A token of another kind has no claims, which is not an error.
            lifetime = nil
            expiresAt = nil
            subject = nil
            return
        }
        subject = tree["sub"]?.shown.flatMap { $0.isEmpty ? nil : $0 }
        let end = endKeys.lazy.compactMap { TokenClaims.seconds(tree[$0]) }.first
        expiresAt = end.map { Instant(secondsSince1970: $0) }
        lifetime = TokenClaims.seconds(tree["iat"]).flatMap { issued in end.map { $0 - issued } }
            .flatMap { $0 > 0 ? .seconds($0) : nil }
    }

    /// The expiry by this machine's clock: counted from now if the token states its life, so that different clocks do
    /// no harm.
    func end(from now: Instant) -> Instant? {
        guard let lifetime else { return expiresAt }
        // A lifetime is at most the range of `seconds`, which fits.
        return now.adding(nanoseconds: lifetime.components.seconds * 1_000_000_000)
    }

    private static func seconds(_ value: JSONTree?) -> Int64? {
        guard case .number(let text)? = value, let seconds = Int64(text.prefix { $0 != "." }) else { return nil }
        // A number beyond the year 2200 can't be a time in seconds.
        return (0...7_258_118_400).contains(seconds) ? seconds : nil
    }
}

/// Decodes base64url without padding (RFC 4648, section 5); `nil` for anything else.
private func base64URL(_ text: some StringProtocol) -> [UInt8]? {
    var out: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in text.utf8 {
        let digit: UInt32
        switch byte {
        case 0x41...0x5A: digit = UInt32(byte) - 0x41
        case 0x61...0x7A: digit = UInt32(byte) - 0x61 + 26
        case 0x30...0x39: digit = UInt32(byte) - 0x30 + 52
        case 0x2D, 0x2B: digit = 62
        case 0x5F, 0x2F: digit = 63
        case 0x3D: continue
        default: return nil
        }
        buffer = (buffer << 6 | digit) & 0xFF_FFFF
        bits += 6
        if bits >= 8 {
            bits -= 8
            out.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        }
    }
    return out
}
