import Foundation
import GantrySandbox
import Testing

/// The traps of the contract, as the sandbox sets them.
@Suite("The deployed contract of KSR Cranes") struct DeployedContractTests {
    static let confirmed = "/api/app/work-entries/confirmed"
    static let batches = "/api/app/chef/payroll/batches"

    private static func options(
        largestPage: Int? = nil, unmarkableEvery: Int? = nil, failsBeforeMarking: Bool = false
    ) -> SandboxConfiguration {
        SandboxConfiguration(
            .ksrCranes(
                KSRCranesOptions(
                    contract: .deployed, largestPage: largestPage, unmarkableEvery: unmarkableEvery,
                    failsBeforeMarking: failsBeforeMarking)),
            records: .generated(GeneratedData(entries: 300, employees: 6, seed: 7)))
    }

    private static func send(
        _ method: String, _ path: String, _ body: String, to office: SignedInSandbox
    ) async throws -> CurlAnswer {
        try await office.get(path, ["-X", method, "-H", "Content-Type: application/json", "-d", body])
    }

    private static func ids(_ page: CurlAnswer) throws -> [Int] {
        try records(page.body).map { try #require($0["entry_id"] as? Int) }
    }

    @Test("pages repeat entries and leave out as many, though the total is right and one large page has all")
    func pages() async throws {
        try await withSignedIn(Self.options()) { office in
            let days = "start_date=2026-10-01&end_date=2026-10-31"
            let whole = try await office.get("\(Self.confirmed)?\(days)&limit=5000")
            let all = try Self.ids(whole)
            #expect(Set(all).count == all.count && all.count > 250)
            var paged: [Int] = []
            while paged.count < all.count {
                let page = try await office.get("\(Self.confirmed)?\(days)&limit=7&offset=\(paged.count)")
                #expect(try pagination(page.body)["total"] as? Int == all.count)
                paged += try Self.ids(page)
            }
            #expect(paged.count == all.count && Set(paged).count < all.count)
            // The same page is the same again, so that reading twice shows nothing.
            let once = try Self.ids(try await office.get("\(Self.confirmed)?\(days)&limit=7&offset=7"))
            #expect(try once == Self.ids(try await office.get("\(Self.confirmed)?\(days)&limit=7&offset=7")))
            // One date alone filters nothing, and without a limit there are a hundred.
            let open = try await office.get("\(Self.confirmed)?start_date=2026-10-30")
            #expect(try pagination(open.body)["total"] as? Int == all.count && Self.ids(open).count == 100)
        }
    }

    @Test("marks fail for all where one entry is unknown, and are a 207 where some fail")
    func marks() async throws {
        try await withSignedIn(Self.options(unmarkableEvery: 100_004)) { office in
            func mark(_ ids: String, _ action: String = "mark_sent_to_payroll") async throws -> CurlAnswer {
                try await Self.send(
                    "PATCH", Self.confirmed, #"{"entry_ids":[\#(ids)],"action":"\#(action)"}"#, to: office)
            }
            #expect(try await mark("100001,999").status == 404)
            #expect(office.sandbox.effects.isEmpty)
            let partly = try await mark("100001,100004")
            #expect(partly.status == 207 && partly.object["success"] as? Bool == false)
            #expect(partly.object["successful"] as? [Int] == [100_001])
            #expect(try await mark("100001", "request_changes").status == 400)
            let sent = try await office.get("\(Self.confirmed)?sent_to_payroll=true&limit=500")
            #expect(try Self.ids(sent).contains(100_001))
        }
    }

    @Test(
        "batches are never listed, have an unknown status, can be made once a fortnight and mark whatever they were sent"
    )
    func batches() async throws {
        try await withSignedIn(Self.options()) { office in
            func make(_ ids: String) async throws -> CurlAnswer {
                try await Self.send(
                    "POST", Self.batches,
                    #"{"period_start":"2026-10-01T00:00:00Z","period_end":"2026-10-14T00:00:00Z","work_entry_ids":[\#(ids)]}"#,
                    to: office)
            }
            // 100003 was sent before, so it is left out of the sums.
            let batch = try await make("100001,100003")
            #expect(batch.status == 201 && batch.object["zenegy_sync_status"] as? String == "draft")
            #expect(
                batch.object["batch_number"] as? String == "2026-20" && batch.object["total_employees"] as? Int == 1)
            let hours = try #require(number(batch.object["total_hours"]))
            #expect(number(batch.object["total_amount"]) == hours * 450)
            let sent = try await office.get("\(Self.confirmed)?sent_to_payroll=true&limit=500")
            #expect(try Self.ids(sent).contains(100_001))
            let again = try await make("100002")
            #expect(again.status == 500 && again.text.contains("Unique constraint"))
            #expect(try await make("100001").status == 400)
            #expect(try await office.get(Self.batches).text == "[]")
            #expect(
                try await Self.send("POST", "\(Self.batches)/1001", #"{"approved_by":1}"#, to: office).status == 500)
            #expect(try await Self.send("PUT", "\(Self.batches)/1001/approve", "", to: office).status == 404)
        }
    }

    @Test("a batch can be made without its marks")
    func unmarked() async throws {
        try await withSignedIn(Self.options(failsBeforeMarking: true)) { office in
            let body =
                #"{"period_start":"2026-10-01T00:00:00Z","period_end":"2026-10-14T00:00:00Z","work_entry_ids":[100001]}"#
            #expect(try await Self.send("POST", Self.batches, body, to: office).status == 500)
            #expect(office.sandbox.effects.map(\.endpoint) == ["create-payroll-batch"])
            let sent = try await office.get("\(Self.confirmed)?sent_to_payroll=true&limit=500")
            #expect(try !Self.ids(sent).contains(100_001))
        }
    }

    @Test("work entries by their days are refused, and a token that has ended is a 500")
    func others() async throws {
        try await withSignedIn(Self.options()) { office in
            #expect(try await office.get(SignedInSandbox.october).status == 400)
            try office.order("confirmed-entries:expire-token")
            let ended = try await office.get(Self.confirmed)
            #expect(ended.status == 500 && ended.text.contains("Invalid token"))
        }
    }
}
