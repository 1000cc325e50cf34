import Foundation
import GantryModel
import GantrySandbox
import Testing

@Suite("Leaves of CDBL LMS")
struct LeavesTests {
    static func generated(_ entries: Int, seed: UInt64 = 5) -> SandboxConfiguration {
        SandboxConfiguration(
            .cdblLMS(),
            records: .generated(
                GeneratedData(entries: entries, employees: 1, seed: seed, firstDay: "2026-01-01", days: 365)))
    }

    @Test(
        "come in pages that hold each leave exactly once, the newest first, whatever the limit and the filter",
        arguments: [SandboxConfiguration(.cdblLMS()), generated(0), generated(1), generated(1_700)],
        ["", "&status=APPROVED", "&type=MEDICAL&status=CANCELLED"])
    func pagesCover(configuration: SandboxConfiguration, filter: String) async throws {
        try await withPaired(configuration) { device in
            let whole = try await device.leaves(limit: 100, filter)
            let ids = whole.compactMap { $0["id"] as? String }
            #expect(ids.count == whole.count)
            #expect(Set(ids).count == ids.count)
            let created = whole.compactMap { ($0["createdAt"] as? String)?.prefix(19) }
            #expect(created == created.sorted(by: >))
            for limit in [7, 50] where whole.count < 1_000 || limit > 7 {
                #expect(try await device.leaves(limit: limit, filter).compactMap { $0["id"] as? String } == ids)
            }
            if filter.isEmpty {
                let approved = whole.filter { $0["status"] as? String == "APPROVED" }
                #expect(try await device.leaves(limit: 100, "&status=APPROVED").count == approved.count)
            }
        }
    }

    @Test("come fifty at a time when no limit is asked for, and never more than a hundred, or than the limit ordered")
    func limits() async throws {
        try await withPaired(Self.generated(500)) { device in
            for (query, limit) in [("", 50), ("?limit=100", 100), ("?limit=5000", 100)] {
                let page = try await device.get("/api/leaves" + query).object
                #expect((page["items"] as? [Any])?.count == limit)
                #expect(page["limit"] as? Int == limit)
                #expect(page["offset"] as? Int == 0)
                #expect(page["total"] as? Int == 500)
            }
        }
        var configuration = Self.generated(500)
        configuration.backend = .cdblLMS(CDBLLMSOptions(largestPage: 400))
        try await withPaired(configuration) { device in
            for (query, count) in [("limit=1000", 400), ("limit=1000&offset=400", 100), ("offset=500", 0)] {
                let page = try await device.get("/api/leaves?\(query)").object
                #expect((page["items"] as? [Any])?.count == count)
            }
        }
    }

    @Test(
        "are refused with 400 for a bad query",
        arguments: [
            "limit=0", "limit=x", "limit=-1", "offset=-1", "offset=1.5", "status=DONE", "status=approved", "type=",
            "type=HOLIDAY",
        ])
    func badQuery(query: String) async throws {
        try await withPaired { device in
            let answer = try await device.get("/api/leaves?\(query)")
            #expect(answer.status == 400)
            #expect(isCDBLError(answer, "invalid_input"), "\(answer.text)")
        }
    }

    @Test(
        "are each found by id, with at least the approvals of the list, some with more",
        arguments: [SandboxConfiguration(.cdblLMS()), generated(120)])
    func byID(configuration: SandboxConfiguration) async throws {
        try await withPaired(configuration) { device in
            var longer = 0
            for leave in try await device.leaves(limit: 100) {
                let id = try #require(leave["id"] as? String)
                let found = try await device.get("/api/leaves/\(id)").object
                let approvals = found["approvals"] as? [[String: Any]] ?? []
                let listed = leave["approvals"] as? [[String: Any]] ?? []
                #expect(approvals.suffix(listed.count) as NSArray == listed as NSArray)
                if approvals.count > listed.count { longer += 1 }
                for key in ["id", "type", "startDate", "status", "createdAt"] {
                    #expect(found[key] as? String == leave[key] as? String)
                }
            }
            #expect(longer > 3)
            for id in ["nothing", "123e4567-e89b-12d3-a456-426614174000", ""] {
                let answer = try await device.get("/api/leaves/\(id)x")
                #expect(answer.status == 404)
                #expect(isCDBLError(answer, "not_found"))
            }
        }
    }

    @Test("computed are the same under the same seed, have two approvals each and valid JSON")
    func generatedStable() async throws {
        var texts: [String] = []
        for seed in [5, 5, 6] as [UInt64] {
            try await withPaired(Self.generated(300, seed: seed)) { device in
                texts.append(try await device.get("/api/leaves?limit=100&offset=137").text)
                let leaves = try await device.leaves(limit: 100)
                #expect(leaves.allSatisfy { ($0["approvals"] as? [Any])?.count == 2 })
            }
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0] != texts[2])
    }

    @Test("computed state the working days of their dates, but for a few of a hundred")
    func workingDays() async throws {
        for unusual in [false, true] {
            var configuration = Self.generated(600)
            configuration.records = .generated(
                GeneratedData(entries: 600, employees: 1, firstDay: "2026-01-01", days: 365, unusual: unusual))
            try await withPaired(configuration) { device in
                var holidays: Set<String> = []
                for year in 2025...2027 {
                    let list = try #require(
                        try await device.get("/api/holidays?year=\(year)").object["holidays"] as? [[String: Any]])
                    holidays.formUnion(list.compactMap { $0["date"] as? String })
                }
                let wrong = try await device.leaves(limit: 100).count { leave in
                    guard let first = CivilDate((leave["startDate"] as? String ?? "").prefix(10)),
                        let last = CivilDate((leave["endDate"] as? String ?? "").prefix(10))
                    else { return true }
                    let days = (0...(last - first)).map { first + $0 }
                    let worked = days.count { !(5...6).contains($0.isoWeekday) && !holidays.contains($0.description) }
                    return worked != leave["workingDays"] as? Int
                }
                #expect(unusual ? (1...30).contains(wrong) : wrong == 0)
            }
        }
    }

    @Test("of a hundred thousand are served by the page, the last as soon as the first, also under a filter")
    func hundredThousand() async throws {
        try await withPaired(Self.generated(100_000)) { device in
            for query in ["limit=100", "limit=100&offset=99900", "limit=100&offset=20000&type=EARNED&status=APPROVED"] {
                let page = try await device.get("/api/leaves?\(query)").object
                #expect((page["items"] as? [Any])?.count == 100)
            }
            let start = ContinuousClock.now
            let pattern = device.sandbox.baseURL + "/api/leaves?limit=100&offset=[50000-59900:100]"
            #expect(try await Curl().drain(pattern, device.headers()) == 0)
            print("10,000 leaves with approvals in pages of 100 took \(start.duration(to: .now)).")
            #expect(device.sandbox.requestLog.count { $0.status == 200 && $0.endpoint == "leaves" } == 103)
        }
    }

    @Test("are spoiled by faults as work entries are: repeated page, changed total, added and removed records, defects")
    func faults() async throws {
        try await withPaired(Self.generated(100)) { device in
            func ids(_ offset: Int) async throws -> [String] {
                let items =
                    try await device.get("/api/leaves?limit=10&offset=\(offset)").object["items"] as? [[String: Any]]
                return try #require(items).compactMap { $0["id"] as? String }
            }
            let straight = try await device.leaves(limit: 100).compactMap { $0["id"] as? String }
            device.sandbox.faults = [try Fault("leaves:page=3:repeat-page")]
            #expect(try await ids(20) == Array(straight[10..<20]))
            #expect(try await ids(20) == Array(straight[20..<30]))
            device.sandbox.faults = [try Fault("leaves:page=3:record-added")]
            #expect(try await ids(10) == Array(straight[10..<20]))
            #expect(try await ids(20) == Array(straight[19..<29]))
            device.sandbox.faults = [try Fault("leaves:page=2:total-changes=-3")]
            #expect(try await device.get("/api/leaves?limit=10&offset=10").object["total"] as? Int == 97)
            device.sandbox.faults = [try Fault("leaves:record=unknown-enum:index=2")]
            let items = try #require(try await device.get("/api/leaves?limit=10").object["items"] as? [[String: Any]])
            #expect(items.map { $0["status"] as? String == "PAID_TWICE" } == (0..<10).map { $0 == 2 })
            device.sandbox.faults = [try Fault("leave:record=missing-field")]
            #expect(try await device.get("/api/leaves/\(straight[0])").object["startDate"] == nil)
            device.sandbox.faults = [try Fault("leaves:status=422")]
            let ordered = try await device.get("/api/leaves")
            #expect(ordered.status == 422)
            #expect(isCDBLError(ordered, "invalid_input"))
        }
    }
}
