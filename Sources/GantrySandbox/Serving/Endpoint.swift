import HTTPTypes

/// One address of a back end: what it is called in faults and logs, and how it answers.
///
/// Faults, delays and the log are the same for all and live outside.
struct Endpoint: Sendable {
    var name: String
    var method: Method = .get
    /// May hold parameters, for example `/api/leaves/:id`.
    var path: String
    /// Who may ask.
    var access: Access
    var paging: Paging = .whole
    /// Whether answers carry an ETag and `If-None-Match` is heeded.
    var hasETag = false
    /// The longest body that is read.
    var bodyLimit = 65_536
    /// What a longer one is answered.
    var tooLongStatus = 413
    /// Whether a request that is accepted leaves something behind. Then a fault that spoils the answer acts after that.
    var takes = false
    var fields: RecordFields
    /// What is said over a WebSocket that is opened here; nil where there is none.
    var socket: SocketTalk?
    var answer: @Sendable (BackendRequest) -> BackendAnswer

    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        var request: HTTPRequest.Method {
            switch self {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
        }
    }

    /// How an answer of many records is cut, so that faults can name a page.
    enum Paging: Sendable {
        case whole
        /// The query's `page`, from 1.
        case numbered
        /// The query's `limit` and `offset`.
        case offsets(usual: Int, largest: Int)
    }
}

/// The check that stands before an endpoint.
struct Access: Sendable {
    /// The refusal, or nil for a request that may pass. It is also told who asks, where the check knows.
    var refusal: @Sendable (inout BackendRequest) -> BackendAnswer?

    /// Everybody may ask.
    static let open = Access { _ in nil }
}

/// One back end: what it answers, how it says no, and how its sign-ins end.
struct Backend: Sendable {
    var endpoints: [Endpoint]
    /// The body that this back end's errors have, for a status and a sentence.
    var error: @Sendable (Int, String) -> BackendAnswer
    /// Ends all tokens or keys; requests that use them are refused.
    var expireTokens: @Sendable () -> Void
    /// Ends what could renew a token, where there is such a thing.
    var expireRefreshTokens: @Sendable () -> Void = {}
}

/// A request as an endpoint sees it, with the changes that ordered faults want from its answer.
struct BackendRequest: Sendable {
    var query: [String: String]
    /// The parameters of the path.
    var parameters: [String: String] = [:]
    var headers: HTTPFields = [:]
    var body: [UInt8]
    /// For example `http://127.0.0.1:40123`, as the client called it.
    var origin = ""
    /// Who signed in, in the words of the endpoint's access check.
    var holder = ""
    var alteration = AnswerAlteration()
}

/// A status and a body.
struct BackendAnswer: Sendable {
    var status = 200
    var contentType = "application/json; charset=utf-8"
    var headers: HTTPFields = [:]
    var body: [UInt8]

    /// `{"error": …}`, the shape that most back ends share.
    static func error(_ status: Int, _ message: String) -> BackendAnswer {
        BackendAnswer(status: status, body: Array(#"{"error":\#(jsonString(message))}"#.utf8))
    }

    /// 200 with `{"success": false, "message": …}`: only the body says that something went wrong.
    static func falseSuccess(_ message: String) -> BackendAnswer {
        BackendAnswer(body: Array(#"{"success":false,"message":\#(jsonString(message))}"#.utf8))
    }

    var headerFields: HTTPFields {
        var fields = headers
        fields[.contentType] = contentType
        return fields
    }
}

extension Endpoint.Paging {
    var isPaged: Bool {
        if case .whole = self { return false }
        return true
    }

    /// The page that a query asks for, from 1. A query that makes no sense asks for the first.
    func page(_ query: [String: String]) -> Int {
        switch self {
        case .whole: 1
        case .numbered: query["page"].flatMap { Int($0) } ?? 1
        case .offsets(let usual, let largest):
            OffsetWindow(query, usual: usual, largest: largest).map { $0.offset / $0.limit + 1 } ?? 1
        }
    }

    /// The query for the page so many pages on, but never before the first.
    func shifted(_ query: [String: String], by pages: Int) -> [String: String] {
        var query = query
        switch self {
        case .whole: break
        case .numbered:
            // A page that no list has is moved from the nearest one that may.
            let page = min(max(page(query), 1), OffsetWindow.most)
            query["page"] = String(max(1, page + pages))
        case .offsets(let usual, let largest):
            guard let window = OffsetWindow(query, usual: usual, largest: largest) else { break }
            query["offset"] = String(max(0, window.offset + pages * window.limit))
        }
        return query
    }
}

/// `limit` and `offset` of a query.
struct OffsetWindow {
    /// The largest number of a query that makes sense.
    static let most = 1_000_000_000

    var limit: Int
    var offset: Int

    /// Nil where one of them is no number in range. A limit above the largest is served as the largest.
    init?(_ query: [String: String], usual: Int, largest: Int) {
        guard let limit = Self.number(query["limit"], usual: usual, from: 1),
            let offset = Self.number(query["offset"], usual: 0, from: 0)
        else { return nil }
        self.limit = min(limit, largest)
        self.offset = offset
    }

    /// The positions of this window in a list of `count`, moved by what a fault adds or removes in front.
    func positions(count: Int, _ alteration: AnswerAlteration) -> Range<Int> {
        let start = min(max(0, offset + (offset > 0 ? alteration.recordShift : 0)), count)
        return start..<min(start + limit, count)
    }

    static func number(_ text: String?, usual: Int, from least: Int) -> Int? {
        guard let text else { return usual }
        guard let number = Int(text), number >= least, number <= most else { return nil }
        return number
    }
}

extension HTTPFields {
    /// The value of a field whose name has no constant; capitals mean nothing in names.
    func value(_ name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.canonicalName == name }?.value
    }
}

extension [UInt8] {
    /// This object with what ordered faults do to the only record of an answer.
    func spoiled(_ alteration: AnswerAlteration, _ fields: RecordFields) -> [UInt8] {
        alteration.defects.reduce(self) { $1.index == 0 ? $1.defect.applied(to: $0, fields: fields) : $0 }
    }

    /// Appends `count` records with commas between them, spoiling those that faults name.
    mutating func appendRecords(
        count: Int, alteration: AnswerAlteration, fields: RecordFields, record: (Int, inout [UInt8]) -> Void
    ) {
        for index in 0..<count {
            if index > 0 { append(UInt8(ascii: ",")) }
            if alteration.defects.isEmpty {
                record(index, &self)
                continue
            }
            var single: [UInt8] = []
            record(index, &single)
            for (place, defect) in alteration.defects where place == index {
                single = defect.applied(to: single, fields: fields)
            }
            append(contentsOf: single)
        }
    }
}
