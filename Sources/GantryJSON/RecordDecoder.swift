public import GantryModel

/// Decodes records of one type, field by field, straight from a page's bytes into stored fields.
///
/// Knows the type's keys and remembers in which order the server sends them, so that a key is matched by one comparison
/// with the key of the record before. Not `Sendable`: one decoder belongs to one task at a time; keep it for many pages.
public struct RecordDecoder<R: Record>: ~Copyable {
    @usableFromInline let fields: [Field<R>]
    @usableFromInline let plan: FieldPlan<R>
    @usableFromInline let keys: [[UInt8]]
    @usableFromInline let required: UInt64
    /// For each position in an object: where its key stood in the record before, quotes included, and which field it is (-1: none).
    @usableFromInline var seenKeys: [(start: Int, count: Int, field: Int)] = []
    @usableFromInline var indexer = JSONIndexer()

    public init() {
        fields = R.fields
        plan = FieldPlan(R.fields)
        keys = R.fields.map { Array($0.name.utf8) }
        var required: UInt64 = 0
        for (index, field) in R.fields.enumerated() where field.isRequired { required |= 1 << UInt64(index) }
        self.required = required
    }

    /// Decodes a page: a bare list of records, or an object that holds the list under one of `listKeys` with counts
    /// beside it.
    ///
    /// A record that can't be used becomes a reject of the chunk and never costs the page.
    /// - Throws: `JSONProblem` when the page is no JSON, or not of this shape.
    @inlinable
    public mutating func decodePage(_ chunk: inout Chunk<R>, listKeys: [String]) throws(JSONProblem) -> PageEnvelope {
        seenKeys.removeAll(keepingCapacity: true)
        let bytes = take(&chunk.bytes)
        defer { chunk.bytes = bytes }
        var indexer = JSONIndexer()
        swap(&indexer, &self.indexer)
        defer { swap(&indexer, &self.indexer) }
        return try indexer.withText(bytes.span) { (text: borrowing JSONText) throws(JSONProblem) -> PageEnvelope in
            var walk = try EnvelopeWalk(text, listKeys: listKeys)
            while let list = try walk.nextList(text) {
                walk.token = try decodeList(text, list, into: &chunk)
            }
            return walk.envelope
        }
    }

    /// Decodes records that follow each other with nothing but white space between them (JSON Lines), all that
    /// `chunk.bytes` holds. No bytes are no records.
    ///
    /// A record that can't be used becomes a reject of the chunk, as in a page, and so does a value that is no object.
    /// - Throws: `JSONProblem` when the text is no JSON; the chunk may then hold the records before it.
    @inlinable
    public mutating func decodeLines(_ chunk: inout Chunk<R>) throws(JSONProblem) {
        seenKeys.removeAll(keepingCapacity: true)
        let bytes = take(&chunk.bytes)
        defer { chunk.bytes = bytes }
        guard !bytes.isEmpty else { return }
        var indexer = JSONIndexer()
        swap(&indexer, &self.indexer)
        defer { swap(&indexer, &self.indexer) }
        try indexer.withText(bytes.span) { (text: borrowing JSONText) throws(JSONProblem) in
            var token = 0
            while token < text.positions.count { token = try decodeElement(text, token, into: &chunk) }
        }
    }

    /// Decodes every element of the list at token `list` and gives the token after it.
    @inlinable
    mutating func decodeList(_ text: borrowing JSONText, _ list: Int, into chunk: inout Chunk<R>) throws(JSONProblem) -> Int {
        var token = list + 1
        if try text.first(token) == 0x5D { return token + 1 }
        while true {
            token = try decodeElement(text, token, into: &chunk)
            switch try text.first(token) {
            case 0x2C: token += 1
            case 0x5D: return token + 1
            default: throw .grammar(offset: text.offset(token), expected: "a comma or ] after a record")
            }
        }
    }

    /// Decodes one element of the list and gives the token after it.
    @inlinable
    mutating func decodeElement(
        _ text: borrowing JSONText, _ start: Int, into chunk: inout Chunk<R>
    ) throws(JSONProblem) -> Int {
        let index = chunk.records.count
        var record = R()
        var end: Int
        var fault: Reject?
        if try text.first(start) == 0x7B {
            end = try decodeObject(text, start, &record, &chunk.decoded, index, &fault)
        } else {
            end = try text.skip(start)
            let kind = try text.kind(start)
            fault = Reject(index: index, field: "", found: kind?.rawValue ?? "nothing", expected: "a record (an object)")
        }
        let range = text.offset(start)..<text.end(end - 1)
        if !text.isUTF8, !isUTF8(text.bytes, range) {
            fault = invalidUnicode(text, start, end, index)
        }
        chunk.records.append(record)
        chunk.ranges.append(range)
        if let fault { chunk.rejects.append(fault) }
        return end
    }

    @inlinable
    mutating func decodeObject(
        _ text: borrowing JSONText, _ start: Int, _ record: inout R, _ arena: inout [UInt8], _ index: Int,
        _ fault: inout Reject?
    ) throws(JSONProblem) -> Int {
        var token = start + 1
        var seen: UInt64 = 0
        var twice: UInt64 = 0
        if try text.first(token) == 0x7D {
            token += 1
        } else {
            var position = 0
            while true {
                let field = try fieldIndex(text, token, position)
                token += 2
                guard let kind = try text.kind(token) else {
                    throw .grammar(offset: text.offset(token), expected: "a value")
                }
                if field < 0 {
                    token = try text.skip(token)
                } else {
                    let bit: UInt64 = 1 << UInt64(field)
                    if seen & bit != 0 {
                        // The record is a reject already; what is stored stays as the first key had it.
                        twice |= bit
                        token = try text.skip(token)
                    } else if kind == .object || kind == .array {
                        fault = fault ?? Reject(
                            index: index, field: fields[field].name, found: kind.rawValue,
                            expected: fields[field].access.expectation)
                        seen |= bit
                        token = try text.skip(token)
                    } else {
                        let scalar = try text.scalar(token, kind)
                        if kind != .null {
                            seen |= bit
                            do throws(FieldProblem) {
                                try text.decode(scalar, field, plan, into: &record, arena: &arena)
                            } catch {
                                // Grammar first: it costs the page, and what follows can rely on it.
                                token = try text.skip(token) - 1
                                if !text.decodeEscaped(scalar, field, plan, into: &record, arena: &arena) {
                                    fault = fault ?? reject(text, scalar, field, index, error)
                                }
                            }
                        }
                        token += 1
                    }
                }
                position += 1
                let byte = try text.first(token)
                token += 1
                if byte == 0x2C { continue }
                guard byte == 0x7D else {
                    throw .grammar(offset: text.offset(token - 1), expected: "a comma or } in a record")
                }
                break
            }
        }
        if seen & required != required || twice != 0 {
            fault = fault ?? missingOrRepeated(seen, twice, index)
        }
        return token
    }

    /// The field of the key at `token`, -1 for none; checks that a colon follows.
    @inlinable @inline(__always)
    mutating func fieldIndex(_ text: borrowing JSONText, _ token: Int, _ position: Int) throws(JSONProblem) -> Int {
        guard try text.first(token) == 0x22 else {
            throw .grammar(offset: text.offset(token), expected: "a key in quotes")
        }
        guard try text.first(token + 1) == 0x3A else {
            throw .grammar(offset: text.offset(token + 1), expected: "a colon after a key")
        }
        if position < seenKeys.count {
            // With both quotes, so that an equal text is the whole key. A key ends before its colon, so the text holds it.
            let seen = seenKeys[position]
            let start = text.offset(token)
            if start + seen.count <= text.offset(token + 1), equal(text.bytes, seen.start, start, seen.count) {
                return seen.field
            }
        }
        return try learn(text, try text.scalar(token, .string).range, position)
    }
}

/// Takes the value out of its place, so that it isn't copied while it is borrowed from there.
@usableFromInline
func take(_ bytes: inout [UInt8]) -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
}

/// Whether `count` bytes at `a` and at `b` are the same.
@inlinable @inline(__always)
func equal(_ bytes: Span<UInt8>, _ a: Int, _ b: Int, _ count: Int) -> Bool {
    if count >= 8 {
        // Eight bytes at a time, the last eight overlapping; every load is checked against the span's bounds.
        let raw = unsafe bytes.bytes
        var offset = 0
        while true {
            let one = unsafe raw.unsafeLoadUnaligned(fromByteOffset: a + offset, as: UInt64.self)
            let other = unsafe raw.unsafeLoadUnaligned(fromByteOffset: b + offset, as: UInt64.self)
            if one != other { return false }
            if offset == count - 8 { return true }
            offset = min(offset + 8, count - 8)
        }
    }
    var offset = 0
    while offset < count {
        if bytes[a + offset] != bytes[b + offset] { return false }
        offset += 1
    }
    return true
}
