/// Reads numbers that somebody else wrote, within bounds in which the sums of any file can't overflow.
public enum StatedNumber {
    /// The largest count, 2⁵⁰.
    public static let mostCount = 1 << 50

    /// A count: a whole number from 0 to `mostCount`, in digits without a sign; `nil` for anything else.
    public static func count(_ text: String) -> Int? {
        guard isDigits(text[...]), let value = Int(text), value <= mostCount else { return nil }
        return value
    }

    /// A decimal in billionths: a minus or none, digits, and at most nine decimals; `nil` for anything else.
    ///
    /// - Parameter wholeDigits: the most digits before the point. The default is 18, more than any pay line has; at
    ///   most 24.
    public static func nano(_ text: String, wholeDigits: Int = 18) -> Int128? {
        let isNegative = text.utf8.first == 0x2D
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].utf8.count <= min(wholeDigits, 24), parts.allSatisfy(isDigits),
            let whole = Int128(parts[0])
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : "0"
        guard decimals.utf8.count <= 9,
            let fraction = Int128(decimals + String(repeating: "0", count: 9 - decimals.utf8.count))
        else { return nil }
        return (whole * 1_000_000_000 + fraction) * (isNegative ? -1 : 1)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
