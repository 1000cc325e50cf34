import CCurl

/// Turns a request into libcurl options. The only place that says how transfers are made.
struct TransferOptions: Sendable {
    let configuration: HTTPClientConfiguration

    func apply(to easy: EasyHandle, for transfer: Transfer) throws(CurlRefusal) {
        if let files = transfer.request.files { return try apply(files, to: easy, for: transfer) }
        try easy.set(CURLOPT_URL, transfer.url.text)
        try setConnection(of: easy, to: transfer.url.origin, for: transfer.request)
        try setSharing(easy, transfer)
        try setMethod(of: easy, for: transfer.request, body: transfer.body)
        try setHeaders(easy, transfer.request)
        if let signature = transfer.request.signature { try setSignature(easy, signature) }
    }

    /// A connection alone, over which libcurl sends nothing of its own but what a proxy needs to open a tunnel.
    func apply(toStream easy: EasyHandle, _ url: CheckedURL, _ request: HTTPRequest) throws(CurlRefusal) {
        // Path and query are the caller's, so libcurl does not get to know them.
        try easy.set(CURLOPT_URL, url.home)
        try setConnection(of: easy, to: url.origin, for: request)
        try easy.set(CURLOPT_CONNECT_ONLY, 1)
        try easy.set(CURLOPT_HTTPPROXYTUNNEL, 1)
        try easy.set(CURLOPT_USERAGENT, configuration.userAgent)
        // A server that may choose HTTP/2 in the TLS handshake would, and then takes nothing else.
        try easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        unsafe try easy.set(socket: { _, _, address in unsafe address.map(EasyHandle.newSocket) ?? -1 })
        // What a proxy says besides opening a tunnel; libcurl would print it.
        unsafe try easy.set(receive: CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
    }

    /// Prepares a new or reset handle. False if it can't be reused: one that still holds a receive buffer, as after
    /// HTTP/2 or a transfer stopped midway, refuses the option that sizes it, and would use the small default.
    func prepare(_ easy: EasyHandle) -> Bool {
        do throws(CurlRefusal) {
            try easy.set(CURLOPT_BUFFERSIZE, 512 * 1024)
            return true
        } catch {
            return false
        }
    }

    func setConnection(
        of easy: EasyHandle, to origin: CheckedURL.Origin, for request: HTTPRequest
    ) throws(CurlRefusal) {
        try easy.setErrorText()
        try easy.set(CURLOPT_NOSIGNAL, 1)
        try setScope(easy, origin)
        try setTLS(easy)
        try setTimes(easy, request)
    }

    /// Where the request may go: its own scheme, no redirects, and a proxy only if asked for.
    private func setScope(_ easy: EasyHandle, _ origin: CheckedURL.Origin) throws(CurlRefusal) {
        try easy.set(CURLOPT_PROTOCOLS_STR, origin.scheme)
        try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        try easy.set(CURLOPT_FOLLOWLOCATION, 0)
        try configuration.apply(proxy: easy)
    }

    /// Which connections may be shared, and how.
    private func setSharing(_ easy: EasyHandle, _ transfer: Transfer) throws(CurlRefusal) {
        try easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        let choice = transfer.request.connectionChoice
        // Over TLS it is worth a moment to learn whether the connection being made can be shared.
        try easy.set(CURLOPT_PIPEWAIT, transfer.url.origin.scheme == "https" && choice != .fresh ? 1 : 0)
        try easy.set(CURLOPT_FRESH_CONNECT, choice == .fresh ? 1 : 0)
        // libcurl counts whole seconds that have passed, so 0 is up to one second.
        if choice == .recent { try easy.set(CURLOPT_MAXAGE_CONN, 0) }
    }

    private func setTLS(_ easy: EasyHandle) throws(CurlRefusal) {
        try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        try easy.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try easy.set(CURLOPT_CERTINFO, 1)
        if case .file(let path) = configuration.trust {
            try easy.set(CURLOPT_CAINFO, path)
            // The system's folder of authorities would still be trusted besides the file.
            try easy.set(CURLOPT_CAPATH, nil as String?)
        }
    }

    private func setTimes(_ easy: EasyHandle, _ request: HTTPRequest) throws(CurlRefusal) {
        try easy.set(CURLOPT_TIMEOUT_MS, max(1, request.timeouts.total.roundedUpMilliseconds))
        // Without this, a transfer that ends while its name is still being looked up holds up the thread, and every
        // other transfer with it, until the system's resolver gives up.
        try easy.set(CURLOPT_QUICK_EXIT, 1)
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.timeouts.connect.roundedUpMilliseconds))
    }

    private func setMethod(of easy: EasyHandle, for request: HTTPRequest, body: [UInt8]?) throws(CurlRefusal) {
        switch request.body.source {
        case .bytes, .content, .multipart:
            let length = request.body.length
            try easy.set(CURLOPT_POST, 1)
            try easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: length)
            if let body {
                try easy.set(body: body)
            } else {
                try easy.set(CURLOPT_UPLOAD_BUFFERSIZE, min(max(length, 16 * 1024), 256 * 1024))
            }
        case .none where request.method == .head:
            try easy.set(CURLOPT_NOBODY, 1)
        case .none where [.post, .put, .patch].contains(request.method):
            // These state a length of zero; servers answer 411 otherwise.
            try easy.set(CURLOPT_POST, 1)
            try easy.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: 0)
        case .none:
            try easy.set(CURLOPT_HTTPGET, 1)
        }
        if request.method != .get || easyNeedsName(request) { try easy.set(CURLOPT_CUSTOMREQUEST, request.method.name) }
    }

    /// A GET with a body is a POST to libcurl unless it is named.
    private func easyNeedsName(_ request: HTTPRequest) -> Bool {
        if case .none = request.body.source { false } else { true }
    }

    private func setHeaders(_ easy: EasyHandle, _ request: HTTPRequest) throws(CurlRefusal) {
        try easy.set(CURLOPT_USERAGENT, configuration.userAgent)
        // Empty means every encoding this libcurl can decode.
        try easy.set(CURLOPT_ACCEPT_ENCODING, "")
        var headers = request.headers
        if let type = request.body.contentType {
            headers.removeAll { $0.isNamed("content-type") }
            headers.append(HeaderField("Content-Type", HeaderValue(type)))
        }
        var lines = headers.map { field in
            // `Name:` alone would take a header away; `Name;` sends it empty.
            field.value.wireText.isEmpty ? field.name + ";" : field.name + ": " + field.value.wireText
        }
        // A line that takes a header away would be signed like one that is sent.
        if request.signature == nil {
            if !headers.contains(where: { $0.isNamed("expect") }) { lines.append("Expect:") }
            if !headers.contains(where: { $0.isNamed("content-type") }) { lines.append("Content-Type:") }
        }
        try easy.set(headerLines: lines)
    }
}
