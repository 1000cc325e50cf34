public import GantryModel

/// The value of a request header, which may be or contain a ``Secret``. A secret one is shown as `***`.
public struct HeaderValue: Sendable, ExpressibleByStringInterpolation {
    private enum Storage: Sendable {
        case open(String)
        case secret(prefix: String, Secret)
    }

    private let storage: Storage

    /// A value that may be shown.
    public init(_ text: String) { storage = .open(text) }

    /// A value that may be shown.
    public init(stringLiteral text: String) { storage = .open(text) }

    /// A value that must not be shown. `prefix` is sent before it and is shown, for example `Bearer `.
    public init(secret: Secret, prefix: String = "") { storage = .secret(prefix: prefix, secret) }

    /// `Bearer` and the token (RFC 6750).
    public static func bearer(_ token: Secret) -> HeaderValue { HeaderValue(secret: token, prefix: "Bearer ") }

    /// The text as it is sent.
    package var wireText: String {
        switch storage {
        case .open(let text): text
        case .secret(let prefix, let secret): prefix + secret.reveal()
        }
    }
}

extension HeaderValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value on one line; of a secret one the prefix and `***`.
    public var description: String {
        switch storage {
        case .open(let text): singleLine(text, limit: .max)
        case .secret(let prefix, _): prefix + "***"
        }
    }

    /// The same as `description`, so that no debugger shows a secret.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// One header line of a request.
public struct HeaderField: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name as it is sent; case does not matter.
    public var name: String
    /// The value, which may be secret.
    public var value: HeaderValue

    /// A line; the client checks that it is fit to send.
    public init(_ name: String, _ value: HeaderValue) {
        self.name = name
        self.value = value
    }

    /// The line for people: secrets, and values of headers with a sensitive name, are `***`.
    public var description: String {
        singleLine(name, limit: .max) + ": " + (SensitiveNames.contain(name.utf8) ? "***" : value.description)
    }

    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

    /// Whether it has this name, which is in lower case, in any case.
    package func isNamed(_ lower: String) -> Bool {
        name == lower || name.utf8.count == lower.utf8.count && name.lowercased() == lower
    }

    /// What makes the line unfit to send, or nil. libcurl sends line breaks inside a value as further headers, and
    /// lengths are stated by libcurl alone so that a body can't be framed in two ways.
    package var fault: String? {
        // RFC 9110, 5.6.2.
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
        guard isToken, !name.isEmpty else {
            return "the header name '\(singleLine(name, limit: .max))' has characters that aren't allowed in names"
        }
        if value.wireText.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
            return "the value of header '\(name)' has a line break or another control character"
        }
        if isNamed("content-length") || isNamed("transfer-encoding") {
            return "the header '\(name)' is set by the client itself"
        }
        return nil
    }
}
