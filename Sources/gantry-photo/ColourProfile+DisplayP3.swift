extension ColourProfile {
    /// The profile of Display P3, for pictures that only say its number: an ICC profile of version 4 (ICC.1:2010) with
    /// the primaries as they are under D50, and the curve of sRGB.
    static let displayP3: [UInt8] = {
        let curve =
            Array("para".utf8) + number(0) + [0, 3, 0, 0]
            + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
        let tags: [(String, [UInt8])] = [
            ("desc", text("Display P3")), ("cprt", text("Public domain")), ("wtpt", place(0.9642, 1, 0.8249)),
            ("rXYZ", place(0.51512, 0.2412, -0.00105)), ("gXYZ", place(0.29198, 0.69225, 0.04189)),
            ("bXYZ", place(0.1571, 0.06657, 0.78407)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = number(UInt32(tags.count))
        var data: [UInt8] = []
        let start = 128 + 4 + tags.count * 12
        for (name, bytes) in tags {
            table += Array(name.utf8) + number(UInt32(start + data.count)) + number(UInt32(bytes.count))
            data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
        var header = number(UInt32(start + data.count)) + number(0) + [4, 0x20, 0, 0]
        header += Array("mntrRGB XYZ ".utf8)
        header += [0x07, 0xE0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 68 - header.count) + [0.9642, 1, 0.8249].flatMap(fixed)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + data
    }()

    private static func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    /// Sixteen bits before the point, and sixteen behind it.
    private static func fixed(_ value: Double) -> [UInt8] {
        number(UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    private static func place(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
        Array("XYZ ".utf8) + number(0) + [x, y, z].flatMap(fixed)
    }

    private static func text(_ words: String) -> [UInt8] {
        let letters = words.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8)
            + number(UInt32(letters.count)) + number(28) + letters
    }
}
