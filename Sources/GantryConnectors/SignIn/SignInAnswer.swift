internal import GantryJSON
internal import GantryModel

/// The fields of an answer to a sign-in.
struct SignInAnswer {
    private let tree: JSONTree

    /// - Throws: `SignInProblem.unreadable` when it is not a JSON object.
    init(_ body: [UInt8]) throws(SignInProblem) {
        do {
            tree = try JSONTree(body)
        } catch {
            throw .unreadable("it is not JSON")
        }
        guard case .object = tree else { throw .unreadable("it is not a JSON object") }
    }

    private init(_ tree: JSONTree) { self.tree = tree }

    /// A text that is not empty, or a number as its text.
    func text(_ key: String) -> String? {
        switch tree[key] {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let text): text
        default: nil
        }
    }

    func flag(_ key: String) -> Bool? {
        switch tree[key] {
        case .bool(let value): value
        case .string("true"): true
        case .string("false"): false
        default: nil
        }
    }

    func group(_ key: String) -> SignInAnswer? {
        guard let inner = tree[key], case .object = inner else { return nil }
        return SignInAnswer(inner)
    }

    /// - Throws: `SignInProblem.unreadable` when it is missing, or can't be the value of a header.
    func token(_ key: String) throws(SignInProblem) -> Secret {
        guard let text = text(key) else { throw .unreadable("it has no \(key)") }
        guard isHeaderValue(text) else { throw .unreadable("its \(key) has characters that aren't allowed in a token") }
        return Secret(text)
    }
}

/// Whether a text can be in a header unchanged: visible ASCII.
func isHeaderValue(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

/// A JSON object of texts, as the secret that it is.
func secretObject(_ members: KeyValuePairs<String, JSONTree>) -> Secret { Secret(JSONTree.object(members).compact) }

extension SignInRequest {
    /// The e-mail address and the password in one object.
    static func password(_ path: String, _ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        let email = try input.require("email")
        let password = try input.require("password")
        return SignInRequest(
            path, secretObject(["email": .string(email.reveal()), "password": .string(password.reveal())]))
    }
}
