/// What a server says in an answer whose status is a success, where its request failed.
public struct FailedAnswer: Equatable, Sendable {
    /// The keys that lead to the value.
    public let path: [String]
    /// The texts, numbers or flags there that mean a failure; `nil` where anything does but null, false, 0 and what is
    /// empty.
    public let values: [String]?

    /// A failure that shows at `path`.
    public init(path: [String], values: [String]?) {
        self.path = path
        self.values = values
    }

    /// Whether the body of an answer says so. What can't be read says nothing: whoever reads it tells why.
    public func isShown(by body: [UInt8]) -> Bool {
        let bytes = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        var indexer = JSONIndexer()
        do throws(JSONProblem) {
            return try indexer.withText(bytes.span) { (text: borrowing JSONText) throws(JSONProblem) -> Bool in
                try isShown(by: text, at: 0, path[...])
            }
        } catch {
            return false
        }
    }

    /// Whether the value that the rest of the path leads to from `token` on is one of them.
    private func isShown(
        by text: borrowing JSONText, at start: Int, _ rest: ArraySlice<String>
    ) throws(JSONProblem) -> Bool {
        guard let kind = try text.kind(start) else { return false }
        guard let wanted = rest.first else {
            guard let values else { return try EnvelopeReader.isNothing(text, start) == false }
            guard kind != .object, kind != .array, kind != .null else { return false }
            let value = text.plain(try text.scalar(start, kind))
            return values.contains { $0.utf8.elementsEqual(value) }
        }
        var token = start + 1
        guard kind == .object, try text.first(token) != 0x7D else { return false }
        while true {
            if try text.key(&token) == wanted, try isShown(by: text, at: token, rest.dropFirst()) { return true }
            token = try text.skip(token)
            guard try text.first(token) == 0x2C else { return false }
            token += 1
        }
    }
}
