/// Searching eight bytes at a time.
extension Span<UInt8> {
    /// The first index from `start` on of one of three bytes; `count` if there is none.
    @inline(__always)
    func firstIndex(of a: UInt8, _ b: UInt8, _ c: UInt8, from start: Int) -> Int {
        let raw = unsafe bytes
        var index = start
        while index + 8 <= count {
            let piece = unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = zeroBytes(piece ^ spread(a)) | zeroBytes(piece ^ spread(b)) | zeroBytes(piece ^ spread(c))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            let byte = self[index]
            if byte == a || byte == b || byte == c { return index }
            index += 1
        }
        return count
    }

    /// The first index from `start` on of a byte; `count` if there is none.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int { firstIndex(of: byte, byte, byte, from: start) }
}

@inline(__always)
private func spread(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

/// Not zero exactly when one of the eight bytes is zero; the lowest bit set is that of the first such byte.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 }
