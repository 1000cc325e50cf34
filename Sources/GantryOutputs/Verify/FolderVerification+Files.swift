internal import GantryEngine
internal import GantryFiles
package import GantryFormats
package import GantryJSON
internal import GantryModel

extension FolderVerification {
    /// Compares a file with what the totals say of it. Pay files and archives of work entries are compared by
    /// `checkPayroll`.
    package mutating func check(_ file: JSONTree, _ figure: String, _ section: inout VerifiedSection) {
        guard let name = file["file"]?.text, let format = file["format"]?.text else {
            return find(Self.totalsPath, "\(figure) names no file and format")
        }
        let path = "data/\(name)"
        guard !name.contains("/"), !name.hasPrefix(".") else {
            return find(path, "the totals name it, and that is no file of a bag")
        }
        show(path)
        do {
            switch format {
            case "csv": try checkRecords(file, figure, path, &section)
            case "exceptions-csv": try checkExceptions(file, figure, path, &section)
            case "rejects-csv": try checkRejects(file, figure, path, &section)
            case "archive": try checkArchive(file, figure, path, &section)
            case "payroll-csv", "payroll-xml", "schema", "joined-workers": break
            default:
                return find(Self.totalsPath, "\(figure).format is \(singleLine(format)), which verify doesn't know")
            }
            settle("\(figure).format")
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        } catch {
            find(path, "it can't be read: \(error)")
        }
    }

    package func dialect(_ file: JSONTree) throws -> CSVDialect {
        guard let dialect = CSVDialect.named(file["dialect"]?.text ?? "machine") else {
            throw RunError(
                .verificationFailed,
                "the totals name a dialect that there is not: \(singleLine(file["dialect"]?.text ?? ""))")
        }
        return dialect
    }

    /// Reads a CSV file once and gives its headings, rows and the sums of the columns asked for.
    package func sum(
        _ file: JSONTree, _ path: String, columns: (_ headings: [String]) -> [Int]
    ) throws -> (headings: [String], rows: Int, sums: [Int128]) {
        let dialect = try dialect(file)
        let opened = try ReadFile.open("\(folder)/\(path)")
        var piece: [UInt8] = []
        guard try opened.read(appendingTo: &piece, atMost: 256 << 10) > 0 else {
            throw RunError(.verificationFailed, "it is empty")
        }
        let headings = CSVRow.cells(piece, dialect: dialect)
        var summer = CSVSummer(dialect: dialect, columns: headings.count, summed: columns(headings))
        do throws(CSVSummer.Problem) {
            try summer.read(piece.span)
            while true {
                piece.removeAll(keepingCapacity: true)
                let count: Int
                do throws(FileError) {
                    count = try opened.read(appendingTo: &piece, atMost: 256 << 10)
                } catch {
                    throw CSVSummer.Problem(row: summer.rows, column: 0, message: error.explanation)
                }
                guard count > 0 else { break }
                try summer.read(piece.span)
            }
            try summer.finish()
        } catch {
            throw RunError(.verificationFailed, "row \(error.row), column \(error.column): \(error.message)")
        }
        return (headings, summer.rows - 1, summer.sums)
    }

    /// Compares how many rows a file has, and counts its dialect as right, since it was read in it.
    package mutating func compareRows(_ rows: Int, _ file: JSONTree, _ figure: String, _ path: String) {
        if file["dialect"] != nil { settle("\(figure).dialect") }
        compare("\(figure).rows", .integer(rows), path)
    }

    private mutating func checkRecords(
        _ file: JSONTree, _ figure: String, _ path: String, _ section: inout VerifiedSection
    ) throws {
        let stated = file["sums"]?.list ?? []
        let read = try sum(file, path) { _ in stated.compactMap { $0["column"]?.int.map { max($0, 0) - 1 } } }
        compareRows(read.rows, file, figure, path)
        if file["list"] == nil { section.exported = (read.rows, path) }
        let columns = OutputColumn.all(of: file)
        if columns == nil, file["columns"] != nil {
            find(Self.totalsPath, "\(figure).columns can't be read as columns")
        }
        if let columns {
            if columns.map(\.heading) == read.headings {
                for index in columns.indices { settle("\(figure).columns[\(index)].heading") }
            } else {
                find(path, "its headings are not those that \(TotalsFile.name) states")
            }
        }
        for (index, entry) in stated.enumerated() {
            let place = "\(figure).sums[\(index)]"
            guard let column = entry["column"]?.int, (1...read.sums.count).contains(column),
                let heading = entry["heading"]?.text,
                read.headings[column - 1] == heading
            else {
                find(
                    path,
                    "column \(entry["column"]?.int ?? 0) is not headed \"\(singleLine(entry["heading"]?.text ?? ""))\"")
                continue
            }
            for key in ["column", "heading"] { settle("\(place).\(key)") }
            compare("\(place).sum", .string(decimalText(nano: read.sums[column - 1], .exact)), path)
            if let columns, columns.indices.contains(column - 1) {
                compare("\(place).field", .string(columns[column - 1].field.description), "\(figure).columns")
            }
        }
        prove("\(path): \(read.rows) rows" + (stated.isEmpty ? "." : ", and \(stated.count) columns add up."))
    }

    private mutating func checkExceptions(
        _ file: JSONTree, _ figure: String, _ path: String, _ section: inout VerifiedSection
    ) throws {
        let found = try VerifiedExceptions(path, under: folder, try dialect(file), section.layout)
        compareRows(found.rows, file, figure, path)
        if section.exceptions == nil { section.exceptions = found }
        prove("\(path): \(found.rows) rows.")
        if found.rows > 0 { leaveOpen("\(path): what was found and expected") }
    }

    private mutating func checkRejects(
        _ file: JSONTree, _ figure: String, _ path: String, _ section: inout VerifiedSection
    ) throws {
        var rows = CSVRows(try ReadFile.bytes(of: "\(folder)/\(path)"), dialect: try dialect(file))
        guard rows.next() == RejectsColumns.headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a list of rejects: \(RejectsColumns.headings.joined(separator: ", "))")
        }
        var count = 0
        var rejected: Set<String> = []
        var isWhole = true
        while let row = rows.next() {
            count += 1
            guard row.count == RejectsColumns.headings.count else {
                throw RunError(.verificationFailed, "row \(count + 1) has \(row.count) cells")
            }
            if row[0].isEmpty {
                isWhole = false
            } else {
                rejected.insert(row[0])
            }
        }
        compareRows(count, file, figure, path)
        // Past the first hundred a file counts what can't be used, and a record can have several such values.
        if isWhole { section.rejected = (rejected.count, path) }
        prove("\(path): \(count) rows.")
        leaveOpen("\(path): what was found and expected")
    }

    private mutating func checkArchive(
        _ file: JSONTree, _ figure: String, _ path: String, _ section: inout VerifiedSection
    ) throws {
        guard let compression = ArchiveCompression(rawValue: file["compression"]?.text ?? "") else {
            throw RunError(
                .verificationFailed,
                "the totals name a compression that there is not: \(singleLine(file["compression"]?.text ?? ""))")
        }
        let decoder = try compression.makeDecoder(reading: try ReadFile.open("\(folder)/\(path)"))
        var piece: [UInt8] = []
        var lines = 0
        while try decoder.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
            lines += countLines(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        settle("\(figure).compression")
        compareRows(lines, file, figure, path)
        if let known = section.archived, known.rows != lines {
            find(path, "it holds \(lines) records, and \(known.path) holds \(known.rows)")
        }
        section.archived = (lines, path)
        prove("\(path): \(lines) records.")
    }
}
