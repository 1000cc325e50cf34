import GantrySandbox
import Testing

@Suite("Writing hours to KSR Cranes")
struct WrittenHoursTests {
    static let path = "/api/app/work-entries"

    static func items(_ items: String...) -> String { #"{"entries":[\#(items.joined(separator: ","))]}"# }

    static func item(_ day: String, task: Int = 110, _ more: String = "") -> String {
        #"{"task_id":\#(task),"work_date":"\#(day)","pause_minutes":30\#(more)}"#
    }

    @Test("Rows belong to who signed in, are one for a task and day, and show in their week, the newest first")
    func upserts() async throws {
        try await withSignedIn { client in
            let first = try await client.send(
                Self.path,
                Self.items(
                    Self.item("2026-11-02", #","start_time":"2026-11-02T07:00:00Z","km":12.5"#), Self.item("2026-11-04")
                ))
            #expect(first.status == 201)
            let rows = try #require(first.object["entries"] as? [[String: Any]])
            #expect(rows.map { $0["employee_id"] as? Int } == [901, 901])
            #expect(rows[0]["km"] as? String == "12.5" && rows[1]["km"] as? String == "0")
            #expect(rows.allSatisfy { $0["status"] as? String == "pending" })
            #expect(first.object["confirmationToken"] == nil)
            // A repeat changes the row: kilometres that are missing become none, a time that is missing stays.
            let again = try await client.send(
                Self.path, Self.items(Self.item("2026-11-02T00:00:00.000Z", #","is_draft":false"#)))
            let row = try #require((again.object["entries"] as? [[String: Any]])?.first)
            #expect(row["entry_id"] as? Int == rows[0]["entry_id"] as? Int)
            #expect(
                row["km"] as? String == "0" && row["start_time"] is String && row["status"] as? String == "submitted")
            #expect(again.object["confirmationToken"] is String)
            let week = try #require(
                try await client.get("\(Self.path)?selectedMonday=2026-11-05").json as? [[String: Any]])
            #expect(week.map { ($0["work_date"] as? String)?.prefix(10) } == ["2026-11-04", "2026-11-02"])
            #expect((week[0]["Tasks"] as? [String: Any])?["task_id"] as? Int == 110)
            #expect(
                (try await client.get("\(Self.path)?selectedMonday=2026-11-02&is_draft=false").json as? [Any])?.count
                    == 1)
            #expect((try await client.get("\(Self.path)?selectedMonday=2026-11-09").json as? [Any])?.isEmpty == true)
            #expect(try await client.get("\(Self.path)?selectedMonday=x").status == 400)
            #expect(
                client.sandbox.effects.map { $0.identity["workDate"] } == ["2026-11-02", "2026-11-04", "2026-11-02"])
            #expect(try await client.page(1).status == 200)
        }
    }

    @Test("A row that is submitted is locked, and the others of the request are written all the same")
    func locked() async throws {
        try await withSignedIn { client in
            _ = try await client.send(Self.path, Self.items(Self.item("2026-11-02", #","is_draft":false"#)))
            let mixed = try await client.send(Self.path, Self.items(Self.item("2026-11-02"), Self.item("2026-11-03")))
            #expect(mixed.status == 400)
            #expect((mixed.object["error"] as? String)?.hasPrefix("Cannot modify entry") == true)
            #expect(client.sandbox.effects.count == 2)
            #expect((try await client.get("\(Self.path)?selectedMonday=2026-11-02").json as? [Any])?.count == 2)
            for (body, status) in [
                ("{}", 400), (Self.items(Self.item("x")), 400), (Self.items(Self.item("2026-11-05", task: 9)), 500),
            ] {
                #expect(try await client.send(Self.path, body).status == status)
            }
            #expect(client.sandbox.effects.count == 2)
        }
    }
}
