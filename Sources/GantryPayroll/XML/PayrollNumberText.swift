internal import GantryModel

/// Reads the file's numbers in their only valid spelling.
enum PayrollNumberText {
    /// A plain integer of at most 30 digits: no sign but `-`, no leading zero, no `-0`.
    static func integer(_ bytes: Span<UInt8>) -> Int128? {
        var index = 0
        let isNegative = bytes.count > 0 && bytes[0] == 0x2D
        if isNegative { index = 1 }
        let first = index
        guard bytes.count > first, bytes.count - first <= 30 else { return nil }
        var value: Int128 = 0
        while index < bytes.count {
            let digit = bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int128(digit)
            index += 1
        }
        guard bytes[first] != 0x30 || (bytes.count == 1) else { return nil }
        return isNegative ? -value : value
    }

    /// A decimal in billionths, of at most 18 digits before the point: `places` decimals, or for `.exact` two to nine
    /// of which those after the second don't end in zero.
    static func decimal(_ bytes: Span<UInt8>, _ places: DecimalPlaces) -> Int128? {
        var index = 0
        let isNegative = bytes.count > 0 && bytes[0] == 0x2D
        if isNegative { index = 1 }
        let first = index
        var value: Int128 = 0
        while index < bytes.count, bytes[index] != 0x2E {
            let digit = bytes[index] &- 0x30
            guard digit < 10, index - first < 18 else { return nil }
            value = value * 10 + Int128(digit)
            index += 1
        }
        guard index > first, bytes[first] != 0x30 || index == first + 1 else { return nil }
        var decimals = 0
        if index < bytes.count {
            index += 1
            while index < bytes.count {
                let digit = bytes[index] &- 0x30
                guard digit < 10, decimals < 9 else { return nil }
                value = value * 10 + Int128(digit)
                decimals += 1
                index += 1
            }
            guard decimals > 0 else { return nil }
        }
        switch places {
        case .fixed(let digits): guard decimals == digits else { return nil }
        case .exact: guard decimals == 2 || (decimals > 2 && bytes[bytes.count - 1] != 0x30) else { return nil }
        }
        guard !isNegative || value != 0 else { return nil }
        while decimals < 9 {
            value *= 10
            decimals += 1
        }
        return isNegative ? -value : value
    }
}
