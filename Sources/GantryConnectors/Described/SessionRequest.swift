internal import GantryJSON
internal import GantryModel

/// A request that opens a session, which its answer sets as cookies.
public struct SessionRequest: Sendable, Equatable {
    /// Where an answer has what guards against forged requests.
    public enum Guard: Sendable, Equatable {
        /// The keys that lead to it.
        case path([String])
        /// A cookie, which may be percent-encoded.
        case cookie(String)
        /// A header.
        case header(String)
    }

    /// Below the base address.
    public let path: String
    /// What it sends.
    public let body: CredentialBody
    /// Where the answer has what every further request carries in this header; `nil` for none.
    public let csrf: (from: Guard, header: String)?

    /// A request of these parts.
    public init(path: String, body: CredentialBody, csrf: (from: Guard, header: String)?) {
        self.path = path
        self.body = body
        self.csrf = csrf
    }

    /// Whether all parts are equal.
    public static func == (a: SessionRequest, b: SessionRequest) -> Bool {
        a.path == b.path && a.body == b.body && a.csrf?.from == b.csrf?.from && a.csrf?.header == b.csrf?.header
    }

    /// The cookies, and the guard on a second line.
    func token(_ reply: SignInReply) throws(SignInProblem) -> Secret {
        var cookies: [(name: String, value: String)] = []
        for header in reply.headers where header.name == "set-cookie" {
            let parts = header.value.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
            guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { continue }
            let (name, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
            cookies.removeAll { $0.name == name }
            // A cookie that is taken away again.
            if value.isEmpty || parts.contains(where: { $0.lowercased() == "max-age=0" }) { continue }
            guard isHeaderValue(name + value) else {
                throw .unreadable("its cookie \(singleLine(name, limit: 60)) has characters that aren't allowed")
            }
            cookies.append((name, value))
        }
        guard !cookies.isEmpty else { throw .unreadable("it sets no cookie, so it opens no session") }
        let text = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        guard let csrf else { return Secret(text) }
        let (value, place): (String?, String) =
            switch csrf.from {
            case .path(let path): (JSONTree.object(of: reply.body)?.value(at: path)?.text, path.joined(separator: "."))
            case .cookie(let name):
                (cookies.first { $0.name == name }.map { percentDecoded($0.value) }, "the cookie \(name)")
            case .header(let name):
                (reply.headers.first { $0.name == name.lowercased() }?.value, "the header \(name)")
            }
        guard let value, !value.isEmpty, isHeaderValue(value) else {
            throw .unreadable("it has nothing for \(csrf.header) at \(place)")
        }
        return Secret(text + "\n" + value)
    }
}

/// The same text where it isn't encoded.
package func percentDecoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
            return text
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
}
