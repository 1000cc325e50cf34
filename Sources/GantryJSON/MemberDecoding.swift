/// Which fields of a record were seen so far, one bit per field, and which objects in it.
struct FieldMarks {
    var seen: UInt64 = 0
    /// Fields whose key appeared more than once.
    var repeated: UInt64 = 0
    var objects: UInt64 = 0
    /// Fields that were seen under one of their other names.
    var aliased: UInt64 = 0
    /// Fields that were null, or inside of what was null.
    var null: UInt64 = 0

    init() {}

    func hasSeen(_ field: Int) -> Bool { seen & (1 << UInt64(field)) != 0 }
}

extension RecordDecoder {
    /// Decodes the members of the object at `start`: of the record itself, or of an object in it that holds fields.
    /// - Parameter object: which object of the key tree it is; 0 is the record.
    /// - Returns: the token after it.
    mutating func decodeMembers(_ text: borrowing JSONText, from start: Int, object: Int) throws(JSONProblem) -> Int {
        var token = start + 1
        if try text.first(token) == 0x7D { return token + 1 }
        var position = 0
        // What a cut needs to know: whether a member before this one stays, and where the comma before it is.
        var isAfterKept = false
        var comma = 0
        while true {
            let key = token
            let target = try keyTarget(text, at: token, in: object, position: position)
            token += 2
            guard let kind = try text.kind(token) else {
                throw .grammar(offset: text.offset(token), expected: "a value")
            }
            if target >= 0, target != leaveOutTarget, kind != .object, kind != .array, !marks.hasSeen(target) {
                token = try decodeScalar(text, at: token, kind: kind, field: target)
            } else {
                token = try decodeValue(text, at: token, kind: kind, target: target)
            }
            let byte = try text.first(token)
            if target == KeyTree.sensitive {
                page.redactions.append(text.cut(member: key, upTo: token, after: isAfterKept ? comma : nil))
            } else {
                isAfterKept = true
            }
            position += 1
            comma = text.offset(token)
            token += 1
            if byte == 0x2C { continue }
            guard byte == 0x7D else {
                throw .grammar(offset: text.offset(token - 1), expected: "a comma or } in a record")
            }
            return token
        }
    }

    /// Decodes the value at `start`, of a member or an element that is the target, and gives the token after it.
    mutating func decodeValue(
        _ text: borrowing JSONText, at start: Int, kind: JSONKind, target: Int
    ) throws(JSONProblem) -> Int {
        var token = start
        if target >= 0, target == leaveOutTarget {
            try noteLeaveOut(text, at: token, kind: kind)
            if target == plan.names.count {
                return try skipUnused(text, at: token, kind: kind, target: KeyTree.unused)
            }
        }
        if target >= 0 {
            if kind == .object, !marks.hasSeen(target),
                let end = try decodeParts(text, at: token, kind: kind, field: target)
            {
                marks.seen |= 1 << UInt64(target)
                token = end
            } else if marks.hasSeen(target) || kind == .object || kind == .array {
                token = try decodeUnexpected(text, at: token, kind: kind, field: target)
            } else {
                token = try decodeScalar(text, at: token, kind: kind, field: target)
            }
        } else if target <= KeyTree.firstAlias {
            token = try decodeAlias(text, at: token, kind: kind, field: KeyTree.firstAlias - target)
        } else if target <= KeyTree.firstObject, kind == .object, !keys.isList(target) {
            let child = KeyTree.firstObject - target
            marks.noteObject(child, of: keys)
            token = try decodeMembers(text, from: token, object: child)
        } else if target <= KeyTree.firstObject, kind == .array, keys.isList(target) {
            token = try decodeElements(text, from: token, list: KeyTree.firstObject - target)
        } else {
            token = try skipUnused(text, at: token, kind: kind, target: target)
        }
        return token
    }

    /// Decodes a field's value that is no list or object, the first of the field, and gives the token after it.
    mutating func decodeScalar(
        _ text: borrowing JSONText, at token: Int, kind: JSONKind, field: Int
    ) throws(JSONProblem) -> Int {
        let scalar = try text.scalar(token, kind)
        if kind == .null {
            marks.null |= 1 << UInt64(field)
            return token + 1
        }
        marks.seen |= 1 << UInt64(field)
        do throws(FieldProblem) {
            try store(text, scalar, in: field)
        } catch {
            try decodeUnfit(text, scalar, at: token, field: field, problem: error)
        }
        return token + 1
    }

    /// A value that doesn't fit its field as it was sent.
    mutating func decodeUnfit(
        _ text: borrowing JSONText, _ scalar: JSONScalar, at token: Int, field: Int, problem: FieldProblem
    ) throws(JSONProblem) {
        // Grammar first: it costs the page, and what follows can rely on it.
        _ = try text.skip(token)
        guard !isNone(scalar, field: field),
            !storeEscaped(text, scalar, in: field)
        else { return }
        fault = fault ?? reject(text, scalar: scalar, field: field, problem: problem)
        // The query of a link is cut before it can be refused.
        if !plan.targets[field].isLink {
            cutUnread(text, in: token..<(token + 1), kind: scalar.kind, field: field)
        }
    }

    /// Notes in the record whether the value shows that it is left out. Apart, since few types leave records out.
    mutating func noteLeaveOut(_ text: borrowing JSONText, at token: Int, kind: JSONKind) throws(JSONProblem) {
        guard let leavesOut, try isLeftOut(text, at: token, kind: kind, by: leavesOut.test) else { return }
        page.records.store(true, at: leavesOut.place)
    }

    /// The value of a field under another name of it; the field's own name takes precedence, wherever it is.
    mutating func decodeAlias(
        _ text: borrowing JSONText, at token: Int, kind: JSONKind, field: Int
    ) throws(JSONProblem) -> Int {
        let bit: UInt64 = 1 << UInt64(field)
        if (marks.seen | marks.aliased) & bit != 0 {
            marks.repeated |= marks.aliased & bit
            let end = try text.skip(token)
            cutUnread(text, in: token..<end, kind: kind, field: field)
            return end
        }
        if kind == .object || kind == .array {
            return try skipUnexpected(text, at: token, kind: kind, field: field)
        }
        let scalar = try text.scalar(token, kind)
        if kind == .null {
            marks.null |= bit
            return token + 1
        }
        marks.aliased |= bit
        do throws(FieldProblem) {
            try store(text, scalar, in: field)
        } catch {
            try decodeUnfit(text, scalar, at: token, field: field, problem: error)
        }
        return token + 1
    }

    /// Whether a value that doesn't fit its field is an empty text that stands for none.
    func isNone(_ scalar: JSONScalar, field: Int) -> Bool {
        scalar.kind == .string && scalar.range.isEmpty && emptyIsNone & (1 << UInt64(field)) != 0
    }

    /// A key that came before, or a list or object as the value of a field; gives the token after the value.
    mutating func decodeUnexpected(
        _ text: borrowing JSONText, at token: Int, kind: JSONKind, field: Int
    ) throws(JSONProblem) -> Int {
        let bit: UInt64 = 1 << UInt64(field)
        if marks.seen & bit == 0, kind == .array, let list = plan.targets[field].list {
            marks.seen |= bit
            return try lists[list].decode(
                text, at: token, parent: index, name: plan.names[field], page: &page, fault: &fault)
        }
        return try skipUnexpected(text, at: token, kind: kind, field: field)
    }

    /// The target of the key at `token` (see `KeyTree`); checks that a colon follows.
    mutating func keyTarget(
        _ text: borrowing JSONText, at token: Int, in object: Int, position: Int
    ) throws(JSONProblem) -> Int {
        guard try text.first(token) == 0x22 else {
            throw .grammar(offset: text.offset(token), expected: "a key in quotes")
        }
        guard try text.first(token + 1) == 0x3A else {
            throw .grammar(offset: text.offset(token + 1), expected: "a colon after a key")
        }
        if position < KeyTree.slots {
            // With both quotes, so that only the complete key matches. A key ends before its colon, so the text holds
            // it.
            let seen = seenKeys[object &* KeyTree.slots &+ position]
            let start = text.offset(token)
            if seen.count <= text.offset(token + 1) - start,
                equal(text.bytes, at: seen.start, and: start, count: seen.count)
            {
                return seen.target
            }
        }
        return try resolveKey(text, key: try text.scalar(token, .string).range, in: object, position: position)
    }
}

extension FieldMarks {
    /// Notes that an object was seen; the fields of one that comes twice count as given twice.
    mutating func noteObject(_ object: Int, of keys: borrowing KeyTree) {
        let bit: UInt64 = 1 << UInt64(object)
        if objects & bit != 0 { repeated |= 1 << UInt64(keys.objects[object].firstField) }
        objects |= bit
    }
}
