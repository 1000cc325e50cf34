internal import GantryModel

/// Tells the encoding of a sheet from its first bytes.
struct SheetEncodingDetection {
    let path: String
    /// The first bytes of the file.
    let sample: [UInt8]
    /// Whether that is all of it.
    let isWhole: Bool

    /// What was found out.
    struct Answer: Equatable {
        let encoding: SheetDialect.Encoding
        let hasByteOrderMark: Bool
        var isGuess = false
    }

    /// - Parameter wanted: the encoding that the caller sets.
    /// - Throws: `SheetError` when the bytes are not text, state another encoding than requested, or fit no encoding.
    func answer(wanted: SheetDialect.Encoding?) throws(SheetError) -> Answer {
        try refuseWorkbooks()
        if let marked = try marked() {
            if let wanted, wanted != marked {
                throw SheetError(
                    .contradicted, at: path,
                    "it starts with the byte order mark of \(marked.title), but `encoding` is set to \(wanted.rawValue)",
                    advice: "Remove the setting `encoding`, or set it to \(marked.rawValue).")
            }
            return Answer(encoding: marked, hasByteOrderMark: true)
        }
        if let wanted { return Answer(encoding: wanted, hasByteOrderMark: false) }
        if let wide = wideWithoutMark() { return Answer(encoding: wide, hasByteOrderMark: false) }
        let (wrong, letters) = countUTF8()
        if wrong == 0 { return Answer(encoding: .utf8, hasByteOrderMark: false) }
        if isText() {
            // A UTF-8 sheet with a few damaged characters; read as Windows-1252, every good one would become two wrong
            // ones.
            if letters >= wrong { return Answer(encoding: .utf8, hasByteOrderMark: false, isGuess: true) }
            if readsAsWindows1252() { return Answer(encoding: .windows1252, hasByteOrderMark: false, isGuess: true) }
        }
        throw SheetError(
            .unknownEncoding, at: path,
            "its encoding is unknown: it has no byte order mark, is not UTF-8, and makes no sense as Windows-1252",
            advice:
                "Save it as \"CSV UTF-8\", or set `encoding` to one of \(SheetDialect.Encoding.allCases.map(\.rawValue).joined(separator: ", "))."
        )
    }

    private func refuseWorkbooks() throws(SheetError) {
        let starts: [([UInt8], String)] = [
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive, like workbooks (.xlsx, .ods)"),
            ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel workbook (.xls)"), ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
        ]
        for (start, name) in starts where sample.starts(with: start) {
            throw SheetError(
                .notASheet, at: path, "it is \(name), not CSV",
                advice: "Open it in a spreadsheet program and save the sheet as CSV (UTF-8).")
        }
    }

    private func marked() throws(SheetError) -> SheetDialect.Encoding? {
        if sample.starts(with: [0xFF, 0xFE, 0, 0]) || sample.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw SheetError(
                .unknownEncoding, at: path, "it is UTF-32, which is not supported", advice: "Save it as \"CSV UTF-8\".")
        }
        return SheetDialect.Encoding.allCases.first {
            !$0.byteOrderMark.isEmpty && sample.starts(with: $0.byteOrderMark)
        }
    }

    /// UTF-16 shows in text that is mostly Latin by a zero in every other byte of the first KiB.
    private func wideWithoutMark() -> SheetDialect.Encoding? {
        let pairs = min(sample.count, 1024) / 2
        guard pairs > 0 else { return nil }
        var even = 0
        var odd = 0
        for pair in 0..<pairs {
            if sample[2 * pair] == 0 { even += 1 }
            if sample[2 * pair + 1] == 0 { odd += 1 }
        }
        if even == 0, odd * 10 >= pairs * 9 { return .utf16LittleEndian }
        if odd == 0, even * 10 >= pairs * 9 { return .utf16BigEndian }
        return nil
    }

    /// How many places are not UTF-8, and how many characters are not ASCII.
    private func countUTF8() -> (wrong: Int, letters: Int) {
        let bytes = sample.span
        var wrong = 0
        var letters = 0
        var start = 0
        while start < bytes.count {
            let rest = bytes.extracting(start...)
            let error = utf8Error(in: rest)
            let end = error?.lowerBound ?? rest.count
            for index in 0..<end where rest[index] >= 0xC0 { letters += 1 }
            guard let error else { break }
            // The sample can end in the middle of a character.
            if !isWhole, start + error.upperBound == bytes.count, rest[error.lowerBound] >= 0xC2, error.count < 4 {
                break
            }
            wrong += 1
            start += error.upperBound
            // More than enough; each place costs a new start.
            if wrong > 10_000 { break }
        }
        return (wrong, letters)
    }

    /// Whether control characters are as rare as in a text with a few damaged places.
    private func isText() -> Bool {
        var controls = 0
        for byte in sample where byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) || byte == 0x7F { controls += 1 }
        return controls * 1000 <= sample.count
    }

    /// Whether the bytes inside words are letters. In text of another one-byte encoding they would not be.
    private func readsAsWindows1252() -> Bool {
        func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        var sensible = 0
        var doubtful = 0
        for index in sample.indices where sample[index] >= 0x80 {
            let byte = sample[index]
            if Windows1252.codePoint(of: byte) == nil {
                doubtful += 1
            } else if Windows1252.isLetter(byte) {
                sensible += 1
            } else if !Windows1252.isJoiner(byte), index > 0, index + 1 < sample.count,
                isASCIILetter(sample[index - 1]),
                isASCIILetter(sample[index + 1])
            {
                doubtful += 1
            }
        }
        return doubtful <= sensible / 10
    }
}

/// The first bytes that are not UTF-8, if there are any.
func utf8Error(in bytes: Span<UInt8>) -> Range<Int>? {
    do {
        _ = try UTF8Span(validating: bytes)
        return nil
    } catch {
        return error.byteOffsets
    }
}
