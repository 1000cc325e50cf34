import GantryEngine
import GantryModel
import GantryPages
import Testing

@Suite("The report of a sheet")
struct UploadReportTests {
    private func counts(_ rows: Int, done: Int, before: Int = 0, refused: Int) -> LedgerCounts {
        var counts = LedgerCounts()
        counts.rows = rows
        counts.done = done
        counts.doneBefore = before
        counts.refused = refused
        return counts
    }

    private func page(
        _ period: String, _ counts: LedgerCounts, change: (inout UploadReport) -> Void = { _ in }
    ) -> String {
        let facts = RunFacts(
            RunID(pipeline: "documents-upload", period: period, revision: 1),
            RunSource(system: "ksr-cranes", address: "https://cranes.example.com", account: "clerk"))
        var report = UploadReport(facts, kind: "ksr.documents")
        report.counts = counts
        change(&report)
        return String(decoding: UploadReportPage(report, PageText(.english, zone: .denmark)).bytes(), as: UTF8.self)
    }

    private func round(_ period: String, _ second: Int64, _ counts: LedgerCounts) -> UploadReport.Round {
        UploadReport.Round(
            run: RunID(pipeline: "documents-upload", period: period, revision: 1),
            time: Instant(secondsSince1970: 1_793_600_000 + second), counts: counts)
    }

    @Test("Rows of an earlier run are counted once")
    func earlierRows() {
        let page = page("october", counts(9, done: 7, before: 4, refused: 2))
        #expect(page.contains("9 rows = 7 sent + 2 refused.") && page.contains("2 rows still open"))
        #expect(!page.contains("id=\"rounds\""))
    }

    @Test("A row that only a person says is at the server is shown apart, and not as sent once")
    func accepted() {
        let row = UploadReport.Row(
            number: "44", cells: ["kontrakt-1019.pdf"],
            note: "A person accepted it as done. Before that: The program ended before the answer came.")
        let page = page("october", counts(9, done: 9, refused: 0)) {
            $0.columns = ["file"]
            $0.notes = 3
            $0.noted = [row]
            $0.sent = [row]
        }
        #expect(page.contains("3 to look at, see below") && !page.contains("each once"))
        #expect(page.contains("id=\"noted\"") && page.contains("2 more are in result.csv."))
        let whole = self.page("october", counts(9, done: 9, refused: 0))
        #expect(whole.contains("each once") && !whole.contains("id=\"noted\""))
    }

    @Test("A file is shown beside its row, and one without a picture is named as one")
    func pictures() {
        let page = page("october", counts(2, done: 2, refused: 0)) {
            $0.pictures = [
                Gallery.Item(row: "2", cells: ["1001", "<b>"], file: "a.jpg", picture: "data:image/jpeg;base64,/9j/"),
                Gallery.Item(row: "3", cells: ["1002"], file: nil, picture: nil),
            ]
        }
        #expect(
            page.contains("src=\"data:image/jpeg;base64,/9j/\"") && page.contains("1001 · &lt;b&gt;<br><small>a.jpg"))
        let part = self.page("october", counts(9, done: 9, refused: 0)) {
            $0.pictures = (2...4).map { Gallery.Item(row: "\($0)", cells: [], file: "a.jpg", picture: "data:,") }
        }
        #expect(part.contains("The first 3 files beside their rows"))
        let gone = self.page("october", counts(2, done: 2, refused: 0)) {
            $0.pictures = [Gallery.Item(row: "2", cells: ["1001"], file: nil, picture: nil)]
        }
        #expect(gone.contains("Its files have no pictures:") && !gone.contains("class=\"gallery\""))
        #expect(page.contains("2 files beside their rows, so that a wrong match is seen. 1 has no picture:"))
        #expect(!self.page("october", counts(2, done: 2, refused: 0)).contains("class=\"gallery\""))
    }

    @Test("Rows that aren't read are told, and then not all rows are sent")
    func notRead() {
        let page = page("october", counts(3, done: 3, refused: 0)) {
            $0.notRead = UploadReport.NotRead(hidden: 2, skipped: 3)
            $0.skipped = [(row: 4, kind: "headings", text: "Fil"), (row: 6, kind: "sum", text: "I alt <3>")]
        }
        #expect(page.contains("All rows that were read are sent; 2 hidden, 3 skipped"))
        #expect(page.contains("Row 4, the headings again: Fil</li>"))
        #expect(page.contains("Row 6, a sum: I alt &lt;3&gt;</li>") && page.contains("<li>and 1 more</li>"))
        #expect(page.contains("Nothing: every row that was read has arrived."))
        let whole = self.page("october", counts(3, done: 3, refused: 0))
        #expect(whole.contains("All rows are sent") && !whole.contains("id=\"not-read\""))
        // Those of the sheet count for its refused rows too.
        let last = self.page("october.refused-r1", counts(1, done: 1, refused: 0)) {
            $0.rounds = [
                round("october", 0, counts(3, done: 2, refused: 1)),
                round("october.refused-r1", 60, counts(1, done: 1, refused: 0)),
            ]
            $0.together = counts(3, done: 3, refused: 0)
            $0.notReadTogether = UploadReport.NotRead(hidden: 1)
        }
        #expect(last.contains("All rows that were read are sent; 1 hidden"))
    }

    @Test("Every round has its counts, and all together one")
    func rounds() {
        let (first, second) = (counts(164, done: 155, refused: 9), counts(8, done: 7, refused: 1))
        let page = page("october", first) {
            $0.rounds = [round("october", 0, first), round("october.refused-r1", 60, second)]
            $0.together = counts(164, done: 162, refused: 2)
        }
        #expect(page.contains("1 · <code>october/r1</code>") && page.contains("2 · <code>october.refused-r1/r1</code>"))
        #expect(
            page.contains(
                "<tfoot><tr><th scope=\"row\">All rounds</th><td></td><td class=\"n\">164</td><td class=\"n\">162"))
        #expect(page.contains("2 rows still open") && page.contains("Refused in this round"))
    }

    @Test("A round that sent all of its rows doesn't say that all rows of the sheet are sent")
    func openRows() {
        let (newest, last) = (counts(5, done: 3, refused: 2), counts(1, done: 1, refused: 0))
        func page(_ together: LedgerCounts?) -> String {
            self.page("october.refused-r1", last) {
                $0.rounds = [round("october", 0, newest), round("october.refused-r1", 60, last)]
                $0.together = together
            }
        }
        let known = page(counts(5, done: 4, refused: 1))
        #expect(known.contains("1 row still open") && known.contains("Nothing was refused in this round."))
        #expect(!known.contains("every row has arrived") && !known.contains("All rows are sent"))
        let unknown = page(nil)
        #expect(unknown.contains("All rows of this round are sent") && !unknown.contains("All rows are sent"))
        #expect(unknown.contains("There is no count over all rounds") && !unknown.contains("All rounds</th>"))
        #expect(unknown.contains("<code>october/r1</code>") && !unknown.contains("every row has arrived"))
        let whole = page(counts(5, done: 5, refused: 0))
        #expect(whole.contains("All rows are sent") && whole.contains("Nothing: every row has arrived."))
    }
}
