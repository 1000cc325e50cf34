package import GantryFormats
package import GantryJSON
package import GantryModel

/// The workbook of a payroll export, to be read back: its sheets in the language that the totals state.
package struct PayWorkbook {
    package let language: Language
    private let reader: WorkbookReader

    /// - Parameters:
    ///   - path: the file.
    ///   - stated: what the totals say of it.
    /// - Throws: `WorkbookError` or `XMLError` if the file isn't a workbook.
    package init(_ path: String, _ stated: JSONTree) throws {
        reader = try WorkbookReader(path)
        let word = stated[OutputChoice.language.name]?.text ?? Language.english.rawValue
        guard let language = Language(rawValue: word) else {
            throw WorkbookError(.damaged, "the totals give an unknown language: \(singleLine(word))")
        }
        self.language = language
    }

    /// The titles of its sheets, in order.
    package var tables: [String] { reader.tables }

    package func title(_ sheet: WorkbookFormat.Sheet) -> String { sheet.title(language) }

    /// A sheet as the CSV file in the machine dialect that it was made of; `nil` where the workbook doesn't have it.
    ///
    /// - Parameter headings: those of the file, where the sheet shows words instead. The default is none.
    package func table(_ sheet: WorkbookFormat.Sheet, _ headings: [String] = []) throws -> WorkbookTable? {
        try reader.table(
            title(sheet), headings.map { WorkbookColumn(named: $0, kind: .text, language) })
    }
}

extension WorkbookColumn {
    /// A column of a table that programs read, as people read it.
    package init(named name: String, kind: Kind, _ language: Language) {
        let hasNames = ["severity", "rule", "decision"].contains(name)
        self.init(
            heading: name, kind: kind, shown: SheetWords.word(name, language),
            words: hasNames ? SheetWords.words(SheetWords.cells, language) : [:])
    }
}
