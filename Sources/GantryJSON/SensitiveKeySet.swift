/// Keys that are cut out of records at any depth.
///
/// Upper and lower case of ASCII letters, `_`, `-`, `.` and spaces make no difference: `password_hash` is
/// `passwordHash`.
package struct SensitiveKeySet: Sendable {
    private let folded: Set<[UInt8]>
    let isEmpty: Bool

    package init(_ keys: [String]) {
        folded = Set(keys.map { SensitiveKeySet.fold(Array($0.utf8)) })
        isEmpty = keys.isEmpty
    }

    /// - Parameter key: a key in its plain form.
    package func contains(_ key: [UInt8]) -> Bool { !isEmpty && folded.contains(SensitiveKeySet.fold(key)) }

    private static func fold(_ key: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for byte in key {
            switch byte {
            case 0x20, 0x2D, 0x2E, 0x5F: continue
            case 0x41...0x5A: out.append(byte | 0x20)
            default: out.append(byte)
            }
        }
        return out
    }
}

extension JSONText {
    /// Notes as redactions the members with withheld keys in the value whose tokens these are, at any depth, and the
    /// queries of texts. Its grammar is checked already.
    /// - Parameter isLink: whether an address is expected here, so that every text is treated as one; else only texts
    ///   that look like one are.
    func cut(
        _ sensitiveKeys: borrowing SensitiveKeySet, in tokens: Range<Int>, isLink: Bool = false,
        redactions: inout [Range<Int>]
    ) {
        var token = tokens.lowerBound
        // One element per open container: whether a member before stays, for an object.
        var isAfterKept: [Bool] = []
        var isObject: [Bool] = []
        while token < tokens.upperBound {
            let byte = bytes[offset(token)]
            switch byte {
            case 0x7B, 0x5B:
                isAfterKept.append(false)
                isObject.append(byte == 0x7B)
            case 0x7D, 0x5D:
                isAfterKept.removeLast()
                isObject.removeLast()
            case 0x22 where isObject.last == true && token + 1 < tokens.upperBound && bytes[offset(token + 1)] == 0x3A:
                if !sensitiveKeys.isEmpty, sensitiveKeys.contains(plainBytes((offset(token) + 1)..<(end(token) - 1))) {
                    let next = valueEnd(token + 2)
                    redactions.append(
                        cut(member: token, upTo: next, after: isAfterKept.last == true ? offset(token - 1) : nil))
                    token = next
                    // The comma after a member that goes with it.
                    if bytes[offset(next)] == 0x2C { token += 1 }
                    continue
                }
                isAfterKept[isAfterKept.count - 1] = true
                token += 1
            case 0x22:
                let range = (offset(token) + 1)..<(end(token) - 1)
                if isLink || holdsAddress(range) { _ = cutQuery(range, redactions: &redactions) }
            default: break
            }
            token += 1
        }
    }

    /// The bytes of a member that are left out so that what stays is valid: with the comma before it, or where nothing
    /// before it stays, with the comma after it.
    func cut(member key: Int, upTo next: Int, after comma: Int?) -> Range<Int> {
        if let comma { return comma..<end(next - 1) }
        if bytes[offset(next)] == 0x2C, next + 1 < positions.count { return offset(key)..<offset(next + 1) }
        return offset(key)..<end(next - 1)
    }

    /// The token after the value at `token`, whose grammar is checked already.
    private func valueEnd(_ token: Int) -> Int {
        var depth = 0
        var token = token
        while true {
            switch bytes[offset(token)] {
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            default: break
            }
            token += 1
            if depth == 0 || token == positions.count { return token }
        }
    }

    /// Whether a text that no field takes looks like an address, whose query may be a signature: it begins with a
    /// scheme such as `https://`, or is a path without white space, or JSON with a path in it.
    func holdsAddress(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var first = plainByte(&index, range.upperBound)
        while first <= 0x20, index < range.upperBound { first = plainByte(&index, range.upperBound) }
        if isLetter(first) {
            var next = first
            while isLetter(next) || (0x2B...0x39).contains(next) && next != 0x2F {
                next = plainByte(&index, range.upperBound)
            }
            return next == 0x3A && plainByte(&index, range.upperBound) == 0x2F
                && plainByte(&index, range.upperBound) == 0x2F
        }
        guard first == 0x2F || first == 0x5B || first == 0x7B else { return false }
        var hasSlash = first == 0x2F
        while index < range.upperBound {
            switch plainByte(&index, range.upperBound) {
            case 0x3F, 0x23: return hasSlash
            case 0x2F: hasSlash = true
            case 0...0x20 where first == 0x2F: return false
            default: break
            }
        }
        return false
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// The byte of the text at `index`, which moves past it; an escaped one as what it means, 0xFF for what isn't
    /// ASCII, 0 at the end.
    private func plainByte(_ index: inout Int, _ end: Int) -> UInt8 {
        guard index < end else { return 0 }
        let byte = bytes[index]
        guard byte == 0x5C, index + 1 < end else {
            index += 1
            return byte
        }
        let escape = bytes[index + 1]
        guard escape == 0x75, index + 6 <= end else {
            index += 2
            // Line feeds and their like are white space; the other escapes spell themselves.
            return escape == 0x2F || escape == 0x5C || escape == 0x22 ? escape : 0x20
        }
        let digits = (index + 2)..<(index + 6)
        index += 6
        var value: UInt32 = 0
        for digit in digits { value = value << 4 | UInt32(hexValue(bytes[digit])) }
        return value < 0x80 ? UInt8(truncatingIfNeeded: value) : 0xFF
    }

    private func hexValue(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit & 15 : ((digit | 0x20) &- 0x57) & 15 }

    private func plainBytes(_ range: Range<Int>) -> [UInt8] {
        var out: [UInt8] = []
        if hasEscapes, hasBackslash(bytes, range) {
            // A key with half of a surrogate pair keeps what precedes the half. That is no known name, but cutting too
            // much is safer than too little.
            _ = unescape(bytes, range, into: &out)
        } else {
            for index in range { out.append(bytes[index]) }
        }
        return out
    }
}
