import GantryEngine
import GantryFiles
import GantryImports
import GantryModel
import GantryTestSupport
import Testing

@Suite("The sheet that a person names")
struct SheetPathTests {
    @Test(
        "names a batch in letters that every system has",
        arguments: [
            ("october.csv", "october"), ("in/Okt 2026.CSV", "Okt-2026"), ("a.b_c-1.csv", "a.b_c-1"),
            ("løn.csv", "loen"), ("lån.csv", "laan"), ("la\u{30A}n.csv", "laan"), ("Ærø.csv", "Aeroe"),
            ("Café Zürich.csv", "Cafe-Zuerich"), ("straße.csv", "strasse"),
        ])
    func batches(_ sheet: String, _ batch: String) {
        #expect(SheetPath.batch(of: sheet, in: "/home/ann") == batch)
    }

    @Test("names different batches where letters had to be dropped")
    func otherScripts() {
        let october = SheetPath.batch(of: "অক্টোবর.csv", in: "/")
        let november = SheetPath.batch(of: "নভেম্বর.csv", in: "/")
        #expect(october != november)
        for batch in [october, november] {
            #expect(batch.hasPrefix("batch-") && batch.count == 12)
            #expect(batch.allSatisfy { $0.isASCII })
        }
        let long = SheetPath.batch(of: String(repeating: "x", count: 100) + "ы.csv", in: "/")
        #expect(long.count == 80)
    }

    @Test(
        "names different batches where punctuation had to be dropped, or the end of a long name",
        arguments: [
            ("note +1.csv", "note (1).csv", "note-1"), ("note (1).csv", "note 1.csv", "note-1"), ("(x)", "x", "x"),
            (
                String(repeating: "x", count: 80) + " oktober.csv", String(repeating: "x", count: 80) + " november.csv",
                String(repeating: "x", count: 73)
            ),
            (
                String(repeating: "x", count: 81), String(repeating: "x", count: 80), String(repeating: "x", count: 73)
            ),
        ])
    func dropped(_ one: String, _ other: String, _ start: String) {
        let batches = [one, other].map { SheetPath.batch(of: $0, in: "/") }
        #expect(batches[0] != batches[1])
        #expect(batches.allSatisfy { $0.hasPrefix(start) && $0.count <= 80 })
        #expect(batches[0].count == start.count + 7)
        #expect(SheetPath.batch(of: one, in: "/") == batches[0])
    }

    @Test(
        "names refused rows after their run, wherever the command is run",
        arguments: [
            ("w/exports/p/october/r1/data/refused.csv", "/home/ann", "october.refused-r1"),
            ("w/exports/p/october/r1/data/refused.xlsx", "/home/ann", "october.refused-r1"),
            ("refused.csv", "/w/exports/p/2026-10/r12/data", "2026-10.refused-r12"),
            ("./result.csv", "/w/exports/p/x/r2/data", "x.result-r2"),
            ("/w/parts/p/october/r1/refused.csv", "/", "october.refused-r1"), ("refused.csv", "/home/ann", "refused"),
        ])
    func refused(_ sheet: String, _ folder: String, _ batch: String) {
        #expect(SheetPath.batch(of: sheet, in: folder) == batch)
    }

    @Test(
        "that has rows of an earlier run leads back to it by its name",
        arguments: [
            ("october.refused-r1", "october", 1, true), ("2026-10.refused-r12", "2026-10", 12, true),
            ("x.result-r2", "x", 2, false), ("x.refused-r1.refused-r3", "x.refused-r1", 3, true),
        ])
    func origins(_ batch: String, _ sheet: String, _ revision: Int, _ isOfRefused: Bool) throws {
        let run = RunID(pipeline: "p", period: batch, revision: 1)
        let origin = try #require(SheetPath.origin(of: run))
        #expect(origin.run == RunID(pipeline: "p", period: sheet, revision: revision))
        #expect(origin.isOfRefused == isOfRefused)
    }

    @Test("of its own leads to no other run", arguments: ["october", "refused", "october.refused-rx", ".refused-r1"])
    func ownSheets(_ batch: String) {
        #expect(SheetPath.origin(of: RunID(pipeline: "p", period: batch, revision: 1)) == nil)
    }

    private func failure(_ path: String) throws -> RunError {
        let error = try #require(throws: FileError.self) { _ = try ReadFile.open(path) }
        return try #require(SheetPath.explained(error, sheet: path) as? RunError)
    }

    @Test("that is a folder is never to be removed, and the CSV files in it are named")
    func folder() throws {
        let folder = try TemporaryFolder()
        try folder.write("id\n", to: "scans/october.csv")
        let error = try failure(folder.path + "/scans")
        #expect(error.explanation.contains("is a folder; the sheet must be a CSV file"))
        #expect(
            error.advice?.text(spelling: { "\($0)" }).contains("sheet(path: \"\(folder.path)/scans/october.csv\")")
                == true
                && error.advice?.text(spelling: { "\($0)" }).contains("files(folder:") == true)
        #expect(!"\(error)".contains("remove"))
    }

    @Test("that is not there is told with the folder and the CSV files in it, the likeliest first")
    func missing() throws {
        let folder = try TemporaryFolder()
        try folder.write("id\n", to: "october.csv")
        try folder.write("id\n", to: "notes.txt")
        let error = try failure(folder.path + "/octobr.csv")
        #expect(error.explanation == "There is no file \"octobr.csv\" in \"\(folder.path)\".")
        #expect(
            error.advice?.text(spelling: { "\($0)" }).contains("Did you mean \"october.csv\"?") == true
                && error.advice?.text(spelling: { "\($0)" }).contains("notes") == false)
        #expect(
            try failure(folder.path + "/none/october.csv").explanation.contains(
                "There is no folder \"\(folder.path)/none\""))
    }
}
