public import GantryModel

/// Decodes records of one type, field by field, straight from a page's bytes into stored fields.
///
/// Knows the type's keys and remembers in which order the server sends them, so that a key is matched by one comparison
/// with the key of the previous record. Not `Sendable`: one decoder belongs to one task at a time; keep it for many
/// pages.
public struct RecordDecoder<R: Record>: ~Copyable {
    @usableFromInline let blank: R
    @usableFromInline let fields: [Field<R>]
    @usableFromInline let plan: FieldPlan<R>
    @usableFromInline let required: UInt64
    @usableFromInline let sensitiveKeys: SensitiveKeySet
    /// The target of each key of the record, and of the objects in it that hold fields.
    @usableFromInline let keys: KeyTree
    /// For each object `KeyTree.slots` positions: the key of the previous record and its target.
    @usableFromInline var seenKeys: [SeenKey]
    /// A decoder for each list field.
    @usableFromInline let lists: [NestedDecoder]
    /// Which records are none; `nil` for none.
    /// The fields whose value may be an empty text for none, a bit for each.
    @usableFromInline let emptyIsNone: UInt64
    @usableFromInline let leavesOut: LeaveOut<R>?
    /// The target whose value shows it: that of a field, or the one after the last; -1 for none.
    @usableFromInline let leaveOutTarget: Int
    @usableFromInline var indexer = JSONIndexer()
    /// The most records that the text may hold.
    @usableFromInline var most = Int.max

    /// A decoder that withholds the type's own sensitive keys.
    public init() where R: DeclaredRecord { self.init(R.shape) }

    /// - Parameter others: keys that are withheld besides the type's own: those of the record that holds these records.
    @usableFromInline
    init(_ shape: RecordShape<R>, withholding others: [String] = []) {
        blank = shape.blank
        fields = shape.fields
        plan = FieldPlan(fields)
        let sensitiveKeys = shape.sensitiveKeys + others
        self.sensitiveKeys = SensitiveKeySet(sensitiveKeys)
        leavesOut = shape.leavesOut
        var paths = fields.map(\.path)
        if let path = shape.leavesOut?.path {
            leaveOutTarget = paths.firstIndex(of: path) ?? paths.count
            if leaveOutTarget == paths.count { paths.append(path) }
        } else {
            leaveOutTarget = -1
        }
        keys = KeyTree(paths, others: fields.map(\.otherNames))
        seenKeys = Array(repeating: .unknown, count: keys.objects.count * KeyTree.slots)
        lists = plan.lists.map { makeNestedDecoder(of: $0.child, withholding: sensitiveKeys) }
        var required: UInt64 = 0
        for (index, field) in fields.enumerated() where field.isRequired { required |= 1 << UInt64(index) }
        self.required = required
        emptyIsNone = shape.emptyIsNone ? ~required : 0
    }

    /// Decodes a page: a bare list of records, or an object that holds the list under one of `listKeys`, with counts;
    /// see `decodePage(_:shape:)`.
    @inlinable
    public mutating func decodePage(_ chunk: inout Chunk<R>, listKeys: [String]) throws(JSONProblem) -> PageEnvelope {
        try decodePage(&chunk, shape: .list(listKeys))
    }

    /// Decodes an answer of the given shape.
    ///
    /// A record that can't be used becomes a reject of the chunk and never costs the page. If the server says `success:
    /// false` there may be no records: see the envelope.
    /// - Throws: `JSONProblem` when the answer is not JSON, or not of this shape, or holds far more records than were
    ///   asked for.
    @inlinable
    public mutating func decodePage(_ chunk: inout Chunk<R>, shape: PageShape) throws(JSONProblem) -> PageEnvelope {
        let bytes = begin(&chunk, most: shape.mostRecords(in: chunk.bytes.count))
        defer { chunk.bytes = bytes }
        var indexer = JSONIndexer()
        swap(&indexer, &self.indexer)
        defer { swap(&indexer, &self.indexer) }
        let envelope = try indexer.withText(bytes.span) {
            (text: borrowing JSONText) throws(JSONProblem) -> PageEnvelope in
            var reader = try EnvelopeReader(text, shape)
            while let list = try reader.nextList(text) {
                if try text.first(list) == 0x7B {
                    reader.token = try decodeElement(text, list, into: &chunk)
                } else {
                    reader.token = try decodeList(text, list, into: &chunk)
                }
            }
            return reader.envelope
        }
        finish(&chunk)
        return envelope
    }

    /// Decodes records that are separated by white space only (JSON Lines), all that `chunk.bytes` holds. Empty bytes
    /// hold no records.
    ///
    /// A record that can't be used becomes a reject of the chunk, as in a page, and so does any value but an object.
    /// - Throws: `JSONProblem` when the text is not JSON; the chunk may then hold the records before it.
    @inlinable
    public mutating func decodeLines(_ chunk: inout Chunk<R>) throws(JSONProblem) {
        let bytes = begin(&chunk, most: .max)
        defer { chunk.bytes = bytes }
        guard !bytes.isEmpty else { return finish(&chunk) }
        var indexer = JSONIndexer()
        swap(&indexer, &self.indexer)
        defer { swap(&indexer, &self.indexer) }
        try indexer.withText(bytes.span) { (text: borrowing JSONText) throws(JSONProblem) in
            var token = 0
            while token < text.positions.count { token = try decodeElement(text, token, into: &chunk) }
        }
        finish(&chunk)
    }

    /// Forgets the key positions of the previous text, and takes the bytes of this one.
    @usableFromInline
    mutating func begin(_ chunk: inout Chunk<R>, most: Int) -> [UInt8] {
        self.most = most
        forgetKeys()
        for list in lists { list.begin(most) }
        return take(&chunk.bytes)
    }

    @usableFromInline
    mutating func forgetKeys() {
        for slot in seenKeys.indices { seenKeys[slot] = .unknown }
    }

    /// Hands the nested records over, each with what names its parent.
    @usableFromInline
    func finish(_ chunk: inout Chunk<R>) {
        for (place, list) in lists.enumerated() {
            var rows = list.take()
            plan.lists[place].link(chunk.records, &rows)
            chunk.nested.append(rows)
        }
    }

    /// Decodes every element of the list at token `list` and gives the token after it.
    @inlinable
    mutating func decodeList(
        _ text: borrowing JSONText, _ list: Int, into chunk: inout Chunk<R>
    ) throws(JSONProblem) -> Int {
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
        guard index < most else { throw .tooManyRecords(most: most) }
        var record = blank
        var end: Int
        var fault: Reject?
        if try text.first(start) == 0x7B {
            var marks = FieldMarks()
            end = try decodeMembers(
                text, from: start, object: 0, into: &record, arena: &chunk.decoded, redactions: &chunk.redactions,
                index: index, marks: &marks, fault: &fault)
            if (marks.seen | marks.aliased) & required != required || marks.repeated != 0 {
                fault = fault ?? missingOrRepeated(marks, index)
            }
        } else {
            end = try text.skip(start)
            // The address of a photo may be given in place of a photo.
            text.cut(sensitiveKeys, in: start..<end, isLink: !plan.links.isEmpty, redactions: &chunk.redactions)
            fault =
                try text.isOmittedRecord(start)
                ? OmittedRecord.reject(index) : notARecord(text, at: start, index: index)
        }
        let isLeftOut = leaveOutTarget >= 0 && leavesOut?.slot.value(in: record) == true
        if isLeftOut { fault = nil }
        let range = text.offset(start)..<text.end(end - 1)
        if !text.isUTF8, !isUTF8(text.bytes, range) {
            fault = invalidUnicode(text, from: start, to: end, index: index)
        }
        chunk.records.append(record)
        chunk.ranges.append(range)
        if isLeftOut, fault == nil {
            chunk.rejects.append(.leftOut(index))
        } else if let fault {
            let hasDetails = chunk.rejects.count < Reject.mostDetailed
            chunk.rejects.append(hasDetails ? fault : Reject(index: index, field: "", found: "", expected: ""))
        }
        return end
    }
}

/// Moves the value out of its place, so that it isn't copied while it is borrowed from there.
@usableFromInline
func take(_ bytes: inout [UInt8]) -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
}

/// Whether `count` bytes at `a` and at `b` are the same.
@inlinable @inline(__always)
func equal(_ bytes: Span<UInt8>, at a: Int, and b: Int, count: Int) -> Bool {
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
