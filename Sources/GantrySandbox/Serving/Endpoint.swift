import HTTPTypes

/// One address of a back end: its name in faults and logs, and how it answers.
///
/// Faults, delays and the log are the same for all endpoints and are not their business.
struct Endpoint: Sendable {
    var name: String
    var method = HTTPRequest.Method.get
    /// May contain parameters, for example `/api/leaves/:id`.
    var path: String
    var access: Access
    var paging: Paging = .whole
    /// Whether answers carry an ETag and `If-None-Match` is respected.
    var hasETag = false
    /// The longest body that is read.
    var bodyLimit = 65_536
    /// The status for a longer body.
    var tooLongStatus = 413
    /// Whether an accepted request changes something. Then a fault that spoils the answer acts after the change.
    var isWrite = false
    var fields: RecordFields
    /// What a WebSocket at this address does; nil where there is none.
    var socket: SocketService?
    /// Throws ``Refusal``.
    var answer: @Sendable (BackendRequest) throws -> BackendAnswer

    /// How an answer of many records is divided, so that faults can name a page.
    enum Paging: Sendable {
        case whole
        /// The query's `page`, from 1.
        case numbered
        /// The query's `limit` and `offset`.
        case offsets(standard: Int, largest: Int)
    }
}

extension Endpoint.Paging {
    var isPaged: Bool {
        if case .whole = self { return false }
        return true
    }

    /// The page that a query asks for, from 1. An invalid query asks for the first page.
    func page(_ query: [String: String]) -> Int {
        switch self {
        case .whole: 1
        case .numbered: query["page"].flatMap { Int($0) } ?? 1
        case .offsets(let standard, let largest):
            OffsetWindow(query, standard: standard, largest: largest).map { $0.offset / $0.limit + 1 } ?? 1
        }
    }

    /// The query for the page so many pages later, but not before the first.
    func shifted(_ query: [String: String], by pages: Int) -> [String: String] {
        var query = query
        switch self {
        case .whole: break
        case .numbered:
            // A page outside the possible numbers is moved from the nearest possible one.
            let page = min(max(page(query), 1), QueryNumber.largest)
            query["page"] = String(max(1, page + pages))
        case .offsets(let standard, let largest):
            guard let window = OffsetWindow(query, standard: standard, largest: largest) else { break }
            query["offset"] = String(max(0, window.offset + pages * window.limit))
        }
        return query
    }
}

/// Whole numbers in a query.
enum QueryNumber {
    /// The largest number that makes sense.
    static let largest = 1_000_000_000

    /// The number, or the standard where the query has none; nil for any other text and a number out of range.
    static func read(_ text: String?, standard: Int, from least: Int = 1) -> Int? {
        guard let text else { return standard }
        guard let number = Int(text), (least...largest).contains(number) else { return nil }
        return number
    }
}

/// `limit` and `offset` of a query.
struct OffsetWindow {
    var limit: Int
    var offset: Int

    /// Nil where one of them is not a number in range. A limit above the largest is reduced to it.
    init?(_ query: [String: String], standard: Int, largest: Int) {
        guard let limit = QueryNumber.read(query["limit"], standard: standard),
            let offset = QueryNumber.read(query["offset"], standard: 0, from: 0)
        else { return nil }
        self.limit = min(limit, largest)
        self.offset = offset
    }

    /// The positions of this window in a list of `count`, shifted by what a fault adds or removes in front.
    func positions(count: Int, _ alteration: AnswerAlteration) -> Range<Int> {
        alteration.positions(from: offset, limit: limit, count: count)
    }
}
