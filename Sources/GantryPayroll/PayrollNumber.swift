/// The order of employees in a payroll file, and the part of a payroll number that goes into the hash total.
///
/// Numbers of 1 to 18 digits come first, by value (`9` before `10`, `7` before `007`); everything else follows, byte by
/// byte.
package enum PayrollNumber {
    /// The value of a payroll number of 1 to 18 ASCII digits, `nil` for any other.
    package static func value(of number: String) -> Int64? {
        var value: Int64 = 0
        guard (1...18).contains(number.utf8.count) else { return nil }
        for byte in number.utf8 {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }

    /// Whether `a` stands before `b` in a payroll file. Never true both ways; false both ways only for equal bytes.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        switch (value(of: a), value(of: b)) {
        case (let x?, let y?) where x != y: x < y
        case (.some, .some): a.utf8.count != b.utf8.count ? a.utf8.count < b.utf8.count : false
        case (.some, nil): true
        case (nil, .some): false
        case (nil, nil): a.utf8.lexicographicallyPrecedes(b.utf8)
        }
    }
}
