/// Finds the cells of one row after the other in UTF-8, however the pieces of the text are cut (RFC 4180, section 2).
///
/// A quote opens a quoted cell only as its first byte; anywhere else it is text, as office programs have it. CR LF, LF
/// and CR all end a row. What follows on an unusable row is skipped without being kept.
struct SheetRowScanner {
    /// A cell's bytes without its outer quotes, counted from `start` of the row.
    struct Cell {
        let start: Int
        let end: Int
        let hasDoubledQuotes: Bool
    }

    /// Why a row can't be split into cells.
    struct Failure: Equatable {
        enum Kind { case cellTooLong, rowTooLong, textAfterQuote, unclosedQuote }
        var kind: Kind
        /// The cell, from 0.
        let cell: Int
        /// The line on which that cell begins, from 1.
        let line: Int

        /// Whether a quote was probably left open, so that a cell contains rows that don't belong to it: it is never
        /// closed, or the quote that closes it is on a later line, with text after it.
        ///
        /// - Parameter last: the line on which the row ends.
        func isOpenQuote(endingOn last: Int) -> Bool {
            kind == .unclosedQuote || (kind == .textAfterQuote && last > line)
        }
    }

    enum Step { case row, needsBytes, end }

    private enum Mode { case cellStart, plain, quoted, quoteSeen, skipping }

    let delimiter: UInt8
    let limits: SheetLimits
    /// Cells of a row past these are counted but not kept.
    var keptCells: Int

    /// Where the row begins in the bytes given; everything before can be dropped (``dropped(_:)``).
    private(set) var start = 0
    /// The line on which the row begins, from 1.
    private(set) var line: Int
    private(set) var cells: [Cell] = []
    private(set) var cellCount = 0
    /// Cells up to the last one that is not empty.
    private(set) var filledCount = 0
    private(set) var failure: Failure?
    /// What ended the row; `nil` at the end of the text.
    private(set) var lineBreak: SheetDialect.LineBreak?

    private var mode = Mode.cellStart
    private var position = 0
    private var cellStart = 0
    private var hasDoubledQuotes = false
    private var hasQuotes = false
    private var isComplete = false
    /// The row ended with a CR as the last byte there was, so a LF still belongs to it.
    private var skipsLineFeed = false
    /// Lines that ended in the dropped part of the row.
    private var lines = LineCount()

    /// - Parameter line: the line on which the text begins.
    init(delimiter: UInt8, limits: SheetLimits, keptCells: Int, line: Int = 1) {
        self.delimiter = delimiter
        self.limits = limits
        self.keptCells = keptCells
        self.line = line
    }

    /// Whether all cells of the row are empty.
    var isBlank: Bool { filledCount == 0 && failure == nil }

    /// The line on which the row ends.
    var lastLine: Int { nextLine - 1 }
    private var nextLine = 1

    /// Adjusts to the removal of this many bytes before `start`.
    mutating func dropped(_ count: Int) {
        start -= count
        position -= count
        cellStart -= count
    }

    /// Goes on to the end of the next row.
    ///
    /// - Parameters:
    ///   - bytes: what is not dropped of the text so far.
    ///   - isAtEnd: whether nothing follows on `bytes`.
    mutating func next(in bytes: Span<UInt8>, isAtEnd: Bool) -> Step {
        if isComplete { beginRow() }
        if skipsLineFeed {
            guard position < bytes.count else { return isAtEnd ? .end : .needsBytes }
            if bytes[position] == 0x0A { position += 1 }
            start = position
            skipsLineFeed = false
        }
        if isAtEnd, position == bytes.count, mode == .cellStart, cellCount == 0 { return .end }
        if scan(bytes) || isAtEnd {
            if !isComplete { closeAtEnd(bytes) }
            return .row
        }
        if mode != .cellStart { checkLimits(end: mode == .quoteSeen ? position - 1 : position, bytes) }
        if failure != nil {
            lines.count(bytes, start..<position)
            start = position
            cellStart = position
        }
        return .needsBytes
    }

    private mutating func beginRow() {
        line = nextLine
        start = position
        cells.removeAll(keepingCapacity: true)
        cellCount = 0
        filledCount = 0
        failure = nil
        lineBreak = nil
        mode = .cellStart
        hasQuotes = false
        isComplete = false
        lines = LineCount()
    }

    /// Whether the row's end was found.
    private mutating func scan(_ bytes: Span<UInt8>) -> Bool {
        while true {
            switch mode {
            case .cellStart:
                guard position < bytes.count else { return false }
                hasDoubledQuotes = false
                cellStart = position
                if bytes[position] == 0x22 {
                    position += 1
                    cellStart = position
                    hasQuotes = true
                    mode = .quoted
                } else {
                    mode = .plain
                }
            case .plain:
                position = bytes.firstIndex(of: delimiter, 0x0D, 0x0A, from: position)
                guard position < bytes.count else { return false }
                closeCell(end: position, bytes)
                if endsRow(bytes) { return true }
            case .quoted:
                position = bytes.firstIndex(of: 0x22, from: position)
                guard position < bytes.count else { return false }
                position += 1
                mode = .quoteSeen
            case .quoteSeen:
                guard position < bytes.count else { return false }
                switch bytes[position] {
                case 0x22:
                    hasDoubledQuotes = true
                    position += 1
                    mode = .quoted
                case delimiter, 0x0D, 0x0A:
                    closeCell(end: position - 1, bytes)
                    if endsRow(bytes) { return true }
                default:
                    checkLimits(end: position - 1, bytes)
                    fail(.textAfterQuote, bytes)
                    // Quotes can't be trusted here, so the row ends with the line.
                    mode = .skipping
                }
            case .skipping:
                position = bytes.firstIndex(of: 0x0D, 0x0A, 0x0A, from: position)
                guard position < bytes.count else { return false }
                if endsRow(bytes) { return true }
            }
        }
    }

    /// Takes the delimiter or line break at `position`.
    private mutating func endsRow(_ bytes: Span<UInt8>) -> Bool {
        let byte = bytes[position]
        position += 1
        if byte == delimiter {
            mode = .cellStart
            return false
        }
        lineBreak = byte == 0x0A ? .lf : .cr
        if byte == 0x0D {
            if position == bytes.count {
                skipsLineFeed = true
            } else if bytes[position] == 0x0A {
                position += 1
                lineBreak = .crlf
            }
        }
        complete(bytes)
        return true
    }

    private mutating func closeAtEnd(_ bytes: Span<UInt8>) {
        switch mode {
        case .cellStart:
            cellStart = position
            closeCell(end: position, bytes)
        case .plain: closeCell(end: position, bytes)
        case .quoteSeen: closeCell(end: position - 1, bytes)
        // The cell may have been found too long before; that it never ends is the better explanation.
        case .quoted:
            fail(.unclosedQuote, bytes)
            failure?.kind = .unclosedQuote
        case .skipping: break
        }
        complete(bytes)
    }

    private mutating func closeCell(end: Int, _ bytes: Span<UInt8>) {
        if end > cellStart { filledCount = cellCount + 1 }
        checkLimits(end: end, bytes)
        if cellCount < keptCells, failure == nil {
            cells.append(Cell(start: cellStart - start, end: end - start, hasDoubledQuotes: hasDoubledQuotes))
        }
        cellCount += 1
    }

    @inline(__always)
    private mutating func checkLimits(end: Int, _ bytes: Span<UInt8>) {
        if end - cellStart > limits.cellBytes { fail(.cellTooLong, bytes) }
        if end - start > limits.rowBytes { fail(.rowTooLong, bytes) }
    }

    private mutating func complete(_ bytes: Span<UInt8>) {
        isComplete = true
        if hasQuotes || lines.ended > 0 || failure != nil {
            lines.count(bytes, start..<position)
            nextLine = line + lines.ended + (lineBreak == nil ? 1 : 0)
        } else {
            nextLine = line + 1
        }
    }

    private mutating func fail(_ kind: Failure.Kind, _ bytes: Span<UInt8>) {
        guard failure == nil else { return }
        failure = Failure(kind: kind, cell: cellCount, line: self.line(ofCellFrom: cellStart, bytes))
    }

    /// The line of a byte of the row.
    private func line(ofCellFrom index: Int, _ bytes: Span<UInt8>) -> Int {
        var lines = lines
        lines.count(bytes, start..<index)
        return line + lines.ended
    }
}

/// Counts ends of lines: CR LF, LF or CR.
private struct LineCount {
    private(set) var ended = 0
    private var isAfterCR = false

    mutating func count(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let byte = bytes[index]
            guard byte <= 0x0D else {
                isAfterCR = false
                continue
            }
            if byte == 0x0D || byte == 0x0A && !isAfterCR { ended += 1 }
            isAfterCR = byte == 0x0D
        }
    }
}
