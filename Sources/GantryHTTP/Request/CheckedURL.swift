import CCurl

/// A URL as libcurl itself reads it, so that what is checked is what is connected to.
package struct CheckedURL: Sendable, Equatable {
    /// Scheme, host and port; two URLs share credentials only if these are equal.
    package struct Origin: Sendable, Hashable, CustomStringConvertible {
        package let scheme: String
        package let host: String
        package let port: Int

        package var description: String { "\(scheme)://\(host):\(port)" }
    }

    /// The normalised text, with dot segments removed.
    package let text: String
    package let origin: Origin

    /// Reads an absolute URL.
    package static func parse(_ url: String, for request: HTTPRequest) throws(HTTPError) -> CheckedURL {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw HTTPError(
                .invalidRequest, "the URL has blanks, control or non-ASCII characters; percent-encode them",
                request: request)
        }
        guard !hasDotSegments(url) else {
            throw HTTPError(.invalidRequest, "the URL's path has '.' or '..' segments", request: request)
        }
        return try read([url], failingWith: .invalidRequest, for: request)
    }

    /// What URLs with the same scheme, host and port as this one begin with.
    package var home: String {
        let authority =
            text.firstRange(of: "://").map { text[$0.upperBound...].prefix { !"/?#".contains($0) }.endIndex }
            ?? text.endIndex
        return text[..<authority] + "/"
    }

    /// Path and query, as the first line of a request names them.
    package var target: String { "/" + text.dropFirst(home.count).prefix { $0 != "#" } }

    /// A URL that starts with the ``home`` of one that was read, followed only by characters without a special meaning,
    /// which every reader takes literally (RFC 3986, 3.3 and 6.2.2); `nil` for all others.
    package init?(_ url: String, home: String, origin: Origin) {
        guard url.hasPrefix(home) else { return nil }
        var last = UInt8(ascii: "/")
        for byte in url.utf8.dropFirst(home.utf8.count) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                break
            case UInt8(ascii: "/"), UInt8(ascii: "."): if last == UInt8(ascii: "/") { return nil }
            default: return nil
            }
            last = byte
        }
        (text, self.origin) = (url, origin)
    }

    private init(text: String, origin: Origin) { (self.text, self.origin) = (text, origin) }

    /// Reads `location`, absolute or relative, as a redirect from this URL.
    package func resolving(_ location: String, for request: HTTPRequest) throws(HTTPError) -> CheckedURL {
        try Self.read([text, location], failingWith: .redirectRefused, for: request)
    }

    /// Whether the host is this machine by its spelling: `localhost`, 127.0.0.0/8 or ::1. libcurl resolves `localhost`
    /// to loopback itself.
    package var isLoopback: Bool {
        if origin.host == "localhost" || origin.host == "[::1]" { return true }
        let parts = origin.host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func hasDotSegments(_ url: String) -> Bool {
        // Such a segment starts with a dot or its percent code; most URLs have neither after a slash.
        var last: UInt8 = 0
        let mayHave = url.utf8.contains { byte in
            defer { last = byte }
            return last == UInt8(ascii: "/") && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%"))
        }
        guard mayHave else { return false }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").contains { segment in
            let plain = segment.lowercased()
            return [".", "..", "%2e", "%2e.", ".%2e", "%2e%2e"].contains(plain)
        }
    }

    private static func read(
        _ steps: [String], failingWith code: HTTPError.Code, for request: HTTPRequest
    ) throws(HTTPError) -> CheckedURL {
        guard let handle = unsafe curl_url() else {
            throw HTTPError(.setUp, "libcurl is out of memory for a URL", request: request)
        }
        defer { unsafe curl_url_cleanup(handle) }
        for step in steps {
            let result = unsafe curl_url_set(handle, CURLUPART_URL, step, UInt32(CURLU_DISALLOW_USER))
            guard result == CURLUE_OK else {
                throw HTTPError(
                    code, "'\(Redactor.target(of: step))' is not a usable URL: \(explain(result))",
                    request: request)
            }
        }
        guard let text = unsafe part(of: handle, CURLUPART_URL),
            let scheme = unsafe part(of: handle, CURLUPART_SCHEME)?.lowercased(),
            let host = unsafe part(of: handle, CURLUPART_HOST)?.lowercased(),
            let port = unsafe part(of: handle, CURLUPART_PORT, flags: CURLU_DEFAULT_PORT).flatMap({ Int($0) })
        else {
            throw HTTPError(code, "the URL has no scheme, host or port", request: request)
        }
        let schemes = request.files == nil ? ["https", "http"] : FileExchange.schemes
        guard schemes.contains(scheme) else {
            throw HTTPError(code, "the scheme '\(scheme)' is not allowed, only \(schemes[0])", request: request)
        }
        return CheckedURL(text: text, origin: Origin(scheme: scheme, host: host, port: port))
    }

    private static func explain(_ code: CURLUcode) -> String {
        unsafe code == CURLUE_USER_NOT_ALLOWED
            ? "it contains a user name or password" : String(cString: curl_url_strerror(code))
    }

    private static func part(of handle: OpaquePointer, _ part: CURLUPart, flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text = unsafe text else {
            return nil
        }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
