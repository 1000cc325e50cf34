extension ProfileCell {
    /// The units that bytes spell, in billionths: of minutes where the column has a form of its own; `nil` where they
    /// spell none.
    func units(_ bytes: Span<UInt8>) -> Int128? {
        guard let form else { return number.nano(bytes) }
        let isNegative = !bytes.isEmpty && bytes[0] == 0x2D && number.sign == .lead
        let digits = bytes.extracting((isNegative ? 1 : 0)..<bytes.count)
        let count: Int64
        switch form {
        case .hours:
            guard let hours = ProfileCell.digits(digits) else { return nil }
            count = hours * 60
        case .minutes:
            guard let minutes = ProfileCell.digits(digits), minutes < 60 else { return nil }
            count = minutes
        case .hoursAndMinutes:
            guard digits.count > 3, digits[digits.count - 3] == 0x3A,
                let hours = ProfileCell.digits(digits.extracting(droppingLast: 3)),
                let minutes = ProfileCell.digits(digits.extracting(last: 2)), minutes < 60
            else { return nil }
            count = hours * 60 + minutes
        }
        return Int128(isNegative ? -count : count) * 1_000_000_000
    }

    /// The number that digits are; `nil` for anything else, and for more than sixteen digits.
    private static func digits(_ digits: Span<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var value: Int64 = 0
        for index in digits.indices {
            let byte = digits[index]
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }
}
