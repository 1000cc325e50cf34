/// Tells the delimiter and the line breaks of a sheet from its first rows.
struct SheetDelimiterDetection: ~Escapable {
    /// The first part of the sheet as UTF-8, from the header on.
    let sample: Span<UInt8>
    /// Whether that is all of it.
    let isWhole: Bool
    /// The row with the headings, or one above it where those between are blank.
    let headerRow: Int

    /// The rows that are examined.
    private static let rowLimit = 200

    @_lifetime(copy sample)
    init(sample: Span<UInt8>, isWhole: Bool, headerRow: Int) {
        self.headerRow = headerRow
        self.sample = sample
        self.isWhole = isWhole
    }

    /// The rows as one delimiter splits them.
    private struct Trial {
        let delimiter: SheetDialect.Delimiter
        /// Cells of the header, without empty ones at its end; 0 if all rows are blank.
        var columns = 0
        /// Rows after the header that are not blank.
        var rows = 0
        /// Rows of them that fit the header.
        var fitting = 0
        /// Rows of them with more than one cell.
        var divided = 0
        var breaks: [SheetDialect.LineBreak: Int] = [:]

        var mostFit: Bool { 2 * fitting >= rows }
        var mostDivided: Bool { 2 * divided >= rows }
        /// Fitting rows per thousand.
        var fit: Int { rows == 0 ? 1000 : fitting * 1000 / rows }
    }

    /// The delimiter with which the header has several cells and most rows have the same number; of two that are equal,
    /// the one with more cells. In a sheet of one column it is one that no row contains, if possible.
    func answer(
        wanted: SheetDialect.Delimiter?
    ) -> (delimiter: SheetDialect.Delimiter, lineBreak: SheetDialect.LineBreak) {
        let candidates = wanted.map { [$0] } ?? SheetDialect.Delimiter.allCases
        let trials = candidates.map { attempt($0) }
        // Delimiters and nothing else.
        let blank = trials.first { $0.columns == 0 }
        // `max` takes the first of equals, so commas before semicolons.
        let order = { (a: Trial, b: Trial) in (a.fit, a.columns) < (b.fit, b.columns) }
        let several = trials.filter { $0.columns > 1 && ($0.mostFit || $0.mostDivided) }
        let best =
            blank ?? several.filter(\.mostFit).max(by: order) ?? several.max(by: order)
            ?? trials.filter { $0.columns <= 1 }.max(by: order) ?? trials.max(by: order)
        let lineBreak = SheetDialect.LineBreak.allCases.max { best?.breaks[$0] ?? 0 < best?.breaks[$1] ?? 0 }
        return (best?.delimiter ?? .comma, lineBreak ?? .crlf)
    }

    private func attempt(_ delimiter: SheetDialect.Delimiter) -> Trial {
        var trial = trial(delimiter, isWhole: isWhole)
        // One row that is longer than the sample is still better than nothing.
        if trial.columns == 0, !isWhole { trial = self.trial(delimiter, isWhole: true) }
        return trial
    }

    private func trial(_ delimiter: SheetDialect.Delimiter, isWhole: Bool) -> Trial {
        var trial = Trial(delimiter: delimiter)
        var scanner = SheetRowScanner(delimiter: delimiter.byte, limits: SheetLimits(), keptCells: 0)
        var number = 0
        while trial.rows < SheetDelimiterDetection.rowLimit, scanner.next(in: sample, isAtEnd: isWhole) == .row {
            number += 1
            guard number >= headerRow else { continue }
            if let lineBreak = scanner.lineBreak { trial.breaks[lineBreak, default: 0] += 1 }
            if scanner.isBlank { continue }
            if trial.columns == 0 {
                trial.columns = max(1, scanner.filledCount)
            } else {
                // A quote that stays open swallows the rest of the sheet, whose rows then tell nothing.
                if scanner.failure?.kind == .unclosedQuote { continue }
                trial.rows += 1
                if scanner.failure == nil, scanner.cellCount >= trial.columns, scanner.filledCount <= trial.columns {
                    trial.fitting += 1
                }
                // The cell at fault is not counted.
                if scanner.cellCount > (scanner.failure == nil ? 1 : 0) { trial.divided += 1 }
            }
        }
        return trial
    }
}
