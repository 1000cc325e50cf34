/// One after the other.
func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

/// Images written by hand, so that each test says what is in them.
enum JPEG {
    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
    }

    static func frame(width: Int = 16, height: Int = 8) -> [UInt8] {
        segment(
            0xC0, [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0])
    }

    static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
    static let start: [UInt8] = [0xFF, 0xD8]
    static let end: [UInt8] = [0xFF, 0xD9]

    static func image(_ header: [UInt8]..., behind: [UInt8] = []) -> [UInt8] {
        start + header.flatMap { $0 } + frame() + scan + end + behind
    }

    static func exif(_ tiff: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + tiff) }
    static func xmp(_ text: String) -> [UInt8] { segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(text)".utf8)) }
}

enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
        let body = Array(name.utf8) + data
        return number(data.count) + body + number(Int(checksum(body)))
    }

    static func header(width: Int = 1, height: Int = 1) -> [UInt8] {
        chunk("IHDR", number(width) + number(height) + [8, 0, 0, 0, 0])
    }

    /// One grey pixel.
    static let data = chunk("IDAT", [0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81])

    static func image(_ chunks: [UInt8]..., behind: [UInt8] = []) -> [UInt8] {
        signature + header() + chunks.flatMap { $0 } + data + chunk("IEND") + behind
    }

    static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    /// CRC-32 bit by bit, as the specification states it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }
}

enum WebP {
    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(data.count) + data + [UInt8](repeating: 0, count: data.count % 2)
    }

    static func little(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }

    /// The header of a lossless image of 3 × 2 pixels.
    static let pixels = chunk("VP8L", [0x2F, 0x02, 0x40, 0x00, 0x00, 0x00])

    static func image(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Array("WEBP".utf8) + pixels + chunks.flatMap { $0 }
        return Array("RIFF".utf8) + little(body.count) + body
    }
}

/// TIFF structures with directories of numbers.
struct TIFF {
    var isBigEndian = true

    struct Entry {
        var tag: Int
        var type = 4
        var count = 1
        var value: Int
    }

    func number16(_ value: Int) -> [UInt8] {
        let bytes = [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
        return isBigEndian ? bytes : bytes.reversed()
    }

    func number32(_ value: Int) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        return isBigEndian ? bytes : bytes.reversed()
    }

    /// The header; the first directory is at 8.
    var head: [UInt8] { (isBigEndian ? [0x4D, 0x4D, 0x00, 0x2A] : [0x49, 0x49, 0x2A, 0x00]) + number32(8) }

    func directory(_ entries: [Entry], next: Int = 0) -> [UInt8] {
        number16(entries.count)
            + entries.flatMap { entry -> [UInt8] in
                let value = entry.type == 3 ? number16(entry.value) + [0, 0] : number32(entry.value)
                return number16(entry.tag) + number16(entry.type) + number32(entry.count) + value
            } + number32(next)
    }

    static func length(entries: Int) -> Int { 2 + 12 * entries + 4 }
}

/// Exif with a position, between other things: the latitude's value is the text `POSITION`.
func exifWithPosition(isBigEndian: Bool = true, orientation: Int = 6) -> [UInt8] {
    let tiff = TIFF(isBigEndian: isBigEndian)
    let positionAt = 8 + TIFF.length(entries: 4) + 4
    let valueAt = positionAt + TIFF.length(entries: 2)
    return tiff.head
        + tiff.directory([
            .init(tag: 0x0100, value: 320), .init(tag: 0x0112, type: 3, value: orientation),
            .init(tag: 0x8825, value: positionAt),
            .init(tag: 0xC000, type: 7, count: 4, value: 0x4142_4344),
        ]) + Array("MINE".utf8)
        + tiff.directory([
            .init(tag: 1, type: 2, count: 2, value: 0x4E00_0000), .init(tag: 2, type: 5, count: 1, value: valueAt),
        ])
        + Array("POSITION".utf8)
}
