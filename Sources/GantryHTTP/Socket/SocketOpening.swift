internal import FoundationEssentials
internal import GantryFiles

/// The opening of a WebSocket from the client's side (RFC 6455, section 4.1): its request, and whether an answer is the
/// server's consent.
package struct SocketOpening {
    /// The request, ready to be sent.
    package let head: [UInt8]
    private let request: HTTPRequest
    /// The answer that only a server with WebSocket support computes from the key.
    private let proof: String

    /// - Parameter key: 16 bytes that no other opening has; the default is random.
    package init(
        _ request: HTTPRequest, userAgent: String, key: [UInt8] = (0..<16).map { _ in .random(in: 0 ... .max) }
    ) throws(HTTPError) {
        let url = try CheckedURL.parse(request.url, for: request)
        let key = Data(key).base64EncodedString()
        proof = Data(sha1(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
        self.request = request
        let isUsual = url.origin.port == (url.origin.scheme == "https" ? 443 : 80)
        var lines = [
            "GET \(url.target) HTTP/1.1", "Host: \(url.origin.host)" + (isUsual ? "" : ":\(url.origin.port)"),
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        for field in [HeaderField("User-Agent", HeaderValue(userAgent))] + request.headers {
            if let fault = field.fault { throw HTTPError(.invalidRequest, fault, request: request) }
            lines.append("\(field.name): \(field.value.wireText)")
        }
        head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// What followed the server's answer; `nil` while that is not complete.
    ///
    /// - Throws: ``HTTPError`` with code `status` when the server answers with another status than 101, `reset` when
    ///   its answer does not prove that it speaks WebSocket, `headersTooLarge` when it never ends.
    package func rest(of received: [UInt8]) throws(HTTPError) -> [UInt8]? {
        guard let end = received.firstRange(of: [13, 10, 13, 10]) else {
            guard received.count <= request.limits.headerBytes else {
                throw HTTPError(
                    .headersTooLarge, "the headers are larger than \(request.limits.headerBytes) bytes",
                    request: request)
            }
            return nil
        }
        try check(String(decoding: received[..<end.lowerBound], as: UTF8.self))
        return Array(received[end.upperBound...])
    }

    private func check(_ answer: String) throws(HTTPError) {
        let lines = answer.split(separator: "\r\n")
        let first = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        guard first.count > 1, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw HTTPError(.reset, "the server's answer is not HTTP/1.1", request: request)
        }
        guard status == 101 else {
            var error = HTTPError(
                .status, "the server answered \(status) and didn't open a WebSocket", request: request)
            error.status = status
            throw error
        }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            headers.append(String(parts[0]), parts[1].trimming(while: { $0 == " " || $0 == "\t" }))
        }
        if let fault = fault(of: headers) {
            throw HTTPError(.reset, "the server's answer doesn't open a WebSocket: \(fault)", request: request)
        }
    }

    private func fault(of headers: HTTPHeaders) -> String? {
        guard headers["upgrade"]?.lowercased() == "websocket" else { return "its Upgrade is not websocket" }
        let connection = headers.values("connection").flatMap { $0.lowercased().split(separator: ",") }
        guard connection.contains(where: { $0.trimming(while: { $0 == " " }) == "upgrade" }) else {
            return "its Connection doesn't contain Upgrade"
        }
        guard headers["sec-websocket-accept"] == proof else { return "its Sec-WebSocket-Accept is wrong" }
        for name in ["Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol"] where headers[name]?.isEmpty == false {
            return "it has \(name), which was not requested"
        }
        return nil
    }
}

extension Substring {
    fileprivate func trimming(while isBlank: (Character) -> Bool) -> String {
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }
}
