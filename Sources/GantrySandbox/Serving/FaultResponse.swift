internal import GantryJSON
internal import GantryModel
import HTTPTypes

/// What a fault sends instead of an answer. It decides the bytes; ``RawConnection`` sends them.
struct FaultResponse {
    enum Action {
        /// An ordinary answer that Hummingbird writes.
        case answer(Int, HTTPFields, [UInt8])
        /// A chunked answer: the opening once, then the filling again and again.
        case endless(Int, HTTPFields, opening: [UInt8], filling: [UInt8])
        /// Bytes below HTTP, after which the connection ends.
        case raw([RawStep])
    }

    var action: Action
    /// The status on the wire; nil where none is sent.
    var status: Int?

    private static let jsonType: HTTPFields = [.contentType: "application/json; charset=utf-8"]

    /// - Parameters:
    ///   - now: For a Retry-After date.
    ///   - error: The error body of the back end, for a status without a body.
    ///   - answer: The true answer, which only some faults need.
    init(
        _ kind: Fault.Kind, now: Instant, error: (Int, String) -> BackendAnswer = BackendAnswer.error,
        answer: () -> BackendAnswer
    ) {
        switch kind {
        case .status(let code, let retryAfter, let body):
            var headers = Self.jsonType
            if let retryAfter { headers[.retryAfter] = retryAfter.headerValue(now: now) }
            self.init(.answer(code, headers, Self.body(of: code, body, error)), code)
        case .limit:
            self.init(.answer(429, Self.jsonType, Self.body(of: 429, nil, error)), 429)
        case .garbage:
            let bytes = Array(#"{"data":[{"id":1,"employeeId":}],,"pagination":{"current"#.utf8)
            self.init(.answer(200, Self.jsonType, bytes), 200)
        case .htmlPage:
            self.init(.answer(200, [.contentType: "text/html; charset=utf-8"], Array(signInPage.utf8)), 200)
        case .empty:
            self.init(.answer(200, Self.jsonType, []), 200)
        case .falseSuccess(let message):
            self.init(.answer(200, Self.jsonType, BackendAnswer.falseSuccess(message).body), 200)
        case .redirect(let address, let status):
            self.init(.answer(status, [.location: address, .contentType: "text/plain"], Array("Moved".utf8)), status)
        case .gzipBomb(let mebibytes):
            var headers = Self.jsonType
            headers[.contentEncoding] = "gzip"
            self.init(.answer(200, headers, GzipBomb.stream(mebibytes: mebibytes)), 200)
        case .endless:
            let filling = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
            self.init(.endless(200, Self.jsonType, opening: Array(#"{"data":["#.utf8), filling: filling), 200)
        case .storedStatus(let code, let body):
            _ = answer()
            self.init(.answer(code, Self.jsonType, Self.body(of: code, body, error)), code)
        case .late:
            self.init(.answer(504, Self.jsonType, Self.body(of: 504, nil, error)), 504)
        case .escaped:
            var answer = answer()
            answer.body = Array(String(decoding: answer.body, as: UTF8.self).replacing("&", with: "&amp;").utf8)
            self.init(.answer(answer.status, answer.headerFields, answer.body), answer.status)
        case .uncounted:
            var answer = answer()
            if let list = try? JSONTree(answer.body) { answer.body = Array(list.uncounted.compact.utf8) }
            self.init(.answer(answer.status, answer.headerFields, answer.body), answer.status)
        case .unread:
            self.init(.raw([.reset]), nil)
        case .close:
            self.init(.raw([.close]), nil)
        case .reset(let position):
            let (answer, cut) = Self.cut(answer(), at: position)
            self.init(.raw([.send(answer.head() + answer.body[..<cut]), .reset]), answer.status)
        case .truncate(let position):
            let (answer, cut) = Self.cut(answer(), at: position)
            self.init(.raw([.send(answer.head() + answer.body[..<cut]), .close]), answer.status)
        case .stall(let seconds, let position):
            let (answer, cut) = Self.cut(answer(), at: position)
            let steps: [RawStep] = [
                .send(answer.head() + answer.body[..<cut]), .pause(seconds: seconds), .send(Array(answer.body[cut...])),
                .close,
            ]
            self.init(.raw(steps), answer.status)
        case .wrongLength(let difference):
            let answer = answer()
            let length = max(0, answer.body.count + difference)
            self.init(.raw([.send(answer.head(length: length) + answer.body), .close]), answer.status)
        case .repeatPage, .totalChanges, .recordAdded, .recordRemoved, .ties, .expireToken, .record, .slow:
            let answer = answer()
            self.init(.answer(answer.status, answer.headerFields, answer.body), answer.status)
        }
    }

    private init(_ action: Action, _ status: Int?) {
        self.action = action
        self.status = status
    }

    private static func body(of status: Int, _ text: String?, _ error: (Int, String) -> BackendAnswer) -> [UInt8] {
        // RFC 9110, section 15: these two have no body.
        if status == 204 || status == 304 { return [] }
        return text.map { Array($0.utf8) } ?? error(status, "Ordered status \(status)").body
    }

    private static func cut(_ answer: BackendAnswer, at position: Int?) -> (BackendAnswer, Int) {
        (answer, min(position ?? answer.body.count / 2, answer.body.count))
    }
}

extension BackendAnswer {
    /// Status line and header fields as bytes.
    fileprivate func head(length: Int? = nil) -> [UInt8] {
        let reason = HTTPResponse.Status(code: status).reasonPhrase
        return Array(
            """
            HTTP/1.1 \(status) \(reason)\r
            Content-Type: \(contentType)\r
            Content-Length: \(length ?? body.count)\r
            Connection: close\r
            \r

            """.utf8)
    }
}

extension JSONTree {
    private static let counts: Set<String> = [
        "total", "totalCount", "total_count", "totalPages", "total_pages", "total_employees", "hasNext", "hasPrevious",
        "hasMore", "has_more",
    ]

    /// An envelope without its counts; records, which are in a list, stay as they are.
    fileprivate var uncounted: JSONTree {
        guard case .object(let members) = self else { return self }
        return .object(
            members.filter { !JSONTree.counts.contains($0.key) }.map { JSONTree.Member($0.key, $0.value.uncounted) })
    }
}

extension Fault.RetryAfter {
    fileprivate func headerValue(now: Instant) -> String {
        switch self {
        case .seconds(let seconds): String(seconds)
        case .date(let seconds): now.adding(seconds: seconds).httpDate
        }
    }
}

private let signInPage = """
    <!doctype html>
    <html lang="da"><head><meta charset="utf-8"><title>Log ind</title></head>
    <body><h1>Log ind</h1><form method="post" action="/login">\
    <input name="email"><input name="password" type="password">
    <button>Log ind</button></form></body></html>

    """
