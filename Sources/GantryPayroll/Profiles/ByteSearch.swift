internal import Glibc

/// Searches by the C library, which looks at 16 or 32 bytes at a time.
extension Span<UInt8> {
    /// Where a byte first stands; `nil` where it doesn't.
    func firstPlace(of byte: UInt8, from start: Int = 0) -> Int? {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, start < bytes.count,
                let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Where other bytes first stand; `nil` where they don't.
    func firstPlace(of other: [UInt8], from start: Int = 0) -> Int? {
        guard let first = other.first else { return start }
        var index = start
        while let found = firstPlace(of: first, from: index), found + other.count <= count {
            if has(other, at: found) { return found }
            index = found + 1
        }
        return nil
    }

    /// Whether other bytes stand at a place.
    func has(_ other: [UInt8], at place: Int) -> Bool {
        guard count - place >= other.count else { return false }
        for index in other.indices where self[place + index] != other[index] { return false }
        return true
    }

    /// Whether these are the same bytes.
    func isEqual(to other: [UInt8]) -> Bool { count == other.count && has(other, at: 0) }

    /// A copy.
    var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
