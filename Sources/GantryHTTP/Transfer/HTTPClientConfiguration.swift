/// How an ``HTTPClient`` connects. Verification of certificates and host names, and TLS 1.2 as the least, are not
/// options.
public struct HTTPClientConfiguration: Sendable {
    /// Which certificate authorities are trusted.
    public enum Trust: Sendable, Hashable {
        /// Those of the system. The default.
        case system
        /// Only those in this PEM file.
        case file(String)
    }

    /// Whether requests go through a proxy.
    public enum Proxy: Sendable {
        /// Never; `https_proxy`, `http_proxy`, `all_proxy` and their like are ignored. The default.
        case none
        /// As those environment variables say, `no_proxy` included.
        case environment
        /// Always through this one, whatever the environment says.
        case server(ProxyServer)
    }

    /// Which certificates are accepted; the system's by default.
    public var trust: Trust
    /// Whether a proxy is used; none by default.
    public var proxy: Proxy

    /// Whether `http` is spoken to hosts that are not loopback. Default false. Tokens then travel readable.
    public var allowPlainHTTP: Bool

    /// Sent as `User-Agent`. Default `gantry`.
    public var userAgent: String

    /// Connections to one host at once; further transfers wait. Default 8.
    public var connectionsPerHost: Int

    /// Bytes of request bodies in a second, over all transfers of the client together. Default none, which means as
    /// many as go. Bodies of at most 16 KiB don't wait; larger ones share in turns. It segments a transfer, so give it
    /// a longer total time.
    public var sendBytesPerSecond: Int?

    /// The default configuration.
    public init(
        trust: Trust = .system, proxy: Proxy = .none, allowPlainHTTP: Bool = false, userAgent: String = "gantry",
        connectionsPerHost: Int = 8, sendBytesPerSecond: Int? = nil
    ) {
        self.trust = trust
        self.proxy = proxy
        self.allowPlainHTTP = allowPlainHTTP
        self.userAgent = userAgent
        self.connectionsPerHost = connectionsPerHost
        self.sendBytesPerSecond = sendBytesPerSecond
    }
}

extension HTTPClientConfiguration {
    /// Where a request goes, if the configuration allows it.
    func url(of request: HTTPRequest) throws(HTTPError) -> CheckedURL {
        let url = try CheckedURL.parse(request.url, for: request)
        guard url.origin.scheme != "http" || url.isLoopback || allowPlainHTTP else {
            throw HTTPError(
                .invalidRequest,
                "plain http is accepted only for loopback addresses; use https, or allow plain http in the configuration",
                request: request)
        }
        return url
    }
}
