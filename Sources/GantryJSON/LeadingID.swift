/// Finds lines that can hold a record with one of a set of ids, without decoding them.
///
/// A server that spells its records as `{"id":42,…` is read at the speed of memory. A line that starts in any other way
/// may be such a record: it is included, and decoding it decides.
public struct LeadingID: Sendable {
    private let prefix: [UInt8]
    private let ids: Set<Int64>

    /// - Parameter key: the JSON key of the id.
    public init(key: String, ids: Set<Int64>) {
        prefix = Array("{\"\(key)\":".utf8)
        self.ids = ids
    }

    /// Appends the lines of `text` that can be such records; every line ends with a line feed.
    public func select(from text: Span<UInt8>, into lines: inout [UInt8]) {
        let raw = unsafe text.bytes
        var start = 0
        while start < text.count {
            let end = lineEnd(text, raw, from: start)
            if mayMatch(text, from: start, to: end) {
                for index in start..<end { lines.append(text[index]) }
            }
            start = end
        }
    }

    /// Whether the line may be the record: two fields of one name make a record a reject, so the first decides.
    private func mayMatch(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        var index = start + prefix.count
        guard index < end else { return true }
        for offset in prefix.indices where text[start + offset] != prefix[offset] { return true }
        var value: Int64 = 0
        let first = index
        while index < end {
            let digit = text[index] &- 0x30
            if digit > 9 { break }
            // 18 digits always fit.
            guard index - first < 18 else { return true }
            value = value * 10 + Int64(digit)
            index += 1
        }
        guard index > first, index < end, text[index] == 0x2C else { return true }
        return ids.contains(value)
    }

    /// One past the line feed that ends the line, or the end of the text.
    private func lineEnd(_ text: Span<UInt8>, _ raw: RawSpan, from start: Int) -> Int {
        var index = start
        while index + 8 <= text.count {
            let piece = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
            // The lowest byte that is marked is a line feed for certain; those above it may not be.
            let found = (piece &- 0x0101_0101_0101_0101) & ~piece & 0x8080_8080_8080_8080
            if found != 0 { return index + UInt64(littleEndian: found).trailingZeroBitCount / 8 + 1 }
            index += 8
        }
        while index < text.count {
            if text[index] == 0x0A { return index + 1 }
            index += 1
        }
        return text.count
    }
}
