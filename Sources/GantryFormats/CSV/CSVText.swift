public import GantryModel

extension CSVDialect {
    /// Appends a text cell. Needs room for `2 * count + 3` bytes.
    ///
    /// A text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP ASVS 1.2.10): one that
    /// starts, after spaces, with `=`, `+`, `-`, `@`, a tab, CR or NUL. So does a text that starts with an apostrophe
    /// before one of those, so that a reader who removes one apostrophe always gets the original. Numbers never come
    /// here.
    ///
    /// This holds for a file that is opened as its dialect. Read with another delimiter, the middle of a text can
    /// become the start of a cell (`a;=1+1` in a file with commas), and quotes don't prevent it. Only a change inside
    /// the text would, and every correctly opened file would then show a changed text. A file that is opened in the
    /// wrong dialect also shows every row and number split, so a file for a spreadsheet must have the spreadsheet's
    /// dialect.
    @inlinable
    public func appendText(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout OutputSpan<UInt8>) {
        append(bytes, range, isGuarded: startsFormula(bytes, range), to: &out)
    }

    /// Appends a text cell unchanged, even if it is a formula: one from the reader's own sheet. Needs room for `2 *
    /// count + 2` bytes.
    func appendUnguarded(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout OutputSpan<UInt8>) {
        append(bytes, range, isGuarded: false, to: &out)
    }

    @inlinable @inline(__always)
    func append(_ bytes: Span<UInt8>, _ range: Range<Int>, isGuarded: Bool, to out: inout OutputSpan<UInt8>) {
        guard needsQuotes(bytes, range) else {
            if isGuarded { out.append(0x27) }
            appendBytes(bytes, range, to: &out)
            return
        }
        out.append(0x22)
        if isGuarded { out.append(0x27) }
        for index in range {
            let byte = bytes[index]
            if byte == 0x22 { out.append(0x22) }
            out.append(byte)
        }
        out.append(0x22)
    }

    /// Whether the text contains a delimiter, a quote or a line break; eight bytes at a time.
    @inlinable
    func needsQuotes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        if range.count >= 8 {
            let raw = unsafe bytes.bytes
            let ones: UInt64 = 0x0101_0101_0101_0101
            while true {
                let piece = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
                let found =
                    zeroBytes(piece ^ (ones &* UInt64(delimiter))) | zeroBytes(piece ^ (ones &* 0x22))
                    | zeroBytes(piece ^ (ones &* 0x0A)) | zeroBytes(piece ^ (ones &* 0x0D))
                if found != 0 { return true }
                if index + 8 == range.upperBound { return false }
                index = min(index + 8, range.upperBound - 8)
            }
        }
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == delimiter || byte == 0x22 || byte == 0x0A || byte == 0x0D { return true }
            index += 1
        }
        return false
    }

    /// Not zero exactly when one of the eight bytes is zero.
    @inlinable @inline(__always)
    func zeroBytes(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 }

    @inlinable
    func startsFormula(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case 0x20, 0x27: index += 1
            case 0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D, 0x00: return true
            // Full-width = + - @ (U+FF1D, U+FF0B, U+FF0D, U+FF20), which some spreadsheets fold.
            case 0xEF:
                guard index + 2 < range.upperBound, bytes[index + 1] == 0xBC else { return false }
                return [0x9D, 0x8B, 0x8D, 0xA0].contains(bytes[index + 2])
            default: return false
            }
        }
        return false
    }

    /// A text cell on its own, unchanged.
    func unguardedCell(_ text: [UInt8]) -> [UInt8] {
        guard needsQuotes(text.span, 0..<text.count) else { return text }
        return [UInt8](ascii: 2 * text.count + 2) { appendUnguarded(text.span, 0..<text.count, to: &$0) }
    }

    /// A text cell on its own, UTF-8.
    func cell(_ text: [UInt8]) -> [UInt8] {
        guard startsFormula(text.span, 0..<text.count) else { return unguardedCell(text) }
        return [UInt8](ascii: 2 * text.count + 3) { appendText(text.span, 0..<text.count, to: &$0) }
    }

    /// A text cell on its own.
    public func cell(_ text: String) -> [UInt8] { cell(Array(text.utf8)) }
}
