import Glibc

/// Line feeds in a piece of text, by memchr, since the C library's looks at 32 bytes at a time.
package func countLines(_ bytes: Span<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { text in
        var lines = 0
        var rest = unsafe text[...]
        while let start = unsafe UnsafeRawBufferPointer(rebasing: rest).baseAddress,
            let found = unsafe memchr(start, 0x0A, rest.count)
        {
            lines += 1
            unsafe rest = rest.dropFirst(found - UnsafeMutableRawPointer(mutating: start) + 1)
        }
        return lines
    }
}
