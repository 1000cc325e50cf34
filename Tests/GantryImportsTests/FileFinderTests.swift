import GantryConnectors
import GantryEngine
import GantryFiles
import GantryFormats
import GantryImports
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("A file that a sheet names and that is not there")
struct FileFinderTests {
    private func folder(_ names: String...) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in names { try folder.write("x", to: name) }
        return folder
    }

    private func sentence(_ path: String, in folder: String) throws -> String {
        let error = try #require(throws: FileError.self) { _ = try ReadFile.open(path, under: folder) }
        return FileFinder().problem(error, of: path, in: folder).sentence
    }

    @Test("is the one whose name differs in the form of Unicode alone")
    func normalForms() throws {
        let folder = try folder("ca\u{66}e\u{301}.pdf", "B\u{F8}/\u{E5}.pdf")
        #expect(FileFinder().find("caf\u{E9}.pdf", in: folder.path) == .same("cafe\u{301}.pdf"))
        guard case .same(let place) = FileFinder().find("B\u{F8}/a\u{30A}.pdf", in: folder.path) else {
            Issue.record("not found")
            return
        }
        #expect(place.utf8.elementsEqual("B\u{F8}/\u{E5}.pdf".utf8))
    }

    @Test(
        "is the only one that can be meant by a path of another system, in other capitals or without its ending",
        arguments: [
            ("scan.pdf", "Scan.PDF"), ("SCAN", "Scan.PDF"), ("x\\a.pdf", "x/a.pdf"), ("X\\A", "x/a.pdf"),
            ("C:\\Users\\anne\\scans\\x\\a.pdf", "x/a.pdf"), ("\\\\server\\share\\Scan.pdf", "Scan.PDF"),
            ("/home/anne/x/a.pdf", "x/a.pdf"), ("./Scan.PDF", "Scan.PDF"), (".\\x\\a.pdf", "x/a.pdf"),
        ])
    func meant(path: String, place: String) throws {
        let folder = try folder("Scan.PDF", "x/a.pdf", "y/b.pdf", "b.txt")
        #expect(FileFinder().find(path, in: folder.path) == .meant(place))
        #expect(FileFinder().place(of: path, in: folder.path, of: .init()) == place)
    }

    @Test("is in the folder that is named like something in its row, or the only one of its name")
    func folders() throws {
        let folder = try folder(
            "1001 Jens Hansen/attest.pdf", "1002 Ida Holm/attest.pdf", "10/attest.pdf", "1002 Ida Holm/pas.pdf")
        let finder = FileFinder()
        func find(_ path: String, _ words: Set<String>, once: Bool = true) -> FileFinder.Finding {
            finder.find(path, in: folder.path, of: .init(words, isOnlyOne: once))
        }
        #expect(find("attest.pdf", ["attest", "1002"], once: false) == .meant("1002 Ida Holm/attest.pdf"))
        #expect(find("Attest", ["jens hansen"], once: false) == .meant("1001 Jens Hansen/attest.pdf"))
        #expect(
            find("attest.pdf", ["Hansen, Jens", "100"])
                == .several(["10/attest.pdf", "1001 Jens Hansen/attest.pdf", "1002 Ida Holm/attest.pdf"]))
        #expect(find("pas.pdf", ["1003"]) == .meant("1002 Ida Holm/pas.pdf"))
        // The folder is that of somebody in another row.
        #expect(
            finder.find(
                "pas.pdf", in: folder.path, of: .init(["1003"], isOnlyOne: true, isOfOthers: { $0 == "ida holm" }))
                == .several(["1002 Ida Holm/pas.pdf"]))
        // Another row means it as well, so it can be that one's.
        #expect(find("pas.pdf", ["1003"], once: false) == .several(["1002 Ida Holm/pas.pdf"]))
    }

    @Test(
        "is only offered where the sheet writes another folder",
        arguments: [
            ("1001/attest.pdf", "1002/attest.pdf"), ("1003/attest", "1002/attest.pdf"),
            ("Ida Holm\\lon.pdf", "Jens Hansen/lon.pdf"), ("./1001/attest.pdf", "1002/attest.pdf"),
            ("C:\\scans\\Ida Holm\\lon.pdf", "Jens Hansen/lon.pdf"),
            ("C:/scans/Ida Holm/lon.pdf", "Jens Hansen/lon.pdf"),
            ("/scans/Ida Holm/lon.pdf", "Jens Hansen/lon.pdf"),
        ])
    func otherFolder(path: String, place: String) throws {
        // The folder 1003 is there, and empty but for another file.
        let folder = try folder("1002/attest.pdf", "Jens Hansen/lon.pdf", "1003/pas.pdf")
        let row = FileFinder.Row(["1001"], isOnlyOne: true)
        #expect(FileFinder().find(path, in: folder.path, of: row) == .several([place]))
        #expect(FileFinder().place(of: path, in: folder.path, of: row) == path)
    }

    @Test("is in the folder that the sheet writes, wherever that is below, or that its row names")
    func ownFolder() throws {
        let folder = try folder("oktober/1001/attest.pdf", "oktober/1002/attest.pdf", "1002 Ida/pas.pdf")
        let finder = FileFinder(zips: ["scans.zip/1003/lon.pdf"])
        func find(_ path: String, _ row: FileFinder.Row) -> FileFinder.Finding {
            finder.find(path, in: folder.path, of: row)
        }
        #expect(find("1001/attest.pdf", .init(isOnlyOne: true)) == .meant("oktober/1001/attest.pdf"))
        #expect(find("1002\\Attest", .init(["1002"])) == .meant("oktober/1002/attest.pdf"))
        #expect(find("1001/attest.pdf", .init(["1002"])) == .several(["oktober/1001/attest.pdf"]))
        #expect(find("1003/lon.pdf", .init(["1003"])) == .meant("scans.zip/1003/lon.pdf"))
        // The folders of another computer say nothing against the one that is named like the row.
        #expect(find("C:\\Users\\Jens\\pas.pdf", .init(["1002"])) == .meant("1002 Ida/pas.pdf"))
        // A folder with a word of the row and one that only another row has can be that one's.
        #expect(
            find("pas.pdf", .init(["ida"], isOnlyOne: true, isOfOthers: { $0 == "1002" }))
                == .several(["1002 Ida/pas.pdf"]))
    }

    @Test("is asked about where several can be meant")
    func several() throws {
        let folder = try folder("a.pdf", "a.jpg", "B.pdf", "b.PDF")
        #expect(
            try sentence("a", in: folder.path).hasSuffix(
                "but there are \"a.jpg\" and \"a.pdf\". Write which of them is meant."))
        #expect(FileFinder().find("b.pdf", in: folder.path) == .several(["B.pdf", "b.PDF"]))
        #expect(FileFinder().find("C:\\c.pdf", in: folder.path) != .several([]))
        #expect(FileFinder().find("..\\a.pdf", in: folder.path) != .meant("a.pdf"))
    }

    @Test("is told with the name most like it, with its whole name and the folder's whole path")
    func near() throws {
        let name = String(repeating: "long", count: 50) + ".pdf"
        let folder = try folder("leave-0001.pdf")
        #expect(
            try sentence("leave-001.pdf", in: folder.path).hasSuffix(
                "Closest match: \"leave-0001.pdf\"."))
        #expect(try sentence(name, in: folder.path) == "There is no file \"\(name)\" in \"\(folder.path)\".")
        #expect(Folders.fullPath(".").hasPrefix("/") && Folders.fullPath("/a/./b/") == "/a/b")
    }

    @Test("whose name no disk can hold is said to be too long")
    func tooLong() throws {
        let folder = try folder("a.pdf")
        #expect(
            try sentence(String(repeating: "x", count: 300), in: folder.path).hasSuffix(
                "too long for a file name: it has 300 bytes, and the maximum is 255."))
    }

    @Test("in a folder that is not there names that folder")
    func noFolder() throws {
        let folder = try folder("a.pdf")
        let told = try sentence("a.pdf", in: folder.path + "/none")
        #expect(
            told == "There is no folder \"\(folder.path)/none\". Check the folder of the files.")
    }

    @Test("is found among thousands without listing the folder each time")
    func many() throws {
        let folder = try TemporaryFolder()
        for number in 0..<2_000 { try folder.write("", to: "scan-\(10_000 + number).pdf") }
        let finder = FileFinder()
        let time = ContinuousClock().measure {
            for number in 0..<2_000 { _ = finder.find("scan-\(20_000 + number).pdf", in: folder.path) }
        }
        #expect(time < .seconds(20))
    }
}

@Suite("Names of files that are rows")
struct NamedFilesTests {
    @Test("fit in their literal parts whatever their capitals, and the values keep theirs")
    func capitals() throws {
        let pattern = try FilePattern("{worker}_{category}.pdf", fields: ["worker", "category"])
        #expect(pattern.matches("1040_Contracts.PDF") == [["worker": "1040", "category": "Contracts"]])
        #expect(pattern.matches("1040-contracts.pdf").isEmpty)
        // Written as it is, a name means what it says.
        #expect(try FilePattern("{a}x{b}", fields: ["a", "b"]).matches("1X2x3") == [["a": "1X2", "b": "3"]])
    }

    @Test("that fit in several ways leave values open unless the fields can have those of one alone") func unclear()
        throws
    {
        let text = "{who}_{note}.pdf"
        let pattern = try FilePattern(text, fields: ["who", "note"])
        #expect(
            pattern.matches("Anna_Maria_okt.pdf") == [
                ["who": "Anna", "note": "Maria_okt"], ["who": "Anna_Maria", "note": "okt"],
            ])
        // What is left open has no value.
        let open = try FilePattern("{who}.{*}.{*}", fields: ["who"])
        #expect(open.matches("a.b.c").count == 1 && open.matches("a.b.c.d").count == 2)
        let folder = try TemporaryFolder()
        for name in ["Anna_Maria_okt.pdf", "Bo_okt.pdf", "Ida_x_y.pdf"] { try folder.write("x", to: name) }
        let files = try NamedFiles(of: folder.path, pattern, text: text)
        #expect(files.rows.map(\.path) == ["Anna_Maria_okt.pdf", "Bo_okt.pdf", "Ida_x_y.pdf"] && files.leftOut == nil)
        #expect(files.rows.map { $0.values["who"] } == ["(unclear)", "Bo", "(unclear)"])
        #expect(files.rows.map { $0.values["note"] } == ["(unclear)", "okt", "(unclear)"])
        let read = try NamedFiles(of: folder.path, pattern, text: text) { $0["note"] == "okt" }
        #expect(read.rows.map { $0.values["who"] } == ["Anna_Maria", "Bo", "Ida"] && read.leftOut == nil)
        // What every way agrees about is clear.
        try folder.write("x", to: "7_a_b_c.pdf")
        let some = try FilePattern("{id}_{who}_{note}.pdf", fields: ["id", "who", "note"])
        let rows = try NamedFiles(of: folder.path, some, text: "").rows.filter { $0.path == "7_a_b_c.pdf" }
        #expect(rows.map { $0.values["note"] } == ["(unclear)"])
        let first = try NamedFiles(of: folder.path, some, text: "") { $0["id"] == "7" }.rows
        #expect(
            first.first { $0.path == "7_a_b_c.pdf" }?.values == ["id": "7", "who": "(unclear)", "note": "(unclear)"])
    }

    @Test("leave cells open that are told together, and never read as values") func unclearCells() throws {
        typealias Document = KSRCranes.WorkerDocument
        let binding = try SheetBinding(
            Document.submission, header: ["file", "worker", "category"], numbers: SheetNumbers(.comma),
            work: Pipeline.Import(kind: "ksr.x"))
        let both = binding.read(["a_b_c.pdf", "(unclear)", "(unclear)"]).problems
        #expect(both.map(\.code) == ["unclear-name"])
        #expect(both.first?.sentence.contains("leaves open what worker and category should be") == true)
        // One is filled in, and a spreadsheet program has changed the other.
        let other = binding.read(["a.pdf", "7", " (Unclear)\u{200B}"]).problems
        #expect(other.map(\.code) == ["unclear-name"] && other.first?.field == "category")
        #expect(binding.read(["a.pdf", "=7", "(unclear)"]).problems.map(\.code) == ["unclear-name", "formula"])
        // A file can be called so, and a text can have the word.
        let named = binding.read(["(unclear)", "Anna (unclear)", "tax"])
        #expect(named.problems.isEmpty && named.files.map(\.path) == ["(unclear)"])
    }

    @Test(
        "say what a person could read in them, whatever spelling the sheet is to have",
        arguments: [
            ("7,50", true), ("50", true), ("1.250", true), ("1 250,50", true), ("-7,50", true), ("kr. 7,50", true),
            ("7,50 3", false), ("5.10.2026", false), ("syv", false), ("-", false),
        ])
    func numbers(cell: String, isMeant: Bool) throws {
        for key in [nil, .point, .comma] as [SheetDialect.DecimalMark?] {
            let binding = try SheetBinding(
                KSRCranes.WorkerRow.submission, header: ["employee_id", "hourly_rate"],
                numbers: SheetNumbers(.comma, key: key), work: Pipeline.Import(kind: "ksr.x"))
            #expect(binding.canMean(["7", cell]) == isMeant, "\(cell) with \(key?.rawValue ?? "no key")")
        }
    }

    @Test("that could be split at another comma are unclear") func commas() throws {
        let pattern = try FilePattern("{name},{hourly_rate}.pdf", fields: ["name", "hourly_rate"])
        let binding = try SheetBinding(
            KSRCranes.WorkerRow.submission, header: ["name", "hourly_rate"], numbers: SheetNumbers(.comma),
            work: Pipeline.Import(kind: "ksr.x"))
        let folder = try TemporaryFolder()
        for name in ["Anna,7,50.pdf", "Anna,Maria,7.pdf"] { try folder.write("x", to: name) }
        let rows = try NamedFiles(of: folder.path, pattern, text: "") { values in
            binding.canMean(["name", "hourly_rate"].map { values[$0] ?? "" })
        }.rows
        #expect(rows.map { $0.values["name"] } == ["(unclear)", "Anna,Maria"])
        #expect(rows.map { $0.values["hourly_rate"] } == ["(unclear)", "7"])
    }

    @Test("can mean days and texts that a sheet refuses") func daysAndTexts() throws {
        let binding = try SheetBinding(
            KSRCranes.WorkerRow.submission, header: ["hire_date", "name"], numbers: SheetNumbers(.comma),
            work: Pipeline.Import(kind: "ksr.x"))
        for day in ["2026-10-05", "05-10-2026", "5. okt 2026"] { #expect(binding.canMean([day, "x"]), "\(day)") }
        #expect(!binding.canMean(["10-2026", "x"]) && !binding.canMean(["x", "x"]))
        #expect(binding.canMean(["2026-10-05", "-x"]) && binding.canMean(["2026-10-05", "#N/A"]))
    }

    @Test("that do not fit are counted and named, but not what systems leave behind")
    func leftOut() throws {
        let folder = try TemporaryFolder()
        for name in [
            "1_a.pdf", "sub/2_b.PDF", "notes.txt", ".DS_Store", "~$1_a.docx", "Thumbs.db", "Desktop.ini",
            ".git/3_c.pdf",
        ] {
            try folder.write("x", to: name)
        }
        let text = "{worker}_{category}.pdf"
        let files = try NamedFiles(of: folder.path, try FilePattern(text, fields: ["worker", "category"]), text: text)
        #expect(files.rows.map(\.path) == ["1_a.pdf", "sub/2_b.PDF"])
        #expect(files.leftOut == UnmatchedFiles(pattern: text, count: 1, names: ["notes.txt"]))
        #expect(files.leftOut?.words == "Left out: 1 file whose name doesn't match {worker}_{category}.pdf")
        #expect(throws: RunError.self) {
            _ = try NamedFiles(
                of: folder.path + "/none", try FilePattern(text, fields: ["worker", "category"]), text: text)
        }
    }
}
