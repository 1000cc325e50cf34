/// Keys that are cut out of records wherever they stand.
///
/// Upper and lower case of ASCII letters, `_`, `-`, `.` and spaces make no difference: `password_hash` is `passwordHash`.
@usableFromInline
struct WithheldKeys: Sendable {
    private let folded: Set<[UInt8]>
    @usableFromInline let isEmpty: Bool

    init(_ keys: [String]) {
        folded = Set(keys.map { WithheldKeys.fold(Array($0.utf8)) })
        isEmpty = keys.isEmpty
    }

    /// - Parameter key: a key in its plain form.
    func contains(_ key: [UInt8]) -> Bool { !isEmpty && folded.contains(WithheldKeys.fold(key)) }

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
    /// Notes as cuts the members with withheld keys in the value whose tokens these are, at any depth. Its grammar is
    /// checked already.
    @usableFromInline
    func cut(_ withheld: borrowing WithheldKeys, in tokens: Range<Int>, cuts: inout [Range<Int>]) {
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
                if withheld.contains(plainBytes((offset(token) + 1)..<(end(token) - 1))) {
                    let next = valueEnd(token + 2)
                    cuts.append(cut(member: token, next, after: isAfterKept.last == true ? offset(token - 1) : nil))
                    token = next
                    // The comma after a member that goes with it.
                    if bytes[offset(next)] == 0x2C { token += 1 }
                    continue
                }
                isAfterKept[isAfterKept.count - 1] = true
                token += 1
            default: break
            }
            token += 1
        }
    }

    /// The bytes of a member that are left out so that what stays is valid: with the comma before it, or where nothing before it
    /// stays, with the comma after it.
    func cut(member key: Int, _ next: Int, after comma: Int?) -> Range<Int> {
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

    /// The queries of all texts in a value that stands where an address should.
    func cutQueries(in tokens: Range<Int>, cuts: inout [Range<Int>]) {
        for token in tokens where bytes[offset(token)] == 0x22 {
            guard token + 1 == positions.count || bytes[offset(token + 1)] != 0x3A else { continue }
            _ = cutQuery((offset(token) + 1)..<(end(token) - 1), cuts: &cuts)
        }
    }

    private func plainBytes(_ range: Range<Int>) -> [UInt8] {
        var out: [UInt8] = []
        if hasEscapes, hasBackslash(bytes, range) {
            // A key with half of a surrogate pair keeps what stands before the half, which is nobody's name but errs on the
            // side of cutting.
            _ = unescape(bytes, range, into: &out)
        } else {
            for index in range { out.append(bytes[index]) }
        }
        return out
    }
}
