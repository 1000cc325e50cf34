extension PageEnvelope {
    /// Whether the body of an answer is an object that reports a failure; false for anything else.
    ///
    /// It does so with a `success` or `ok` that is false, an `error` or `errors` that isn't empty, or a `status` of
    /// `error`, `failed` or a number from 400 on.
    public static func reportsFailure(_ body: [UInt8]) -> Bool {
        let bytes = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        var indexer = JSONIndexer()
        do throws(JSONProblem) {
            return try indexer.withText(bytes.span) { (text: borrowing JSONText) throws(JSONProblem) -> Bool in
                guard try text.kind(0) == .object else { return false }
                return try EnvelopeReader.reportsFailure(text, objectAt: 0)
            }
        } catch {
            return false
        }
    }
}

extension EnvelopeReader {
    /// Whether a member of an object says so.
    static func reportsFailure(_ text: borrowing JSONText, objectAt start: Int) throws(JSONProblem) -> Bool {
        var token = start + 1
        if try text.first(token) == 0x7D { return false }
        while true {
            let key = try text.key(&token)
            if try reportsFailure(text, key: key, at: token) { return true }
            if key == "pagination" || key == "meta", try text.kind(token) == .object,
                try reportsFailure(text, objectAt: token)
            {
                return true
            }
            token = try text.skip(token)
            guard try text.first(token) == 0x2C else { return false }
            token += 1
        }
    }

    /// Whether the value at `token` makes a member of an envelope report a failure.
    static func reportsFailure(_ text: borrowing JSONText, key: String, at token: Int) throws(JSONProblem) -> Bool {
        switch key {
        case "success", "ok": return try isNothing(text, token) == true
        case "error", "errors": return try isNothing(text, token) == false
        case "status":
            switch try text.kind(token) {
            case .string:
                let word = try text.string(text.scalar(token, .string).range)
                return word.utf8.count < 10 && ["error", "fail", "failed", "failure"].contains(word.lowercased())
            case .number:
                return try text.integer(text.scalar(token, .number).range).map { (400..<600).contains($0) } ?? false
            default: return false
            }
        default: return false
        }
    }

    /// Whether a value is there where a refusal says why. Some servers call a success so there.
    static func saysWhy(_ text: borrowing JSONText, _ token: Int) throws(JSONProblem) -> Bool {
        guard try isNothing(text, token) == false else { return false }
        guard try text.kind(token) == .string else { return true }
        let word = try text.string(text.scalar(token, .string).range)
        return !["ok", "success"].contains(word.lowercased())
    }

    /// Whether a value is false, 0 or empty; `nil` for null.
    static func isNothing(_ text: borrowing JSONText, _ token: Int) throws(JSONProblem) -> Bool? {
        switch try text.kind(token) {
        case nil, .null: return nil
        case .array: return try text.first(token + 1) == 0x5D
        case .object: return try text.first(token + 1) == 0x7D
        case .bool: return try text.spells(text.scalar(token, .bool).range, .false)
        case .number: return try text.integer(text.scalar(token, .number).range) == 0
        case .string:
            let word = try text.string(text.scalar(token, .string).range)
            return word.allSatisfy(\.isWhitespace) || ["false", "0", "null", "none"].contains(word.lowercased())
        }
    }
}
