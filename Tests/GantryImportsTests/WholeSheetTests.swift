import GantryEngine
import GantryImports
import Testing

@Suite("A sheet that goes whole or not at all") struct WholeSheetTests {
    private func counts(planned: Int, refused: Int = 0, doneBefore: Int = 0) -> LedgerCounts {
        var counts = LedgerCounts()
        (counts.planned, counts.refused, counts.done, counts.doneBefore) = (planned, refused, doneBefore, doneBefore)
        return counts
    }

    @Test("goes where every row can, or none is left to go") func whole() {
        #expect(RowProblem.partly(counts(planned: 3), allowing: []) == nil)
        #expect(RowProblem.partly(counts(planned: 0, refused: 1, doneBefore: 2), allowing: []) == nil)
    }

    @Test("stays where a row is refused, or was sent before and still stands") func part() {
        #expect(RowProblem.partly(counts(planned: 3, refused: 1), allowing: [])?.code == "not-whole")
        let before = RowProblem.partly(counts(planned: 1, doneBefore: 659), allowing: [])
        #expect(before?.code == "not-whole" && before?.sentence.contains("already sent") == true)
        #expect(RowProblem.partly(counts(planned: 3, refused: 1, doneBefore: 1), allowing: ["not-whole"]) == nil)
    }
}
