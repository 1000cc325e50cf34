public import GantryModel

/// Where a WebSocket is opened, and whom to trust there.
public struct SocketPlace: Sendable {
    /// Whether it is `wss`. Certificate and host name are verified, with TLS 1.2 as the least.
    public let isSecure: Bool
    /// A name or an address, an IPv6 address without brackets.
    public let host: String
    public let port: Int
    /// Path and query. A token in it shows in no error.
    public let target: Secret
    /// A PEM file of the authorities that are trusted instead of the machine's own; `nil` trusts those.
    public let trustFile: String?

    public init(isSecure: Bool, host: String, port: Int, target: Secret, trustFile: String? = nil) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
        self.trustFile = trustFile
    }
}

/// Why a WebSocket is not there. It holds nothing of the address but the host.
public struct SocketError: Error, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// Nobody listens there, or the name is unknown.
        case unreachable
        /// TLS failed, or the certificate is not trusted.
        case tls
        /// The server answered, but opened no socket.
        case refused
        case timedOut
        /// It was open, and is no more.
        case closed
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
