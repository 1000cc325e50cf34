import GantryModel

/// What the records of a page are decoded into; all of it becomes part of a ``Chunk``.
struct DecodedPage: ~Copyable {
    var records: RecordMemory
    var decoded: [UInt8] = []
    var ranges: [Range<Int>] = []
    var rejects: [Reject] = []
    var redactions: [Range<Int>] = []

    /// Forgets what an answer left that couldn't be read to its end.
    mutating func removeAll() {
        records.removeAll()
        decoded = []
        ranges = []
        rejects = []
        redactions = []
    }
}

/// Decodes records of one type, field by field, straight from a page's bytes into stored fields.
///
/// Knows where a record keeps its fields, and not its type. Knows the type's keys and remembers in which order the
/// server sends them, so that a key is matched by one comparison with the key of the previous record.
struct RecordDecoder: ~Copyable {
    let plan: FieldPlan
    let sensitiveKeys: SensitiveKeySet
    /// The target of each key of the record, and of the objects in it that hold fields.
    let keys: KeyTree
    /// For each object `KeyTree.slots` positions: the key of the previous record and its target.
    var seenKeys: [SeenKey]
    /// A decoder for each list field.
    let lists: [NestedDecoder]
    /// The fields whose value may be an empty text for none, a bit for each.
    let emptyIsNone: UInt64
    /// Which records are none; `nil` for none.
    let leavesOut: (test: LeaveOutTest, place: FieldPlace<Bool>)?
    /// The target whose value shows it: that of a field, or the one after the last; -1 for none.
    let leaveOutTarget: Int
    /// Where a record keeps which fields it has; `nil` where nobody asks.
    let present: FieldPlace<UInt64>?
    /// The most records that the text may hold.
    var most = Int.max
    var page: DecodedPage
    /// Of the record that is being decoded.
    var marks = FieldMarks()
    /// Why the record that is being decoded can't be used.
    var fault: Reject?

    /// - Parameter others: keys that are withheld besides the type's own: those of the record that holds these records.
    init<R: Record>(_ shape: RecordShape<R>, withholding others: [String] = []) {
        let fields = shape.fields
        plan = FieldPlan(fields)
        page = DecodedPage(records: RecordMemory(shape.blank))
        let sensitiveKeys = shape.sensitiveKeys + others
        self.sensitiveKeys = SensitiveKeySet(sensitiveKeys)
        leavesOut = shape.leavesOut.map { ($0.test, $0.slot.place) }
        present = shape.present?.place
        var paths = fields.map(\.path)
        for pair in plan.pairs { paths[pair.time] = [] }
        if let path = shape.leavesOut?.path {
            leaveOutTarget = paths.firstIndex(of: path) ?? paths.count
            if leaveOutTarget == paths.count { paths.append(path) }
        } else {
            leaveOutTarget = -1
        }
        keys = KeyTree(paths, others: fields.map(\.otherNames))
        seenKeys = Array(repeating: .unknown, count: keys.objects.count * KeyTree.slots)
        lists = plan.lists.map { NestedDecoder($0, withholding: sensitiveKeys) }
        emptyIsNone = shape.emptyIsNone ? ~plan.required : 0
    }

    /// Index of the record that is being decoded.
    var index: Int { page.ranges.count }

    /// Decodes the records of an answer of the given shape.
    mutating func decodePage(_ text: borrowing JSONText, _ shape: PageShape) throws(JSONProblem) -> PageEnvelope {
        begin(most: shape.mostRecords(in: text.bytes.count))
        var reader = try EnvelopeReader(text, shape)
        while let list = try reader.nextList(text) {
            if try text.first(list) == 0x7B {
                reader.token = try decodeElement(text, list)
            } else {
                reader.token = try decodeList(text, list)
            }
        }
        return reader.envelope
    }

    /// Decodes records that are separated by white space only (JSON Lines).
    mutating func decodeLines(_ text: borrowing JSONText) throws(JSONProblem) {
        begin(most: .max)
        var token = 0
        while token < text.positions.count { token = try decodeElement(text, token) }
    }

    /// Forgets the previous text, which has other bytes.
    mutating func begin(most: Int) {
        self.most = most
        for slot in seenKeys.indices { seenKeys[slot] = .unknown }
        page.removeAll()
        for list in lists { list.begin(most: most) }
    }

    /// Decodes every element of the list at token `list` and gives the token after it.
    mutating func decodeList(_ text: borrowing JSONText, _ list: Int) throws(JSONProblem) -> Int {
        var token = list + 1
        if try text.first(token) == 0x5D { return token + 1 }
        while true {
            token = try decodeElement(text, token)
            switch try text.first(token) {
            case 0x2C: token += 1
            case 0x5D: return token + 1
            default: throw .grammar(offset: text.offset(token), expected: "a comma or ] after a record")
            }
        }
    }

    /// Decodes one element of the list and gives the token after it.
    mutating func decodeElement(_ text: borrowing JSONText, _ start: Int) throws(JSONProblem) -> Int {
        guard index < most else { throw .tooManyRecords(most: most) }
        page.records.append()
        var end: Int
        fault = nil
        if try text.first(start) == 0x7B {
            marks = FieldMarks()
            end = try decodeMembers(text, from: start, object: 0)
            if (marks.seen | marks.aliased) & plan.required != plan.required || marks.repeated != 0 {
                fault = fault ?? missingOrRepeated()
            }
            if let present {
                var fields = marks.seen | marks.aliased | marks.null
                for pair in plan.pairs where fields & 1 << UInt64(pair.day) != 0 { fields |= 1 << UInt64(pair.time) }
                page.records.store(fields, at: present)
            }
        } else {
            end = try text.skip(start)
            // The address of a photo may be given in place of a photo.
            text.cut(
                sensitiveKeys, in: start..<end, isLink: plan.targets.contains { $0.isLink },
                redactions: &page.redactions)
            fault = try text.isOmittedRecord(start) ? OmittedRecord.reject(index) : notARecord(text, at: start)
        }
        let isLeftOut = leavesOut.map { page.records.value(at: $0.place) == true } ?? false
        if isLeftOut { fault = nil }
        let range = text.offset(start)..<text.end(end - 1)
        if !text.isUTF8, !isUTF8(text.bytes, range) {
            fault = invalidUnicode(text, from: start, to: end)
        }
        if isLeftOut, fault == nil {
            page.rejects.append(.leftOut(index))
        } else if let fault {
            let hasDetails = page.rejects.count < Reject.mostDetailed
            page.rejects.append(hasDetails ? fault : Reject(index: index, field: "", found: "", expected: ""))
        }
        page.ranges.append(range)
        return end
    }
}

/// Moves the elements out of their place, which is empty then.
func take<Element>(_ elements: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&taken, &elements)
    return taken
}

/// Whether `count` bytes at `a` and at `b` are the same.
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
