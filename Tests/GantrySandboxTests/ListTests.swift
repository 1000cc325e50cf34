import Foundation
import GantrySandbox
import Testing

@Suite("Lists")
struct ListTests {
    static let paths = [
        ("/api/app/chef/workers", "workers", 60), ("/api/app/chef/customers", "customers", 12),
        ("/api/app/chef/payroll/batches", "batches", 6), ("/api/app/chef/payroll/periods/available", "periods", 5),
    ]

    @Test("come bare, or in an envelope with the same records", arguments: paths)
    func styles(path: String, key: String, count: Int) async throws {
        var bare: [[String: Any]] = []
        try await withSignedIn { client in
            bare = try #require(try await client.get(path).json as? [[String: Any]])
        }
        #expect(bare.count == count)
        try await withSignedIn(SandboxConfiguration(.ksrCranes(KSRCranesOptions(listStyle: .envelope)))) { client in
            let answer = try await client.get(path).object
            let enveloped = try #require(answer[key] as? [[String: Any]])
            #expect(enveloped as NSArray == bare as NSArray)
            #expect(answer["total"] as? Int == count)
            #expect(answer["page"] as? Int == 1)
        }
    }

    @Test("in an envelope can be limited by the server, and are whole over their pages")
    func envelopePages() async throws {
        try await withSignedIn(SandboxConfiguration(.ksrCranes(KSRCranesOptions(listStyle: .envelope, listLimit: 25))))
        { client in
            var ids: [Int] = []
            for page in 1...4 {
                let answer = try await client.get("/api/app/chef/workers?page=\(page)&limit=100").object
                #expect(answer["limit"] as? Int == 25)
                ids += try #require(answer["workers"] as? [[String: Any]]).compactMap { $0["employee_id"] as? Int }
            }
            #expect(ids == Array(1_001...1_060))
        }
    }

    @Test("of workers match the generated entries in size, and one worker of sixty has no rate")
    func generatedWorkers() async throws {
        let data = GeneratedData(entries: 10, employees: 120)
        try await withSignedIn(SandboxConfiguration(records: .generated(data))) { client in
            let workers = try #require(try await client.get("/api/app/chef/workers").json as? [[String: Any]])
            #expect(workers.count == 120)
            #expect(workers.filter { $0["hourly_rate"] is NSNull }.count == 2)
            #expect(workers.allSatisfy { $0["name"] is String && $0["employment_type"] is String })
        }
    }

    @Test("and endpoints that do not exist are answered 404 and logged")
    func unknownPath() async throws {
        try await withSignedIn { client in
            let answer = try await client.get("/api/app/nothing?x=1")
            #expect(answer.status == 404)
            let logged = try #require(client.sandbox.requestLog.last)
            #expect(logged.path == "/api/app/nothing")
            #expect(logged.query == "x=1")
            #expect(logged.status == 404)
            #expect(logged.endpoint == nil)
        }
    }
}
