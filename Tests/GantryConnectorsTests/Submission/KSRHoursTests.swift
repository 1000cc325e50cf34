import GantryConnectors
import GantryEngine
import Testing

@Suite("Hours for KSR Cranes")
struct KSRHoursTests: OfficeRows {
    typealias Row = KSRCranes.WorkEntryRow
    static let path = "/api/app/work-entries?selectedMonday=2026-10-05"
    static let cells = [
        "task_id": "281", "work_date": "2026-10-05", "start_time": "07:00", "end_time": "15:30", "pause_minutes": "30",
        "km": "12.5",
        "description": "Lift", "is_draft": "no",
    ]

    private func hours(_ change: [String: String] = [:]) -> Row {
        row(Row.submission, Self.cells.merging(change) { $1 })
    }

    /// A row as the server writes it.
    private func written(
        _ id: Int, day: String = "2026-10-05", status: String = "submitted", km: String = "12.5", text: String = "Lift",
        start: String = "05:00", end: String = "13:30", pause: Int = 30
    ) -> String {
        #"{"entry_id":\#(id),"employee_id":901,"task_id":281,"work_date":"\#(day)T00:00:00.000Z","start_time":"\#(day)T\#(start):00.000Z","end_time":"\#(day)T\#(end):00.000Z","pause_minutes":\#(pause),"status":"\#(status)","confirmation_status":"pending","description":"\#(text)","km":"\#(km)"}"#
    }

    private func calls(_ rows: String...) -> OfficeCalls {
        OfficeCalls([Self.path: "[" + rows.joined(separator: ",") + "]"])
    }

    @Test("are refused where they make no sense") func checks() async throws {
        let referenceData = try await Row.loadReferenceData(
            OfficeCalls(["/api/app/tasks": #"[{"task_id":281,"title":"T"}]"#]))
        func codes(_ change: [String: String]) -> [String] {
            hours(change).check(referenceData, today: someDay).map(\.code)
        }
        #expect(codes([:]) == [] && codes(["end_time": "24:00"]) == [])
        #expect(codes(["end_time": "07:00"]) == ["end-before-start"])
        #expect(codes(["end_time": "06:59"]) == ["end-before-start"])
        #expect(codes(["end_time": "07:30"]) == ["pause"])
        #expect(codes(["km": "-1"]) == ["km"])
        #expect(codes(["task_id": "1"]) == ["unknown-task"])
        #expect(codes(["work_date": "2026-03-29", "start_time": "02:30"]) == ["no-such-time"])
        #expect(codes(["work_date": "2026-03-29", "start_time": "01:00", "end_time": "02:30"]) == ["no-such-time"])
        let blind = try await Row.loadReferenceData(OfficeCalls(forbidden: ["/api/app/tasks"]))
        #expect(hours(["task_id": "1"]).check(blind, today: someDay).isEmpty)
    }

    @Test("are refused where the clocks show a time twice, with the hours that it could be") func twice() async throws {
        let referenceData = try await Row.loadReferenceData(
            OfficeCalls(["/api/app/tasks": #"[{"task_id":281,"title":"T"}]"#]))
        func problem(_ start: String, _ end: String) -> RowProblem? {
            hours(["work_date": "2026-10-25", "start_time": start, "end_time": end, "pause_minutes": "0"])
                .check(referenceData, today: someDay).first
        }
        let end = try #require(problem("01:00", "02:30"))
        #expect(end.code == "time-twice" && end.field == "end_time")
        #expect(end.sentence.contains("has 1.50 or 2.50 hours"), "\(end.sentence)")
        let start = try #require(problem("02:00", "06:00"))
        #expect(start.field == "start_time" && start.sentence.contains("has 4.00 or 5.00 hours"), "\(start.sentence)")
        #expect(problem("02:15", "02:45")?.sentence.contains("has 0.50 or 1.50 hours") == true)
        for (start, end) in [("01:00", "01:59"), ("03:00", "04:00"), ("01:00", "03:00")] {
            #expect(problem(start, end) == nil, "\(start) \(end)")
        }
    }

    @Test("on a task that can't be read are refused, and the refusal says why") func unreadableTask() async throws {
        let problems = hours().check(
            try await Row.loadReferenceData(OfficeCalls(["/api/app/tasks": #"[{"task_id":281},{"task_id":null}]"#])),
            today: someDay
        )
        #expect(problems.map(\.code) == ["unknown-task"])
        #expect(
            problems.first?.sentence.contains("The server lists 2 unreadable tasks, which may include it.")
                == true)
    }

    @Test("of a day have 24 hours together, and a task one row a day") func claims() {
        let claims = hours(["end_time": "24:00", "start_time": "00:00"]).sharedLimits
        #expect(claims.map(\.problem.code) == ["same-day", "too-many-hours"])
        #expect(claims[1].amount == 24 * 60 - 30 && claims[1].most == 24 * 60 && claims[1].of == "2026-10-05")
        // An hour more than the clocks show.
        #expect(
            hours(["work_date": "2026-10-25", "start_time": "01:00", "end_time": "09:00"]).sharedLimits[1].amount == 9
                * 60
                - 30)
    }

    @Test("on days and with times further apart than nanoseconds reach are taken without a trap") func farApart()
        async throws
    {
        #expect(hours(["work_date": "9999-12-31"]).sharedLimits.count == 2)
        let row = written(7).replacing("2026-10-05T05:00", with: "1678-01-01T05:00").replacing(
            "2026-10-05T13:30", with: "2262-01-01T13:30")
        let found = word(try await Row.find(outgoing([hours()]), step: 0, server: calls(row)))
        #expect(found == "cannot tell")
    }

    @Test("of a task and an ISO week are one request") func groups() {
        #expect(
            hours().identity.group == "281/2026-W41"
                && hours(["work_date": "2026-10-11"]).identity.group == "281/2026-W41")
        #expect(hours(["work_date": "2026-10-12"]).identity.group == "281/2026-W42")
        #expect(hours(["task_id": "335"]).identity.group == "335/2026-W41")
    }

    @Test("are sent in UTC, with the kilometres and the text that are there where the sheet has none") func request()
        async throws
    {
        let sent = word(try await Row.request(for: outgoing([hours()]), step: 0, server: calls()))
        #expect(
            sent
                == #"POST /api/app/work-entries {"entries":[{"task_id":281,"work_date":"2026-10-05","start_time":"2026-10-05T05:00:00Z","#
                + #""end_time":"2026-10-05T13:30:00Z","pause_minutes":30,"km":12.5,"description":"Lift","is_draft":false}]}"#
        )
        let kept = word(
            try await Row.request(
                for: outgoing([hours(["km": "", "description": ""])]), step: 0,
                server: calls(written(9, status: "pending", km: "83", text: "Old"))))
        #expect(kept.contains(#""km":83,"description":"Old""#))
        let none = word(
            try await Row.request(for: outgoing([hours(["km": "", "description": ""])]), step: 0, server: calls()))
        #expect(none.contains(#""km":0,"is_draft":false"#))
        #expect(
            word(
                try await Row.request(
                    for: outgoing([hours(["work_date": "2026-01-05"])]), step: 0,
                    server: OfficeCalls(["/api/app/work-entries": "[]"]))
            ).contains("T06:00:00Z"))
    }

    @Test("keep the pause that is there where the sheet has none, and get none where none is there") func pause()
        async throws
    {
        let open = hours(["pause_minutes": ""])
        let kept = word(
            try await Row.request(
                for: outgoing([open]), step: 0, server: calls(written(9, status: "pending", pause: 45))))
        #expect(kept.contains(#""pause_minutes":45,"km""#))
        #expect(
            word(try await Row.request(for: outgoing([open]), step: 0, server: calls())).contains(
                #""pause_minutes":0,"km""#))
        #expect(
            word(try await Row.request(for: outgoing([open]), step: 0, server: calls(written(9, pause: 45))))
                == "there 9")
        #expect(
            word(
                try await Row.request(
                    for: outgoing([hours(["pause_minutes": "0"])]), step: 0, server: calls(written(9, pause: 45))))
                == "refuse locked")
        // What stays would be longer than the work.
        let short = hours(["pause_minutes": "", "end_time": "07:30"])
        #expect(
            word(try await Row.request(for: outgoing([short]), step: 0, server: calls(written(9, status: "pending"))))
                == "refuse pause")
        #expect(
            word(
                try await Row.request(
                    for: outgoing([short, open]), step: 0, server: calls(written(9, status: "pending"))))
                == "split pause")
        #expect(open.sharedLimits[1].amount == 510)
    }

    @Test("of the same length that began at another hour are not those of the sheet") func shifted() async throws {
        let late = hours(["start_time": "08:00", "end_time": "16:30"])
        #expect(word(try await Row.find(outgoing([late]), step: 0, server: calls(written(7)))) == "cannot tell")
        #expect(
            word(try await Row.find(outgoing([late]), step: 0, server: calls(written(7, start: "06:00", end: "14:30"))))
                == "there 7")
        #expect(
            word(try await Row.request(for: outgoing([late]), step: 0, server: calls(written(7)))) == "refuse locked")
        #expect(
            word(Row.receive(answer(#"{"entries":[\#(written(7))]}"#, status: 201), for: outgoing([late]), step: 0))
                == "unconfirmed unconfirmed")
        // Some servers give the times another day.
        let moved = written(7).replacing("2026-10-05T05:00", with: "1970-01-01T05:00").replacing(
            "2026-10-05T13:30", with: "1970-01-01T13:30")
        #expect(word(try await Row.find(outgoing([hours()]), step: 0, server: calls(moved))) == "there 7")
        let night = hours(["start_time": "00:00", "end_time": "24:00"])
        let old = written(7).replacing("2026-10-05T05:00", with: "2026-10-04T22:00").replacing(
            "2026-10-05T13:30", with: "2026-10-05T22:00")
        #expect(word(try await Row.find(outgoing([night]), step: 0, server: calls(old))) == "there 7")
    }

    @Test("that were handed in are left alone, and keep no other row from being sent") func locked() async throws {
        let other = hours(["work_date": "2026-10-06"])
        #expect(word(try await Row.request(for: outgoing([hours()]), step: 0, server: calls(written(9)))) == "there 9")
        #expect(
            word(try await Row.request(for: outgoing([hours()]), step: 0, server: calls(written(9, end: "14:00"))))
                == "refuse locked")
        #expect(
            word(try await Row.request(for: outgoing([hours(["is_draft": "yes"])]), step: 0, server: calls(written(9))))
                == "refuse locked")
        #expect(
            word(
                try await Row.request(
                    for: outgoing([hours(), other]), step: 0, server: calls(written(9, end: "14:00"))))
                == "split locked")
        #expect(
            word(try await Row.request(for: outgoing([hours(), other]), step: 0, server: calls(written(9))))
                == "split handed-in")
        let refusal = RowProblem("status-400", "Cannot modify entry that is submitted or confirmed.")
        #expect(
            word(Row.refused(refusal, status: 400, for: outgoing([hours(), other]), step: 0)) == "split status-400")
    }

    @Test("that were handed in are known before anything is sent") func lockedBefore() async throws {
        let tasks = #"[{"task_id":281,"title":"T"}]"#
        let calls = OfficeCalls([
            "/api/app/tasks": tasks, Self.path: "[\(written(9)),\(written(8, day: "2026-10-06", status: "pending"))]",
        ])
        var referenceData = try await Row.loadReferenceData(calls)
        try await Row.loadMore(
            into: &referenceData, about: [hours(), hours(["work_date": "2026-10-11"])], today: someDay, from: calls)
        #expect(hours().check(referenceData, today: someDay).isEmpty)
        #expect(hours(["km": "9"]).check(referenceData, today: someDay).map(\.code) == ["locked"])
        #expect(
            hours(["start_time": "08:00", "end_time": "16:30"]).check(referenceData, today: someDay).map(\.code) == [
                "locked"
            ])
        #expect(hours(["km": "9", "work_date": "2026-10-06"]).check(referenceData, today: someDay).isEmpty)
        #expect(hours().effect(referenceData) == .nothing && hours(["km": "9"]).effect(referenceData) == .change)
        #expect(hours(["work_date": "2026-10-07"]).effect(referenceData) == .create)
    }

    @Test("are done only when the answer has every row as it was sent") func receive() {
        let rows = outgoing([hours(), hours(["work_date": "2026-10-06"])])
        func read(_ entries: String...) -> String {
            word(
                Row.receive(
                    answer(
                        #"{"message":"ok","entries":[\#(entries.joined(separator: ","))],"confirmationToken":"x"}"#,
                        status: 201), for: rows, step: 0))
        }
        #expect(read(written(8, day: "2026-10-06"), written(7)) == "taken 7 8")
        #expect(read(written(7)) == "unconfirmed unconfirmed")
        #expect(read(written(7), written(8, day: "2026-10-06", km: "0")) == "unconfirmed unconfirmed")
        #expect(read(written(7), written(8, day: "2026-10-06", status: "pending")) == "unconfirmed unconfirmed")
        #expect(word(Row.receive(answer("[]", status: 201), for: rows, step: 0)) == "unconfirmed unconfirmed")
    }

    @Test("are found when every row of the request is there") func find() async throws {
        let rows = outgoing([hours(), hours(["work_date": "2026-10-06"])])
        #expect(
            word(try await Row.find(rows, step: 0, server: calls(written(7), written(8, day: "2026-10-06"))))
                == "there 7 8")
        #expect(word(try await Row.find(rows, step: 0, server: calls(written(7)))) == "missing")
        #expect(word(try await Row.find(rows, step: 0, server: calls())) == "missing")
        await #expect(throws: RunError.self) {
            try await Row.find(rows, step: 0, server: OfficeCalls([Self.path: "<html>"]))
        }
    }
}
