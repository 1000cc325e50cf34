internal import GantryFormats
internal import GantryJSON
internal import GantryModel

extension WorkbookFormat {
    /// Reads every cell of every sheet. What the rows say is compared with the archive by `checkPayroll`.
    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {
        let path = "\(verification.folder)/\(file.path)"
        let columns = OutputColumn.all(of: file.tree)
        if section.layout == .payroll {
            // Its sheets are looked for by their names in this language.
            verification.markCompared("\(file.figure).\(OutputChoice.language.name)")
            let book = try PayWorkbook(path, file.tree)
            let entries: [Sheet] = columns == nil ? [] : [.entries]
            let expected = (entries + [.exceptions]).map(book.title)
            guard book.tables == expected || book.tables == [.summary, .pay].map(book.title) + expected else {
                return verification.find(file.path, Self.otherSheets(book.tables, expected))
            }
            if let columns, let records = try book.table(.entries) {
                try verify(records, columns: columns, as: file, of: &section, in: &verification)
            }
            guard let table = try book.table(.exceptions, section.layout.headings) else { return }
            let found = try VerifiedExceptions(
                file.path, try table.bytes(), dialect: .machine, layout: section.layout)
            if let listed = section.exceptions, listed.rows != found.rows || listed.counts != found.counts {
                verification.find(file.path, "its exceptions differ from those in \(listed.path)")
            }
            if section.exceptions == nil { section.exceptions = found }
            return
        }
        let book = try WorkbookReader(path)
        let title = WorkbookFormat.title(of: String(file.path.dropFirst("data/".count)))
        guard book.tables == [title], let records = try book.table(title) else {
            return verification.find(file.path, Self.otherSheets(book.tables, [title]))
        }
        try verify(records, columns: columns, as: file, of: &section, in: &verification)
    }

    private static func otherSheets(_ found: [String], _ expected: [String]) -> String {
        "it has the sheets \(singleLine(found.joined(separator: ", "))), not \(expected.joined(separator: ", "))"
    }

    private func verify(
        _ records: WorkbookTable, columns: [OutputColumn]?, as file: StatedFile, of section: inout VerifiedSection,
        in verification: inout FolderVerification
    ) throws {
        var bytes: [UInt8] = []
        _ = try records.read(appendingTo: &bytes)
        let headings = CSVRow.cells(bytes, dialect: .machine)
        repeat { bytes.removeAll(keepingCapacity: true) } while try records.read(appendingTo: &bytes) > 0
        verification.compareRows(records.rows, file)
        if file.tree["list"] == nil, section.exported == nil { section.exported = (records.rows, file.path) }
        if let columns, columns.map(\.heading) != headings {
            verification.find(file.path, "its headings differ from those in \(TotalsFile.name)")
        } else if let columns {
            for index in columns.indices { verification.markCompared("\(file.figure).columns[\(index)].heading") }
        }
        verification.prove("\(file.path): \(counted(records.rows, "row")).")
    }
}
