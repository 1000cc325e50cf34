internal import GantryFormats
internal import GantryJSON
internal import GantryModel

extension WorkbookFormat {
    /// Reads every cell of every sheet. What the rows say is compared with the archive by `checkPayroll`.
    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {
        let book = try WorkbookReader("\(verification.folder)/\(file.path)")
        let isPay = section.layout == .payroll
        let title =
            isPay ? WorkbookFormat.entries : WorkbookFormat.title(of: String(file.path.dropFirst("data/".count)))
        let expected = isPay ? [WorkbookFormat.entries, WorkbookFormat.exceptions] : [title]
        guard
            book.tables == expected || isPay && book.tables == [WorkbookFormat.summary, WorkbookFormat.pay] + expected,
            let records = try book.table(title)
        else {
            return verification.find(
                file.path,
                "it has the sheets \(singleLine(book.tables.joined(separator: ", "))), not \(expected.joined(separator: ", "))"
            )
        }
        var bytes: [UInt8] = []
        _ = try records.read(appendingTo: &bytes)
        let headings = CSVRow.cells(bytes, dialect: .machine)
        repeat { bytes.removeAll(keepingCapacity: true) } while try records.read(appendingTo: &bytes) > 0
        verification.compareRows(records.rows, file)
        if file.tree["list"] == nil, section.exported == nil { section.exported = (records.rows, file.path) }
        if let columns = OutputColumn.all(of: file.tree) {
            if columns.map(\.heading) == headings {
                for index in columns.indices { verification.markCompared("\(file.figure).columns[\(index)].heading") }
            } else {
                verification.find(file.path, "its headings differ from those in \(TotalsFile.name)")
            }
        }
        if isPay, let table = try book.table(WorkbookFormat.exceptions) {
            let found = try VerifiedExceptions(
                file.path, try table.bytes(), dialect: .machine, layout: section.layout)
            if let listed = section.exceptions, listed.rows != found.rows || listed.counts != found.counts {
                verification.find(file.path, "its exceptions differ from those in \(listed.path)")
            }
            if section.exceptions == nil { section.exceptions = found }
        }
        verification.prove("\(file.path): \(records.rows) rows.")
    }
}
