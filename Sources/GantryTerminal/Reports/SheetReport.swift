internal import GantryImports
internal import GantryModel
internal import GantryRuns

/// What of a sheet is read otherwise than it stands there, or not at all, for people.
enum SheetReport {
    static func lines(_ findings: SheetFindings, _ style: TextStyle) -> [String] {
        header(findings) + columns(findings, style) + changed(findings.changedCells, style) + rows(findings, style)
            + found(
                findings.numbersRead, one: "number", many: "numbers",
                "could be read as another one, with decimals or thousands:", most: 5)
            + found(
                findings.filesFound, one: "file is", many: "files are", "found under another name than the sheet has:")
            + found(
                findings.recordsFound, one: "row names", many: "rows name", "a record by something else than its id:")
            + sentAndLeftOut(findings.sentAndLeftOut, style) + cleaned(findings.cleaned)
    }

    private static func sentAndLeftOut(
        _ rows: FirstOnes<SheetFindings.Found>, _ style: TextStyle
    ) -> [String] {
        guard rows.count > 0 else { return [] }
        let lead = NumberText.count(
            rows.count, one: "row that is left out was already sent, and stays so:",
            many: "rows that are left out were already sent, and stay so:")
        let more = rows.count > 20 ? ["  and \(NumberText.count(rows.count - 20)) more"] : []
        return [style.yellow(lead)]
            + rows.first.prefix(20).map {
                "  row \($0.row), by \($0.meant): \(singleLine($0.written, limit: 60))"
            } + more
    }

    private static func header(_ findings: SheetFindings) -> [String] {
        findings.headerRow.map { ["The headings are in row \($0); what is above them is not read."] } ?? []
    }

    private static func columns(_ findings: SheetFindings, _ style: TextStyle) -> [String] {
        func line(_ lead: String, _ names: [String]) -> [String] {
            guard !names.isEmpty else { return [] }
            let more = names.count > 20 ? ["and \(names.count - 20) more"] : []
            let shown = names.prefix(20).map { singleLine($0, limit: 60) } + more
            return wrapped(lead + shown.joined(separator: ", "), indent: 2, width: style.width ?? .max)
        }
        return line("Recognised columns: ", findings.recognised.map { "\($0.heading) is \($0.field)" })
            + line("Ignored columns: ", findings.ignoredColumns)
    }

    private static func changed(_ cells: FirstOnes<SheetFindings.ChangedCell>, _ style: TextStyle) -> [String] {
        guard cells.count > 0 else { return [] }
        func shown(_ text: String) -> String { text.isEmpty ? "nothing" : singleLine(text, limit: 60) }
        let lead = NumberText.count(
            cells.count, one: "cell has another value than the sheet says:",
            many: "cells have other values than the sheet says:")
        let more = cells.count > 20 ? ["  and \(NumberText.count(cells.count - 20)) more"] : []
        return [style.yellow(lead)]
            + cells.first.prefix(20).map {
                "  row \($0.row) (\(shown($0.label))): \(shown($0.column)) \(shown($0.was)) → \(shown($0.value))"
            } + more
    }

    private static func rows(_ findings: SheetFindings, _ style: TextStyle) -> [String] {
        var lines: [String] = []
        if findings.hiddenRows > 0 {
            let rows = NumberText.count(
                findings.hiddenRows, one: "row is hidden in the workbook", many: "rows are hidden in the workbook")
            lines.append(style.yellow("\(rows), and left out. To send them, show them and save it."))
        }
        if findings.rowsWithCellsBeside > 0 {
            let rows = NumberText.count(findings.rowsWithCellsBeside, one: "row has cells", many: "rows have cells")
            lines.append("\(rows) to the right of the last heading, which are not read.")
        }
        if findings.rowsWithSeveralFiles > 0 {
            let rows = NumberText.count(findings.rowsWithSeveralFiles, one: "row names", many: "rows name")
            lines.append("\(rows) several files. Each file is sent by itself, and counts as a row.")
        }
        let skipped = findings.skipped
        guard skipped.count > 0 else { return lines }
        let count = NumberText.count(
            skipped.count, one: "row is skipped and not sent by this run:",
            many: "rows are skipped and not sent by this run:")
        lines.append(style.yellow(count))
        lines += skipped.first.prefix(20).map {
            let what =
                switch $0.kind {
                case .leftOut: "left out"
                case .headings: "the headings again"
                case .sum, .remark: "a \($0.kind.rawValue)"
                }
            return "  row \($0.number), \(what): \(singleLine($0.text, limit: 60))"
        }
        if skipped.count > 20 { lines.append("  and \(NumberText.count(skipped.count - 20)) more") }
        return lines
    }

    private static func found(
        _ found: FirstOnes<SheetFindings.Found>, one: String, many: String, _ how: String, most: Int = 20
    ) -> [String] {
        guard found.count > 0 else { return [] }
        let more = found.count > most ? ["  and \(NumberText.count(found.count - most)) more"] : []
        return ["\(NumberText.count(found.count, one: one, many: many)) \(how)"]
            + found.first.prefix(most).map {
                "  row \($0.row): \(singleLine($0.written, limit: 200)) is \(singleLine($0.meant, limit: 200))"
            } + more
    }

    private static func cleaned(_ cells: CleanedCells) -> [String] {
        guard cells.count > 0 else { return [] }
        let more = cells.count - cells.first.count
        return ["Invisible characters are left out of \(NumberText.count(cells.count, one: "cell", many: "cells"))"]
            + cells.first.map { "  \($0)" } + (more > 0 ? ["  and \(NumberText.count(more)) more"] : [])
    }
}
