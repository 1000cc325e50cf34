/// How the digits of a number are written and read back.
struct ProfileNumberFormat {
    let decimals: Int
    let point: ProfileNumber.Point
    let sign: ProfileNumber.Sign

    /// Where a sign is written, and which.
    enum Shown {
        case no
        case lead(UInt8)
        case trail(UInt8)
    }

    /// Whether numbers that aren't below zero have no sign.
    var isPlain: Bool { sign != .alwaysLead && sign != .alwaysTrail }

    func shown(isNegative: Bool) -> Shown {
        switch sign {
        case .lead: isNegative ? .lead(0x2D) : .no
        case .trail: isNegative ? .trail(0x2D) : .no
        case .alwaysLead: .lead(isNegative ? 0x2D : 0x2B)
        case .alwaysTrail: .trail(isNegative ? 0x2D : 0x2B)
        case .none: .no
        }
    }

    /// The step of the last decimal, in billionths.
    let step: Int128

    init(decimals: Int, point: ProfileNumber.Point, sign: ProfileNumber.Sign) {
        self.decimals = decimals
        self.point = point
        self.sign = sign
        var step: Int128 = 1
        for _ in 0..<(9 - min(max(decimals, 0), 9)) { step *= 10 }
        self.step = step
    }

    /// Appends the digits of a number of billionths without its sign. False, and nothing is appended, for one that is
    /// finer than the decimals.
    func appendDigits(of nano: Int128, to out: inout [UInt8]) -> Bool {
        if let small = UInt64(exactly: Int128(nano.magnitude)), let step = UInt64(exactly: step) {
            guard small % step == 0 else { return false }
            append(steps: small / step, to: &out)
            return true
        }
        let magnitude = Int128(nano.magnitude)
        guard magnitude % step == 0 else { return false }
        append(steps: magnitude / step, to: &out)
        return true
    }

    /// The same, filled to a width. False, and nothing is appended, where it doesn't fit.
    func appendDigits(of nano: Int128, width: Int, pad: UInt8, to out: inout [UInt8]) -> Bool {
        guard let small = UInt64(exactly: nano), let step = UInt64(exactly: step), small % step == 0 else {
            return false
        }
        let start = out.count
        out.append(contentsOf: repeatElement(pad, count: width))
        var index = start + width
        var rest = small / step
        var place = 0
        let least = point == .none ? 1 : decimals + 1
        while rest > 0 || place < least {
            if place == decimals, place > 0, let separator {
                index -= 1
                guard index >= start else { break }
                out[index] = separator
            }
            index -= 1
            guard index >= start else { break }
            out[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            place += 1
        }
        guard index >= start else {
            out.removeLast(width)
            return false
        }
        return true
    }

    private func append<Steps: FixedWidthInteger>(steps: Steps, to out: inout [UInt8]) {
        var places = 1
        var rest = steps / 10
        while rest > 0 {
            places += 1
            rest /= 10
        }
        let separator = decimals > 0 ? self.separator : nil
        if point != .none { places = max(places, decimals + 1) }
        out.append(contentsOf: repeatElement(0x30, count: places + (separator == nil ? 0 : 1)))
        var index = out.count - 1
        rest = steps
        for place in 0..<places {
            if place == decimals, let separator {
                out[index] = separator
                index -= 1
            }
            out[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            index -= 1
            rest /= 10
        }
    }

    private var separator: UInt8? {
        switch point {
        case .point: 0x2E
        case .comma: 0x2C
        case .none: nil
        }
    }

    /// Billionths; `nil` for bytes that aren't such a number. Leading zeros are taken.
    func nano(_ bytes: Span<UInt8>) -> Int128? {
        var (start, end) = (0, bytes.count)
        var isNegative = false
        switch sign {
        case .none: break
        case .lead, .alwaysLead:
            isNegative = end > 0 && bytes[0] == 0x2D
            guard isNegative || isPlain || end > 0 && bytes[0] == 0x2B else { return nil }
            if isNegative || !isPlain { start = 1 }
        case .trail, .alwaysTrail:
            isNegative = end > 0 && bytes[end - 1] == 0x2D
            guard isNegative || isPlain || end > 0 && bytes[end - 1] == 0x2B else { return nil }
            if isNegative || !isPlain { end -= 1 }
        }
        let separator = separator
        var value: Int64 = 0
        var places: Int?
        var digits = 0
        for index in start..<end {
            let byte = bytes[index]
            if byte == separator, places == nil, digits > 0 {
                places = 0
                continue
            }
            guard byte &- 0x30 < 10, value < 100_000_000_000_000_000 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
            digits += 1
            if let count = places { places = count + 1 }
        }
        guard digits > 0, separator == nil || places ?? 0 == decimals else { return nil }
        return Int128(isNegative ? -value : value) * step
    }
}
