public import GantryModel

extension RecordDecoder {
    /// Finds the field of a key that differs from the one seen at this position, and remembers it.
    @usableFromInline
    mutating func learn(_ text: borrowing JSONText, _ key: Range<Int>, _ position: Int) throws(JSONProblem) -> Int {
        var spelled: [UInt8] = []
        var isText = true
        if text.hasEscapes, hasBackslash(text.bytes, key) {
            guard hasValidEscapes(text.bytes, key) else {
                throw .grammar(offset: key.lowerBound, expected: "valid escapes")
            }
            // A key with half of a surrogate pair is no field's name, whatever stands before the half.
            isText = unescape(text.bytes, key, into: &spelled) == nil
        } else {
            for index in key { spelled.append(text.bytes[index]) }
        }
        let field = isText ? keys.firstIndex(of: spelled) ?? -1 : -1
        let entry = (start: key.lowerBound - 1, count: key.count + 2, field: field)
        if position < seenKeys.count {
            seenKeys[position] = entry
        } else if position == seenKeys.count {
            seenKeys.append(entry)
        }
        return field
    }

    @usableFromInline
    func reject(
        _ text: borrowing JSONText, _ scalar: JSONScalar, _ field: Int, _ index: Int, _ problem: FieldProblem
    ) -> Reject {
        let found: String
        switch problem {
        case .mismatch: found = text.shown(scalar)
        case .badText(let why): found = why
        }
        let access = fields[field].access
        var expected = access.expectation
        if case .badText = problem { expected = "valid Unicode text" }
        return Reject(index: index, field: fields[field].name, found: found, expected: expected)
    }

    @usableFromInline
    func missingOrRepeated(_ seen: UInt64, _ twice: UInt64, _ index: Int) -> Reject? {
        for (position, field) in fields.enumerated() {
            let bit: UInt64 = 1 << UInt64(position)
            if twice & bit != 0 {
                return Reject(index: index, field: field.name, found: "the key twice", expected: "the key once")
            }
            if field.isRequired, seen & bit == 0 {
                return Reject(index: index, field: field.name, found: "nothing", expected: field.access.expectation)
            }
        }
        return nil
    }

    /// The reject of a record whose bytes are no UTF-8, with the field in which they stand.
    @usableFromInline
    func invalidUnicode(_ text: borrowing JSONText, _ start: Int, _ end: Int, _ index: Int) -> Reject {
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

extension JSONText {
    func string(_ range: Range<Int>) -> String {
        var copy: [UInt8] = []
        for index in range { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
    }

    /// A value as one bounded line of a message; strings in quotes.
    func shown(_ scalar: JSONScalar) -> String {
        let clipped = scalar.range.lowerBound..<min(scalar.range.upperBound, scalar.range.lowerBound + 400)
        let text = singleLine(string(clipped), limit: 80)
        return scalar.kind == .string ? "\"\(text)\"" : text
    }
}
