import GantryConnectors
import GantryJSON
import GantryModel
import Testing

@Suite("A confirmed entry of the deployed contract") struct ConfirmedEntryTests {
    private static func row(
        _ start: String? = "2026-10-12T05:00:00.000Z", _ end: String? = "2026-10-12T12:54:00.000Z",
        pause: String = "30",
        stated: String = "7.4", more: String = #""sent_to_payroll":false,"sent_to_payroll_at":null"#,
        status: String = "confirmed"
    ) -> String {
        func text(_ time: String?) -> String { time.map { "\"\($0)\"" } ?? "null" }
        return
            #"{"entry_id":7,"work_date":"2026-10-15T00:00:00.000Z","start_time":\#(text(start)),"end_time":\#(text(end)),"#
            + #""pause_minutes":\#(pause),"worked_hours":\#(stated),"kilometers":3,"description":"Kran 4","status":"pending","#
            + #""confirmation_status":"\#(status)","employee":{"employee_id":1007,"name":"Anna"},"#
            + #""task":{"task_id":142,"title":"T","project":{"project_id":14,"title":"P"}},\#(more)}"#
    }

    private static func page(_ rows: String...) throws -> Chunk<WorkEntry> {
        let text =
            #"{"success":true,"data":[\#(rows.joined(separator: ","))],"summary":{"total_entries":1},"#
            + #""pagination":{"limit":100,"offset":0,"total":\#(rows.count),"has_more":false}}"#
        var chunk = Chunk<WorkEntry>(bytes: Array(text.utf8))
        let envelope = try WorkEntry.dataset.variant(of: .deployed).makePageDecoder().decodePage(
            &chunk, listKeys: ["data"])
        #expect(envelope.totalCount == Int64(rows.count) && envelope.hasNext == false)
        return chunk
    }

    @Test("is a work entry: its hours are end − start − pause, and its day is the work date") func entry() throws {
        let chunk = try Self.page(Self.row())
        let entry = try #require(chunk.records.first)
        #expect(chunk.rejects.isEmpty && entry.id == 7 && entry.employeeID == 1007 && entry.status == .approved)
        #expect(entry.workDate.description == "2026-10-15" && entry.normalHours.description == "7.40")
        #expect(entry.overtimeHours == .zero && entry.weekendHours == .zero)
        #expect(entry.projectID == 14 && entry.taskID == 142 && entry.notes.map(chunk.text) == "Kran 4")
        #expect(entry.deployed.doubt == nil && !entry.deployed.isSentToPayroll)
    }

    @Test("has a third of an hour to nine decimals, as the server to two") func thirds() throws {
        let entry = try #require(
            try Self.page(
                Self.row("2026-10-12T05:00:00.000Z", "2026-10-12T12:20:00.000Z", pause: "null", stated: "7.33")
            )
            .records.first)
        #expect(entry.normalHours.description == "7.333333333" && entry.deployed.doubt == nil)
    }

    @Test("is doubtful where its times give no hours, or others than the server states")
    func doubts() throws {
        func found(_ row: String) throws -> String? {
            let entry = try #require(try Self.page(row).records.first)
            #expect(entry.normalHours == .zero)
            return entry.deployed.doubt?.found
        }
        #expect(try found(Self.row(nil, stated: "0")) == "no start time")
        #expect(try found(Self.row("2026-10-12T05:00:00.000Z", nil, stated: "0")) == "no end time")
        #expect(
            try found(Self.row("2026-10-12T22:00:00.000Z", "2026-10-12T06:00:00.000Z", stated: "0"))
                == "22:00 to 06:00 UTC")
        #expect(try found(Self.row(pause: "600", stated: "0")) == "05:00 to 12:54 UTC with a pause of 600 minutes")
        #expect(try found(Self.row(stated: "8.4")) == "8.40 hours")
        // No hours at all are no doubt.
        #expect(
            try Self.page(Self.row("2026-10-12T05:00:00.000Z", "2026-10-12T05:00:00.000Z", pause: "0", stated: "0"))
                .records.first?.deployed.doubt == nil)
    }

    @Test("is sent to payroll when the server says so, and unusable where it doesn't say") func sent() throws {
        let sent = try #require(
            try Self.page(Self.row(more: #""sent_to_payroll":true,"sent_to_payroll_at":"2026-11-02T08:00:00.000Z""#))
                .records.first)
        #expect(sent.deployed.isSentToPayroll && sent.deployed.sentAt?.utcDate.description == "2026-11-02")
        for silent in [#""x":1"#, #""sent_to_payroll":null"#] {
            #expect(try Self.page(Self.row(more: silent)).rejects.map(\.field) == ["sent_to_payroll"])
        }
    }

    @Test("is approved when it is confirmed, whatever the other status is") func statuses() throws {
        let wanted: [(String, WorkEntry.Status)] = [
            ("confirmed", .approved), ("submitted", .submitted), ("rejected", .rejected), ("pending", .draft),
        ]
        for (word, status) in wanted { #expect(try Self.page(Self.row(status: word)).records.first?.status == status) }
    }

    @Test("is read back from landed lines as it was fetched, and so is a documented entry") func lines() throws {
        var deployed = Chunk<WorkEntry>(bytes: Array((Self.row() + "\n" + Self.row(nil, stated: "0") + "\n").utf8))
        try WorkEntry.dataset.decoder().decodeLines(&deployed)
        #expect(deployed.rejects.isEmpty && deployed.records.map(\.normalHours.description) == ["7.40", "0.00"])
        // A nested key, a text and a record that can't be read don't decide what the lines are.
        let documented =
            #"{"notes":"\"entry_id\":1","extra":{"entry_id":9},"id":7,"employeeId":8,"workDate":"2026-10-05","normalHours":7,"overtimeHours":0,"weekendHours":0,"status":"APPROVED"}"#
        var lines = Chunk<WorkEntry>(bytes: Array((documented + "\n").utf8))
        try WorkEntry.dataset.decoder().decodeLines(&lines)
        #expect(lines.rejects.isEmpty && lines.records.first?.normalHours.description == "7.00")
        var mixed = Chunk<WorkEntry>(bytes: Array(("5\n{\"broken\":1}\n" + Self.row() + "\n").utf8))
        try WorkEntry.dataset.decoder().decodeLines(&mixed)
        #expect(mixed.rejects.map(\.index) == [0, 1] && mixed.records.last?.id == 7)
    }

    @Test("is asked for with limit and offset, in pages as large as possible") func request() throws {
        let dataset = WorkEntry.dataset.variant(of: .deployed)
        #expect(dataset.pageSize(wanted: 100) == 10_000 && WorkEntry.dataset.pageSize(wanted: 100) == 100)
        let ask = DatasetRequest(period: try PayPeriod("2026-10"), page: 3, pageSize: 500)
        #expect(
            dataset.request(ask).description
                == "GET /api/app/work-entries/confirmed?start_date=2026-10-01&end_date=2026-10-31&limit=500&offset=1000"
        )
    }
}
