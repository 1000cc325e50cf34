import CCurl
public import GantryModel
import Glibc

/// A proxy that all requests of a client go through, and the account that it asks for.
public struct ProxyServer: Sendable {
    /// `http`, `https` or `socks5h`, host and port: `http://proxy.example.com:3128`. No user and no password.
    public let address: String
    /// Its account; `nil` for a proxy that asks for none.
    public var user: Secret?
    /// The account's password.
    public var password: Secret?

    /// A proxy without an account, by default. Nothing is checked until it is used.
    public init(_ address: String, user: Secret? = nil, password: Secret? = nil) {
        self.address = address
        self.user = user
        self.password = password
    }
}

extension HTTPClientConfiguration.Proxy {
    static let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    /// The environment variable that names the proxy of https addresses, and its proxy without user and password; `nil`
    /// where none does.
    ///
    /// The names and their order are libcurl's. It takes plain http's from `http_proxy` alone; of the others the name
    /// in lower case comes first, and an empty one counts.
    package static func variable(in environment: [String: String]) -> (name: String, address: String)? {
        for name in variables {
            guard let value = environment[name] else { continue }
            guard !value.isEmpty else { return nil }
            let address = value.split(separator: "@").last.map(String.init) ?? value
            let scheme = value.firstRange(of: "://").map { String(value[..<$0.upperBound]) } ?? "http://"
            return (name, address.contains("://") ? address : scheme + address)
        }
        return nil
    }
}

extension HTTPClientConfiguration {
    func apply(proxy easy: EasyHandle) throws(CurlRefusal) {
        switch proxy {
        case .none:
            // An empty name switches the environment's proxies off; leaving the option alone would use them.
            try easy.set(CURLOPT_PROXY, "")
        case .environment: break
        case .server(let server):
            try easy.set(CURLOPT_PROXY, server.address)
            // Nothing is left out; without this `no_proxy` would count here too.
            try easy.set(CURLOPT_NOPROXY, "")
            try easy.set(CURLOPT_PROXYUSERNAME, server.user?.reveal())
            try easy.set(CURLOPT_PROXYPASSWORD, server.password?.reveal())
        }
        // A proxy that is spoken to over TLS is verified like a server, and its answer is not the server's.
        try easy.set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
        try easy.set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
        try easy.set(CURLOPT_PROXY_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if case .file(let path) = trust {
            try easy.set(CURLOPT_PROXY_CAINFO, path)
            try easy.set(CURLOPT_PROXY_CAPATH, nil as String?)
        }
    }

    /// The port of the proxy; `nil` where none is used.
    var proxyPort: Int? {
        guard let address = proxyAddress, let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        guard unsafe curl_url_set(url, CURLUPART_URL, address, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else {
            return nil
        }
        var text: UnsafeMutablePointer<CChar>?
        // libcurl speaks to a proxy without a port on 1080.
        guard unsafe curl_url_get(url, CURLUPART_PORT, &text, 0) == CURLUE_OK, let text = unsafe text else {
            return 1080
        }
        defer { unsafe curl_free(text) }
        return unsafe Int(String(cString: text))
    }

    /// The proxy that requests over https go through, unless `no_proxy` leaves their host out; no user, no password.
    private var proxyAddress: String? {
        switch proxy {
        case .none: return nil
        case .server(let server): return server.address
        case .environment:
            var found: [String: String] = [:]
            for name in Proxy.variables {
                if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
            }
            return Proxy.variable(in: found)?.address
        }
    }

    /// What messages call the proxy; `nil` where none is used.
    var proxyName: String? {
        switch proxy {
        case .none: nil
        case .server, .environment: proxyAddress.map { "the proxy \(singleLine($0, limit: 200))" }
        }
    }
}
