import Foundation
import GantrySandbox
import Testing

@Suite("Work entries")
struct WorkEntriesTests {
    static let sources: [SandboxConfiguration.Records] = [
        .sampleMonth, .generated(GeneratedData(entries: 2_345, employees: 40, seed: 9)),
        .generated(GeneratedData(entries: 0, employees: 1)),
    ]

    @Test(
        "come in pages that hold each record exactly once, in order of id, whatever the limit",
        arguments: sources, [1_000, 333, 37, 1_491])
    func pagesCover(records source: SandboxConfiguration.Records, limit: Int) async throws {
        try await withSignedIn(SandboxConfiguration(records: source)) { client in
            let first = try await client.get("\(SignedInSandbox.october)&limit=\(limit)")
            let stated = try pagination(first.body)
            let pageCount = try #require(stated["totalPages"] as? Int)
            let pages = try await client.curl.pages(
                "\(client.sandbox.baseURL)\(SignedInSandbox.october)&limit=\(limit)", count: max(1, pageCount))
            let parsed = try pages.flatMap(GantrySandboxTests.records)
            #expect(parsed.count == stated["totalCount"] as? Int)
            let ids = parsed.compactMap { $0["id"] as? Int }
            #expect(ids == ids.sorted())
            // In one page of the largest size order and number are the file's own.
            let whole = try await client.curl.pages(
                "\(client.sandbox.baseURL)\(SignedInSandbox.october)&limit=1000", count: 3)
            #expect(try whole.flatMap(GantrySandboxTests.records).compactMap { $0["id"] as? Int } == ids)
            for (index, page) in pages.enumerated() {
                let pagination = try pagination(page)
                #expect(pagination["currentPage"] as? Int == index + 1)
                #expect(pagination["hasNext"] as? Bool == (index + 1 < pageCount))
                #expect(pagination["hasPrevious"] as? Bool == (index > 0))
            }
            // One connection served all pages of a loop.
            #expect(Set(client.sandbox.requestLog.map(\.clientPort)).count <= 4)
        }
    }

    @Test("come a hundred at a time when no limit is asked for, and never more than a thousand")
    func limits() async throws {
        try await withSignedIn { client in
            let usual = try await client.get(SignedInSandbox.october)
            #expect(try records(usual.body).count == 100)
            let large = try await client.get("\(SignedInSandbox.october)&limit=5000")
            #expect(try records(large.body).count == 1_000)
        }
    }

    @Test("past the last page are none, under the same total")
    func pastTheEnd() async throws {
        try await withSignedIn { client in
            let last = try pagination(try await client.page(1).body)
            let answer = try await client.page(9_999)
            #expect(try records(answer.body).isEmpty)
            #expect(try pagination(answer.body)["totalCount"] as? Int == last["totalCount"] as? Int)
            #expect(try pagination(answer.body)["hasNext"] as? Bool == false)
        }
    }

    @Test(
        "are refused with 400 for a bad query",
        arguments: [
            "", "?startDate=2026-10-01", "?startDate=2026-10-01&endDate=2026-10-32",
            "?startDate=2026-02-29&endDate=2026-10-31",
            "?startDate=01-10-2026&endDate=2026-10-31", "?startDate=2026-10-02&endDate=2026-10-01",
            "?startDate=2026-10-01&endDate=2026-10-31&page=0", "?startDate=2026-10-01&endDate=2026-10-31&page=-1",
            "?startDate=2026-10-01&endDate=2026-10-31&page=two", "?startDate=2026-10-01&endDate=2026-10-31&limit=0",
        ])
    func badQuery(query: String) async throws {
        try await withSignedIn { client in
            let answer = try await client.get("/api/app/work-entries" + query)
            #expect(answer.status == 400)
            #expect(answer.object["error"] is String)
        }
    }

    @Test("of a range of days are those of both its ends and between", arguments: sources.dropLast())
    func daysAreInclusive(records source: SandboxConfiguration.Records) async throws {
        try await withSignedIn(SandboxConfiguration(records: source)) { client in
            func days(_ first: String, _ last: String) async throws -> [String] {
                let answer = try await client.get("/api/app/work-entries?startDate=\(first)&endDate=\(last)&limit=1000")
                return try records(answer.body).compactMap { ($0["workDate"] as? String).map { String($0.prefix(10)) } }
            }
            let range = try await days("2026-10-05", "2026-10-07")
            #expect(Set(range) == ["2026-10-05", "2026-10-06", "2026-10-07"])
            var single = 0
            for day in 5...7 { single += try await days("2026-10-0\(day)", "2026-10-0\(day)").count }
            #expect(single == range.count)
            #expect(try await days("2025-01-01", "2025-12-31").isEmpty)
            #expect(try await days("2027-01-01", "2027-12-31").isEmpty)
        }
    }

    @Test("carry the documented keys, six-digit timestamps and no other status")
    func documentedShape() async throws {
        try await withSignedIn { client in
            let pages = try await client.curl.pages(
                "\(client.sandbox.baseURL)\(SignedInSandbox.october)&limit=1000", count: 2)
            var absent = 0
            var null = 0
            for record in try pages.flatMap(records) {
                #expect(record["id"] is Int)
                #expect(number(record["employeeId"]) != nil)
                for key in ["normalHours", "overtimeHours", "weekendHours"] { #expect(number(record[key]) != nil) }
                let date = try #require(record["workDate"] as? String)
                #expect(date.count == 27 && date.hasSuffix(".000000Z"))
                #expect(
                    ["DRAFT", "SUBMITTED", "APPROVED", "REJECTED"].contains(try #require(record["status"] as? String)))
                if record["notes"] == nil { absent += 1 }
                if record["notes"] is NSNull { null += 1 }
            }
            #expect(absent > 50)
            #expect(null > 50)
        }
    }
}
