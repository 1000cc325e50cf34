import FoundationEssentials
internal import GantryJSON

/// Fifty-two random letters and digits.
func randomToken() -> String {
    (0..<4).map { _ in
        let word = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: max(0, 13 - word.count)) + word
    }.joined()
}

/// A token in the form of a JWT (RFC 7519). Its signature is random: the sandbox compares whole tokens.
func webToken(claims: JSONTree) -> String {
    ([#"{"alg":"HS256","typ":"JWT"}"#, claims.compact, randomToken()] as [String]).map(base64URL)
        .joined(separator: ".")
}

private func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

/// A random UUID of version 4, in lower case.
func randomUUID() -> String { UUID().uuidString.lowercased() }

/// A file name as object stores keep it, with `_` for everything but ASCII letters, digits and `.-_`.
func storedName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" })
}
