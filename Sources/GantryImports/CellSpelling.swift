internal import GantryConnectors
package import GantryEngine
internal import GantryFormats
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

    // MARK: Times and words

    /// `15.30`, as many write it, with a colon.
    static func time(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, parts.allSatisfy({ $0.allSatisfy(SheetNumbers.isDigit) })
        else { return text }
        return text.replacing(".", with: ":")
    }

    /// Yes and no in Danish, and a cross for yes.
    static func flag(_ text: String) -> String {
        switch text.lowercased() {
        case "ja", "x", "sand": "yes"
        case "nej", "falsk": "no"
        default: text
        }
    }

    // MARK: Numbers

    /// A number as fields read it, with a point before its decimals.
    ///
    /// - Parameter sheet: how the sheet writes numbers.
    /// - Returns: The text unchanged if it is not a number of any kind.
    /// - Throws: `NumberFault` for a number that can't be read in its spelling.
    package static func number(_ text: String, isDecimal: Bool, in sheet: SheetNumbers) throws(NumberFault) -> String {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.first.map(SheetNumbers.isDigit) ?? false else { return text }
        if isShortenedNumber(digits) {
            throw NumberFault(
                found: "which a spreadsheet has shortened with an exponent",
                expected: "write the number in full.")
        }
        guard isDecimal else { return text }
        let marks = digits.filter { !SheetNumbers.isDigit($0) }
        guard marks.allSatisfy({ ".,' \u{A0}\u{202F}’".contains($0) }) else { return text }
        if marks.count > 1 || (marks.count == 1 && marks != "." && marks != ",") {
            throw NumberFault(
                found: "which has thousands separators",
                expected: "write it without them, such as 1234\(sheet.hasCommas ? "," : ".")5.")
        }
        try checkMark(digits, marks, in: sheet)
        if marks == ",", !sheet.hasCommas {
            throw NumberFault(
                found: "which has a comma",
                expected:
                    "write a decimal point, such as 7.5. Decimal commas are read only where semicolons or tabs separate the cells."
            )
        }
        if digits.count > 1, digits.first == "0", digits.dropFirst().first.map(SheetNumbers.isDigit) ?? false {
            let rest = digits.drop { $0 == "0" }
            let plain = rest.first.map(SheetNumbers.isDigit) ?? false ? rest : "0" + rest
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

    /// - Throws: `NumberFault` where the mark of a number isn't before its decimals, or where that isn't certain.
    private static func checkMark(
        _ digits: Substring, _ marks: String, in sheet: SheetNumbers
    ) throws(NumberFault) {
        guard let mark = SheetNumbers.Mark.allCases.first(where: { String($0.character) == marks }) else { return }
        let whole = digits.filter(SheetNumbers.isDigit)
        guard SheetNumbers.isInThousands(digits) else {
            guard let key = sheet.key, key != mark else { return }
            throw NumberFault(
                found: "which has a \(mark.rawValue)",
                expected: "the pipeline file says sheet: { decimal: \(key.rawValue) }.")
        }
        switch sheet.meaning(of: mark) {
        case .decimals: return
        case .thousands:
            throw NumberFault(
                found: "which has thousands separators", expected: "write it without them, such as \(whole).")
        // A comma that can't be one of decimals is told as that.
        case .either where mark == .comma && !sheet.hasCommas: return
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
