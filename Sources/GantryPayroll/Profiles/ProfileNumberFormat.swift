/// How the digits of a number are written and read back.
struct ProfileNumberFormat {
    let decimals: Int
    let point: ProfileNumber.Point
    let sign: ProfileNumber.Sign

    /// Where a sign is written.
    enum Shown {
        case no, lead, trail
    }

    func shown(isNegative: Bool) -> Shown {
        guard isNegative else { return .no }
        return switch sign {
        case .lead: .lead
        case .trail: .trail
        case .none: .no
        }
    }

    /// The step of the last decimal, in billionths.
    var step: Int128 {
        var step: Int128 = 1
        for _ in 0..<(9 - min(max(decimals, 0), 9)) { step *= 10 }
        return step
    }

    /// The digits of a number of billionths without its sign; `nil` for one that is finer than the decimals.
    func digits(of nano: Int128) -> [UInt8]? {
        let magnitude = Int128(nano.magnitude)
        let step = self.step
        guard magnitude % step == 0 else { return nil }
        return digits(steps: magnitude / step)
    }

    private func digits(steps: Int128) -> [UInt8] {
        var out: [UInt8] = []
        var rest = steps
        var place = 0
        while rest > 0 || place < (point == .none ? 1 : decimals + 1) {
            if place == decimals, place > 0 {
                if point == .point { out.append(0x2E) }
                if point == .comma { out.append(0x2C) }
            }
            out.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
            place += 1
        }
        out.reverse()
        return out
    }

    /// Billionths; `nil` for bytes that aren't such a number. Leading zeros are taken.
    func nano(_ bytes: ArraySlice<UInt8>) -> Int128? {
        var bytes = bytes
        var isNegative = false
        if sign == .lead, bytes.first == 0x2D {
            isNegative = true
            bytes = bytes.dropFirst()
        } else if sign == .trail, bytes.last == 0x2D {
            isNegative = true
            bytes = bytes.dropLast()
        }
        let separator: UInt8? =
            switch point {
            case .point: 0x2E
            case .comma: 0x2C
            case .none: nil
            }
        var value: Int128 = 0
        var places: Int?
        var digits = 0
        for byte in bytes {
            if byte == separator, places == nil, digits > 0 {
                places = 0
                continue
            }
            guard byte &- 0x30 < 10, digits < 30 else { return nil }
            value = value * 10 + Int128(byte - 0x30)
            digits += 1
            if let count = places { places = count + 1 }
        }
        guard digits > 0, separator == nil || places ?? 0 == decimals else { return nil }
        return (isNegative ? -value : value) * step
    }
}
