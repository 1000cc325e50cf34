import FoundationEssentials
import Testing

/// Approved leave through the program: counted, held, decided, signed and verified like hours.
@Suite("Approved leave") struct LeaveTests {
    private static func request(
        _ id: Int, of employee: Int, from first: String, to last: String, type: String = "VACATION",
        half: Bool = false, days: String
    ) -> String {
        """
        {"id":\(id),"employee_id":\(employee),"type":"\(type)","start_date":"2026-10-\(first)T00:00:00.000Z",\
        "end_date":"2026-10-\(last)T00:00:00.000Z","total_days":\(days),"half_day":\(half),"reason":"invented",\
        "status":"APPROVED","emergency_leave":false,"sick_note_url":null,"rejection_reason":null,\
        "created_at":"2026-09-19T08:00:00.000Z","updated_at":"2026-09-21T12:30:00.000Z","approved_by":902,\
        "approved_at":"2026-09-21T12:30:00.000Z","approver":{"employee_id":902,"name":"Leader 902"},\
        "employee":{"employee_id":\(employee),"name":"Worker \(employee)","email":"worker@example.test",\
        "role":"arbejder","profilePictureUrl":null}}
        """
    }

    /// Two requests want the 16th, one ends before it starts, and one is of a kind that isn't paid.
    private static let leave =
        "["
        + [
            request(80_001, of: 1001, from: "12", to: "16", days: "5"),
            request(80_002, of: 1001, from: "16", to: "19", days: "2"),
            request(80_003, of: 1002, from: "30", to: "29", days: "2"),
            request(80_004, of: 1003, from: "08", to: "08", half: true, days: "0.5"),
            request(80_005, of: 1003, from: "09", to: "09", type: "SICK", days: "1"),
        ].joined(separator: ",") + "]"

    private struct Totals: Decodable {
        let leave_days: [String: String]
    }

    private func days(_ office: OfficeMonth, _ run: String) throws -> [String: String] {
        let data = try read(office.folder.file("workspace/exports/\(run)/data/totals.json"))
        return try JSONDecoder().decode(Totals.self, from: Data(data)).leave_days
    }

    @Test("is paid, left out or held day by day, and nothing is signed before a person has decided")
    func partition() async throws {
        let office = try await OfficeMonth.start(leave: Self.leave)
        // Its rows have the first and last days of absence, which are proven too.
        let pipeline = office.folder.file("workspace/Pipelines/payroll-monthly.yaml")
        try write(
            try text(of: pipeline).replacing(
                "outputs:\n", with: "outputs:\n  - { file: lessor.lon, format: lessor4 }\n"), to: pipeline)
        func gantry(_ line: String, exit status: Int32 = 0) async throws -> String {
            let ending = try await office.gantry(line)
            #expect(ending.status == .exited(status), "\(line): \(ending)")
            return ending.out
        }
        let run = OfficeMonth.run
        let published = try await gantry("run payroll-monthly --period 2026-10")
        func row(_ text: String) -> [String]? {
            text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.first { $0.first == "days" }
        }
        #expect(
            published.contains("10.50 days approved = 5.50 paid + 1.00 left out + 4.00 on hold"), "\(published)")
        #expect(row(try await gantry("show \(run)")) == ["days", "10.50", "5.50", "1.00", "4.00"])
        #expect(
            try days(office, run) == [
                "approved": "10.50", "paid": "5.50", "not_paid": "1.00", "salaried": "0.00", "held": "4.00",
            ])
        let judged = try await Command([
            Product.python, Product.tools + "/pay_lines.py", office.folder.file("workspace/exports/\(run)"),
        ]).run()
        judged.expect(exit: 0)
        let verified = try await gantry("verify \(run)")
        #expect(
            verified.contains("all 10.50 days of approved leave") && !verified.contains("leave_days"), "\(verified)")

        let review = try await gantry("review \(run)", exit: 6)
        let open = review.split(separator: "\n").filter { $0.hasSuffix("open") && $0.contains(" leave-") }
        #expect(
            open.count == 3 && review.contains("4.00 days of approved leave are on hold and not paid."), "\(review)")
        _ = try await gantry("sign \(run) --by clerk", exit: 6)

        // A held employee gets neither hours nor leave.
        for employee in [1001, 1002] {
            _ = try await gantry(
                "review \(run) --hold --employee \(employee) --by clerk --because \"Left the firm in a dispute\"")
        }
        _ = try await gantry("run payroll-monthly --from \(run)")
        let next = run.replacing("/r1", with: "/r2")
        #expect(
            try days(office, next) == [
                "approved": "10.50", "paid": "0.50", "not_paid": "1.00", "salaried": "0.00", "held": "9.00",
            ])
        let left = try await office.gantry("review \(next)").out
        let ids = left.split(separator: "\n").filter { $0.hasSuffix("open") }.compactMap {
            $0.split(separator: " ").first
        }
        #expect(!left.contains("leave-overlap") && !left.contains("leave-unclear"), "\(left)")
        if !ids.isEmpty {
            _ = try await gantry(
                "review \(next) \(ids.joined(separator: " ")) --accept --by clerk --because \"The manager saw all of it\""
            )
        }
        _ = try await gantry("sign \(next) --by clerk")
        let statement = try text(
            of: office.folder.file("workspace/signoff/payroll-monthly/2026-10/r2.statement"))
        #expect(statement.contains("\nheld-days: 9.00\n"), "\(statement)")
        #expect(try await gantry("verify \(next)").contains("all 10.50 days of approved leave"))
    }

    /// 1001 works on a day of vacation, and 1003 works part time and is sick for three days.
    private static let disputed =
        "["
        + [
            request(80_001, of: 1001, from: "06", to: "07", days: "2"),
            request(80_002, of: 1003, from: "19", to: "21", type: "SICK", days: "3"),
        ].joined(separator: ",") + "]"

    @Test(
        "is paid where somebody worked and the hours are held, and is held where nobody knows a part-time worker's day")
    func disputed() async throws {
        var office = try await OfficeMonth.start(leave: Self.disputed)
        let pipeline = office.folder.file("workspace/Pipelines/payroll-monthly.yaml")
        try write(
            try text(of: pipeline)
                .replacing("work-on-leave: warning", with: "work-on-leave: blocker")
                .replacing("not-paid: [leave.SICK, ", with: "not-paid: [")
                .replacing(
                    "    - { code: \"2000\"",
                    with:
                        "    - { code: \"2100\", title: Sick, leave: SICK, unit: hours, hours-a-day: 7.40 }\n    - { code: \"2000\""
                )
                .replacing("\"2000\": \"31\"", with: "\"2000\": \"31\", \"2100\": \"32\""), to: pipeline)
        office = try await office.serving([
            ("workers.json", "272.1,\"employment_type\":\"fuld_tid\"", "272.1,\"employment_type\":\"deltid\"")
        ])
        func gantry(_ line: String, exit status: Int32 = 0) async throws -> String {
            let ending = try await office.gantry(line)
            #expect(ending.status == .exited(status), "\(line): \(ending)")
            return ending.out
        }
        func judge(_ run: String) async throws {
            let folder = office.folder.file("workspace/exports/\(run)")
            let judged = try await Command([Product.python, Product.tools + "/pay_model.py", folder]).run()
            #expect(judged.status == .exited(0), "\(run): \(judged)")
            _ = try await gantry("verify \(run)")
        }
        let run = OfficeMonth.run
        _ = try await gantry("run payroll-monthly --period 2026-10")
        #expect(try days(office, run)["paid"] == "2.00" && days(office, run)["held"] == "3.00")
        try await judge(run)
        let review = try await gantry("review \(run)", exit: 6)
        func blockers(_ rule: String, _ state: String) -> [String] {
            review.split(separator: "\n").filter {
                $0.hasSuffix(state) && $0.contains(" blocker ") && $0.contains(rule)
            }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        }
        let (worked, short) = (blockers("work-on-leave", "on hold"), blockers("part-time", "open"))
        #expect(worked.count == 1 && short.count == 1, "\(review)")

        // Who works how is proven too.
        let altered = try AlteredExport(of: office.folder.file("workspace/exports/\(run)"))
        try altered.change("data/workers.jsonl") { $0.replacing("deltid", with: "fuld_tid") }
        let found = try await altered.verified()
        #expect(found.status == .exited(4) && found.out.contains("part-time"), "\(found)")

        // Both are right: the worker was called in, and the other one works three whole days.
        _ = try await gantry(
            "review \(run) \((worked + short).joined(separator: " ")) --waive --by clerk --because \"Seen with the foreman\""
        )
        _ = try await gantry("run payroll-monthly --from \(run)")
        let next = run.replacing("/r1", with: "/r2")
        #expect(try days(office, next)["paid"] == "5.00" && days(office, next)["held"] == "0.00")
        try await judge(next)
    }
}
