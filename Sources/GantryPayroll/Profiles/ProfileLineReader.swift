/// Reads lines back that a compiled profile wrote.
struct ProfileLineReader {
    /// A value as it stands in a line.
    struct Found {
        let cell: Int
        /// Where its text is in the line, without quotation marks and padding.
        fileprivate var range: Range<Int>
        /// Its text among ``Values/texts``, where that is not as it stands in the line.
        fileprivate var text: Int?
        /// What it is in billionths, where it is a number that was read.
        var nano: Int128?
    }

    /// The values of a line.
    struct Values {
        var found: [Found] = []
        var isNegative = false
        fileprivate var texts: [[UInt8]] = []

        /// Gives the text of a value, without quotation marks, padding and escapes.
        func withText<Result, Failure: Error>(
            of found: Found, in line: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            guard let text = found.text else { return try body(line.extracting(found.range)) }
            let bytes = texts[text]
            return try body(bytes.span)
        }

        fileprivate mutating func removeAll() {
            found.removeAll(keepingCapacity: true)
            texts.removeAll(keepingCapacity: true)
            isNegative = false
        }
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
    func values(_ line: CompiledLine, in bytes: Span<UInt8>) -> Values? {
        var values = Values()
        return read(line, in: bytes, into: &values) ? values : nil
    }

    /// The same into memory that is used for every line. False where it is no line of this kind.
    func read(_ line: CompiledLine, in bytes: Span<UInt8>, into values: inout Values) -> Bool {
        values.removeAll()
        var place = 0
        for (index, step) in line.steps.enumerated() {
            switch step {
            case .bytes(let expected):
                guard bytes.has(expected, at: place) else { return false }
                place += expected.count
            case .negative(let shown, let blank):
                if !shown.isEmpty, bytes.has(shown, at: place) {
                    values.isNegative = true
                    place += shown.count
                } else if bytes.has(blank, at: place) {
                    place += blank.count
                } else {
                    return false
                }
            case .cell(let number):
                let isLast = index + 1 == line.steps.count
                guard read(cell: number, in: bytes, at: &place, isLast: isLast, into: &values) else { return false }
            }
        }
        return place == bytes.count
    }

    private func read(
        cell number: Int, in bytes: Span<UInt8>, at place: inout Int, isLast: Bool, into values: inout Values
    ) -> Bool {
        let cell = compiled.cells[number]
        var found = Found(cell: number, range: place..<place)
        if let width = cell.width {
            guard let end = end(of: width, from: place, in: bytes) else { return false }
            found.range = unpadded(place..<end, in: bytes, cell)
            place = end
        } else if cell.quoting == .always
            || cell.quoting == .whenNeeded && place < bytes.count && bytes[place] == 0x22
        {
            guard let text = quoted(in: bytes, at: &place) else { return false }
            found.text = values.texts.count
            values.texts.append(text)
        } else {
            guard
                let end = cell.following.isEmpty
                    ? (isLast ? bytes.count : nil) : bytes.firstPlace(of: cell.following, from: place)
            else { return false }
            // A value that ends at its first separator has none.
            let endsAtSeparator = cell.following.count == 1 && cell.following[0] == between
            if !cell.isInText, !endsAtSeparator, let between, let other = bytes.firstPlace(of: between, from: place),
                other < end
            {
                return false
            }
            found.range = place..<end
            place = end
        }
        guard !isXML || unescape(&found, in: bytes, &values) else { return false }
        values.found.append(found)
        return true
    }

    /// Where a column of so many characters ends.
    private func end(of width: Int, from place: Int, in bytes: Span<UInt8>) -> Int? {
        guard !isSingleByte else { return place + width <= bytes.count ? place + width : nil }
        var left = width
        var end = place
        while left > 0 {
            guard end < bytes.count else { return nil }
            end += 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            left -= 1
        }
        return end
    }

    private func unpadded(_ range: Range<Int>, in bytes: Span<UInt8>, _ cell: ProfileCell) -> Range<Int> {
        // Zeros before a number belong to it, behind its sign.
        if cell.alignsRight, cell.pad == 0x30, cell.value.kind == .units || cell.value.kind == .money { return range }
        var (start, end) = (range.lowerBound, range.upperBound)
        if cell.alignsRight {
            let last = cell.pad == 0x30 ? end - 1 : end
            while start < last, bytes[start] == cell.pad { start += 1 }
        } else {
            while end > start, bytes[end - 1] == cell.pad { end -= 1 }
        }
        return start..<end
    }

    private func quoted(in bytes: Span<UInt8>, at place: inout Int) -> [UInt8]? {
        guard place < bytes.count, bytes[place] == 0x22 else { return nil }
        var out: [UInt8] = []
        var index = place + 1
        while index < bytes.count {
            guard bytes[index] == 0x22 else {
                out.append(bytes[index])
                index += 1
                continue
            }
            guard index + 1 < bytes.count, bytes[index + 1] == 0x22 else {
                place = index + 1
                return out
            }
            out.append(0x22)
            index += 2
        }
        return nil
    }

    /// False where an escape isn't one that is written.
    private func unescape(_ found: inout Found, in line: Span<UInt8>, _ values: inout Values) -> Bool {
        let text: [UInt8]?? = values.withText(of: found, in: line) { bytes in
            guard bytes.firstPlace(of: 0x26) != nil else { return nil }
            var out: [UInt8] = []
            var index = 0
            while index < bytes.count {
                guard bytes[index] == 0x26 else {
                    out.append(bytes[index])
                    index += 1
                    continue
                }
                guard let known = ProfileLineReader.entities.first(where: { bytes.has($0.name, at: index) }) else {
                    return .some(nil)
                }
                out.append(known.byte)
                index += known.name.count
            }
            return out
        }
        guard let text else { return true }
        guard let text else { return false }
        found.text = values.texts.count
        values.texts.append(text)
        return true
    }

    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        (Array("&amp;".utf8), 0x26), (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
        (Array("&quot;".utf8), 0x22),
    ]
}
