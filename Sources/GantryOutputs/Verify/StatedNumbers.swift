package import GantryJSON
internal import GantryModel

extension JSONTree {
    /// A count; if it is out of range, the nearest one that is in range, so that sums can't overflow.
    package var count: Int { min(max(int ?? 0, 0), StatedNumber.mostCount) }

    /// A decimal, or a string that spells one, in billionths; `nil` for any other value, and for more than 24 digits
    /// before the point.
    package var nano: Int128? {
        switch self {
        case .number(let text), .string(let text): StatedNumber.nano(text, wholeDigits: 24)
        default: nil
        }
    }

    /// A small whole number, such as how many decimals something has; `nil` for anything out of range.
    package func int(in range: ClosedRange<Int>) -> Int? { int.flatMap { range.contains($0) ? $0 : nil } }
}
