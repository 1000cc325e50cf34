internal import GantryModel

/// Where exactly an answer holds its records, and what it states about the list: nothing else is looked at.
public struct EnvelopePlan: Equatable, Sendable {
    /// The keys that lead to the list of records, or to the one record; empty if it is the answer itself.
    public let records: [String]
    /// Whether the answer is one record instead of a list.
    public let isSingle: Bool
    /// Whether the list has no pages, so that nothing round it may speak of another one.
    public let isWhole: Bool
    fileprivate let next: [String]
    fileprivate let objects: [Object]

    fileprivate struct Object: Equatable, Sendable {
        var keys: [String: Target] = [:]
    }

    fileprivate enum Target: Equatable, Sendable {
        case records
        case object(Int)
        case count(StatedCount)
        case next
        case failure
    }

    /// - Parameters:
    ///   - counts: the keys that lead to each count.
    ///   - next: the keys that lead to the address or cursor of the next page. The default is none.
    ///   - isWhole: whether the list has no pages. The default is false.
    ///   - failure: the keys that lead to why a request failed, besides `error` and `errors` at the top, which are always
    ///     looked at. The default is none.
    public init(
        records: [String], isSingle: Bool = false, counts: [(path: [String], count: StatedCount)],
        next: [String]? = nil, isWhole: Bool = false, failure: [String]? = nil
    ) {
        self.records = records
        self.isSingle = isSingle
        self.isWhole = isWhole
        self.next = next ?? []
        var objects = [Object()]
        func add(_ path: [String], _ target: Target) {
            var object = 0
            for key in path.dropLast() {
                if case .object(let inner)? = objects[object].keys[key] {
                    object = inner
                } else {
                    objects[object].keys[key] = .object(objects.count)
                    object = objects.count
                    objects.append(Object())
                }
            }
            if let last = path.last { objects[object].keys[last] = target }
        }
        // First, so that nothing that is read for what it is counts as a failure.
        if let failure { add(failure, .failure) }
        add(records, .records)
        for (path, count) in counts { add(path, .count(count)) }
        if let next { add(next, .next) }
        self.objects = objects
    }
}

extension EnvelopeReader {
    /// The first token of the walk, and the objects round it.
    static func start(of plan: EnvelopePlan, _ text: borrowing JSONText) throws(JSONProblem) -> (Int, [Int]) {
        let kind = try text.kind(0)
        guard plan.records.isEmpty else {
            guard kind == .object else { throw .shape(expected: expected(plan), found: kind?.rawValue ?? "nothing") }
            return (1, [0])
        }
        guard kind == (plan.isSingle ? .object : .array) else {
            throw .shape(expected: expected(plan), found: kind?.rawValue ?? "something that is not a JSON value")
        }
        return (0, [])
    }

    private static func expected(_ plan: EnvelopePlan) -> String {
        let what = plan.isSingle ? "a record" : "a list of records"
        return plan.records.isEmpty ? what : "\(what) at \(singleLine(plan.records.joined(separator: ".")))"
    }

    /// The keys of the object at `start`, at most 12, those of texts first.
    private static func keys(_ text: borrowing JSONText, of start: Int) throws(JSONProblem) -> [String] {
        var (texts, others): ([String], [String]) = ([], [])
        var token = start + 1
        if try text.first(token) == 0x7D { return [] }
        while true {
            let key = try text.key(&token)
            if try text.kind(token) == .string { texts.append(key) } else { others.append(key) }
            token = try text.skip(token)
            guard try text.first(token) == 0x2C else { return Array((texts + others).prefix(12)) }
            token += 1
        }
    }

    /// The token of the list, or of the one record, once the walk has reached it; `nil` if the whole text is read.
    mutating func nextList(_ text: borrowing JSONText, _ plan: EnvelopePlan) throws(JSONProblem) -> Int? {
        while let object = objects.last {
            let byte = try text.first(token)
            if byte == 0x7D {
                token += 1
                objects.removeLast()
                isAtKey = false
                continue
            }
            if !isAtKey {
                guard byte == 0x2C else { throw .grammar(offset: text.offset(token), expected: "a comma or }") }
                token += 1
            }
            isAtKey = false
            let key = try text.key(&token)
            if objects.count == 1, keysFound.count < 12 { keysFound.append(key) }
            guard let kind = try text.kind(token) else {
                throw .grammar(offset: text.offset(token), expected: "a value")
            }
            switch plan.objects[object].keys[key] {
            case .records where kind == .array && !plan.isSingle || kind == .object && plan.isSingle:
                guard !listFound else {
                    throw .shape(expected: "the key once", found: "\"\(singleLine(key))\" twice")
                }
                listFound = true
                return token
            case .records where kind != .null:
                throw .shape(expected: EnvelopeReader.expected(plan), found: "\(kind.rawValue) there")
            case .object(let inner) where kind == .object:
                objects.append(inner)
                token += 1
                isAtKey = true
                continue
            case .count(let count) where kind == .number || kind == .string:
                // What isn't a whole number states nothing; a list whose total nothing states isn't taken for whole.
                envelope[count] = try text.integer(text.scalar(token, kind).range) ?? envelope[count]
            case .next where kind == .number || kind == .string:
                // An empty cursor, and 0, are the end.
                let next = String(decoding: try text.plain(text.scalar(token, kind)), as: UTF8.self)
                envelope.next = next.isEmpty || next == "0" ? nil : next
                envelope.hasNext = envelope.next != nil
            case .next where kind == .object:
                envelope.objectAtNext = ObjectAtNext(path: plan.next, keys: try EnvelopeReader.keys(text, of: token))
            case .next:
                // Null and false say that none follows.
                let isEnd = kind == .null ? true : try EnvelopeReader.isNothing(text, token) == true && kind == .bool
                guard isEnd else {
                    throw .shape(expected: "where the next page is", found: "\(kind.rawValue) at \(singleLine(key))")
                }
                envelope.hasNext = false
            case .failure:
                if try EnvelopeReader.saysWhy(text, token) { envelope.success = false }
            default:
                if objects.count == 1, key == "error" || key == "errors",
                    try EnvelopeReader.isNothing(text, token) == false
                {
                    envelope.success = false
                }
                if plan.isWhole { try EnvelopeReader.noteMore(text, key: key, at: token, &envelope) }
            }
            token = try text.skip(token)
        }
        try requireEnd(text)
        guard listFound || envelope.success == false else {
            throw .shape(
                expected: EnvelopeReader.expected(plan),
                found: keysFound.isEmpty
                    ? "an empty object" : "the keys " + singleLine(keysFound.joined(separator: ", ")))
        }
        return nil
    }
}
