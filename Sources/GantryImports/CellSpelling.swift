internal import GantryConnectors
package import GantryEngine
internal import GantryModel

/// What spreadsheet programs make of cells: formulas, error values, shortened and national spellings of numbers.
package enum CellSpelling {
    /// What is wrong with a cell that a spreadsheet has mangled; `nil` if nothing is.
    ///
    /// - Parameters:
    ///   - cell: as it is in the sheet. White space before a text that looks like a formula means that it is intended
    ///     as text.
    ///   - allowed: codes of problems that the pipeline file leaves alone.
    package static func problem(_ cell: String, _ field: String, isFile: Bool, allowed: Set<String>) -> RowProblem? {
        if isErrorValue(cell.trimmed), !allowed.contains("cell-error") {
            return RowProblem(
                "cell-error", field: field,
                "\(shown(cell.trimmed, field)), a spreadsheet error; correct the cell and save the sheet again, "
                    + "or set allow: [cell-error] in the pipeline file.")
        }
        // A file may be called so, and a formula is the name of none.
        if !isFile, isFormula(cell), !allowed.contains("formula") {
            return RowProblem(
                "formula", field: field,
                "\(shown(cell, field)), which starts like a formula; save the sheet with values. If the text is right, put a space before it, "
                    + "or set allow: [formula] in the pipeline file.")
        }
        return nil
    }

    private static func shown(_ text: String, _ field: String) -> String {
        "\(field) is \"\(singleLine(text, limit: 60))\""
    }

    /// In English, Danish and German.
    private static let errorValues: Set<String> = [
        "#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#I/T", "#NAVN?",
        "#VÆRDI!", "#REFERENCE!",
        "#DIVISION/0!", "#NUL!", "#OVERLØB!", "#BEREGN!", "#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#ÜBERLAUF!",
    ]

    private static func isErrorValue(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "#") else { return false }
        // A column that is too narrow for its numbers is saved like this.
        return errorValues.contains(text.uppercased())
            || (text.utf8.count >= 3 && text.utf8.allSatisfy { $0 == UInt8(ascii: "#") })
    }

    private static func isFormula(_ cell: String) -> Bool {
        switch cell.utf8.first {
        case UInt8(ascii: "="): true
        // A number or a telephone number can have a sign, and a text a dash followed by a space.
        case UInt8(ascii: "+"), UInt8(ascii: "-"): cell.dropFirst().first?.isLetter ?? false
        default: false
        }
    }

    // MARK: Numbers

    /// A number as fields read it, with a point before its decimals.
    ///
    /// - Returns: The text unchanged if it is not a number of any kind.
    /// - Throws: `NumberFault` for a number that can't be read in its spelling.
    package static func number(_ text: String, isDecimal: Bool, commas: Bool) throws(NumberFault) -> String {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.first.map(isDigit) ?? false else { return text }
        if isShortenedNumber(digits) {
            throw NumberFault(
                found: "which a spreadsheet has shortened with an exponent",
                expected: "write the number in full.")
        }
        guard isDecimal else { return text }
        let marks = digits.filter { !isDigit($0) }
        guard marks.allSatisfy({ ".,' \u{A0}\u{202F}’".contains($0) }) else { return text }
        if marks.count > 1 || (marks.count == 1 && marks != "." && marks != ",") {
            throw NumberFault(
                found: "which has thousands separators",
                expected: "write it without them, such as 1234\(commas ? "," : ".")5.")
        }
        if marks == ",", !commas {
            throw NumberFault(
                found: "which has a comma",
                expected:
                    "write a decimal point, such as 7.5. Decimal commas are read only where semicolons or tabs separate the cells."
            )
        }
        if digits.count > 1, digits.first == "0", digits.dropFirst().first.map(isDigit) ?? false {
            let rest = digits.drop { $0 == "0" }
            let plain = rest.first.map(isDigit) ?? false ? rest : "0" + rest
            let sign = text.hasPrefix("-") ? "-" : ""
            throw NumberFault(
                found: "which starts with a zero",
                expected: "write \(sign)\(singleLine(plain, limit: 40)) if that is the number.")
        }
        let plain = marks == "," ? text.replacing(",", with: ".") : text
        let bytes = Array(plain.utf8)
        let parsed: ParsedDecimal
        do throws(DecimalProblem) {
            parsed = try parseDecimal(bytes.span, 0..<bytes.count)
        } catch {
            guard case .outOfRange = error else { return text }
            throw NumberFault(found: "which is too large", expected: "the maximum is 9223372036.")
        }
        guard parsed.isExact else { throw NumberFault(found: "which has more than 9 decimals", expected: "round it.") }
        return plain
    }

    /// Why a number can't be read in its spelling.
    package struct NumberFault: Error {
        let found: String
        let expected: String

        package func problem(_ text: String, _ field: String) -> RowProblem {
            RowProblem("unusable-value", field: field, "\(shown(text, field)), \(found); \(expected)")
        }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
