import Foundation
import GantrySandbox
import Testing

@Suite("The office of KSR Cranes")
struct OfficeListTests {
    static let configurations = [
        SandboxConfiguration(),
        SandboxConfiguration(records: .generated(GeneratedData(entries: 100, employees: 33, seed: 2))),
    ]
    private static let requests = "/api/app/chef/leave/requests"

    private func list(_ client: SignedInSandbox, _ path: String) async throws -> [[String: Any]] {
        try #require(try await client.get(path).json as? [[String: Any]], "\(path)")
    }

    private func records(_ client: SignedInSandbox, _ path: String, _ key: String) async throws -> [[String: Any]] {
        try #require(try await client.get(path).object[key] as? [[String: Any]], "\(path)")
    }

    @Test(
        "Timesheets of all come whole, the latest week first; a worker gets only their own", arguments: configurations)
    func timesheets(configuration: SandboxConfiguration) async throws {
        try await withSignedIn(configuration) { client in
            let all = try await list(client, "/api/app/timesheets")
            let weeks = all.compactMap { $0["weekNumber"] as? Int }
            #expect(Set(weeks) == [40, 41, 42, 43, 44])
            #expect(weeks == weeks.sorted(by: >))
            #expect(Set(all.compactMap { $0["id"] as? Int }).count == all.count)
            #expect(all.allSatisfy { ($0["timesheetUrl"] as? String)?.contains("X-Amz-Signature=") == true })
            #expect(Set(all.compactMap { $0["employee_id"] as? Int }).count > 1)
            #expect(try await list(client, "/api/app/timesheets?employee_id=1001").count == all.count)
            #expect(try await list(client, "/api/app/worker/timesheets?employee_id=901").isEmpty)
            #expect(try await client.get("/api/app/worker/timesheets?employee_id=1001").status == 403)
            #expect(try await client.get("/api/app/worker/timesheets").status == 400)
        }
        var asWorker = configuration
        let payroll = SandboxAccount.payroll
        let worker = SandboxAccount(
            email: payroll.email, password: payroll.password, employeeID: "1001", name: "Worker 1001", role: "arbejder")
        asWorker.backend = .ksrCranes(KSRCranesOptions(accounts: [worker]))
        try await withSignedIn(asWorker) { client in
            let own = try await list(client, "/api/app/worker/timesheets?employee_id=1001")
            #expect(!own.isEmpty && own.allSatisfy { $0["employee_id"] as? Int == 1001 })
        }
    }

    @Test(
        "Requests for leave come in pages that hold each exactly once, whatever the limit and the filter",
        arguments: configurations,
        ["", "&status=APPROVED", "&type=SICK&start_date=2026-03-01&end_date=2026-08-31", "&pending_only=true"])
    func leaveRequests(configuration: SandboxConfiguration, filter: String) async throws {
        try await withSignedIn(configuration) { client in
            let all = try await records(client, "\(Self.requests)?limit=1000\(filter)", "requests")
            let ids = all.compactMap { $0["id"] as? Int }
            #expect(Set(ids).count == all.count)
            for limit in [1, 7, 50] where all.count < 40 || limit > 1 {
                var paged: [Int] = []
                while true {
                    let page = try await client.get("\(Self.requests)?limit=\(limit)&offset=\(paged.count)\(filter)")
                        .object
                    paged += try #require(page["requests"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
                    let pagination = try #require(page["pagination"] as? [String: Any])
                    #expect(pagination["total"] as? Int == all.count)
                    if pagination["has_more"] as? Bool != true { break }
                }
                #expect(paged == ids)
            }
            if filter.isEmpty {
                let sick = all.filter { leave in
                    leave["type"] as? String == "SICK"
                        && (leave["end_date"] as? String ?? "").prefix(10) >= "2026-03-01"
                        && (leave["start_date"] as? String ?? "").prefix(10) <= "2026-08-31"
                }
                let found = try await records(
                    client, "\(Self.requests)?type=SICK&start_date=2026-03-01&end_date=2026-08-31", "requests")
                #expect(found.count == sick.count)
                let statistics = try #require(
                    try await client.get(Self.requests).object["statistics"] as? [String: Int])
                #expect(statistics["approved"] == all.count { $0["status"] as? String == "APPROVED" })
            }
        }
    }

    @Test(
        "Queries that make no sense are refused with 400",
        arguments: [
            "leave/requests?limit=0", "leave/requests?offset=-1", "leave/requests?status=approved",
            "leave/requests?type=",
            "leave/requests?start_date=2026-02-30", "leave/requests?employee_id=x", "leave/balance?year=x",
            "leave/balance?employee_id=",
        ])
    func badQuery(query: String) async throws {
        try await withSignedIn { client in
            let answer = try await client.get("/api/app/chef/\(query)")
            #expect(answer.status == 400)
            #expect(answer.object["error"] is String)
        }
    }

    @Test("Balances are one for each worker of the year asked for", arguments: configurations)
    func balances(configuration: SandboxConfiguration) async throws {
        try await withSignedIn(configuration) { client in
            let workers = Set(try await list(client, "/api/app/chef/workers").compactMap { $0["employee_id"] as? Int })
            let path = "/api/app/chef/leave/balance"
            let all = try await records(client, path, "balances")
            #expect(Set(all.compactMap { $0["employee_id"] as? Int }) == workers)
            #expect(all.count == workers.count)
            #expect(try await records(client, "\(path)?year=2026&employee_id=1003", "balances").count == 1)
            #expect(try await records(client, "\(path)?year=2019", "balances").isEmpty)
        }
    }

    @Test("Each task is found by its number with those who are on it", arguments: configurations)
    func tasks(configuration: SandboxConfiguration) async throws {
        try await withSignedIn(configuration) { client in
            let tasks = try await list(client, "/api/app/tasks")
            #expect(tasks.count == 144)
            for task in tasks.prefix(12) + tasks.suffix(3) {
                let id = try #require(task["task_id"] as? Int)
                var detail = try await client.get("/api/app/tasks/\(id)").object
                #expect(detail.removeValue(forKey: "assignments") is [[String: Any]])
                #expect(detail as NSDictionary == task as NSDictionary)
            }
            for id in ["0", "999999", "x", "119"] {
                #expect(try await client.get("/api/app/tasks/\(id)").status == 404)
            }
        }
    }

    @Test(
        "Notifications are the newest first, with counts of what is sent, by limit, unread and since",
        arguments: configurations)
    func notifications(configuration: SandboxConfiguration) async throws {
        try await withSignedIn(configuration) { client in
            let path = "/api/app/notifications"
            let all = try await records(client, "\(path)?limit=500", "notifications")
            let times = all.compactMap { $0["createdAt"] as? String }
            #expect(times == times.sorted(by: >))
            #expect(Set(times).count == times.count - 1)
            #expect(all.allSatisfy { $0["message"] is String && $0["notificationType"] is String && $0["id"] is Int })
            #expect(try await records(client, path, "notifications").count == 50)
            let page = try await client.get("\(path)?limit=9").object
            #expect(page["total_count"] as? Int == 9)
            #expect(page["unread_count"] as? Int == all.prefix(9).count { $0["isRead"] as? Bool == false })
            let unread = try await records(client, "\(path)?limit=500&unread_only=true", "notifications")
            #expect(unread.count == all.count { $0["isRead"] as? Bool == false })
            let since = try await records(client, "\(path)?limit=500&since=\(times[10])", "notifications")
            #expect(since.count == 11)
            #expect(try await client.get("\(path)?limit=0").status == 400)
            #expect(try await client.get("\(path)?since=yesterday").status == 400)
        }
    }

    @Test("Statistics agree with the list of batches, which can be asked for by status and year")
    func statistics() async throws {
        try await withSignedIn { client in
            let dashboard = try await client.get("/api/app/chef/payroll/dashboard/stats").object
            #expect(dashboard["overview"] is [String: Any])
            #expect((dashboard["pending_items"] as? [Any])?.count == 2)
            let path = "/api/app/chef/payroll/batches"
            let stats = try await client.get("\(path)/stats").object
            let batches = try await list(client, path)
            #expect(stats["total_batches"] as? Int == batches.count)
            #expect(number(stats["total_amount"]) == batches.compactMap { number($0["total_amount"]) }.reduce(0, +))
            for (status, key) in [
                ("draft", "draft_batches"), ("approved", "approved_batches"), ("completed", "completed_batches"),
            ] {
                let found = try await list(client, "\(path)?status=\(status)&year=2026")
                #expect(found.count == stats[key] as? Int)
            }
            #expect(try await list(client, "\(path)?year=2020").isEmpty)
        }
    }

    @Test("Faults act here as on work entries")
    func faults() async throws {
        try await withSignedIn { client in
            try client.order("leave-requests:page=2:repeat-page")
            let first = try await client.get("\(Self.requests)?limit=5").body
            #expect(try await client.get("\(Self.requests)?limit=5&offset=5").body == first)
            try client.order("task:record=missing-field")
            #expect(try await client.get("/api/app/tasks/110").object["title"] == nil)
            try client.order("timesheets:record=not-a-number:index=2")
            #expect(try await list(client, "/api/app/timesheets")[2]["totalHours"] as? String == "seven")
        }
    }
}
