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
            published.contains("10.50 days approved = 5.50 paid + 1.00 left out + 4.00 held"), "\(published)")
        #expect(row(try await gantry("show \(run)")) == ["days", "10.50", "5.50", "1.00", "4.00"])
        #expect(
            try days(office, run) == [
                "approved": "10.50", "paid": "5.50", "not_paid": "1.00", "salaried": "0.00", "held": "4.00",
            ])
        let judged = try await Command([
            Product.python, Product.tools + "/pay_lines.py", office.folder.file("workspace/exports/\(run)"),
        ]).run()
        #expect(judged.status == .exited(0), "\(judged)")
        let verified = try await gantry("verify \(run)")
        #expect(
            verified.contains("all 10.50 days of approved leave") && !verified.contains("leave_days"), "\(verified)")

        let review = try await gantry("review \(run)", exit: 6)
        let open = review.split(separator: "\n").filter { $0.hasSuffix("open") && $0.contains(" leave-") }
        #expect(
            open.count == 3 && review.contains("4.00 days of approved leave are held and not paid."), "\(review)")
        _ = try await gantry("sign \(run) --by clerk", exit: 6)

        // A held employee gets neither hours nor leave.
        for employee in [1001, 1002] {
            _ = try await gantry(
                "decide \(run) --hold --employee \(employee) --by clerk --because \"Left the firm in a dispute\"")
        }
        _ = try await gantry("rewrite \(run)")
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
                "decide \(next) \(ids.joined(separator: " ")) --accept --by clerk --because \"The manager saw all of it\""
            )
        }
        _ = try await gantry("sign \(next) --by clerk")
        let statement = try text(
            of: office.folder.file("workspace/signoff/payroll-monthly/2026-10/r2.statement"))
        #expect(statement.contains("\nheld-days: 9.00\n"), "\(statement)")
        #expect(try await gantry("verify \(next)").contains("all 10.50 days of approved leave"))
    }
}
