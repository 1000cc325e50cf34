internal import GantryModel

/// Finds the dialect of a sheet and reads its header.
struct SheetOpening {
    let path: String
    let chunkBytes: Int
    let source: SheetText.Source
    /// Whether the headings are looked for below the first row that isn't blank.
    var searches = false

    struct Header {
        let names: SheetHeader
        let blankRows: Int
        /// Rows above it that aren't blank.
        let rowsAbove: Int
    }

    struct Opened {
        let dialect: SheetDialect
        let header: Header
        /// Positioned after the header.
        let rows: SheetRows
    }

    func open(hints: SheetDialect.Hints, limits: SheetLimits) throws -> Opened {
        var sample: [UInt8] = []
        var isWhole = false
        while !isWhole, sample.count < SheetReader.sampleBytes {
            isWhole = try source(&sample, min(chunkBytes, SheetReader.sampleBytes - sample.count)) == 0
        }
        let encoding = try SheetEncodingDetection(path: path, sample: sample, isWhole: isWhole).answer(
            wanted: hints.encoding)
        let markBytes = encoding.hasByteOrderMark ? encoding.encoding.byteOrderMark.count : 0
        var text = SheetText(
            source, chunkBytes: chunkBytes, sample: sample, markBytes: markBytes, isWhole: isWhole, encoding.encoding)
        let separator = try separatorLine(text.bytes, wanted: hints.delimiter)
        if let separator { text.drop(separator.length) }
        let found = SheetDelimiterDetection(
            sample: text.bytes.span, isWhole: isWhole, headerRow: hints.shape.headerRow ?? 1
        ).answer(wanted: separator?.delimiter ?? hints.delimiter)
        let dialect = SheetDialect(
            encoding: encoding.encoding, hasByteOrderMark: encoding.hasByteOrderMark, delimiter: found.delimiter,
            lineBreak: hints.lineBreak ?? separator?.lineBreak ?? found.lineBreak, hasSeparatorLine: separator != nil,
            encodingIsGuess: encoding.isGuess)
        // One more than allowed, so that an excess is noticed.
        let scanner = SheetRowScanner(
            delimiter: found.delimiter.byte, limits: limits, keptCells: limits.columns + 1,
            line: separator == nil ? 1 : 2)
        var rows = SheetRows(text: text, scanner: scanner)
        let header = try readHeader(&rows, dialect: dialect, shape: hints.shape, limits: limits)
        return Opened(dialect: dialect, header: header, rows: rows)
    }

    private func readHeader(
        _ rows: inout SheetRows, dialect: SheetDialect, shape: SheetShape, limits: SheetLimits
    ) throws -> Header {
        var blankRows = 0
        var rowsAbove = 0
        var above: [String]?
        while try rows.advance() {
            if let row = shape.headerRow, rows.number < row {
                if !rows.scanner.isBlank { rowsAbove += 1 }
                continue
            }
            if rows.scanner.isBlank {
                guard shape.headerRow == nil else { break }
                blankRows += 1
                continue
            }
            let line = rows.scanner.line
            var cells = try cells(of: rows, dialect: dialect, limits: limits)
            if searches {
                if !shape.fits(cells), let merged = above.map({ SheetHeader.merged($0, with: cells) }),
                    shape.fits(merged)
                {
                    // Names in the upper of two rows belong to the cells below that are empty.
                    cells = merged
                }
                guard shape.fits(cells) else {
                    rowsAbove += 1
                    guard rowsAbove < SheetShape.mostRowsAbove else { break }
                    above = cells
                    continue
                }
            }
            rows.scanner.keptCells = cells.count
            return Header(
                names: try SheetHeader(cells, line: line, path: path), blankRows: blankRows, rowsAbove: rowsAbove)
        }
        if let row = shape.headerRow {
            throw SheetError(
                .empty, at: path,
                "row \(row), which should have the headings, \(rows.number < row ? "isn't there" : "is empty")",
                advice: "Give the number that the spreadsheet program shows beside the row with the headings.")
        }
        throw SheetError(
            .empty, at: path, blankRows == 0 ? "it is empty" : "all its rows are blank",
            advice: "Save the sheet again with the column names in its first row.")
    }

    private func cells(of rows: SheetRows, dialect: SheetDialect, limits: SheetLimits) throws -> [String] {
        let scanner = rows.scanner
        let place = SheetRowPlace(
            number: rows.number, line: scanner.line, lastLine: scanner.lastLine, header: [],
            encoding: dialect.encoding, limits: limits)
        if let failure = scanner.failure {
            throw failure.isOpenQuote(endingOn: scanner.lastLine)
                ? SheetError(openQuote: failure, place, path, rowsAbove: 0) : unusable(place.failed(failure))
        }
        let count = scanner.filledCount
        if count > limits.columns {
            throw SheetError(
                .tooManyColumns, at: path,
                "its header on line \(scanner.line) has \(count) columns; the maximum is \(limits.columns)",
                advice:
                    "Remove columns you don't need, and check that the delimiter really is \(dialect.delimiter.title)."
            )
        }
        var cells = SheetCells(dialect.encoding)
        switch cells.texts(of: scanner, count: count, in: rows.text.bytes.span) {
        case .problem(let problem): throw unusable(place.failed(problem))
        case .cells(let cells): return cells
        }
    }

    private func unusable(_ row: UnusableSheetRow) -> SheetError {
        SheetError(
            .headerUnusable, at: path,
            "the header on line \(row.line) can't be read: found \(row.found), expected \(row.expected)",
            advice: Advice(row.advice))
    }

    /// The line `sep=;` at the very start, from which Excel takes the delimiter.
    private func separatorLine(
        _ bytes: [UInt8], wanted: SheetDialect.Delimiter?
    ) throws -> (delimiter: SheetDialect.Delimiter, lineBreak: SheetDialect.LineBreak, length: Int)? {
        guard bytes.count > 5, bytes.prefix(3).map({ $0 | 0x20 }) == Array("sep".utf8), bytes[3] == 0x3D else {
            return nil
        }
        let lineBreak: SheetDialect.LineBreak
        switch bytes[5] {
        case 0x0A: lineBreak = .lf
        case 0x0D: lineBreak = bytes.count > 6 && bytes[6] == 0x0A ? .crlf : .cr
        default: return nil
        }
        guard let delimiter = SheetDialect.Delimiter.allCases.first(where: { $0.byte == bytes[4] }) else {
            throw SheetError(
                .unknownDelimiter, at: path, "its first line names an unsupported delimiter",
                advice:
                    "Save it with \(SheetDialect.Delimiter.allCases.map(\.title).joined(separator: ", ")) between cells."
            )
        }
        if let wanted, wanted != delimiter {
            throw SheetError(
                .contradicted, at: path,
                "its first line names \(delimiter.title), but `delimiter` is set to \(wanted.rawValue)",
                advice: "Remove the setting `delimiter`, or set it to \(delimiter.rawValue).")
        }
        return (delimiter, lineBreak, 5 + lineBreak.bytes.count)
    }
}
