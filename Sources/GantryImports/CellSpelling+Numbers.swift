internal import GantryConnectors
package import GantryEngine
internal import GantryFormats
internal import GantryModel

extension CellSpelling {
    /// A number as fields read it: digits, with a point before its decimals, and none of those that say nothing.
    ///
    /// - Parameter sheet: how the sheet writes numbers.
    /// - Returns: The text unchanged if it is not a number of any kind.
    /// - Throws: `NumberFault` for a number that can't be read in its spelling.
    package static func number(_ text: String, isDecimal: Bool, in sheet: SheetNumbers) throws(NumberFault) -> String {
        guard let number = WrittenNumber(text, isAmount: isDecimal) else { return text }
        let (sign, digits) = (number.sign, number.digits[...])
        if isShortenedNumber(digits) {
            throw NumberFault(
                found: "which a spreadsheet has shortened with an exponent",
                expected: "write the number in full.")
        }
        guard isDecimal else { return text }
        guard let marks = number.marks else { return text }
        if marks.count > 1 || (marks.count == 1 && marks != "." && marks != ",") {
            guard let plain = sheet.ungrouped(digits) else {
                throw NumberFault(
                    found: "which has thousands separators",
                    expected: "write it without them, such as 1234\(sheet.hasCommas ? "," : ".")5.")
            }
            return try exact(sign + plain, written: text)
        }
        if try isInThousands(digits, marks, in: sheet) {
            return try exact(sign + digits.filter(SheetNumbers.isDigit), written: text)
        }
        if marks == ",", !sheet.hasCommas {
            throw NumberFault(
                found: "which has a comma",
                expected:
                    "write a decimal point, such as 7.5, or set sheet: { decimal: comma } in the pipeline file if a comma precedes decimals."
            )
        }
        if digits.count > 1, digits.first == "0", digits.dropFirst().first.map(SheetNumbers.isDigit) ?? false {
            let rest = digits.drop { $0 == "0" }
            let plain = rest.first.map(SheetNumbers.isDigit) ?? false ? rest : "0" + rest
            throw NumberFault(
                found: "which starts with a zero",
                expected: "write \(sign)\(singleLine(plain, limit: 40)) if that is the number.")
        }
        return try exact(sign + (marks == "," ? digits.replacing(",", with: ".") : digits[...]), written: text)
    }

    /// A number with a decimal point, in one spelling; the text as it was written if it is none.
    private static func exact(_ plain: String, written text: String) throws(NumberFault) -> String {
        let bytes = Array(plain.utf8)
        let parsed: ParsedDecimal
        do throws(DecimalProblem) {
            parsed = try parseDecimal(bytes.span, 0..<bytes.count)
        } catch {
            guard case .outOfRange = error else { return text }
            throw NumberFault(found: "which is too large", expected: "the maximum is 9223372036.")
        }
        guard parsed.isExact else { throw NumberFault(found: "which has more than 9 decimals", expected: "round it.") }
        return Decimal9(nano: parsed.nano).description
    }

    /// Whether the one mark of a number is between thousands.
    ///
    /// - Throws: `NumberFault` where that isn't certain, and where the mark can't precede decimals.
    private static func isInThousands(
        _ digits: Substring, _ marks: String, in sheet: SheetNumbers
    ) throws(NumberFault) -> Bool {
        guard let mark = SheetNumbers.Mark.allCases.first(where: { String($0.character) == marks }) else {
            return false
        }
        let whole = digits.filter(SheetNumbers.isDigit)
        guard SheetNumbers.isInThousands(digits) else {
            guard let key = sheet.key, key != mark else { return false }
            throw NumberFault(
                found: "which has a \(mark.rawValue)",
                expected: "the pipeline file says sheet: { decimal: \(key.rawValue) }.")
        }
        switch sheet.meaning(of: mark) {
        case .decimals: return false
        case .thousands: return true
        case .otherThanOthers:
            throw NumberFault(
                found: "which has thousands separators", expected: "write it without them, such as \(whole).")
        // A comma that can't be one of decimals is told as that.
        case .either where mark == .comma && !sheet.hasCommas: return false
        case .either:
            throw NumberFault(
                found: "which can be \(whole) or \(digits)0",
                expected:
                    "write the one that is meant, or set sheet: { decimal: \(mark.rawValue) } in the pipeline file "
                    + "if a \(mark.rawValue) precedes decimals.")
        }
    }

    /// Why a number can't be read in its spelling.
    package struct NumberFault: Error {
        let found: String
        let expected: String

        package func problem(_ text: String, _ field: String) -> RowProblem {
            RowProblem("unusable-value", field: field, "\(shown(text, field)), \(found); \(expected)")
        }
    }
}
