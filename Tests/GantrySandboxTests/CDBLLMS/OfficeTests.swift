import Foundation
import GantryModel
import GantrySandbox
import Testing

@Suite("Balance, holidays and notifications of CDBL LMS")
struct OfficeTests {
    @Test("The balance has its year and three numbers")
    func balance() async throws {
        try await withPaired { device in
            let balance = try await device.get("/api/balance/mine").object
            #expect(balance["year"] as? Int == 2026)
            for type in ["CASUAL", "MEDICAL", "EARNED"] { #expect(balance[type] is Int) }
            #expect(balance["lastUpdated"] is String)
        }
    }

    @Test("Holidays are those of the year asked for, or of the balance's year, in order")
    func holidays() async throws {
        try await withPaired { device in
            for (query, year) in [("", 2026), ("?year=2026", 2026), ("?year=2025", 2025), ("?year=1999", 1999)] {
                let answer = try await device.get("/api/holidays\(query)").object
                #expect(answer["year"] as? Int == year)
                let dates = try #require(answer["holidays"] as? [[String: Any]]).compactMap { $0["date"] as? String }
                #expect(dates == dates.sorted())
                #expect(dates.allSatisfy { $0.hasPrefix("\(year)-") && CivilDate($0) != nil })
                #expect(dates.isEmpty == (year == 1999))
            }
            for year in ["x", "0", "99999", ""] {
                #expect(try await isCDBLError(device.get("/api/holidays?year=\(year)"), "invalid_input"))
            }
        }
    }

    @Test(
        "Both carry an ETag, and are 304 without a body while it holds",
        arguments: ["/api/balance/mine", "/api/holidays?year=2026"])
    func conditional(path: String) async throws {
        try await withPaired { device in
            let answer = try await device.get(path)
            let tag = String(try #require(answer.headers.firstMatch(of: /ETag: ("[0-9a-f]{16}")\r\n/)?.1))
            for named in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let same = try await device.get(path, ["-H", "If-None-Match: \(named)"])
                #expect(same.status == 304)
                #expect(same.body.isEmpty)
                #expect(same.headers.contains("ETag: \(tag)"))
            }
            let other = try await device.get(path, ["-H", #"If-None-Match: "0000000000000000""#])
            #expect(other.status == 200)
            #expect(other.body == answer.body)
            // A condition does not open the door.
            let stranger = try await Curl().get(
                device.sandbox.baseURL + path, device.headers(without: ["Authorization"]) + ["-H", "If-None-Match: *"])
            #expect(stranger.status == 401)
        }
    }

    @Test("Notifications are the latest, with the number of all that are unread")
    func notifications() async throws {
        try await withPaired { device in
            let all = try await device.get("/api/notifications/latest").object
            let list = try #require(all["notifications"] as? [[String: Any]])
            let unread = list.count { $0["read"] as? Bool == false }
            #expect(list.count == 5)
            #expect(all["unreadCount"] as? Int == unread)
            #expect(list.allSatisfy { $0["id"] is String })
            let some = try await device.get("/api/notifications/latest?unreadOnly=true&limit=2").object
            #expect((some["notifications"] as? [[String: Any]])?.count == 2)
            #expect(some["unreadCount"] as? Int == unread)
            #expect(try await device.get("/api/notifications/latest?limit=0").status == 400)
            #expect(try await device.get("/api/notifications/latest?unreadOnly=1").status == 400)
        }
    }

    @Test("An unknown path and a stray fault get the body of this system's errors, too")
    func errors() async throws {
        try await withPaired { device in
            #expect(try await isCDBLError(device.get("/api/nothing"), "not_found"))
            try device.sandbox.order(try Fault("balance:status=500"))
            #expect(try await isCDBLError(device.get("/api/balance/mine"), "internal_server_error"))
            #expect(throws: SandboxError.self) { try device.sandbox.order(try Fault("work-entries:garbage")) }
        }
    }
}
