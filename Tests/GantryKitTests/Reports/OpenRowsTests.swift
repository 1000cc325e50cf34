import GantryKit
import Testing

@Suite("The rows of a sheet that are open after several rounds")
struct OpenRowsTests {
    private typealias Line = OpenRows.Line

    private func line(_ row: Int?, _ cell: String, isBefore: Bool = false) -> Line {
        Line(row: row, cells: [cell], isBefore: isBefore)
    }

    @Test("are those that the newest revision refused without those that a later round made done")
    func newest() {
        var open = OpenRows([line(4, "x"), line(6, "y")])
        #expect(open.done == 0)
        open.note([line(6, "corrected")], refusedBy: nil)
        #expect(open.done == 1)
        // The same row once more, and one that the office added to the copy.
        open.note([line(6, "corrected", isBefore: true), line(nil, "z")], refusedBy: nil)
        #expect(open.done == 1)
    }

    @Test("count a row that an earlier revision refused as well by its number and cells")
    func earlier() {
        var open = OpenRows([line(4, "x"), line(6, "y")])
        open.note([line(4, "corrected")], refusedBy: [line(4, "x")])
        #expect(open.done == 1)
        // One that the newest revision has sent.
        open.note([line(2, "corrected")], refusedBy: [line(2, "w"), line(4, "x")])
        #expect(open.done == 1)
    }

    @Test("aren't counted where a row can be another one of the newest revision")
    func unknown() {
        let newest = [line(4, "x"), line(6, "y")]
        var changed = OpenRows(newest)
        changed.note([line(4, "corrected")], refusedBy: [line(4, "w")])
        #expect(changed.done == nil)
        var moved = OpenRows(newest)
        moved.note([line(3, "corrected")], refusedBy: [line(3, "y")])
        #expect(moved.done == nil)
        var unreadable = OpenRows([line(4, "")])
        unreadable.note([line(4, "corrected")], refusedBy: [line(4, "")])
        #expect(unreadable.done == nil)
        // A copy without the numbers of the rows has its own.
        var numbered = OpenRows(newest)
        numbered.note([line(2, "corrected")], refusedBy: nil)
        #expect(numbered.done == nil)
    }

    @Test("count each file of a row that names several")
    func files() {
        var open = OpenRows([line(4, "a.pdf"), line(4, "b.pdf")])
        open.note([line(4, "a.pdf")], refusedBy: nil)
        #expect(open.done == 1)
        open.note([line(4, "a.pdf", isBefore: true)], refusedBy: nil)
        #expect(open.done == 1)
        open.note([line(4, "b.pdf")], refusedBy: nil)
        #expect(open.done == 2)
    }
}
