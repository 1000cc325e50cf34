import GantryFormats
import GantryImports
import GantryJSON
import GantryModel
import Testing

@Suite("The totals of a run that sends rows")
struct ImportSummaryTests {
    @Test("say which rows aren't read, and how the result sheet is written")
    func read() throws {
        let text = """
            {"sent":"ksr.documents","rows":{"all":3,"done":2,"done_before":0,"refused":1},"problems":[],\
            "not_read":{"hidden":2,"skipped":3,"first":[{"row":7,"kind":"left-out","text":"Ida"}]},\
            "sheet":{"encoding":"windows-1252","delimiter":"semicolon"}}
            """
        let figures = try #require(ImportSummary.read(try JSONTree(Array(text.utf8))))
        #expect(figures.hiddenRows == 2 && figures.skipped.count == 3)
        let first = try #require(figures.skipped.first.first)
        #expect(first.number == 7 && first.kind == .leftOut && first.text == "Ida")
        #expect(figures.hints == SheetDialect.Hints(encoding: .windows1252, delimiter: .semicolon))
    }

    @Test("of a run that doesn't say so have every row, in an encoding that is found")
    func without() throws {
        let text = #"{"sent":"ksr.documents","rows":{"all":0}}"#
        let figures = try #require(ImportSummary.read(try JSONTree(Array(text.utf8))))
        #expect(figures.hiddenRows == 0 && figures.skipped.count == 0 && figures.hints == SheetDialect.Hints())
    }
}
