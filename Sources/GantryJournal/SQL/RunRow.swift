internal import FoundationEssentials
internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// The columns of a run.
enum RunRow {
    static let columns = """
        run, pipeline, kind, period, address, account, snapshot, corrects, started_at, phase, finished_at, identity,
        last_error, hash
        """

    static func isNoName(_ name: String) -> JournalError {
        JournalError(.damaged, "The journal has a run called \(singleLine(name)), which is not a run name.")
    }

    fileprivate static func damage(_ id: RunID) -> JournalError {
        JournalError(
            .damaged, "The journal's entry for \(id) is damaged: its content doesn't match its hash.",
            advice: JournalError.restore)
    }
}

extension RunHead {
    /// - Parameter row: ``RunRow/columns``.
    /// - Throws: `JournalError` where they don't match the hash, or each other.
    init(_ row: SQLRow) throws {
        let name = try row.text(0)
        guard let id = RunID(name) else { throw RunRow.isNoName(name) }
        guard let phase = Phase(rawValue: try row.text(9)) else {
            throw JournalError(
                .damaged, "The journal has \(id) in the unknown phase \(singleLine(try row.text(9))).")
        }
        let json = try row.text(11)
        guard let identity = IdentityHead(json) else { throw RunRow.damage(id) }
        self.init(
            id: id, kind: identity.kind, period: identity.period, source: identity.source, part: identity.part,
            snapshot: Instant(nanosecondsSince1970: try row.int64(6)),
            corrects: try row.optionalNumber(7).map { Int($0) },
            startedAt: Instant(nanosecondsSince1970: try row.int64(8)), phase: phase,
            finishedAt: try row.optionalNumber(10).map { Instant(nanosecondsSince1970: $0) },
            lastError: try row.text(12))
        guard try JournalHash.run(self, identity: json) == row.text(13), try row.text(1) == id.pipeline,
            try row.text(2) == kind.rawValue, try row.optionalText(3) == period,
            try row.optionalText(4) == source?.address, try row.optionalText(5) == source?.account
        else { throw RunRow.damage(id) }
    }
}

extension RunRecord {
    /// - Parameter row: ``RunRow/columns``.
    /// - Throws: `JournalError` where they don't match the hash, or each other.
    init(_ row: SQLRow) throws {
        let head = try RunHead(row)
        guard let identity = try? JSONDecoder().decode(RunIdentity.self, from: Data(try row.text(11).utf8)) else {
            throw RunRow.damage(head.id)
        }
        self.init(
            id: head.id, identity: identity, snapshot: head.snapshot, corrects: head.corrects,
            startedAt: head.startedAt, phase: head.phase, finishedAt: head.finishedAt, lastError: head.lastError)
    }
}

/// What lists show of an identity. Its settings, most of the text, are passed over.
private struct IdentityHead {
    let kind: RunIdentity.Kind
    let period: String?
    let source: RunSource?
    let part: String?

    /// - Parameter json: as an encoder writes an identity, with its keys in order.
    init?(_ json: String) {
        guard let tree = IdentityHead.withoutSettings(Array(json.utf8)).flatMap({ try? JSONTree($0) }),
            let kind = tree["kind"]?.text.flatMap(RunIdentity.Kind.init)
        else { return nil }
        self.kind = kind
        period = tree["period"]?.text
        part = tree["part"]?.text
        guard let place = tree["source"] else {
            source = nil
            return
        }
        guard let system = place["system"]?.text, let address = place["address"]?.text else { return nil }
        var source = RunSource(system: system, address: address, account: place["account"]?.text)
        source.connection = place["connection"]?.text
        if let contract = place["contract"]?.text {
            guard let known = Contract(rawValue: contract) else { return nil }
            source.contract = known
        }
        self.source = source
    }

    /// The text with an empty list of settings; `nil` where it has no whole one.
    private static func withoutSettings(_ json: [UInt8]) -> [UInt8]? {
        // In a string each quotation mark has a backslash before it, so that only a key looks like this.
        let key = Array("\"settings\":[".utf8)
        guard let start = json.indices.first(where: { json[$0...].starts(with: key) }) else { return nil }
        let bytes = json.span
        var end = start + key.count
        var isInString = false
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "]") where !isInString: return Array(json[..<(start + key.count)] + json[end...])
            default: break
            }
            end += 1
        }
        return nil
    }
}
