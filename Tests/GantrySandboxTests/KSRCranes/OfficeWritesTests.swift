import Foundation
import GantrySandbox
import Testing

@Suite("Writing to the office of KSR Cranes")
struct OfficeWritesTests {
    static let configuration = SandboxConfiguration(today: "2026-11-02")
    static let customers = "/api/app/chef/customers"
    static let workers = "/api/app/chef/workers"

    @Test("A customer is created once by name and number, and an update replaces all of it")
    func customers() async throws {
        try await withSignedIn(Self.configuration) { client in
            let body =
                #"{"name":"Nord ApS","contact_email":"a@example.test","phone":"+4500000001","address":"Vej 1","cvr":"12345678"}"#
            let answer = try await client.send(Self.customers, body)
            #expect(answer.status == 201)
            let id = try #require(answer.object["customer_id"] as? Int)
            #expect(answer.object["cvr_nr"] as? String == "12345678" && answer.object["cvr"] == nil)
            let again = try await client.send(Self.customers, body)
            #expect(again.status == 409 && again.object["message"] is String)
            #expect(try await client.send(Self.customers, #"{"name":"Other ApS","cvr":"12345678"}"#).status == 409)
            #expect(try await client.send(Self.customers, #"{"name":"Customer 201 A/S"}"#).status == 409)
            let put = try await client.send("\(Self.customers)/\(id)", #"{"name":"Nord A/S"}"#, method: "PUT")
            #expect(put.status == 200 && put.object["customer_id"] as? Int == id)
            for field in ["contact_email", "phone", "address", "cvr_nr"] {
                #expect(put.object[field] is NSNull, "\(field)")
            }
            let replaced = try await client.send(
                "\(Self.customers)/202", #"{"name":"Customer 202 ApS","cvr":"12345678"}"#, method: "PUT")
            #expect(replaced.object["cvr_nr"] as? String == "12345678" && replaced.object["phone"] is NSNull)
            let list = try #require(try await client.get(Self.customers).json as? [[String: Any]])
            #expect(list.count == 13)
            #expect(list.last?["name"] as? String == "Nord A/S")
            #expect(list.first { $0["customer_id"] as? Int == 202 }?["cvr_nr"] as? String == "12345678")
            #expect(try await client.send("\(Self.customers)/1", #"{"name":"Nobody"}"#, method: "PUT").status == 404)
            #expect(
                client.sandbox.effects.map(\.endpoint) == ["create-customer", "update-customer", "update-customer"])
            #expect(client.sandbox.effects[0].id == String(id))
        }
    }

    @Test(
        "A customer that makes no sense is refused with 400 and the reason",
        arguments: [
            "{}", #"{"name":"x"}"#, #"{"name":"xx","cvr":"1234567"}"#, #"{"name":"xx","cvr":"1234567a"}"#,
            #"{"name":"xx","phone":"1"}"#,
            #"{"name":"xx","contact_email":"nobody"}"#,
        ])
    func badCustomer(body: String) async throws {
        try await withSignedIn { client in
            let answer = try await client.send(Self.customers, body)
            #expect(answer.status == 400 && answer.object["error"] is String)
            #expect(client.sandbox.effects.isEmpty)
        }
    }

    @Test("A worker is created once by e-mail, and an update leaves alone what it does not name")
    func workers() async throws {
        try await withSignedIn(Self.configuration) { client in
            let body =
                #"{"name":"New","email":"new@example.test","hourly_rate":212.5,"employment_type":"deltid","role":"chef","phone":"1"}"#
            let answer = try await client.send(Self.workers, body)
            #expect(answer.status == 201)
            let id = try #require(answer.object["employee_id"] as? Int)
            #expect(answer.object["hourly_rate"] as? Double == 212.5)
            #expect(
                answer.object["employment_type"] as? String == "fuld_tid"
                    && answer.object["role"] as? String == "arbejder")
            #expect(try await client.send(Self.workers, body).status == 409)
            for missing in [
                #"{"name":"x","email":"x@example.test","hourly_rate":0,"employment_type":"deltid"}"#, #"{"name":"x"}"#,
                "[]",
            ] {
                #expect(try await client.send(Self.workers, missing).status == 400)
            }
            let put = try await client.send("\(Self.workers)/\(id)", #"{"hourly_rate":220}"#, method: "PUT")
            #expect(
                put.status == 200 && put.object["hourly_rate"] as? Int == 220 && put.object["name"] as? String == "New")
            #expect(put.object["phone"] as? String == "1")
            #expect(
                try await client.send("\(Self.workers)/\(id)", #"{"email":"worker1001@example.test"}"#, method: "PUT")
                    .status == 409)
            #expect(
                try await client.send("\(Self.workers)/1001", #"{"status":"ferie"}"#, method: "PUT").object["status"]
                    as? String == "inaktiv")
            #expect(try await client.send("\(Self.workers)/1", "{}", method: "PUT").status == 404)
            let list = try #require(try await client.get(Self.workers).json as? [[String: Any]])
            #expect(list.count == 61 && list.last?["email"] as? String == "new@example.test")
            #expect(client.sandbox.effects.map(\.endpoint) == ["create-worker", "update-worker", "update-worker"])
        }
    }

    @Test(
        "A payroll batch is a draft with the sums of its approved entries; a second one for the fortnight is answered 500"
    )
    func batches() async throws {
        try await withSignedIn(Self.configuration) { client in
            let path = "/api/app/chef/payroll/batches"
            let entries = try records(try await client.page(1).body).filter { $0["status"] as? String == "APPROVED" }
            let ids = try entries.map { try #require($0["id"] as? Int) }
            let body =
                #"{"period_start":"2026-11-02T00:00:00Z","period_end":"2026-11-15","work_entry_ids":\#(ids),"notes":"Two weeks"}"#
            let answer = try await client.send(path, body)
            #expect(answer.status == 201)
            #expect(
                answer.object["batch_number"] as? String == "2026-22" && answer.object["status"] as? String == "draft")
            let hours = entries.reduce(0) { sum, entry in
                ["normalHours", "overtimeHours", "weekendHours"].reduce(sum) { $0 + (number(entry[$1]) ?? 0) }
            }
            #expect(abs((number(answer.object["total_hours"]) ?? 0) - hours) < 1e-6)
            #expect(abs((number(answer.object["total_amount"]) ?? 0) - hours * 450) < 1e-3)
            let again = try await client.send(path, body)
            #expect(again.status == 500 && again.object["details"] is String)
            let list = try #require(try await client.get(path + "?status=draft").json as? [[String: Any]])
            #expect(list.last?["id"] as? Int == answer.object["id"] as? Int)
            for wrong in [
                #"{"period_start":"2026-12-01","period_end":"2026-12-14","work_entry_ids":[]}"#,
                #"{"period_start":"x","period_end":"2026-12-14","work_entry_ids":[1]}"#,
                #"{"period_start":"2026-12-01","period_end":"2026-12-14","work_entry_ids":[1]}"#, "{}",
            ] {
                #expect(try await client.send(path, wrong).status == 400)
            }
            #expect(client.sandbox.effects.map(\.endpoint) == ["create-payroll-batch"])
        }
    }

    @Test("A notification that was read is counted no more")
    func notifications() async throws {
        try await withSignedIn { client in
            let unread = try await client.get("/api/app/notifications?unread_only=true").object
            let list = try #require(unread["notifications"] as? [[String: Any]])
            let id = try #require(list.first?["id"] as? Int)
            let answer = try await client.send("/api/app/notifications/\(id)/read", "", method: "PATCH")
            #expect(
                answer.status == 200 && answer.object["success"] as? Bool == true && answer.object["message"] is String)
            let after = try await client.get("/api/app/notifications?unread_only=true").object
            #expect((after["notifications"] as? [Any])?.count == list.count - 1)
            #expect(try await client.send("/api/app/notifications/1/read", "", method: "PATCH").status == 404)
            #expect(try await client.send("/api/app/notifications/x/read", "", method: "PATCH").status == 400)
            #expect(client.sandbox.effects.map(\.identity) == [["id": String(id)]])
        }
    }
}

extension SignedInSandbox {
    func send(_ path: String, _ body: String, method: String = "POST") async throws -> CurlAnswer {
        try await get(path, ["-X", method, "-H", "Content-Type: application/json", "-d", body])
    }

    /// Sends a form; `fields` are options of curl.
    func form(_ path: String, _ fields: [String]) async throws -> CurlAnswer {
        try await get(path, ["-H", "Expect:"] + fields.flatMap { ["-F", $0] })
    }
}
