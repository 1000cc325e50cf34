package import GantryJSON

extension JSONTree {
    /// A count; if it is out of range, the nearest one that is in range, so that sums can't overflow.
    package var count: Int { min(max(int ?? 0, 0), 1 << 50) }

    /// A decimal text in billionths; `nil` if it isn't one, and past 10²⁴, which no sum of ours reaches.
    package var nano: Int128? {
        guard let text else { return nil }
        let negative = text.hasPrefix("-")
        let parts = (negative ? text.dropFirst() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int128($0) }), whole <= 1_000_000_000_000_000_000_000_000,
            parts.count <= 2
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        guard decimals.utf8.count <= 9,
            let fraction = Int128(decimals + String(repeating: "0", count: 9 - decimals.utf8.count))
        else {
            return nil
        }
        return (whole * 1_000_000_000 + fraction) * (negative ? -1 : 1)
    }
}
