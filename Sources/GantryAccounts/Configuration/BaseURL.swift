internal import GantryModel
internal import GantryYAML

/// The address of a system: `https://ksrcranes.dk`, or plain `http` on this machine itself.
public struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    /// `https` or `http`.
    public let scheme: String
    /// In lower case; an IPv6 address in its brackets.
    public let host: String
    /// `nil` for the scheme's own.
    public let port: Int?
    /// Empty, or a path that begins with `/` and does not end with one.
    public let path: String

    /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`.
    public var isLoopback: Bool { BaseURL.isLoopback(host) }

    /// The address without a trailing slash.
    public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") + path }

    /// Reads an address. Plain `http` is taken only for this machine: a password must not cross a network in clear
    /// text.
    ///
    /// - Throws: `BaseURLProblem`, which never holds the text.
    public init(_ text: String) throws(BaseURLProblem) {
        guard let mark = text.firstRange(of: "://") else { throw .malformed }
        scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { throw .scheme }
        let rest = text[mark.upperBound...]
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C && $0 != 0x22 }) else { throw .malformed }
        guard !rest.contains("?"), !rest.contains("#") else { throw .query }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw .userInfo }
        var path = rest.dropFirst(authority.count)
        while path.last == "/" { path = path.dropLast() }
        guard !path.split(separator: "/").contains("..") else { throw .malformed }
        self.path = String(path)
        (host, port) = try BaseURL.hostAndPort(authority, usual: scheme == "https" ? 443 : 80)
        guard scheme == "https" || BaseURL.isLoopback(host) else { throw .plainHTTP }
    }

    /// - Parameter usual: the port that needs not be written; it is `nil` then.
    static func hostAndPort(_ authority: Substring, usual: Int? = nil) throws(BaseURLProblem) -> (String, Int?) {
        let host: Substring
        let isHost: Bool
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[...end]
            isHost =
                host.contains(":") && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        } else {
            host = authority.prefix { $0 != ":" }
            isHost =
                !host.isEmpty && host.utf8.count <= 253 && !host.hasPrefix("-") && !host.hasPrefix(".")
                && host.utf8.allSatisfy { isNameByte($0) && $0 != 0x5F }
        }
        guard isHost else { throw .malformed }
        let port = authority[host.endIndex...]
        if port.isEmpty { return (host.lowercased(), nil) }
        guard port.hasPrefix(":"), let number = plainDigits(String(port.dropFirst())), (1...65_535).contains(number)
        else {
            throw .malformed
        }
        return (host.lowercased(), number == usual ? nil : number)
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { plainDigits(String($0)) }
        return parts.count == 4 && parts[0] == 127 && parts.allSatisfy { (0...255).contains($0 ?? -1) }
    }
}

/// Why a text is not an address that Gantry accepts.
public enum BaseURLProblem: Error, Sendable {
    case malformed
    case scheme
    /// `user:password@`
    case userInfo
    /// A `?` or `#`.
    case query
    /// `http` to another machine.
    case plainHTTP

    package var sentence: String {
        switch self {
        case .malformed: "isn't an address."
        case .scheme: "doesn't start with https://."
        case .userInfo: "contains a user name or password."
        case .query: "contains ? or #, which a base address can't have."
        case .plainHTTP: "uses plain http to another machine."
        }
    }

    var note: String? {
        switch self {
        case .userInfo: "Put names and passwords under credentials."
        case .plainHTTP:
            "Anyone on the network could read the password. Plain http is accepted only for this machine."
        default: nil
        }
    }
}
