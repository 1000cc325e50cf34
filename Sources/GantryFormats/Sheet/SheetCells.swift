/// Makes texts of the cells of a row.
struct SheetCells {
    let encoding: SheetDialect.Encoding
    /// For cells with doubled quotes.
    private var scratch: [UInt8] = []

    init(_ encoding: SheetDialect.Encoding) { self.encoding = encoding }

    /// Why a row's cells are not all texts.
    enum Problem {
        /// What replaces a character, and its place in the cell, from 1.
        case notInEncoding(cell: Int, found: String, place: Int)
        case nul(cell: Int, place: Int)
    }

    enum Answer {
        case cells([String])
        case problem(Problem)
    }

    /// - Parameter count: how many cells to return.
    mutating func texts(of scanner: SheetRowScanner, count: Int, in bytes: Span<UInt8>) -> Answer {
        var cells: [String] = []
        cells.reserveCapacity(count)
        for index in 0..<count {
            let cell = scanner.cells[index]
            let range = (scanner.start + cell.start)..<(scanner.start + cell.end)
            if range.isEmpty {
                cells.append("")
                continue
            }
            let piece = bytes.extracting(range)
            let text = cell.hasDoubledQuotes ? unquoted(piece) : makeText(piece)
            guard let text else { return .problem(problem(of: piece, cell: index)) }
            cells.append(text)
        }
        return .cells(cells)
    }

    /// `nil` for what is not UTF-8 or has a NUL.
    @inline(__always)
    private func makeText(_ bytes: Span<UInt8>) -> String? {
        guard bytes.firstIndex(of: 0, from: 0) == bytes.count else { return nil }
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            return nil
        }
    }

    private mutating func unquoted(_ bytes: Span<UInt8>) -> String? {
        scratch.removeAll(keepingCapacity: true)
        var index = 0
        while index < bytes.count {
            let quote = bytes.firstIndex(of: 0x22, from: index)
            let end = min(quote + 1, bytes.count)
            unsafe bytes.extracting(index..<end).withUnsafeBufferPointer { unsafe scratch.append(contentsOf: $0) }
            index = quote + 2
        }
        return makeText(scratch.span)
    }

    private func problem(of bytes: Span<UInt8>, cell: Int) -> Problem {
        func place(_ index: Int) -> Int {
            var count = 1
            for before in 0..<index where bytes[before] & 0xC0 != 0x80 { count += 1 }
            return count
        }
        if let wrong = utf8Error(in: bytes)?.lowerBound {
            return .notInEncoding(
                cell: cell, found: SheetDecoder.foundInstead(bytes, at: wrong, in: encoding), place: place(wrong))
        }
        return .nul(cell: cell, place: place(bytes.firstIndex(of: 0, from: 0)))
    }
}
