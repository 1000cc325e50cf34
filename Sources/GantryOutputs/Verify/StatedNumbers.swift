package import GantryJSON
internal import GantryModel

extension JSONTree {
    /// A count; if it is out of range, the nearest one that is in range, so that sums can't overflow.
    package var count: Int { min(max(int ?? 0, 0), StatedNumber.mostCount) }

    /// A decimal text in billionths; `nil` if it isn't one, or has more than 24 digits before the point.
    package var nano: Int128? { text.flatMap { StatedNumber.nano($0, wholeDigits: 24) } }

    /// A small whole number, such as how many decimals something has; `nil` for anything out of range.
    package func int(in range: ClosedRange<Int>) -> Int? { int.flatMap { range.contains($0) ? $0 : nil } }
}
