import GantryConnectors
import GantryEngine
import GantryFormats
import GantryImports
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("The columns and cells of a sheet")
struct SheetBindingTests {
    typealias Customer = KSRCranes.CustomerRow
    typealias Worker = KSRCranes.WorkerRow
    typealias Hours = KSRCranes.WorkEntryRow

    private func binding<Row: SubmittedRow>(
        _ submission: Submission<Row>, _ header: [String], commas: Bool = false, columns: [String: String] = [:],
        allow: [String] = []
    ) throws -> SheetBinding<Row> {
        var work = Pipeline.Import(kind: "ksr.x")
        work.sheet.columns = columns.map { Pipeline.Import.Column(field: $0, heading: $1) }
        work.allowed = allow
        return try SheetBinding(
            submission, header: header, numbers: SheetNumbers(commas ? .semicolon : .comma), work: work)
    }

    private func refusal(_ body: () throws -> Void) -> RunError? {
        do {
            try body()
            return nil
        } catch {
            return error as? RunError
        }
    }

    @Test("that every row needs and that is missing is looked for among those that are near") func missing() {
        let far = refusal { _ = try binding(KSRCranes.ReadNotification.submission, ["customer_id", "phone"]) }
        #expect(far?.explanation == #"Required columns are missing: "id". Found: "customer_id", "phone"."#)
        #expect(
            far?.advice?.text(spelling: { "\($0)" }).contains("customer_id") == false
                && far?.advice?.text(spelling: { "\($0)" }).contains("columns") == true)
        let near = refusal { _ = try binding(Hours.submission, ["task_ids", "work_date", "start_tme", "end_time"]) }
        #expect(
            near?.advice?.text(spelling: { "\($0)" }).hasSuffix(
                "sheet: { columns: { task_id: task_ids, start_time: start_tme } }") == true)
        let renamed = refusal {
            _ = try binding(
                Hours.submission, ["Opgaver", "work_date", "start_time", "end_time"], columns: ["task_id": "Opgave"])
        }
        #expect(
            renamed?.advice?.text(spelling: { "\($0)" }).hasSuffix("sheet: { columns: { task_id: Opgaver } }") == true)
    }

    @Test(
        "that is not read and near to one that is absent is asked about",
        arguments: [
            ("contact_emial", "contact_email"), ("Adress", "address"), ("Phones", "phone"),
            ("customer_nr", ""), ("city", ""),
            ("gantry_adress", ""),
        ])
    func misspelled(heading: String, field: String) throws {
        let found = refusal { _ = try binding(Customer.submission, ["name", heading]) }
        guard !field.isEmpty else { return #expect(found == nil, "\(heading)") }
        #expect(found?.explanation == "The sheet's column \"\(heading)\" is not read. Is it \(field)?")
        #expect(
            found?.advice?.text(spelling: { "\($0)" }).contains("sheet: { columns: { \(field): \(heading) } }") == true)
        let named = try binding(Customer.submission, ["name", heading], columns: [field: heading])
        #expect(named.findings.ignoredColumns.isEmpty)
        // Where the field has its column, another is only left out.
        #expect(try binding(Customer.submission, ["name", field, heading]).findings.ignoredColumns == [heading])
    }

    @Test("that the pipeline file ignores are not read, whatever field they look like") func ignored() throws {
        let header = ["name", "Telefon", "Adress"]
        var work = Pipeline.Import(kind: "ksr.x")
        work.sheet.ignored = ["Telefon", "Adress"]
        let bound = try SheetBinding(Customer.submission, header: header, numbers: SheetNumbers(.comma), work: work)
        #expect(!bound.holds("phone") && bound.findings.ignoredColumns == ["Telefon", "Adress"])
        #expect(bound.read(["Nord", "#N/A", ""]).problems.isEmpty)
    }

    @Test(
        "that a spreadsheet program spoiled are told",
        arguments: [
            ("#N/A", "cell-error"), ("#ref!", "cell-error"), (" #VÆRDI! ", "cell-error"), ("#I/T", "cell-error"),
            ("########", "cell-error"),
            ("#DIV/0!", "cell-error"), ("=1+1", "formula"), ("+Kran", "formula"), ("-Kran", "formula"),
            ("# 1 Vej", ""), ("#1", ""), ("- see you", ""), ("-5 C", ""), ("-kr. 12,50", ""), ("-kr", "formula"),
            ("-kr.A1", "formula"), ("+45 12345678", ""), (" =meant", ""),
            ("a=b", ""), ("", ""),
        ])
    func spoiled(cell: String, code: String) throws {
        let plain = try binding(Customer.submission, ["name", "address"])
        let problems = plain.read(["Nord", cell]).problems
        #expect(problems.map(\.code) == (code.isEmpty ? [] : [code]))
        #expect(problems.allSatisfy { $0.field == "address" && $0.sentence.contains("allow: [\(code)]") })
        guard !code.isEmpty else { return }
        let allowing = try binding(Customer.submission, ["name", "address"], allow: [code]).read(["Nord", cell])
        #expect(allowing.problems.isEmpty && allowing.row.address == cell.trimmed)
        // A column that is not read may hold anything.
        #expect(try binding(Customer.submission, ["name", "city"]).read(["Nord", cell]).problems.isEmpty)
    }

    @Test("that name files may begin like a formula") func files() throws {
        let binding = try binding(KSRCranes.WorkerDocument.submission, ["file", "worker"])
        let read = binding.read(["=a.pdf", "7"])
        #expect(read.problems.isEmpty && read.files.map(\.path) == ["=a.pdf"])
        #expect(binding.read(["a.pdf", "=7"]).problems.map(\.code) == ["formula"])
    }

    @Test("with a decimal comma are read where none stands between cells") func commas() throws {
        let header = ["employee_id", "hourly_rate"]
        let danish = try binding(Worker.submission, header, commas: true)
        let english = try binding(Worker.submission, header)
        #expect(
            danish.read(["7", "212,50"]).row.rate?.description == "212.5"
                && english.read(["7", "212.50"]).row.rate?.description == "212.5")
        #expect(danish.read(["7", "-0,5"]).row.rate?.description == "-0.5")
        #expect(english.read(["7", "212,50"]).problems.first?.sentence.contains("which has a comma") == true)
        // The same value is the same thing, however it is written.
        #expect(danish.canonical(["7", "212,50"]) == english.canonical(["7", "212.50"]))
    }

    @Test(
        "with a number whose mark can be one of thousands are refused, unless the delimiter, the other numbers or the pipeline file say what it is",
        arguments: [
            (";", "1.212", [], nil, "which can be 1212 or 1.2120"), (";", "1,212", [], nil, "1.212"),
            (";", "1.212", ["7.5"], nil, "1.212"), (";", "1.212", ["7,5"], nil, "such as 1212"),
            (";", "1.212", ["7,5", "7.5"], nil, "which can be 1212 or 1.2120"),
            (";", "1,212", ["7.5"], nil, "such as 1212"), (";", "1.212", ["1.234.567"], nil, "such as 1212"),
            (";", "1.212", ["1.234,5"], nil, "such as 1212"), (";", "1.212", ["8.125", "2,000"], nil, "which can be"),
            (";", "1.212", [], "point", "1.212"), (";", "1.212", [], "comma", "1212"),
            (";", "7.5", [], "comma", "which has a point"), (";", "7,5", [], "point", "which has a comma"),
            (";", "0.125", [], nil, "0.125"), (";", "1234.567", [], nil, "1234.567"), (";", "1.2120", [], nil, "1.212"),
            ("\t", "1.212", [], nil, "which can be"), ("\t", "1,212", [], nil, "which can be"),
            ("\t", "1,212", ["12,25"], nil, "1.212"), (",", "1.212", [], nil, "1.212"),
            (",", "1.212", ["\"7,5\""], nil, "such as 1212"), (",", "\"7,5\"", [], "comma", "7.5"),
            (";", "1.212", ["1 250.50"], nil, "1.212"), (";", "1.212", ["1 250,50"], nil, "such as 1212"),
            (";", "1.212", ["1 250"], nil, "which can be 1212 or 1.2120"),
            (";", "1.212", ["DKK 8"], nil, "such as 1212"),
            (";", "kr. 1.212", ["kr. 12.50"], nil, "which can be 1212 or 1.2120"),
            (";", "1,212 kr.", [], nil, "1.212"), (";", "kr. 1.212", ["12.50"], "point", "1.212"),
            (",", "kr. 1.212", [], nil, "such as 1212"), (",", "1.212 kr.", ["7.5"], nil, "which can be"),
            (",", "\"1.212,-\"", [], nil, "such as 1212"), (",", "1.212", ["\"kr. 12,50\""], nil, "such as 1212"),
        ] as [(String, String, [String], String?, String)])
    func thousands(delimiter: String, cell: String, others: [String], key: String?, expected: String) throws {
        let lines = ([cell] + others).map { "7\(delimiter)\($0)\n" }.joined()
        let text = "employee_id\(delimiter)hourly_rate\n\(lines)"
        let delimiters: [String: SheetDialect.Delimiter] = [";": .semicolon, "\t": .tab, ",": .comma]
        let hints = SheetDialect.Hints(delimiter: delimiters[delimiter])
        var work = Pipeline.Import(kind: "ksr.x")
        work.sheet.decimal = key
        let binding = try SheetBinding(Worker.submission, to: try sheet(text, hints: hints), work: work)
        guard case .row(let row)? = try sheet(text, hints: hints).next() else { throw Unread() }
        let read = binding.read(row.cells)
        if let problem = read.problems.first {
            #expect(problem.code == "unusable-value" && problem.sentence.contains(expected), "\(problem)")
        } else {
            #expect(read.row.rate?.description == expected)
        }
    }

    @Test(
        "with thousands or kroner are read where they can't be anything else",
        arguments: [
            ("1.234,50", "1234.5"), ("1 234", "1234"), ("1\u{A0}234\u{A0}567,5", "1234567.5"), ("1.234.567", "1234567"),
            ("-1’234.50", "-1234.5"), ("kr. 1.250,50", "1250.5"), ("250,50 kr.", "250.5"), ("DKK 4,0", "4"),
            ("250,-", "250"), ("-kr. 12,50", "-12.5"), ("kr. -12,50", "-12.5"), ("1.250,50 kr.", "1250.5"),
            ("250,- kr.", "250"), ("-250,-", "-250"),
            ("1,234.50", "1234.5"), ("4,0", "4"),
        ])
    func grouped(cell: String, expected: String) throws {
        let danish = try binding(Worker.submission, ["employee_id", "hourly_rate"], commas: true)
        #expect(danish.read(["7", cell]).row.rate?.description == expected, "\(danish.read(["7", cell]).problems)")
        // The same amount is the same row, however it is written.
        #expect(danish.canonical(["7", cell]) == danish.canonical(["7", expected]))
    }

    @Test("whose mark can be one of thousands are read by the office's country, unless other cells contradict it")
    func country() throws {
        func rate(
            _ cells: [String], _ country: SheetDialect.DecimalMark?, _ delimiter: SheetDialect.Delimiter = .semicolon
        ) throws -> String? {
            var numbers = SheetNumbers(delimiter, country: country)
            for cell in cells { numbers.note(cell) }
            do throws(CellSpelling.NumberFault) {
                return try CellSpelling.number(cells[0], isDecimal: true, in: numbers)
            } catch {
                return nil
            }
        }
        #expect(try rate(["1.212"], .comma) == "1212" && rate(["1.212"], .point) == "1.212")
        #expect(try rate(["1,212"], .comma) == "1.212" && rate(["1.212", "7,5"], .comma) == "1212")
        #expect(try rate(["7.125"], .point, .comma) == "7.125" && rate(["1.212"], .comma, .tab) == "1212")
        #expect(try rate(["1.212"], nil) == nil && rate(["1,212", "7.5"], .comma) == nil)
        #expect(try rate(["1.212"], .comma, .pipe) == "1212" && rate(["1.212"], nil, .pipe) == nil)
        #expect(try rate(["7,5"], nil, .pipe) == "7.5")
        // Where the country and what separates the cells, or the cells themselves, contradict each other.
        #expect(try rate(["1.250"], .comma, .comma) == nil && rate(["1.250", "7.5"], .comma, .comma) == nil)
        #expect(try rate(["1.250", "2.500,50"], .comma, .comma) == nil && rate(["12.5"], .comma, .comma) == "12.5")
        for cell in ["kr. 1.250", "1.250 kr.", "1.250,-", "DKK 1.250"] {
            #expect(try rate([cell], .comma, .comma) == nil && rate([cell, "kr. 12,50"], .comma, .comma) == nil)
            #expect(try rate([cell], .comma) == "1250" && rate([cell, "kr. 12.50"], .comma) == nil)
        }
        #expect(try rate(["1.250", "1 250.50"], .comma) == nil)
    }

    @Test("that others could take for another number are told with what is read, unless it is certain or refused")
    func numbersRead() throws {
        func told(
            _ rates: [String], country: Bool? = true, key: SheetDialect.DecimalMark? = nil
        ) throws -> [String] {
            var work = Pipeline.Import(kind: "ksr.x")
            work.sheet.columns = [Pipeline.Import.Column(field: "hourly_rate", heading: "Sats")]
            work.sheet.hasDecimalComma = country
            work.sheet.decimal = key?.rawValue
            let rows = rates.map { "Anna;\($0)\n" }.joined()
            let hints = SheetDialect.Hints(delimiter: .semicolon)
            let reader = try sheet("name;Sats\n\(rows)", hints: hints)
            let read = try SheetBinding(Worker.submission, to: reader, work: work).findings.numbersRead
            #expect(read.count == read.first.count)
            return read.first.map { "\($0.row) \($0.written) → \($0.meant)" }
        }
        #expect(
            try told(["1.250", "212,50", "kr. 2.500", "1.250,50", "7"]) == [
                "2 Sats 1.250 → 1250", "4 Sats kr. 2.500 → 2500",
            ])
        #expect(try told(["1.250", "1,125"]) == ["2 Sats 1.250 → 1250", "3 Sats 1,125 → 1.125"])
        let kroner = ["DKK 1,250", "-2,500 kr.", "kr. -3,125", "4,000,-"]
        #expect(try told(kroner).map { $0.suffix(6) } == ["→ 1.25", "→ -2.5", "-3.125", ",- → 4"])
        #expect(try told(["kr 1,250", "8"], country: nil) == ["2 Sats kr 1,250 → 1.25"])
        // Others of the column show it.
        #expect(try told(["1,125", "12,5"]).isEmpty && told(["DKK 1,250", "kr. 12,5"]).isEmpty)
        // Either is refused.
        #expect(try told(["1.250"], country: nil).isEmpty)
        #expect(try told(["1.250"], key: .comma).isEmpty)
    }

    @Test("of two columns of decimals are read by their own")
    func columnsOfDecimals() throws {
        let worker = Worker.submission
        let fields = ["amount", "km"].map { name in
            SheetField<Worker>(name, help: "", .decimal { row, number in row.rate = number })
        }
        let submission = Submission<Worker>(
            worker.kind, fields: fields, loadReferenceData: worker.loadReferenceData, request: worker.request,
            receive: worker.receive, find: worker.find)
        func read(_ rows: String) throws -> [String] {
            var work = Pipeline.Import(kind: "ksr.x")
            work.sheet.hasDecimalComma = true
            let binding = try SheetBinding(submission, to: try sheet("amount;km\n\(rows)"), work: work)
            return rows.split(separator: "\n").map { row in
                let cells = row.split(separator: ";").map(String.init)
                let problems = binding.read(cells).problems
                return problems.first.map(\.field) ?? binding.canonical(cells).replacing("\n", with: ",")
            }
        }
        #expect(try read("1.250;12\n2.000;3\n") == [#"amount="1250",km="12""#, #"amount="2000",km="3""#])
        #expect(try read("1.250;12.5\n17,5;3.75\n") == ["amount", #"amount="17.5",km="3.75""#])
        #expect(
            try read("1.250;12.5\n2.000;3.750\n7.5;1\n") == ["amount", "amount", #"amount="7.5",km="1""#])
    }

    private struct Unread: Error {}

    @Test("with invisible characters are read without them, and told by row and column; names of files keep them")
    func invisible() throws {
        let sheet = try sheet(
            "file,worker,category\n\na\u{200E}.pdf,7\u{200B},con\u{FEFF}tracts\nb.pdf,8,tax\n")
        let binding = try SheetBinding(
            KSRCranes.WorkerDocument.submission, to: sheet, work: Pipeline.Import(kind: "ksr.x"))
        #expect(
            binding.findings.cleaned.count == 2
                && binding.findings.cleaned.first == [
                    "row 3, column B (worker): U+200B", "row 3, column C (category): U+FEFF",
                ])
        let cells = ["a\u{200E}.pdf", "7\u{200B}", "con\u{FEFF}tracts"]
        let read = binding.read(cells)
        #expect(read.problems.isEmpty && read.row.worker == 7 && read.row.category == "contracts")
        #expect(read.files.map(\.path) == ["a\u{200E}.pdf"])
        #expect(binding.canonical(cells) == binding.canonical(["x", "7", "contracts"]))
        let spelled = ["\u{C5}", "A\u{30A}"].map { Array(binding.canonical(["x", "7", $0]).utf8) }
        #expect(spelled[0] == spelled[1])
        #expect(
            try self.binding(Customer.submission, ["name", "address"]).read(["N", "\u{200B}=1+1"]).problems.count == 1)
    }

    /// Where the files of a sheet with documents are taken from.
    private func places(_ rows: [[String]], in folder: TemporaryFolder) throws -> [String] {
        let lines = [["file", "worker", "category"]] + rows
        let sheet = try sheet(lines.map { $0.joined(separator: ",") + "\n" }.joined())
        let binding = try SheetBinding(
            KSRCranes.WorkerDocument.submission, to: sheet, work: Pipeline.Import(kind: "ksr.x"))
        return rows.map { binding.placing($0, in: folder.path, FileFinder()).cells[0] }
    }

    @Test("never take the file of another row for their own") func filesOfOthers() throws {
        let folder = try TemporaryFolder()
        for name in ["contracts/cv.pdf", "1002 Ida/id.pdf", "1002 Ida/pas.pdf", "shared/kort.pdf"] {
            try folder.write("x", to: name)
        }
        let rows = [
            ["cv.pdf", "1001", "contracts"], ["cv.pdf", "1002", "contracts"], ["id.pdf", "1001", "id"],
            ["id.pdf", "1002", "id"], ["pas.pdf", "1001", "id"], ["kort.pdf", "1003", "id"],
        ]
        // A folder of both rows is nobody's, and that of 1002 is hers.
        #expect(
            try places(rows, in: folder) == [
                "cv.pdf", "cv.pdf", "id.pdf", "1002 Ida/id.pdf", "pas.pdf", "shared/kort.pdf",
            ])
    }

    @Test("never take a file whose folder has words of two rows") func foldersOfTwo() throws {
        let folder = try TemporaryFolder()
        for name in ["1002 med/attest.pdf", "1003 fit/pas.pdf"] { try folder.write("x", to: name) }
        let rows = [["attest.pdf", "1001", "med"], ["attest.pdf", "1002", "fit"], ["pas.pdf", "1003", "fit"]]
        #expect(try places(rows, in: folder) == ["attest.pdf", "attest.pdf", "1003 fit/pas.pdf"])
    }

    @Test("never take a file whose folder has a word that another row has in another column") func foldersOfColumns()
        throws
    {
        let folder = try TemporaryFolder()
        for name in ["1002/scan.pdf", "1003/cv.pdf", "tax/attest.pdf"] { try folder.write("x", to: name) }
        let rows = [
            ["scan.pdf", "1001", "1002"], ["b.pdf", "1002", "1003"], ["cv.pdf", "1003", "tax"],
            ["attest.pdf", "1004", "tax"],
        ]
        // In the category it is a remark, and the worker of the folder can be either.
        #expect(try places(rows, in: folder) == ["scan.pdf", "b.pdf", "cv.pdf", "tax/attest.pdf"])
    }

    @Test("never take a file that another row names with its ending or without it") func endings() throws {
        let folder = try TemporaryFolder()
        for name in ["sub/scan-1.pdf", "pas/kort.pdf", "sub/foto.jpg", "sub/foto.png"] {
            try folder.write("x", to: name)
        }
        let rows = [
            ["scan-1", "1001", "a"], ["scan-1.pdf", "1002", "b"], ["kort", "1003", "pas"], ["kort.pdf", "1004", "pas"],
            ["foto.jpg", "1005", "a"], ["foto.png", "1006", "a"],
        ]
        #expect(
            try places(rows, in: folder) == [
                "scan-1", "scan-1.pdf", "kort", "kort.pdf", "sub/foto.jpg", "sub/foto.png",
            ])
    }

    @Test(
        "for one field under two headings that differ in capitals or blanks are asked about",
        arguments: ["Phone", "phone ", "PH\u{200B}ONE"])
    func twice(heading: String) throws {
        let found = refusal { _ = try binding(Customer.submission, ["name", "phone", heading]) }
        #expect(found?.explanation.hasPrefix("The sheet has several columns for phone: ") == true)
        let named = try binding(Customer.submission, ["name", "phone", heading], columns: ["phone": "phone"])
        #expect(named.findings.ignoredColumns == [heading])
    }

    @Test("with the id of a record are the same row whatever the capitals of a UUID") func ids() throws {
        let binding = try binding(CDBL.LeaveCancellation.submission, ["leave", "reason", "note"])
        let uuid = "93e96759-ab00-4000-8000-00000000000a"
        #expect(binding.read([uuid.uppercased(), "Ill", ""]).row.leave == uuid)
        #expect(binding.canonical([uuid.uppercased(), "Ill", ""]) == binding.canonical([uuid, "Ill", ""]))
        // What a row is called where its cells can't be read: nothing that a person wrote.
        #expect(binding.ids([uuid.uppercased(), "Ill", "Jens"]) == [uuid.uppercased()])
    }

    @Test(
        "with a number that is not read say why",
        arguments: [
            ("1.23,50", "thousands separators"), ("1 2345", "thousands separators"),
            ("0.234,5", "thousands separators"),
            ("1.234.56", "thousands separators"), ("1,234,567.", "thousands separators"),
            ("0250", "starts with a zero; write 250 if"), ("-0250,5", "starts with a zero; write -250,5 if"),
            ("00", "starts with a zero; write 0 if"),
            ("12345678901234567890", "too large"), ("1e3", "exponent"), ("4,57E+10", "exponent"),
            ("0.0000000001", "more than 9 decimals"),
            ("7,", "a number such as 7.5 is expected"), ("x", "a number such as 7.5 is expected"),
            ("7 h", "a number such as 7.5 is expected"),
        ])
    func numbers(cell: String, reason: String) throws {
        let problems = try binding(Worker.submission, ["employee_id", "hourly_rate"], commas: true).read(["7", cell])
            .problems
        #expect(problems.map(\.code) == ["unusable-value"] && problems.first?.field == "hourly_rate")
        #expect(problems.first?.sentence.contains(reason) == true, "\(problems)")
        #expect(problems.first?.sentence.contains(cell) == true)
    }

    @Test("with a whole number in exponents say why") func whole() throws {
        let binding = try binding(Worker.submission, ["employee_id", "hourly_rate"])
        #expect(binding.read(["1e3", ""]).problems.first?.sentence.contains("exponent") == true)
        #expect(binding.read(["1003", "0.5"]).problems.isEmpty && binding.read(["1003", "0"]).problems.isEmpty)
    }
}
