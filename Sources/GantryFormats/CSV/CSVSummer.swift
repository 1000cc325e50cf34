internal import GantryModel

/// Reads a CSV file back in pieces and adds up some of its columns exactly, without building cells.
///
/// Made for verification: it shares no code with the writers.
public struct CSVSummer: Sendable {
    /// What is wrong with the file, and where.
    public struct Problem: Error, Equatable, Sendable {
        /// Row, the heading row being 1.
        public let row: Int
        /// Column, from 1.
        public let column: Int
        /// What is wrong there, as a sentence.
        public let message: String

        /// A problem at a place.
        public init(row: Int, column: Int, message: String) {
            self.row = row
            self.column = column
            self.message = message
        }
    }

    private let delimiter: UInt8
    private let point: UInt8
    private let summed: [Bool]
    /// Sum of each column in billionths; 0 for columns that aren't summed.
    public private(set) var sums: [Int128]
    /// Rows that ended so far, the heading row included.
    public private(set) var rows = 0
    private var column = 0
    private var isSummed: Bool
    private var inQuotes = false
    private var afterQuote = false
    private var atCellStart = true
    private var sawCR = false
    private var skip: Int
    private var number = NumberState()
    private var chunkSums: [Int64]

    /// What a number with 0...9 decimals is multiplied by to be billionths.
    private static let scales: [Int64] = [
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1,
    ]

    private struct NumberState {
        var mantissa: Int64 = 0
        var decimals = -1
        var negative = false
        var digits = 0
    }

    /// - Parameters:
    ///   - columns: how many columns every row must have.
    ///   - summed: indexes of the columns to add up; those that no column has are passed over.
    public init(dialect: CSVDialect, columns: Int, summed: [Int]) {
        delimiter = dialect.delimiter
        point = dialect.decimalPoint
        var flags = Array(repeating: false, count: columns)
        for index in summed where flags.indices.contains(index) { flags[index] = true }
        self.summed = flags
        isSummed = flags.first ?? false
        sums = Array(repeating: 0, count: columns)
        chunkSums = Array(repeating: 0, count: columns)
        skip = dialect.hasByteOrderMark ? 3 : 0
    }

    /// Reads on. Pieces may end anywhere.
    public mutating func read(_ bytes: Span<UInt8>) throws(Problem) {
        var index = 0
        let count = bytes.count
        while skip > 0, index < count {
            guard bytes[index] == [0xEF, 0xBB, 0xBF][3 - skip] else { throw problem("no byte order mark") }
            skip -= 1
            index += 1
        }
        while index < count {
            let byte = bytes[index]
            index += 1
            if inQuotes {
                // Most of a quoted text is neither quote nor end.
                var byte = byte
                while byte != 0x22, index < count {
                    byte = bytes[index]
                    index += 1
                }
                if byte == 0x22 {
                    inQuotes = false
                    afterQuote = true
                }
                continue
            }
            if sawCR {
                guard byte == 0x0A else { throw problem("a CR without LF outside quotes") }
                sawCR = false
                try endRow()
                continue
            }
            if byte == delimiter {
                try endCell()
                column += 1
                guard column < summed.count else { throw problem("more than \(counted(summed.count, "cell"))") }
                isSummed = summed[column]
            } else if byte == 0x0D {
                sawCR = true
            } else if byte == 0x22 {
                guard atCellStart || afterQuote else { throw problem("a quote inside a cell without quotes") }
                // Its digits would not be added up.
                if rows > 0, isSummed { throw problem("a number in quotes") }
                inQuotes = true
                afterQuote = false
                atCellStart = false
            } else if byte == 0x0A {
                throw problem("an LF without CR outside quotes")
            } else {
                if afterQuote { throw problem("text after a closing quote") }
                if rows > 0, isSummed {
                    if atCellStart, let end = wholeNumber(bytes, from: index - 1) {
                        index = end
                    } else {
                        try digit(byte)
                    }
                } else {
                    index = plainEnd(bytes, from: index)
                }
                atCellStart = false
            }
        }
        for column in summed.indices where chunkSums[column] != 0 {
            sums[column] += Int128(chunkSums[column])
            chunkSums[column] = 0
        }
    }

    /// Reads a number of ordinary size that ends in the same piece, and returns where it ends; `nil` if there is none.
    private mutating func wholeNumber(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var state = NumberState()
        var index = start
        if bytes[index] == 0x2D {
            state.negative = true
            index += 1
        }
        // 17 characters are at most 17 digits, which 64 bits hold.
        let limit = min(bytes.count, start + 17)
        while index < limit {
            let byte = bytes[index]
            let value = byte &- 0x30
            if value <= 9 {
                state.mantissa = state.mantissa &* 10 &+ Int64(value)
                state.digits += 1
                if state.decimals >= 0 { state.decimals += 1 }
            } else if byte == point, state.decimals < 0, state.digits > 0 {
                state.decimals = 0
            } else {
                guard byte == delimiter || byte == 0x0D, state.digits > 0, state.decimals <= 9 else { return nil }
                number = state
                return index
            }
            index += 1
        }
        return nil
    }

    /// Where the bytes that can't end a cell stop: every byte that may is below 0x2D, or a semicolon.
    private func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let raw = unsafe bytes.bytes
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while index + 8 <= bytes.count {
            let piece = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let semicolons = piece ^ (ones &* 0x3B)
            // The lowest marked byte is marked rightly; those above it may not be.
            let found = ((piece &- ones &* 0x2D) & ~piece | (semicolons &- ones) & ~semicolons) & high
            if found != 0 { return index + UInt64(littleEndian: found).trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] > 0x3B || (bytes[index] > 0x2C && bytes[index] < 0x3B) { index += 1 }
        return index
    }

    /// Checks that the file ended with a complete row.
    public func finish() throws(Problem) {
        guard column == 0, atCellStart, !inQuotes, !sawCR else { throw problem("the last row is cut short") }
    }

    private mutating func endRow() throws(Problem) {
        try endCell()
        guard column == summed.count - 1 else {
            throw problem("\(counted(column + 1, "cell")) instead of \(summed.count)")
        }
        column = 0
        isSummed = summed.first ?? false
        rows += 1
    }

    private mutating func endCell() throws(Problem) {
        if number.digits > 0 {
            let (value, overflow) = number.mantissa.multipliedReportingOverflow(
                by: CSVSummer.scales[max(number.decimals, 0)])
            guard !overflow else { throw problem("a number out of range") }
            let (sum, isFull) = chunkSums[column].addingReportingOverflow(number.negative ? -value : value)
            if isFull {
                sums[column] += Int128(chunkSums[column])
                chunkSums[column] = number.negative ? -value : value
            } else {
                chunkSums[column] = sum
            }
            number = NumberState()
        } else if number.negative || number.decimals >= 0 {
            throw problem("a number without digits")
        }
        atCellStart = true
        afterQuote = false
    }

    private mutating func digit(_ byte: UInt8) throws(Problem) {
        let value = byte &- 0x30
        if value <= 9 {
            let (product, overflow) = number.mantissa.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(value))
            guard !overflow, !carry, number.decimals < 9 else { throw problem("a number out of range") }
            number.mantissa = sum
            number.digits += 1
            if number.decimals >= 0 { number.decimals += 1 }
        } else if byte == point, number.decimals < 0, number.digits > 0 {
            number.decimals = 0
        } else if byte == 0x2D, number.digits == 0, !number.negative {
            number.negative = true
        } else {
            throw problem("a character that is not part of a number")
        }
    }

    private func problem(_ message: String) -> Problem { Problem(row: rows + 1, column: column + 1, message: message) }
}
