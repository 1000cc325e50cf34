internal import GantryModel

/// Entries of a tar archive (POSIX.1-2001, pax) as far as backups have them: regular files, modes 0600, owner 0.
enum TarFormat {
    static let blockSize = 512
    /// A name in a ustar header, and a size of eleven octal digits.
    private static let mostName = 100
    private static let mostSize = 1 << 33

    /// The header of a file; before it a pax header where the name or the size doesn't fit.
    static func header(_ path: String, size: Int, time: Instant) -> [UInt8] {
        var records: [UInt8] = []
        if path.utf8.count > mostName { records += record("path", path) }
        if size >= mostSize { records += record("size", String(size)) }
        let seconds = Int(max(0, time.nanosecondsSince1970 / 1_000_000_000))
        guard !records.isEmpty else { return block(path, size: size, kind: "0", seconds: seconds) }
        return block("pax", size: records.count, kind: "x", seconds: seconds) + records + padding(after: records.count)
            + block(
                String(decoding: path.utf8.suffix(mostName), as: UTF8.self), size: size >= mostSize ? 0 : size,
                kind: "0", seconds: seconds)
    }

    /// Zeros up to the next block.
    static func padding(after size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockSize - size % blockSize) % blockSize)
    }

    /// The two empty blocks at the end.
    static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    /// `25 path=exports/…` with its own length in front.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n".utf8.count
        var length = rest
        while String(length).utf8.count + rest != length { length = String(length).utf8.count + rest }
        return Array("\(length) \(key)=\(value)\n".utf8)
    }

    private static func block(_ name: String, size: Int, kind: Character, seconds: Int) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: blockSize)
        func put(_ text: String, at place: Int) {
            for (index, byte) in text.utf8.enumerated() { block[place + index] = byte }
        }
        put(String(name.prefix(mostName)), at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size, 11), at: 124)
        put(octal(seconds, 11), at: 136)
        put("        ", at: 148)
        put(String(kind), at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(block.reduce(0) { $0 + Int($1) }, 6), at: 148)
        block[154] = 0
        return block
    }

    private static func octal(_ value: Int, _ digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// What a header says.
    struct Entry: Equatable {
        let name: String
        let size: Int
        let kind: UInt8
    }

    /// Reads a header; `nil` for one that is damaged.
    static func entry(_ block: ArraySlice<UInt8>) -> Entry? {
        guard block.count == blockSize else { return nil }
        let bytes = Array(block)
        func number(_ place: Int, _ count: Int) -> Int? {
            let digits = bytes[place..<place + count].prefix { $0 != 0 && $0 != 0x20 }
            return Int(String(decoding: digits, as: UTF8.self), radix: 8)
        }
        let sum = bytes.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
        guard number(148, 8) == sum, let size = number(124, 12), size >= 0,
            String(decoding: bytes[257..<262], as: UTF8.self) == "ustar",
            let name = String(validating: bytes[0..<100].prefix { $0 != 0 }, as: UTF8.self)
        else { return nil }
        return Entry(name: name, size: size, kind: bytes[156])
    }

    /// Reads the records of a pax header; `nil` where one is damaged.
    static func records(_ bytes: [UInt8]) -> [String: String]? {
        var found: [String: String] = [:]
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let blank = rest.firstIndex(of: 0x20),
                let length = StatedNumber.count(String(decoding: rest[..<blank], as: UTF8.self)), length <= rest.count,
                length > blank - rest.startIndex + 2
            else { return nil }
            let end = rest.startIndex + length
            let text = String(decoding: rest[(blank + 1)..<(end - 1)], as: UTF8.self)
            guard rest[end - 1] == 0x0A, let sign = text.firstIndex(of: "=") else { return nil }
            found[String(text[..<sign])] = String(text[text.index(after: sign)...])
            rest = rest[end...]
        }
        return found
    }
}
