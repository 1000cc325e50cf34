import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A mark that an entry is sent to payroll") struct PayrollMarkTests: OfficeRows {
    typealias Row = KSRCranes.PayrollMark

    private func entry(_ id: Int) -> Row {
        row(
            Row.submission,
            ["entry_id": "\(id)", "employee_id": "1007", "work_date": "2026-10-15", "normal_hours": "7.40"])
    }

    /// Rows that have been sent so often.
    private func rows(_ ids: Int..., attempts: Int = 1) -> [OutgoingRow<Row>] {
        ids.map { id in
            OutgoingRow(
                entry(id),
                LedgerEntry(
                    row: id, idempotencyKey: "k\(id)", state: .sent, attempts: attempts,
                    changedAt: Instant(nanosecondsSince1970: 0)))
        }
    }

    private func said(_ successful: String, failed: String = "", more: String = "", requested: Int = 2) -> String {
        #"{"success":\#(failed.isEmpty),"successful":[\#(successful)],"failed":[\#(failed)],"total_requested":\#(requested)\#(more)}"#
    }

    @Test("is confirmed when all are marked, sent alone when some failed, and refused when it failed alone")
    func answers() {
        func word(_ text: String, _ rows: [OutgoingRow<Row>], status: Int = 200) -> String {
            self.word(Row.receive(answer(text, status: status), for: rows, step: 0))
        }
        let failed = #"{"id":8,"error":"Record is locked"}"#
        #expect(word(said("7,8"), rows(7, 8)) == "taken 7 8")
        #expect(word(said("7", failed: failed), rows(7, 8), status: 207) == "split not-marked")
        #expect(word(said("", failed: failed, requested: 1), rows(8), status: 207) == "refused not-marked")
        let passing = failed.replacing(
            "Record is locked", with: "Lock wait timeout exceeded; try restarting transaction")
        #expect(word(said("", failed: passing, requested: 1), rows(8), status: 207) == "not sent not-marked")
        // Fewer than were sent, others, or none at all by the server's own words.
        #expect(word(said("7", requested: 1), rows(7, 8)) == "unclear unclear-answer")
        #expect(word(said("7,9"), rows(7, 8)) == "unclear unclear-answer")
        #expect(word(said("7", requested: 1), rows(7, 8, attempts: 2)) == "taken 7 8")
        #expect(word(#"{"success":true,"message":"2 entries updated"}"#, rows(7, 8)) == "unconfirmed unconfirmed")
        #expect(
            word(said("7,8", more: #","updated_entries":[{"entry_id":7,"sent_to_payroll":false}]"#), rows(7, 8))
                == "unclear unclear-answer")
        #expect(
            word(said("7,8", more: #","columns_available":{"sent_to_payroll":false}"#), rows(7, 8)) == "refused no-mark"
        )
    }

    @Test("is sent alone when one that the server doesn't know refuses all, and is refused alone") func unknown() {
        let problem = RowProblem("status-404", "Work entries not found: 8.")
        #expect(word(Row.refused(problem, status: 404, for: rows(7, 8), step: 0)) == "split status-404")
        #expect(word(Row.refused(problem, status: 404, for: rows(8), step: 0)) == "refused status-404")
        #expect(word(Row.refused(problem, status: 400, for: rows(7, 8), step: 0)) == "refused status-404")
    }

    @Test("is one request for neighbouring entries, which names the action") func request() async throws {
        let request = try await Row.request(for: rows(7, 8), step: 0, server: OfficeCalls())
        #expect(
            word(request)
                == #"PATCH /api/app/work-entries/confirmed {"entry_ids":[7,8],"action":"mark_sent_to_payroll"}"#)
        #expect(
            entry(7).identity.group == entry(8).identity.group && entry(7).identity.group != entry(700).identity.group)
    }
}
