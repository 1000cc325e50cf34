package import GantryHTTP
internal import GantryModel

/// How the requests of a connection leave this network.
public enum ProxyChoice: Sendable, Equatable {
    /// As `https_proxy`, `all_proxy` and `no_proxy` say, in lower case or capitals.
    case environment
    /// Directly, whatever the environment says.
    case none
    /// Always through this proxy.
    ///
    /// - Parameters:
    ///   - address: `http://proxy.example.com:3128`; also `https` and `socks5h`, always with a port.
    ///   - user: Where the name of its account comes from; `nil` for a proxy that asks for none.
    ///   - password: Where the account's password comes from.
    case server(address: String, user: SecretSource?, password: SecretSource?)

    static let schemes = ["http", "https", "socks5h"]

    /// Reads the address of a proxy.
    ///
    /// - Returns: it in its plain form; `nil` for one with a user, a path, another scheme or without a port.
    static func address(_ text: String) -> String? {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        var place = text[mark.upperBound...]
        if place.hasSuffix("/") { place = place.dropLast() }
        guard schemes.contains(scheme), !place.contains(where: { "/?#@".contains($0) }),
            let (host, port) = try? BaseURL.hostAndPort(place), let port
        else { return nil }
        return "\(scheme)://\(host):\(port)"
    }
}

extension Connection {
    /// Whom the connection trusts, as whom it introduces itself and how it leaves this network.
    ///
    /// An address of this machine is reached without a proxy: what is said to it in plain text must not leave it.
    ///
    /// - Throws: `ConfigurationError` with code `secret` when the proxy's account can't be read.
    package func clientConfiguration(
        environment: [String: String]
    ) throws(ConfigurationError) -> HTTPClientConfiguration {
        HTTPClientConfiguration(
            trust: caFile.map { .file($0) } ?? .system, proxy: try proxy(environment: environment),
            userAgent: "gantry/\(programVersion)")
    }

    private func proxy(environment: [String: String]) throws(ConfigurationError) -> HTTPClientConfiguration.Proxy {
        guard !baseURL.isLoopback else { return .none }
        switch proxy {
        case .none: return .none
        case .environment: return .environment
        case .server(let address, let user, let password):
            var server = ProxyServer(address)
            if let user { server.user = try secret(user, key: "user", environment: environment) }
            if let password { server.password = try secret(password, key: "password", environment: environment) }
            return .server(server)
        }
    }

    private func secret(
        _ source: SecretSource, key: String, environment: [String: String]
    ) throws(ConfigurationError) -> Secret {
        try source.value(of: "proxy.\(key)", kind: "connection", named: name, environment: environment)
    }
}
