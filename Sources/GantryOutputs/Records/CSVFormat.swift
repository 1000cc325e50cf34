package import GantryEngine
internal import GantryJSON
package import GantryModel

/// `csv`: a row per exported record, or per element of one of its lists.
package struct CSVFormat: OutputFormat {
    package init() {}

    package var name: String { "csv" }
    package var help: String { "A row per exported record, or per element of one of its lists." }
    package var content: OutputContent { .records }
    package var keys: [OutputKey] { [.choice(.dialect), .list, .columns] }

    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding(".csv", reason: "the format csv") }

    package func writers<R: Record>(of output: Output, in place: OutputPlace<R>) -> [any PartWriter<R>] {
        place.recordWriter(output, place.folder).map { [$0] } ?? []
    }

    package func readBack(_ output: Output, mark: FileCheckpoint, layout: ExceptionLayout) -> ReadBack.Proof {
        .csv(output.dialect, columns: output.columns.count, sums: mark.columnSums)
    }

    package func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry {
        FileEntry(
            mark, format: name, choices: output.words, rows: .rows, list: output.list, columns: output.columns)
    }

    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {
        let stated = file.tree["sums"]?.list ?? []
        let read = try verification.sum(file.tree, at: file.path) { _ in
            stated.compactMap { $0["column"]?.int.map { max($0, 0) - 1 } }
        }
        verification.compareRows(read.rows, file)
        if file.tree["list"] == nil { section.exported = (read.rows, file.path) }
        let columns = OutputColumn.all(of: file.tree)
        if columns == nil, file.tree["columns"] != nil {
            verification.find(FolderVerification.totalsPath, "\(file.figure).columns is not a list of columns")
        }
        if let columns {
            if columns.map(\.heading) == read.headings {
                for index in columns.indices { verification.markCompared("\(file.figure).columns[\(index)].heading") }
            } else {
                verification.find(file.path, "its headings differ from those in \(TotalsFile.name)")
            }
        }
        for (index, entry) in stated.enumerated() {
            let place = "\(file.figure).sums[\(index)]"
            guard let column = entry["column"]?.int, (1...read.sums.count).contains(column),
                let heading = entry["heading"]?.text,
                read.headings[column - 1] == heading
            else {
                verification.find(
                    file.path,
                    "column \(entry["column"]?.int ?? 0) doesn't have the heading \"\(singleLine(entry["heading"]?.text ?? ""))\""
                )
                continue
            }
            for key in ["column", "heading"] { verification.markCompared("\(place).\(key)") }
            verification.compare(
                "\(place).sum", with: .string(decimalText(nano: read.sums[column - 1], .exact)), origin: file.path)
            if let columns, columns.indices.contains(column - 1) {
                verification.compare(
                    "\(place).field", with: .string(columns[column - 1].field.description),
                    origin: "\(file.figure).columns")
            }
        }
        verification.prove(
            "\(file.path): \(counted(read.rows, "row"))"
                + (stated.isEmpty
                    ? "." : ", and \(counted(stated.count, "column")) add\(stated.count == 1 ? "s" : "") up."))
    }
}
