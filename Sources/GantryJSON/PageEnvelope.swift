internal import GantryModel

/// What a page says about its place in the list. Every value is absent if the server doesn't state it.
public struct PageEnvelope: Equatable, Sendable {
    /// The page's own number, from 1.
    public var page: Int64?
    /// How many pages there are.
    public var totalPages: Int64?
    /// Records of all pages.
    public var totalCount: Int64?
    /// At least so many records are on all pages.
    public var leastCount: Int64?
    /// Whether another page follows.
    public var hasNext: Bool?
    /// The most records that the page could hold.
    public var limit: Int64?
    /// How many records of the list precede the first of the page.
    public var offset: Int64?
    /// Whether the server calls the answer a success. `false` comes with HTTP 200 too, however it is
    /// spelled (``reportsFailure(_:)``), and then records may be missing.
    public var success: Bool?
    /// A stated count that can't be read, if no other count can.
    public var unreadable: UnreadableCount?
    /// Where the next page is: an address or a cursor; `nil` for none.
    public var next: String?
    /// The object in place of where the next page is; `nil` for none.
    public var objectAtNext: ObjectAtNext?
    /// What says that more records follow an answer that should be whole: `has_more`; `nil` for nothing.
    public var signOfMore: String?
    /// What leads on from an answer that should be whole, to more records or to those of other days: `_links.next`;
    /// `nil` for nothing.
    public var linkToMore: String?
    /// What is at ``linkToMore`` as it was sent: an address, or an object with it; `nil` for nothing.
    public var sentLink: String?
    /// Whether nothing shows that the total counts more than the records of this answer, as many as it has.
    public var mayCountPage = false
    /// What changes with any record of the list; `nil` where the server doesn't say it.
    public var state: String?
    /// What the request for the page behind each of its records says, of a list whose pages go on behind the last
    /// record; `nil` for other lists.
    public var afters: [String?]?
    /// The order of its records, where nothing but that shows that none was left out between two pages.
    public var order: PageOrder?

    /// An envelope that states nothing.
    public init() {}
}

/// A count in an envelope that is not a whole number: `"total": "many"`.
public struct UnreadableCount: Equatable, Sendable {
    /// The key of the count: `total`.
    public let key: String
    /// What was found there, as one bounded line.
    public let found: String

    /// A count that could not be read.
    public init(key: String, found: String) {
        self.key = key
        self.found = found
    }
}

/// An object where the address or cursor of the next page is looked for: `"next": {"href": "/hours?page=2"}`.
public struct ObjectAtNext: Equatable, Sendable {
    /// The keys that lead to it.
    public let path: [String]
    /// Its own keys, at most 12, those of texts first.
    public let keys: [String]
}

/// The counts that an envelope can state.
public enum StatedCount: Sendable {
    case page, totalPages, totalCount, limit, offset
    /// At least so many records are in the list.
    case leastCount

    fileprivate init?(key: String) {
        switch key {
        case "currentPage", "page": self = .page
        case "totalPages", "total_pages": self = .totalPages
        case "totalCount", "total", "total_count": self = .totalCount
        case "limit": self = .limit
        case "offset": self = .offset
        default: return nil
        }
    }
}

extension PageEnvelope {
    subscript(count: StatedCount) -> Int64? {
        get {
            switch count {
            case .page: page
            case .totalPages: totalPages
            case .totalCount: totalCount
            case .limit: limit
            case .offset: offset
            case .leastCount: leastCount
            }
        }
        set {
            switch count {
            case .page: page = newValue
            case .totalPages: totalPages = newValue
            case .totalCount: totalCount = newValue
            case .limit: limit = newValue
            case .offset: offset = newValue
            case .leastCount: leastCount = newValue
            }
        }
    }
}

/// How an answer holds its records.
public struct PageShape: Equatable, Sendable {
    /// Keys that may hold the records. A bare list is always read.
    public let keys: [String]
    /// Whether the answer holds one record: an object under one of the keys, or the whole answer if none of them holds
    /// one and it has no `success`, which marks an envelope.
    public let isSingle: Bool
    /// How many records were asked for; `nil` for as many as there are.
    public let asked: Int?
    /// Where exactly the records and the statements are; `nil` where the usual keys are looked for.
    public let plan: EnvelopePlan?

    /// A list of records under one of the keys.
    public static func list(_ keys: [String], asked: Int? = nil) -> PageShape {
        PageShape(keys: keys, isSingle: false, asked: asked, plan: nil)
    }
    /// One record, bare or under one of the keys.
    public static func single(_ keys: [String] = []) -> PageShape {
        PageShape(keys: keys, isSingle: true, asked: nil, plan: nil)
    }
    /// Records where a plan says.
    public static func planned(_ plan: EnvelopePlan, asked: Int? = nil) -> PageShape {
        PageShape(keys: [], isSingle: plan.isSingle, asked: asked, plan: plan)
    }

    /// The most records that are taken from an answer of so many bytes, and the most records in the lists of its
    /// records.
    ///
    /// A server without pages may send a long list at once. But each record costs more memory than a few bytes of text,
    /// and no record is that short.
    func mostRecords(in bytes: Int) -> Int {
        let most = 100_000 + bytes / 64
        return asked.map { min(most, max(100_000, $0 > .max / 10 ? .max : $0 * 10)) } ?? most
    }
}

/// Walks the object round a page's list of records, and stops at the list so that it can be decoded in place.
struct EnvelopeReader {
    /// The token to continue from; the caller moves it past the list.
    var token: Int
    var envelope = PageEnvelope()
    let shape: PageShape
    var keysFound: [String] = []
    var listFound = false
    /// The key under which the list was found.
    private var listKey = ""
    private var unreadable: [(count: StatedCount, found: UnreadableCount)] = []
    /// Whether the whole text is the list, or the one record.
    private let isBare: Bool
    /// Of a planned answer: the objects round the walk, the innermost last, and whether it has just entered one.
    var objects: [Int] = []
    var isAtKey = false

    init(_ text: borrowing JSONText, _ shape: PageShape) throws(JSONProblem) {
        self.shape = shape
        if let plan = shape.plan {
            isBare = plan.records.isEmpty
            (token, objects) = try EnvelopeReader.start(of: plan, text)
            isAtKey = true
            return
        }
        switch try text.kind(0) {
        case .array:
            isBare = true
            token = 0
        case .object:
            isBare = shape.isSingle ? try EnvelopeReader.isRecord(text, shape.keys) : false
            token = 1
        case let other:
            throw .shape(expected: "a list of records", found: other?.rawValue ?? "something that is not a JSON value")
        }
    }

    /// Whether an object is itself the one record that is asked for.
    private static func isRecord(_ text: borrowing JSONText, _ keys: [String]) throws(JSONProblem) -> Bool {
        var token = 1
        if try text.first(token) == 0x7D { return true }
        while true {
            let key = try text.key(&token)
            let kind = try text.kind(token)
            if key == "success" || key == "ok", kind == .bool { return false }
            if try reportsFailure(text, key: key, at: token) { return false }
            if keys.contains(key), kind == .object || kind == .array { return false }
            token = try text.skip(token)
            guard try text.first(token) == 0x2C else { return true }
            token += 1
        }
    }

    /// The token of the list, or of the one record, once the walk has reached it; `nil` if the whole text is read.
    /// - Throws: `JSONProblem.shape` when the text ends without either, unless the server reported a failure.
    mutating func nextList(_ text: borrowing JSONText) throws(JSONProblem) -> Int? {
        if isBare {
            if !listFound {
                listFound = true
                return 0
            }
            try requireEnd(text)
            return nil
        }
        if let plan = shape.plan { return try nextList(text, plan) }
        if token == 1, try text.first(1) == 0x7D {
            token += 1
            try finish(text)
            return nil
        }
        // After the opening brace the walk is at a key; after a value, at what separates it from the next.
        while true {
            if token > 1 {
                let byte = try text.first(token)
                token += 1
                if byte == 0x7D {
                    try finish(text)
                    return nil
                }
                guard byte == 0x2C else { throw .grammar(offset: text.offset(token - 1), expected: "a comma or }") }
            }
            let key = try text.key(&token)
            if keysFound.count < 12 { keysFound.append(key) }
            if shape.keys.contains(key) {
                let kind = try text.kind(token)
                if kind == .array || (shape.isSingle && kind == .object) {
                    // It is unclear which of the two is meant, and one of them would be lost.
                    guard !listFound else { throw twoLists(key) }
                    listFound = true
                    listKey = key
                    return token
                }
            }
            if key == "pagination" || key == "meta", try text.kind(token) == .object {
                try readCounts(text)
            } else {
                try note(text, key: key)
            }
        }
    }

    private func twoLists(_ key: String) -> JSONProblem {
        .shape(
            expected: shape.isSingle ? "one record" : "one list of records",
            found: key == listKey ? "two under \"\(key)\"" : "one under \"\(listKey)\" and one under \"\(key)\"")
    }

    private mutating func finish(_ text: borrowing JSONText) throws(JSONProblem) {
        try requireEnd(text)
        envelope.unreadable = unreadable.first { envelope[$0.count] == nil }?.found
        guard listFound || envelope.success == false else {
            throw .shape(
                expected: (shape.isSingle ? "a record under " : "a list of records under ")
                    + shape.keys.map { "\"\($0)\"" }.joined(separator: " or "),
                found: keysFound.isEmpty
                    ? "an empty object" : "the keys " + singleLine(keysFound.joined(separator: ", ")))
        }
    }

    func requireEnd(_ text: borrowing JSONText) throws(JSONProblem) {
        guard token == text.positions.count else {
            throw .grammar(offset: text.offset(token), expected: "the end of the text")
        }
    }

    private mutating func readCounts(_ text: borrowing JSONText) throws(JSONProblem) {
        token += 1
        if try text.first(token) == 0x7D {
            token += 1
            return
        }
        while true {
            try note(text, key: text.key(&token))
            let byte = try text.first(token)
            token += 1
            if byte == 0x7D { return }
            guard byte == 0x2C else { throw .grammar(offset: text.offset(token - 1), expected: "a comma or }") }
        }
    }

    private mutating func note(_ text: borrowing JSONText, key: String) throws(JSONProblem) {
        guard let kind = try text.kind(token) else { throw .grammar(offset: text.offset(token), expected: "a value") }
        if try EnvelopeReader.reportsFailure(text, key: key, at: token) { envelope.success = false }
        if let count = StatedCount(key: key) {
            try note(text, key: key, count: count, kind: kind)
        } else if kind == .bool, key == "success" {
            if envelope.success == nil { envelope.success = try text.spells(text.scalar(token, kind).range, .true) }
        } else if kind == .bool, key == "hasNext" || key == "has_more" {
            envelope.hasNext = try text.spells(text.scalar(token, kind).range, .true)
        }
        token = try text.skip(token)
    }

    /// The first value of a count that can be read is believed. Absent and null are the same.
    private mutating func note(
        _ text: borrowing JSONText, key: String, count: StatedCount, kind: JSONKind
    ) throws(JSONProblem) {
        var value: Int64?
        var found = kind.rawValue
        switch kind {
        case .null: return
        case .number, .string, .bool:
            let scalar = try text.scalar(token, kind)
            if kind != .bool { value = text.integer(scalar.range) }
            found = text.shown(scalar)
        case .object, .array:
            // An object under "page" is not a wrong page number; a total that is not a number is wrong.
            guard count == .totalCount || count == .totalPages else { return }
        }
        if let value {
            envelope[count] = envelope[count] ?? value
        } else if unreadable.count < 12 {
            unreadable.append((count, UnreadableCount(key: key, found: found)))
        }
    }
}

extension JSONText {
    /// Reads the key at `token` and moves past its colon.
    func key(_ token: inout Int) throws(JSONProblem) -> String {
        guard try kind(token) == .string else { throw .grammar(offset: offset(token), expected: "a key in quotes") }
        let range = try scalar(token, .string).range
        var key = string(range)
        if hasEscapes, hasBackslash(bytes, range) {
            guard hasValidEscapes(bytes, range) else {
                throw .grammar(offset: range.lowerBound, expected: "valid escapes")
            }
            var plain: [UInt8] = []
            if unescape(bytes, range, into: &plain) == nil { key = String(decoding: plain, as: UTF8.self) }
        }
        guard try first(token + 1) == 0x3A else {
            throw .grammar(offset: offset(token + 1), expected: "a colon after a key")
        }
        token += 2
        return key
    }
}
