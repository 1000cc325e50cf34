/// Decides by name whether the value of a header, query key or JSON key must not be shown.
enum SensitiveNames {
    /// Parts that make a name sensitive anywhere in it, in folded spelling.
    private static let parts = [
        "authorization", "token", "password", "passwd", "passphrase", "secret", "apikey", "signature", "cookie",
        "credential", "privatekey", "accesskey", "sessionid", "xamz", "xgoog", "jwt",
    ]

    /// Names that are sensitive only as a whole, because they are part of harmless words.
    private static let whole: Set<String> = [
        "cpr", "cprno", "cprnr", "cprnumber", "cprnummer", "sig", "pwd", "pw", "auth", "session", "sid", "otp", "mfa",
        "bearer", "key",
    ]

    /// Whether `name` names a secret. Case, `-`, `_` and `.` make no difference.
    static func contain(_ name: some Sequence<UInt8>) -> Bool {
        let folded = fold(name)
        return whole.contains(folded) || parts.contains { contains(folded, $0) }
    }

    private static func fold(_ name: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in name {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): continue
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8)
        let part = Array(part.utf8)
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
