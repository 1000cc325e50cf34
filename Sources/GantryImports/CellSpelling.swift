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

    static func shown(_ text: String, _ field: String) -> String {
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
        // A number or a telephone number can have a sign, an amount of kroner as well, and a text a dash followed by a
        // space.
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            (cell.dropFirst().first?.isLetter ?? false) && WrittenNumber(cell.trimmed)?.marks == nil
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
}
