/// Line feeds in a piece of text, eight bytes at a time.
package func countLines(_ bytes: Span<UInt8>) -> Int {
    let raw = unsafe bytes.bytes
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var lines = 0
    var offset = 0
    while offset + 8 <= bytes.count {
        // A byte that is a line feed becomes zero, and zero is the only one whose high bit stays clear.
        let piece = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
        lines &+= (~(((piece & low) &+ low) | piece | low)).nonzeroBitCount
        offset += 8
    }
    while offset < bytes.count {
        if bytes[offset] == 0x0A { lines += 1 }
        offset += 1
    }
    return lines
}
