import Foundation
import GantrySandbox
import Testing

@Suite("Writing leaves to CDBL LMS")
struct LeaveWritesTests {
    /// A Thursday; the office works from Sunday to Thursday.
    static let configuration = SandboxConfiguration(.cdblLMS(), today: "2026-10-01")

    static func leave(
        _ type: String, _ first: String, _ last: String, _ reason: String = "Family event", _ more: String = ""
    ) -> String {
        #"{"type":"\#(type)","startDate":"\#(first)T00:00:00Z","endDate":"\#(last)T00:00:00Z","reason":"\#(reason)"\#(more)}"#
    }

    @Test("A new leave is answered 201 with its id, and is the first of the list and found by its id and its filters")
    func creates() async throws {
        try await withPaired(Self.configuration) { device in
            let before = try await device.leaves(limit: 100)
            let answer = try await device.create(
                Self.leave("CASUAL", "2026-10-05", "2026-10-07", "Visit \\\"home\\\"", #","workingDays":3"#))
            #expect(answer.status == 201)
            let leave = answer.object
            let id = try #require(leave["id"] as? String)
            #expect(UUID(uuidString: id) != nil)
            #expect(leave["status"] as? String == "SUBMITTED")
            #expect(leave["startDate"] as? String == "2026-10-05T00:00:00Z")
            #expect(leave["reason"] as? String == #"Visit "home""#)
            #expect((leave["createdAt"] as? String)?.hasPrefix("2026-10-01T") == true)
            #expect(leave["fitnessCertificateUrl"] is NSNull)
            let after = try await device.leaves(limit: 7)
            #expect(after.count == before.count + 1)
            #expect(after.first?["id"] as? String == id)
            #expect(after.dropFirst().compactMap { $0["id"] as? String } == before.compactMap { $0["id"] as? String })
            #expect(try await device.leaves(limit: 100, "&status=SUBMITTED&type=CASUAL").first?["id"] as? String == id)
            #expect(try await device.leaves(limit: 100, "&type=EARNED").contains { $0["id"] as? String == id } == false)
            let read = try await device.get("/api/leaves/\(id)").object
            #expect((read["approvals"] as? [Any])?.isEmpty == true && read["certificateUrl"] is NSNull)
            let effect = try #require(device.sandbox.effects.first)
            #expect(effect.endpoint == "create-leave" && effect.id == id && effect.number == 1)
            #expect(
                effect.identity == [
                    "type": "CASUAL", "startDate": "2026-10-05", "endDate": "2026-10-07", "reason": #"Visit "home""#,
                ])
        }
    }

    @Test("The same request within five minutes is answered 200 with the leave that is there, and is no second effect")
    func repeated() async throws {
        try await withPaired(Self.configuration) { device in
            let first = try await device.create(Self.leave("EARNED", "2026-10-11", "2026-10-12"))
            let again = try await device.create(
                Self.leave("EARNED", "2026-10-11", "2026-10-12", "Family event", #","workingDays":2"#))
            #expect(first.status == 201 && again.status == 200)
            #expect(again.object["id"] as? String == first.object["id"] as? String)
            #expect(device.sandbox.effects.count == 1)
            #expect(
                try await device.create(Self.leave("EARNED", "2026-10-11", "2026-10-12", "Another reason")).status
                    == 201)
            #expect(device.sandbox.effects.count == 2)
        }
        var recent = RecentApplications<String>()
        recent.note("a", id: "1", now: 1_000)
        #expect(recent.id("a", now: 1_299) == "1")
        #expect(recent.id("a", now: 1_300) == nil)
        #expect(recent.id("b", now: 1_000) == nil)
    }

    /// Body, code, required, provided.
    static let broken: [(String, String, Int?, Int?)] = [
        (leave("EARNED", "2026-10-07", "2026-10-07"), "el_insufficient_notice", 5, 4),
        (leave("EARNED", "2026-09-27", "2026-09-28"), "el_insufficient_notice", 5, 0),
        (leave("CASUAL", "2026-10-04", "2026-10-07"), "cl_exceeds_consecutive_limit", 3, 4),
        (leave("CASUAL", "2026-10-08", "2026-10-09"), "cl_cannot_touch_holiday", nil, nil),
        (leave("CASUAL", "2026-10-20", "2026-10-20"), "cl_cannot_touch_holiday", nil, nil),
        (leave("CASUAL", "2026-10-07", "2026-10-05"), "invalid_dates", nil, nil),
        (leave("CASUAL", "2026-02-30", "2026-10-05"), "invalid_dates", nil, nil),
        (leave("MEDICAL", "2026-10-04", "2026-10-08"), "medical_certificate_required", 3, 5),
        (
            leave("MEDICAL", "2026-10-04", "2026-10-18", "Operation", #","needsCertificate":true"#),
            "ml_annual_cap_exceeded", 14, 15
        ),
        (
            leave("MEDICAL", "2026-10-04", "2026-10-13", "Operation", #","needsCertificate":true"#),
            "insufficient_balance", 10, 9
        ),
        (leave("HOLIDAY", "2026-10-05", "2026-10-05"), "invalid_input", nil, nil),
        (leave("CASUAL", "2026-10-05", "2026-10-05", "no"), "invalid_input", nil, nil),
        (leave("CASUAL", "2026-10-05", "2026-10-05", "No days", #","workingDays":0"#), "invalid_input", nil, nil),
        (#"{"type":"CASUAL"}"#, "invalid_input", nil, nil), ("", "invalid_input", nil, nil),
    ]

    @Test(
        "A leave that breaks a rule is refused with 400, its code and its numbers, and nothing is kept",
        arguments: broken)
    func refused(body: String, code: String, required: Int?, provided: Int?) async throws {
        try await withPaired(Self.configuration) { device in
            let answer = try await device.create(body)
            #expect(answer.status == 400)
            #expect(isCDBLError(answer, code), "\(answer.text)")
            #expect(answer.object["required"] as? Int == required)
            #expect(answer.object["provided"] as? Int == provided)
            #expect(device.sandbox.effects.isEmpty)
        }
    }

    @Test(
        "Midnight in Dhaka is the day there, and the days of new leaves are subtracted from the balance, unless it is not checked"
    )
    func balance() async throws {
        let dhaka =
            #"{"type":"CASUAL","startDate":"2026-10-04T18:00:00.000Z","endDate":"2026-10-06T18:00:00.000Z","reason":"Exam week"}"#
        try await withPaired(Self.configuration) { device in
            #expect(try await device.create(dhaka).object["startDate"] as? String == "2026-10-05T00:00:00Z")
            let answer = try await device.create(Self.leave("CASUAL", "2026-10-11", "2026-10-12"))
            #expect(isCDBLError(answer, "insufficient_balance"))
            #expect(answer.object["provided"] as? Int == 1)
        }
        var configuration = Self.configuration
        configuration.backend = .cdblLMS(CDBLLMSOptions(checksBalance: false))
        try await withPaired(configuration) { device in
            _ = try await device.create(dhaka)
            #expect(try await device.create(Self.leave("CASUAL", "2026-10-11", "2026-10-12")).status == 201)
        }
    }

    @Test("Cancelling works while a leave is asked for, once, and shows in lists and filters, also for computed leaves")
    func cancels() async throws {
        let generated = SandboxConfiguration(
            .cdblLMS(),
            records: .generated(GeneratedData(entries: 700, employees: 1, seed: 5, firstDay: "2026-01-01", days: 365)),
            today: "2026-10-01")
        for configuration in [Self.configuration, generated] {
            try await withPaired(configuration) { device in
                let pending = try await device.leaves(limit: 100, "&status=PENDING")
                let cancelled = try await device.leaves(limit: 100, "&status=CANCELLED").count
                let id = try #require(pending.last?["id"] as? String)
                let answer = try await device.cancel(id)
                #expect(answer.status == 200)
                #expect(answer.object["status"] as? String == "CANCELLED" && answer.object["id"] as? String == id)
                #expect((answer.object["updatedAt"] as? String)?.hasPrefix("2026-10-01T") == true)
                #expect(try await device.get("/api/leaves/\(id)").object["status"] as? String == "CANCELLED")
                #expect(try await device.leaves(limit: 100, "&status=PENDING").count == pending.count - 1)
                #expect(try await device.leaves(limit: 100, "&status=CANCELLED").count == cancelled + 1)
                #expect(try await isCDBLError(device.cancel(id), "cannot_cancel_now"))
                let approved = try #require(
                    try await device.leaves(limit: 100, "&status=APPROVED").first?["id"] as? String)
                let refused = try await device.cancel(approved)
                #expect(refused.status == 403 && isCDBLError(refused, "forbidden"))
                #expect(try await device.cancel("none").status == 404)
                #expect(try await device.cancel(id, "{}").status == 400)
                #expect(device.sandbox.effects.map(\.identity) == [["id": id, "reason": "Plans changed"]])
            }
        }
    }
}

extension PairedDevice {
    func create(_ body: String, _ options: [String] = []) async throws -> CurlAnswer {
        try await get("/api/leaves", ["-d", body] + options)
    }

    func cancel(_ id: String, _ body: String = #"{"reason":"Plans changed"}"#) async throws -> CurlAnswer {
        try await get("/api/leaves/\(id)/cancel", ["-X", "PATCH", "-d", body])
    }

    /// Uploads a file as a browser would; `fields` are options of curl.
    func upload(_ id: String, _ fields: [String], headers: [String]? = nil) async throws -> CurlAnswer {
        try await Curl().get(
            sandbox.baseURL + "/api/leaves/\(id)/certificate",
            (headers ?? self.headers(without: ["Content-Type"])) + ["-H", "Expect:"] + fields.flatMap { ["-F", $0] })
    }
}
