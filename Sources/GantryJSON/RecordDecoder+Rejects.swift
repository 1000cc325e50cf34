import GantryModel

extension RecordDecoder {
    /// Finds the target of a key that differs from the one last seen at this position, and remembers it.
    mutating func resolveKey(
        _ text: borrowing JSONText, key: Range<Int>, in object: Int, position: Int
    ) throws(JSONProblem) -> Int {
        var spelled: [UInt8] = []
        var isText = true
        if text.hasEscapes, hasBackslash(text.bytes, key) {
            guard hasValidEscapes(text.bytes, key) else {
                throw .grammar(offset: key.lowerBound, expected: "valid escapes")
            }
            // A key with half of a surrogate pair can't be the name of a field, whatever precedes the half.
            isText = unescape(text.bytes, key, into: &spelled) == nil
        } else {
            for index in key { spelled.append(text.bytes[index]) }
        }
        var target = KeyTree.unused
        if sensitiveKeys.contains(spelled) {
            target = KeyTree.sensitive
        } else if isText {
            target = keys.target(of: spelled, in: object)
        }
        if position < KeyTree.slots {
            seenKeys[object * KeyTree.slots + position] = SeenKey(
                start: key.lowerBound - 1, count: key.count + 2, target: target)
        }
        return target
    }

    /// A key that came before, or a value that no field of this type holds.
    mutating func skipUnexpected(
        _ text: borrowing JSONText, at token: Int, kind: JSONKind, field: Int
    ) throws(JSONProblem) -> Int {
        let bit: UInt64 = 1 << UInt64(field)
        if marks.seen & bit != 0 {
            // The record is a reject already; the field keeps the value of the first key.
            marks.repeated |= bit
        } else {
            fault =
                fault
                ?? Reject(
                    index: index, field: plan.names[field], found: kind.rawValue,
                    expected: plan.expectations[field])
            marks.seen |= bit
        }
        let end = try text.skip(token)
        cutUnread(text, in: token..<end, kind: kind, field: field)
        return end
    }

    /// Cuts what must not leave the system out of a value under the key of a field that doesn't accept it.
    mutating func cutUnread(_ text: borrowing JSONText, in tokens: Range<Int>, kind: JSONKind, field: Int) {
        if plan.targets[field].isLink {
            text.cut(sensitiveKeys, in: tokens, isLink: true, redactions: &page.redactions)
        } else if kind == .object || kind == .array || kind == .string {
            text.cut(sensitiveKeys, in: tokens, redactions: &page.redactions)
        }
    }

    /// A value that no field stores: of an unused or withheld key, or another value where an object with fields is
    /// expected.
    mutating func skipUnused(
        _ text: borrowing JSONText, at token: Int, kind: JSONKind, target: Int
    ) throws(JSONProblem) -> Int {
        let end = try text.skip(token)
        if target == KeyTree.sensitive { return end }
        if target < KeyTree.sensitive {
            let object = keys.objects[KeyTree.firstObject - target]
            if kind == .null {
                marks.null |= object.fields
            } else {
                fault =
                    fault
                    ?? Reject(
                        index: index, field: object.path, found: kind.rawValue,
                        expected: object.isList ? "a list" : "an object")
            }
        }
        if kind == .object || kind == .array || kind == .string {
            text.cut(sensitiveKeys, in: token..<end, redactions: &page.redactions)
        }
        return end
    }

    func notARecord(_ text: borrowing JSONText, at token: Int) throws(JSONProblem) -> Reject {
        Reject(
            index: index, field: "", found: try text.kind(token)?.rawValue ?? "nothing",
            expected: "a record (an object)")
    }

    func reject(_ text: borrowing JSONText, scalar: JSONScalar, field: Int, problem: FieldProblem) -> Reject {
        let found: String
        switch problem {
        case .mismatch: found = text.shown(scalar)
        case .badText(let why): found = why
        }
        var expected = plan.expectations[field]
        if case .badText = problem { expected = "valid Unicode text" }
        return Reject(index: index, field: plan.names[field], found: found, expected: expected)
    }

    func missingOrRepeated() -> Reject? {
        for field in plan.names.indices {
            let bit: UInt64 = 1 << UInt64(field)
            if marks.repeated & bit != 0 {
                return Reject(index: index, field: plan.names[field], found: "the key twice", expected: "the key once")
            }
            if plan.required & bit != 0, (marks.seen | marks.aliased) & bit == 0 {
                return Reject(
                    index: index, field: plan.names[field], found: "nothing", expected: plan.expectations[field])
            }
        }
        return nil
    }

    /// The reject of a record with invalid UTF-8, with the field that contains it.
    func invalidUnicode(_ text: borrowing JSONText, from start: Int, to end: Int) -> Reject {
        var name = ""
        var token = start + 1
        while token + 2 < end {
            // Only strings hold such bytes; the last key seen before one names the field.
            let next = token + 1 < end ? text.bytes[text.offset(token + 1)] : 0
            if text.bytes[text.offset(token)] == 0x22 {
                let range = (text.offset(token) + 1)..<max(text.offset(token) + 1, text.end(token) - 1)
                if next == 0x3A {
                    name = singleLine(text.string(range), limit: 60)
                }
                if !isUTF8(text.bytes, range) { break }
            }
            token += 1
        }
        return Reject(index: index, field: name, found: "bytes that are no UTF-8", expected: "valid Unicode text")
    }
}

/// What a list has in place of a record that was too large to be fetched.
public enum OmittedRecord {
    /// As JSON; decoded it is a reject that says so.
    public static let json = "\"gantry: a record of more than 64 MiB was left out\""

    static func reject(_ index: Int) -> Reject {
        Reject(index: index, field: "", found: "a record of more than 64 MiB", expected: "a record of at most 64 MiB")
    }
}

extension JSONText {
    func isOmittedRecord(_ token: Int) throws(JSONProblem) -> Bool {
        guard try kind(token) == .string, end(token) - offset(token) == OmittedRecord.json.utf8.count else {
            return false
        }
        return zip(offset(token)..<end(token), OmittedRecord.json.utf8).allSatisfy { bytes[$0] == $1 }
    }

    func string(_ range: Range<Int>) -> String {
        var copy: [UInt8] = []
        for index in range { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
    }

    /// A value as one bounded line of a message; strings in quotes.
    func shown(_ scalar: JSONScalar) -> String {
        // The query of an address may be a signature, and messages are stored.
        if scalar.kind == .string, holdsAddress(scalar.range) {
            var redactions: [Range<Int>] = []
            let address = scalar.range.lowerBound..<cutQuery(scalar.range, redactions: &redactions)
            return "\"\(singleLine(string(address.prefix(400)), limit: 80))\""
        }
        let clipped = scalar.range.lowerBound..<min(scalar.range.upperBound, scalar.range.lowerBound + 400)
        let text = singleLine(string(clipped), limit: 80)
        return scalar.kind == .string ? "\"\(text)\"" : text
    }
}
