/// Reads a CSV file back in pieces and adds up some of its columns exactly, without building cells.
///
/// Made for verification: it shares no code with the writers.
public struct CSVSummer: Sendable {
    /// What is wrong with the file, and where.
    public struct Problem: Error, Equatable, Sendable {
        /// Row, the heading row being 1.
        public let row: Int
        public let column: Int
        public let message: String

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

    private struct NumberState {
        var mantissa: Int64 = 0
        var decimals = -1
        var negative = false
        var digits = 0
    }

    /// - Parameters:
    ///   - columns: how many columns every row must have.
    ///   - summed: indexes of the columns to add up.
    public init(dialect: CSVDialect, columns: Int, summed: [Int]) {
        delimiter = dialect.delimiter
        point = dialect.decimalPoint
        var flags = Array(repeating: false, count: columns)
        for index in summed where index < columns { flags[index] = true }
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
                guard column < summed.count else { throw problem("more than \(summed.count) cells") }
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
                atCellStart = false
                if rows > 0, isSummed {
                    try digit(byte)
                } else {
                    // A cell that isn't summed is walked over up to what may end it; every such byte sorts below 0x3C.
                    while index < count, bytes[index] > 0x3B || (bytes[index] > 0x2C && bytes[index] < 0x3B) { index += 1 }
                }
            }
        }
        for column in summed.indices where chunkSums[column] != 0 {
            sums[column] += Int128(chunkSums[column])
            chunkSums[column] = 0
        }
    }

    /// Checks that the file ended with a whole row.
    public func finish() throws(Problem) {
        guard column == 0, atCellStart, !inQuotes, !sawCR else { throw problem("the last row is cut short") }
    }

    private mutating func endRow() throws(Problem) {
        try endCell()
        guard column == summed.count - 1 else { throw problem("\(column + 1) cells instead of \(summed.count)") }
        column = 0
        isSummed = summed.first ?? false
        rows += 1
    }

    private mutating func endCell() throws(Problem) {
        if number.digits > 0 {
            var value = number.mantissa
            var places = max(number.decimals, 0)
            while places < 9 {
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                guard !overflow else { throw problem("a number out of range") }
                value = product
                places += 1
            }
            let (sum, overflow) = chunkSums[column].addingReportingOverflow(number.negative ? -value : value)
            if overflow {
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
            throw problem("a character that is no part of a number")
        }
    }

    private func problem(_ message: String) -> Problem { Problem(row: rows + 1, column: column + 1, message: message) }
}
