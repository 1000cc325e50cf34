internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// The pay lines of a workbook, compared with those that are known.
    mutating func checkPaySheet(_ file: JSONTree, known: inout [PayLines]) {
        guard let name = file["file"]?.text else { return }
        let path = "data/\(name)"
        do {
            let columns = PayCSVColumns(isByProject: isByProject)
            let book = try PayWorkbook("\(folder)/\(path)", file)
            guard let table = try book.table(.pay, columns.headings) else {
                if document["pay"] != nil { find(path, "it has no sheet \(book.title(.pay))") }
                return
            }
            let lines = try table.bytes()
            compare(try PayLines(origin: path, csv: lines, .machine, columns), with: &known)
            let codes = (document["pay_codes"]?.list ?? []).compactMap { code in
                code["code"]?.text.map { ($0, code["title"]?.text ?? $0) }
            }
            var exceptions = CSVRows(
                try book.table(.exceptions, ExceptionLayout.payroll.headings)?.bytes() ?? [], dialect: .machine)
            _ = exceptions.next()
            let sheet = PaySummarySheet(
                of: lines, exceptions: { exceptions.next() }, columns, codes: codes,
                currency: document["currency"]?.text, language: book.language,
                unitsDecimals: document["pay"]?["units_decimals"]?.int(in: 0...4) ?? 2)
            guard let summary = try book.table(.summary), try summary.bytes() == sheet.bytes else {
                return find(path, "its sheet \(book.title(.summary)) isn't what the other sheets add up to")
            }
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        } catch {
            find(path, "it can't be read: \(error)")
        }
    }
}
