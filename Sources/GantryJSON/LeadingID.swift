import Glibc

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
        var start = 0
        while start < text.count {
            let end = lineEnd(text, from: start)
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
    private func lineEnd(_ text: Span<UInt8>, from start: Int) -> Int {
        unsafe text.extracting(start...).withUnsafeBytes { rest in
            guard let first = rest.baseAddress, let feed = unsafe memchr(first, 0x0A, rest.count) else {
                return text.count
            }
            return unsafe start + (UnsafeRawPointer(feed) - first) + 1
        }
    }
}
