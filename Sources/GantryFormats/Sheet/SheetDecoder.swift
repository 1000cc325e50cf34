/// Turns the bytes of a sheet into UTF-8, however the pieces are cut.
///
/// What isn't a character of the encoding becomes invalid UTF-8, so that its row is detected when the cells are read,
/// and the original bytes can be shown (``foundInstead(_:at:in:)``).
struct SheetDecoder {
    let encoding: SheetDialect.Encoding
    /// The first byte of a UTF-16 unit whose second one has not come yet.
    private var half: UInt8?
    /// The first half of a surrogate pair.
    private var lead: UInt16?

    init(_ encoding: SheetDialect.Encoding) { self.encoding = encoding }

    /// Stands for the odd last byte of UTF-16.
    private static let oddByte: UInt8 = 0xFF

    /// Appends as UTF-8 what `bytes` hold.
    mutating func decode(_ bytes: Span<UInt8>, into out: inout [UInt8]) {
        switch encoding {
        case .utf8:
            unsafe bytes.withUnsafeBufferPointer { unsafe out.append(contentsOf: $0) }
        case .windows1252, .windows1250:
            let encoding = encoding
            out.append(addingCapacity: 3 * bytes.count) { span in
                for index in bytes.indices {
                    let byte = bytes[index]
                    if byte < 0x80 {
                        span.append(byte)
                    } else if let point = encoding.codePoint(of: byte) {
                        append(point, to: &span)
                    } else {
                        // A continuation byte that continues nothing.
                        span.append(byte)
                    }
                }
            }
        case .utf16LittleEndian, .utf16BigEndian:
            out.append(addingCapacity: 3 * (bytes.count / 2 + 2)) { span in decodeUnits(bytes, to: &span) }
        }
    }

    /// Appends what is left incomplete at the end of the file.
    mutating func finish(into out: inout [UInt8]) {
        out.append(addingCapacity: 4) { span in
            if let lead { append(lead, to: &span) }
            if half != nil { span.append(SheetDecoder.oddByte) }
        }
        lead = nil
        half = nil
    }

    private mutating func decodeUnits(_ bytes: Span<UInt8>, to out: inout OutputSpan<UInt8>) {
        let isLittle = encoding == .utf16LittleEndian
        var index = 0
        while index < bytes.count {
            let first: UInt8
            if let half {
                first = half
                self.half = nil
            } else {
                first = bytes[index]
                index += 1
                guard index < bytes.count else {
                    half = first
                    return
                }
            }
            let second = bytes[index]
            index += 1
            take(isLittle ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second), to: &out)
        }
    }

    private mutating func take(_ unit: UInt16, to out: inout OutputSpan<UInt8>) {
        if let lead {
            self.lead = nil
            if unit & 0xFC00 == 0xDC00 {
                let value = 0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(unit & 0x3FF))
                out.append(UInt8(0xF0 | value >> 18))
                out.append(UInt8(0x80 | value >> 12 & 0x3F))
                out.append(UInt8(0x80 | value >> 6 & 0x3F))
                out.append(UInt8(0x80 | value & 0x3F))
                return
            }
            append(lead, to: &out)
        }
        if unit & 0xFC00 == 0xD800 { lead = unit } else { append(unit, to: &out) }
    }

    /// An unpaired surrogate also becomes three bytes, which UTF-8 forbids.
    private func append(_ unit: UInt16, to out: inout OutputSpan<UInt8>) {
        if unit < 0x80 {
            out.append(UInt8(unit))
        } else if unit < 0x800 {
            out.append(UInt8(0xC0 | unit >> 6))
            out.append(UInt8(0x80 | unit & 0x3F))
        } else {
            out.append(UInt8(0xE0 | unit >> 12))
            out.append(UInt8(0x80 | unit >> 6 & 0x3F))
            out.append(UInt8(0x80 | unit & 0x3F))
        }
    }

    /// The original content of the sheet where `bytes`, from `index` on, are not UTF-8.
    static func foundInstead(_ bytes: Span<UInt8>, at index: Int, in encoding: SheetDialect.Encoding) -> String {
        let byte = bytes[index]
        guard encoding == .utf16LittleEndian || encoding == .utf16BigEndian else {
            return "the byte \(hex(UInt16(byte), 2))"
        }
        guard byte != oddByte, index + 2 < bytes.count else { return "half a character" }
        let unit = UInt16(byte & 0x0F) << 12 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
        return "half a pair (\(hex(unit, 4)))"
    }
}

private func hex(_ value: UInt16, _ digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}
