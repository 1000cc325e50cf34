/// Reads lines back that a compiled profile wrote.
struct ProfileLineReader {
    /// A value as it stands in a line.
    struct Found {
        let cell: Int
        /// Its text, without quotation marks, padding and escapes.
        let bytes: ArraySlice<UInt8>
        /// What it is in billionths, where it is a number that was read.
        var nano: Int128?
    }

    /// The values of a line.
    struct Values {
        var found: [Found] = []
        var isNegative = false
    }

    let compiled: CompiledProfile
    private let between: UInt8?
    private let isXML: Bool
    private let isSingleByte: Bool

    init(compiled: CompiledProfile) {
        self.compiled = compiled
        between = compiled.profile.between?.asciiValue
        isXML = compiled.profile.escape == .xml
        isSingleByte = compiled.profile.encoding.isSingleByte
    }

    /// The values of a line; `nil` where it is no line of this kind.
    func values(_ line: CompiledLine, in bytes: ArraySlice<UInt8>) -> Values? {
        var values = Values()
        return read(line, in: bytes, into: &values) ? values : nil
    }

    /// The same into memory that is used for every line. False where it is no line of this kind.
    func read(_ line: CompiledLine, in bytes: ArraySlice<UInt8>, into values: inout Values) -> Bool {
        values.found.removeAll(keepingCapacity: true)
        values.isNegative = false
        var place = bytes.startIndex
        for (index, step) in line.steps.enumerated() {
            switch step {
            case .bytes(let expected):
                guard ProfileLineReader.has(expected, at: place, in: bytes) else { return false }
                place += expected.count
            case .negative(let shown, let blank):
                if !shown.isEmpty, ProfileLineReader.has(shown, at: place, in: bytes) {
                    values.isNegative = true
                    place += shown.count
                } else if ProfileLineReader.has(blank, at: place, in: bytes) {
                    place += blank.count
                } else {
                    return false
                }
            case .cell(let number):
                let isLast = index + 1 == line.steps.count
                guard let found = cell(number, in: bytes, at: &place, isLast: isLast) else { return false }
                values.found.append(Found(cell: number, bytes: found))
            }
        }
        return place == bytes.endIndex
    }

    private static func has(_ expected: [UInt8], at place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.endIndex - place >= expected.count else { return false }
        for index in expected.indices where bytes[place + index] != expected[index] { return false }
        return true
    }

    private func cell(
        _ number: Int, in bytes: ArraySlice<UInt8>, at place: inout Int, isLast: Bool
    ) -> ArraySlice<UInt8>? {
        let cell = compiled.cells[number]
        if let width = cell.width {
            guard let end = end(of: width, from: place, in: bytes) else { return nil }
            let whole = bytes[place..<end]
            place = end
            return unescaped(unpadded(whole, cell), cell)
        }
        if cell.quoting == .always || cell.quoting == .whenNeeded && place < bytes.endIndex && bytes[place] == 0x22 {
            return quoted(in: bytes, at: &place).flatMap { unescaped($0[...], cell) }
        }
        let end: Int
        if !cell.following.isEmpty {
            guard let found = bytes.firstPlace(of: cell.following, from: place) else { return nil }
            end = found
        } else {
            guard isLast else { return nil }
            end = bytes.endIndex
        }
        let whole = bytes[place..<end]
        if !cell.isInText, let between, whole.contains(between) { return nil }
        place = end
        return unescaped(whole, cell)
    }

    /// Where a column of so many characters ends.
    private func end(of width: Int, from place: Int, in bytes: ArraySlice<UInt8>) -> Int? {
        guard !isSingleByte else {
            return place + width <= bytes.endIndex ? place + width : nil
        }
        var left = width
        var end = place
        while left > 0 {
            guard end < bytes.endIndex else { return nil }
            end += 1
            while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end += 1 }
            left -= 1
        }
        return end
    }

    private func unpadded(_ bytes: ArraySlice<UInt8>, _ cell: ProfileCell) -> ArraySlice<UInt8> {
        // Zeros before a number belong to it, behind its sign.
        if cell.alignsRight, cell.pad == 0x30, cell.value.kind == .units || cell.value.kind == .money { return bytes }
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        if cell.alignsRight {
            let last = cell.pad == 0x30 ? end - 1 : end
            while start < last, bytes[start] == cell.pad { start += 1 }
        } else {
            while end > start, bytes[end - 1] == cell.pad { end -= 1 }
        }
        return bytes[start..<end]
    }

    private func quoted(in bytes: ArraySlice<UInt8>, at place: inout Int) -> [UInt8]? {
        guard place < bytes.endIndex, bytes[place] == 0x22 else { return nil }
        var out: [UInt8] = []
        var index = place + 1
        while index < bytes.endIndex {
            guard bytes[index] == 0x22 else {
                out.append(bytes[index])
                index += 1
                continue
            }
            guard index + 1 < bytes.endIndex, bytes[index + 1] == 0x22 else {
                place = index + 1
                return out
            }
            out.append(0x22)
            index += 2
        }
        return nil
    }

    private func unescaped(_ bytes: ArraySlice<UInt8>, _ cell: ProfileCell) -> ArraySlice<UInt8>? {
        guard isXML, bytes.contains(0x26) else { return bytes }
        var out: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            guard first == 0x26 else {
                out.append(first)
                rest.removeFirst()
                continue
            }
            let known = ProfileLineReader.entities.first { rest.starts(with: $0.name) }
            guard let known else { return nil }
            out.append(known.byte)
            rest.removeFirst(known.name.count)
        }
        return out[...]
    }

    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        (Array("&amp;".utf8), 0x26), (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
        (Array("&quot;".utf8), 0x22),
    ]
}
