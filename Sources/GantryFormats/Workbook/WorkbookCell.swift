internal import GantryModel

/// A cell of a sheet, and how it is spelled in a CSV file.
enum WorkbookCell: Equatable {
    case empty
    case text(String)
    case number(Double)

    /// The place of a column from a reference: 0 for `A12`.
    static func column(_ reference: Span<UInt8>) -> Int? {
        var column = 0
        for index in reference.indices {
            let byte = reference[index]
            if byte >= 0x30, byte <= 0x39 { break }
            guard byte >= 0x41, byte <= 0x5A, column < WorkbookWriter.mostColumns else { return nil }
            column = column * 26 + Int(byte) - 0x40
        }
        return column > 0 ? column - 1 : nil
    }

    /// The digits that every number of a workbook keeps.
    private static let exactDigits = 15

    /// The cell for a cell of a CSV file in the machine dialect.
    init(_ spelled: String, _ kind: WorkbookColumn.Kind) {
        guard !spelled.isEmpty else {
            self = .empty
            return
        }
        if kind == .text {
            self = .text(CSVDialect.machine.unguarded(spelled) ?? "")
            return
        }
        let number: Double? =
            switch kind {
            case .text: nil
            case .date: CivilDate(spelled).map { Double($0 - WorkbookCell.firstDay) }
            case .integer, .quantity, .plain: Double(spelled)
            }
        if let number, let nano = WorkbookCell.nano(number),
            WorkbookCell.spelled(nano: nano, kind) == Array(spelled.utf8)
        {
            self = .number(number)
        } else {
            self = .text(spelled)
        }
    }

    /// What a CSV file has for a number of billionths; `nil` if a column of the kind can't hold it.
    static func spelled(nano: Int128, _ kind: WorkbookColumn.Kind) -> [UInt8]? {
        switch kind {
        case .text: return nil
        case .date:
            // Spreadsheet programs disagree about the days before March 1900.
            guard nano % 1_000_000_000 == 0, (61...2_958_465).contains(nano / 1_000_000_000) else { return nil }
            return Array((firstDay + Int(nano / 1_000_000_000)).description.utf8)
        case .integer:
            guard nano % 1_000_000_000 == 0 else { return nil }
            return spelled(nano, .fixed(0))
        case .quantity(let places): return spelled(nano, places)
        case .plain:
            var text = spelled(nano, .fixed(9))
            while text.last == 0x30 { text.removeLast() }
            if text.last == 0x2E { text.removeLast() }
            return text
        }
    }

    private static func spelled(_ nano: Int128, _ places: DecimalPlaces) -> [UInt8] {
        [UInt8](ascii: 64) { appendDecimal(nano: nano, places, point: 0x2E, to: &$0) }
    }

    /// Day 0 of a workbook.
    private static let firstDay = CivilDate(daysSince1970: -25_569)

    /// A number as a sheet has it in billionths; `nil` for what is none, and as for any number.
    static func nano(_ text: [UInt8]) -> Int128? {
        // So few digits are all kept, so that the number is what they say.
        if text.count <= exactDigits, let number = try? parseDecimal(text.span, 0..<text.count), number.isExact {
            return Int128(number.nano)
        }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { nano($0) }
    }

    /// A number in billionths, by its shortest spelling; `nil` with more digits than a workbook keeps, or finer.
    private static func nano(_ number: Double) -> Int128? {
        guard number.isFinite else { return nil }
        // Most numbers have two decimals. Of fifteen digits, one decimal alone has this number as its nearest.
        let hundredths = (number * 100).rounded()
        if hundredths.magnitude < 1e15, hundredths / 100 == number { return Int128(hundredths) * 10_000_000 }
        let text = number.description
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        let exponent = parts.count == 2 ? Int(parts[1]) : 0
        guard let exponent, let mantissa = parts.first else { return nil }
        let isNegative = mantissa.hasPrefix("-")
        let halves = (isNegative ? mantissa.dropFirst() : mantissa).split(separator: ".")
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        var digits = String(whole)
        var decimals = 0
        if halves.count == 2, halves[1] != "0" {
            digits += halves[1]
            decimals = halves[1].utf8.count
        }
        let zeros = 9 - decimals + exponent
        let significant = digits.drop { $0 == "0" }
        let trimmed = significant.utf8.reversed().drop { $0 == 0x30 }.count
        guard trimmed <= exactDigits, zeros >= 0, zeros + significant.utf8.count <= 30, let value = Int128(digits)
        else { return nil }
        var scaled = value
        for _ in 0..<zeros { scaled *= 10 }
        return isNegative ? -scaled : scaled
    }
}

/// A number of digits alone; `nil` for any other text.
func wholeNumber(_ text: Span<UInt8>) -> Int? {
    guard (1...18).contains(text.count) else { return nil }
    var number = 0
    for index in text.indices {
        let digit = Int(text[index]) - 0x30
        guard (0...9).contains(digit) else { return nil }
        number = number * 10 + digit
    }
    return number
}
