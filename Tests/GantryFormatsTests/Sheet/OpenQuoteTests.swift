import GantryFormats
import GantryModel
import Testing

@Suite("A quote that is left open")
struct OpenQuoteTests {
    @Test("ends the sheet with the line on which it opens, whatever the sheet's length and limits") func neverClosed()
        throws
    {
        let text = "A;B\r\n1;2\r\n\"x\ny\";\"open\r\n" + String(repeating: "1;2\r\n", count: 100_000)
        for limit in [1 << 20, 1000] {
            let reader = try sheet(text, limits: SheetLimits(cellBytes: limit))
            guard case .row? = try reader.next() else { throw Unexpected() }
            let error = try #require(sheetError { _ = try reader.next() })
            #expect(error.code == .openQuote)
            #expect(
                error.explanation
                    == "Sheet \"in/leaves.csv\": the quote that opens column B (B) on line 4 is never closed. Only the 1 row above it can be read."
            )
            #expect(error.advice?.text(spelling: { "\($0)" }).contains("on line 4") == true)
        }
    }

    @Test("ends the sheet too where the quote of a later row closes it: the rows between are in no other cell")
    func closedByAnother() throws {
        let error = sheetError { _ = try sheet("A;B;C\nA;1;\"open\nB;2;3\nC;\"7,5\";4\nD;1;2\n").all() }
        #expect(error?.code == .openQuote)
        #expect(
            error?.explanation.contains(
                "the quote that opens column C (C) on line 2 is closed only on line 4, with text after it. No row")
                == true)
    }

    @Test("in the header is such a quote too") func header() throws {
        #expect(sheetError { _ = try sheet("A;\"B\n1;2\n", hints: .init(delimiter: .semicolon)) }?.code == .openQuote)
    }

    @Test("inside one line spoils its row alone") func oneLine() throws {
        #expect(try sheet("A;B\n1;\"5\" pipe\"\n2;x\n").unusable().map(\.reason) == [.textAfterQuote])
        #expect(try sheet("A;B\n1;\"two\nlines\"\n2;x\n").allCells() == [["1", "two\nlines"], ["2", "x"]])
    }
}
