import FoundationEssentials

/// Fifty-two letters and digits that nobody can guess.
func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
        let word = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        return String(repeating: "0", count: max(0, 13 - word.count)) + word
    }.joined()
}

/// A token in the form of a JWT (RFC 7519). Its signature is random: the shelf knows its tokens, nobody checks a
/// signature.
func webToken(claims: String) -> String {
    [#"{"alg":"HS256","typ":"JWT"}"#, claims, randomToken()].map(base64URL).joined(separator: ".")
}

private func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().compactMap { letter in
        switch letter {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: String(letter)
        }
    }.joined()
}

/// A random identifier in the form of a UUID of version 4, in lower case.
func randomUUID() -> String {
    UUID().uuidString.lowercased()
}
