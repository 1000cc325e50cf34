internal import GantryModel

/// A cell of a sheet, and how it is spelled in a CSV file.
enum WorkbookCell: Equatable {
    case empty
    case text(String)
    case number(Double)

    /// The place of a column from a reference: 0 for `A12`.
    static func column(_ reference: String) -> Int? {
        let bytes = Array(reference.utf8)
        return column(bytes.span)
    }

    /// The same for the bytes of a reference.
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
        if let number, WorkbookCell.spelled(number, kind) == spelled {
            self = .number(number)
        } else {
            self = .text(spelled)
        }
    }

    /// What a CSV file has for a number; `nil` if a column of the kind can't hold it.
    static func spelled(_ number: Double, _ kind: WorkbookColumn.Kind) -> String? {
        guard let nano = nano(number) else { return nil }
        switch kind {
        case .text: return nil
        case .date:
            // Spreadsheet programs disagree about the days before March 1900.
            guard nano % 1_000_000_000 == 0, (61...2_958_465).contains(nano / 1_000_000_000) else { return nil }
            return (firstDay + Int(nano / 1_000_000_000)).description
        case .integer: return nano % 1_000_000_000 == 0 ? String(nano / 1_000_000_000) : nil
        case .quantity(let places): return decimalText(nano: nano, places)
        case .plain:
            var text = decimalText(nano: nano, .fixed(9))
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
            return text
        }
    }

    /// Day 0 of a workbook.
    private static let firstDay = CivilDate(daysSince1970: -25_569)

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
