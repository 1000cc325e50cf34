internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel

extension Gantry {
    /// Proves an export folder from its files alone: digests, the schema, counts, and every sum recomputed exactly.
    ///
    /// - Parameter progress: told what is being proven, as one line.
    /// - Throws: when the folder can't be read. A folder that contradicts itself is no error: it has findings.
    public static func verify(
        folder: String, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> VerificationReport {
        var verification = try FolderVerification(folder: folder, progress: progress)
        return try verification.run()
    }
}

/// One pass over an export folder.
struct FolderVerification {
    let folder: String
    private let progress: @Sendable (String) -> Void
    private(set) var report: VerificationReport
    private var totals: ExportTotals
    private var document: JSONTree

    init(folder: String, progress: @escaping @Sendable (String) -> Void) throws {
        self.folder = folder
        self.progress = progress
        report = VerificationReport(folder: folder)
        totals = ExportTotals()
        document = .null
    }

    mutating func run() throws -> VerificationReport {
        progress("digests of every file")
        let bag = try BagReader(folder: folder).verify()
        for finding in bag.findings { find(finding.path, finding.explanation) }
        if bag.isValid { report.proven.append("The bag is whole: \(bag.intact.count) files have the SHA-256 of its manifest.") }
        guard try readTotals() else { return report }
        if let sent = ImportSummary.read(document) { return try checkSent(sent.counts) }
        let counts = totals.counts
        if counts.addUp {
            report.proven.append(
                "The counts add up: \(counts.fetched) fetched = \(counts.exported) exported + \(counts.held) held + "
                    + "\(counts.repeats) repeated + \(counts.rejected) rejected"
                    + (counts.excluded > 0 ? " + \(counts.excluded) excluded." : "."))
        } else {
            find("data/\(PayrollPlan.totalsName)", "its counts do not add up: \(counts.fetched) fetched, \(counts.exported) exported, \(counts.held) held, \(counts.repeats) repeated, \(counts.rejected) rejected, \(counts.excluded) excluded")
        }
        for file in document["files"]?.list ?? [] { try check(file) }
        report.totals = totals
        for dataset in document["datasets"]?.list ?? [] {
            totals = TotalsDocument.read(dataset)
            if !totals.counts.addUp {
                find("data/\(PayrollPlan.totalsName)", "the counts of \(singleLine(dataset["dataset"]?.text ?? "")) do not add up")
            }
            for file in dataset["files"]?.list ?? [] { try check(file) }
            if bag.isValid, let downloads = dataset["downloads"] { check(downloads, bag.intact) }
        }
        return report
    }

    mutating func prove(_ sentence: String) { report.proven.append(sentence) }

    mutating func find(_ path: String, _ message: String) {
        guard report.findings.count < 100 else { return }
        report.findings.append(VerificationReport.Finding(path: path, message: message))
    }

    private mutating func readTotals() throws -> Bool {
        let path = "data/\(PayrollPlan.totalsName)"
        var bytes: [UInt8] = []
        do throws(FileError) {
            let file = try ReadFile.open("\(folder)/\(path)")
            guard file.size <= 16 << 20 else {
                find(path, "it is too large for a totals document")
                return false
            }
            while try file.read(appendingTo: &bytes) > 0 {}
        } catch {
            find(path, error.explanation)
            return false
        }
        let tree: JSONTree
        do throws(JSONProblem) {
            tree = try JSONTree(bytes)
        } catch {
            find(path, "it is no JSON: \(error)")
            return false
        }
        guard tree["format"]?.text == TotalsDocument.format else {
            find(path, "its format is \(tree["format"]?.text.map { singleLine($0) } ?? "not named"), expected \(TotalsDocument.format)")
            return false
        }
        document = tree
        totals = TotalsDocument.read(tree)
        return true
    }

    private mutating func check(_ file: JSONTree) throws {
        guard let name = file["file"]?.text, let format = file["format"]?.text else { return }
        let path = "data/\(name)"
        guard !name.contains("/"), !name.hasPrefix(".") else {
            find(path, "the totals name it, and that is no file of a bag")
            return
        }
        progress(path)
        do {
            switch format {
            case "csv": try checkRecords(file, path)
            case "payroll-csv": try checkPay(file, path)
            case "payroll-xml": try checkXML(file, path)
            case "exceptions-csv", "rejects-csv": try checkRows(file, path)
            case "archive": try checkArchive(file, path)
            default: break
            }
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        }
    }

    /// The bag has proven the digest of each downloaded file.
    private mutating func check(_ downloads: JSONTree, _ files: [BagFile]) {
        let folder = "data/\(singleLine(downloads["folder"]?.text ?? "", limit: 60))/"
        let found = files.filter { $0.path.hasPrefix(folder) }
        let bytes = found.reduce(0) { $0 + $1.length }
        guard found.count == downloads["files"]?.int, bytes == downloads["bytes"]?.int else {
            return find(
                folder, "it holds \(found.count) files of \(bytes) bytes, expected \(downloads["files"]?.int ?? 0) of \(downloads["bytes"]?.int ?? 0)")
        }
        report.proven.append("\(folder): \(found.count) files, \(bytes) bytes.")
    }

    private func dialect(_ file: JSONTree) -> CSVDialect { CSVDialect.named(file["dialect"]?.text ?? "") ?? .machine }

    /// Reads a CSV file once and gives its headings, rows and the sums of the columns asked for.
    private func sum(
        _ file: JSONTree, _ path: String, columns: (_ headings: [String]) -> [Int]
    ) throws -> (headings: [String], rows: Int, sums: [Int128])? {
        let dialect = dialect(file)
        let opened = try ReadFile.open("\(folder)/\(path)")
        var piece: [UInt8] = []
        guard try opened.read(appendingTo: &piece, atMost: 256 << 10) > 0 else { return nil }
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

    private mutating func checkRows(_ file: JSONTree, _ path: String) throws {
        guard let read = try sum(file, path, columns: { _ in [] }) else { return find(path, "it is empty") }
        compareRows(read.rows, file, path)
    }

    @discardableResult
    private mutating func compareRows(_ rows: Int, _ file: JSONTree, _ path: String) -> Bool {
        let stated = file["rows"]?.int ?? 0
        guard rows != stated else { return true }
        find(path, "it has \(rows) rows, expected \(stated)")
        return false
    }

    private mutating func checkRecords(_ file: JSONTree, _ path: String) throws {
        let stated = file["sums"]?.list ?? []
        guard let read = try sum(file, path, columns: { _ in stated.compactMap { $0["column"]?.int.map { max($0, 0) - 1 } } }) else {
            return find(path, "it is empty")
        }
        var holds = compareRows(read.rows, file, path)
        if file["list"] == nil, read.rows != totals.counts.exported {
            holds = false
            find(path, "it has \(read.rows) rows, and \(totals.counts.exported) records are exported")
        }
        for entry in stated {
            guard let column = entry["column"]?.int, (1...read.sums.count).contains(column), let heading = entry["heading"]?.text,
                read.headings[column - 1] == heading
            else {
                holds = false
                find(path, "column \(entry["column"]?.int ?? 0) is not headed \"\(singleLine(entry["heading"]?.text ?? ""))\"")
                continue
            }
            let sum = read.sums[column - 1]
            if TotalsDocument.nano(entry["sum"]) != sum {
                holds = false
                find(path, "column \(heading) adds up to \(decimalText(nano: sum, .exact)), expected \(entry["sum"]?.text ?? "nothing")")
            }
        }
        if holds { report.proven.append("\(path): \(read.rows) rows, and \(stated.count) columns add up.") }
    }

    private mutating func checkPay(_ file: JSONTree, _ path: String) throws {
        guard let read = try sum(file, path, columns: { _ in [3, 5] }), read.sums.count == 6 else {
            return find(path, "it is no table of pay lines")
        }
        var holds = compareRows(read.rows, file, path)
        let units = totals.payCodes.reduce(Int128(0)) { $0 + $1.units.nano }
        if read.sums[3] != units {
            holds = false
            find(path, "its units add up to \(decimalText(nano: read.sums[3], .exact)), expected \(decimalText(nano: units, .exact))")
        }
        let amount = totals.amount?.nano ?? 0
        if read.sums[5] != amount {
            holds = false
            find(path, "its amounts add up to \(decimalText(nano: read.sums[5], .exact)), expected \(decimalText(nano: amount, .exact))")
        }
        if holds { report.proven.append("\(path): \(read.rows) lines; units and amounts add up.") }
    }

    private mutating func checkXML(_ file: JSONTree, _ path: String) throws {
        let proof = try verifyPayrollXML(file: "\(folder)/\(path)", proof: .schema, limit: 20)
        for finding in proof.findings { find(path, "\(finding)") }
        for violation in proof.violations { find(path, "\(violation)") }
        let sums = proof.recomputed
        if sums.entries != totals.counts.exported {
            find(path, "it counts \(sums.entries) entries, and \(totals.counts.exported) are exported")
        }
        if sums.amountNano != totals.amount?.nano {
            find(path, "its amounts add up to \(sums.amount?.description ?? "nothing"), expected \(totals.amount?.description ?? "nothing")")
        }
        for (code, total) in zip(sums.codes, totals.payCodes) where code.unitsNano != total.units.nano {
            find(path, "pay code \(code.code) adds up to \(code.unitsText) units, expected \(total.units)")
        }
        if String(sums.entryIDSum) != document["entry_id_sum"]?.text {
            find(path, "its entry numbers add up to \(sums.entryIDSum), expected \(document["entry_id_sum"]?.text ?? "nothing")")
        }
        if proof.isProven {
            report.proven.append("\(path): valid to its schema; \(sums.employees) employees, \(sums.lines) lines and all totals recomputed.")
        }
    }

    private mutating func checkArchive(_ file: JSONTree, _ path: String) throws {
        let compression = ArchiveCompression(rawValue: file["compression"]?.text ?? "") ?? .none
        let decoder = try compression.makeDecoder(reading: try ReadFile.open("\(folder)/\(path)"))
        var piece: [UInt8] = []
        var lines = 0
        while try decoder.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
            lines += countLines(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        guard compareRows(lines, file, path) else { return }
        let counts = totals.counts
        let expected = counts.fetched - min(counts.excluded, counts.fetched)
        let words = counts.excluded > 0 ? "fetched and not excluded" : "fetched"
        if lines == expected {
            report.proven.append("\(path): \(lines) records, as many as were \(words).")
        } else {
            find(path, "it holds \(lines) records, and \(expected) were \(words)")
        }
    }
}
