internal import GantryModel

extension EnvelopeReader {
    /// Notes where a member of an envelope says that another page follows.
    ///
    /// - Parameter object: the key of the object about pages or links in which it is; `nil`, the default, for none.
    static func noteMore(
        _ text: borrowing JSONText, key: String, at token: Int, in object: String? = nil,
        _ envelope: inout PageEnvelope
    ) throws(JSONProblem) {
        var name: String { (object.map { singleLine($0, limit: 60) + "." } ?? "") + singleLine(key, limit: 60) }
        switch key.lowercased().filter({ $0 != "_" && $0 != "-" }) {
        case "hasmore", "hasnext", "hasnextpage":
            guard try text.kind(token) == .bool, try isNothing(text, token) == false else { return }
            envelope.signOfMore = envelope.signOfMore ?? name
        case "nextpage", "nextcursor", "nexttoken", "nextpagetoken", "nextpageurl", "@odata.nextlink":
            guard try isNothing(text, token) == false else { return }
            envelope.signOfMore = envelope.signOfMore ?? name
        case "next", "nextlink", "nexturl":
            guard envelope.linkToMore == nil, try isNothing(text, token) == false else { return }
            envelope.linkToMore = name
            envelope.sentLink = text.string(text.offset(token)..<text.offset(try text.skip(token)))
        case "links", "meta", "pagination", "paging", "pageinfo":
            guard object == nil, try text.kind(token) == .object else { return }
            var inner = token + 1
            if try text.first(inner) == 0x7D { return }
            while true {
                let member = try text.key(&inner)
                try noteMore(text, key: member, at: inner, in: key, &envelope)
                inner = try text.skip(inner)
                guard try text.first(inner) == 0x2C else { return }
                inner += 1
            }
        default: return
        }
    }
}
