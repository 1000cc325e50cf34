internal import GantryModel

extension EnvelopeReader {
    /// Where a member of an envelope says that another page follows; `nil` where it doesn't.
    ///
    /// - Parameter isInside: whether it is one of an object about pages or links. The default is false.
    static func signOfMore(
        _ text: borrowing JSONText, key: String, at token: Int, isInside: Bool = false
    ) throws(JSONProblem) -> String? {
        let says: Bool
        switch key.lowercased().filter({ $0 != "_" && $0 != "-" }) {
        case "hasmore", "hasnext", "hasnextpage":
            guard try text.kind(token) == .bool else { return nil }
            says = try isNothing(text, token) == false
        case "next", "nextpage", "nextcursor", "nexttoken", "nextpagetoken", "nextlink", "nexturl", "nextpageurl",
            "@odata.nextlink":
            says = try isNothing(text, token) == false
        case "links", "meta", "pagination", "paging", "pageinfo":
            let kind = try text.kind(token)
            guard !isInside, kind == .object else { return nil }
            return try signOfMore(text, inObjectAt: token).map { singleLine(key, limit: 60) + "." + $0 }
        default: return nil
        }
        return says ? singleLine(key, limit: 60) : nil
    }

    private static func signOfMore(
        _ text: borrowing JSONText, inObjectAt start: Int
    ) throws(JSONProblem) -> String? {
        var token = start + 1
        if try text.first(token) == 0x7D { return nil }
        while true {
            let key = try text.key(&token)
            if let sign = try signOfMore(text, key: key, at: token, isInside: true) { return sign }
            token = try text.skip(token)
            guard try text.first(token) == 0x2C else { return nil }
            token += 1
        }
    }
}
