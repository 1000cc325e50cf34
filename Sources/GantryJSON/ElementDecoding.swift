extension RecordDecoder {
    /// Decodes the elements of the list at `start` that hold fields, and gives the token after it.
    /// - Parameter list: which object of the key tree it is.
    mutating func decodeElements(_ text: borrowing JSONText, from start: Int, list: Int) throws(JSONProblem) -> Int {
        marks.noteObject(list, of: keys)
        var token = start + 1
        if try text.first(token) == 0x5D { return token + 1 }
        var place = 0
        while true {
            guard let kind = try text.kind(token) else {
                throw .grammar(offset: text.offset(token), expected: "a value")
            }
            let target = try keys.elementTarget(text, at: token, kind: kind, place: place, in: list)
            token = try decodeValue(text, at: token, kind: kind, target: target)
            place += 1
            switch try text.first(token) {
            case 0x2C: token += 1
            case 0x5D: return token + 1
            default: throw .grammar(offset: text.offset(token), expected: "a comma or ] in a list")
            }
        }
    }
}

extension KeyTree {
    /// Whether the object of a target is a list whose elements are read.
    func isList(_ target: Int) -> Bool { lists >> UInt64(KeyTree.firstObject - target) & 1 != 0 }

    /// The target of an element of a list; a key that no field has for one that isn't read.
    /// - Parameters:
    ///   - place: which element it is, from 0.
    ///   - list: which object of the key tree the list is.
    func elementTarget(
        _ text: borrowing JSONText, at start: Int, kind: JSONKind, place: Int, in list: Int
    ) throws(JSONProblem) -> Int {
        let elements = objects[list].elements
        for element in elements where element.place == place { return element.target }
        guard kind == .object else { return KeyTree.unused }
        var token = start + 1
        if try text.first(token) == 0x7D { return KeyTree.unused }
        while true {
            guard try text.kind(token) == .string, try text.first(token + 1) == 0x3A else {
                throw .grammar(offset: text.offset(token), expected: "a key in quotes and a colon")
            }
            let key = try text.plain(text.scalar(token, .string))
            token += 2
            for element in elements where element.place == nil && element.key == key {
                guard let kind = try text.kind(token), kind == .string || kind == .number else { break }
                if try text.plain(text.scalar(token, kind)) == element.text { return element.target }
            }
            token = try text.skip(token)
            guard try text.first(token) == 0x2C else { return KeyTree.unused }
            token += 1
        }
    }
}

extension JSONText {
    /// The bytes of a scalar without escapes; those as sent where an escape can't be read.
    func plain(_ scalar: JSONScalar) -> [UInt8] {
        var plain: [UInt8] = []
        if hasEscapes, scalar.kind == .string, hasBackslash(bytes, scalar.range),
            unescape(bytes, scalar.range, into: &plain) == nil
        {
            return plain
        }
        plain.removeAll()
        for index in scalar.range { plain.append(bytes[index]) }
        return plain
    }
}
