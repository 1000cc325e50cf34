import Foundation
import GantrySandbox
import Testing

@Suite("Faults in the records")
struct RecordFaultTests {
    private func ids(_ answer: CurlAnswer) throws -> [Int] {
        try records(answer.body).compactMap { $0["id"] as? Int }
    }

    @Test("A repeated page is the page before, byte for byte")
    func repeatPage() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:page=3:repeat-page")
            let second = try await client.page(2)
            let third = try await client.page(3)
            #expect(third.body == second.body)
            #expect(try await client.page(3).body != second.body)
        }
    }

    @Test("A changed total lasts from its page on")
    func totalChanges() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:page=3:total-changes=2")
            var totals: [Int] = []
            for page in 1...4 {
                totals.append(try #require(try pagination(try await client.page(page).body)["totalCount"] as? Int))
            }
            #expect(totals == [totals[0], totals[0], totals[0] + 2, totals[0] + 2])
        }
    }

    @Test("An uncounted list has its records, and neither a total nor a word of more")
    func uncounted() async throws {
        try await withSignedIn { client in
            let straight = try ids(try await client.page(2))
            try client.order("work-entries:page=2:uncounted")
            let answer = try await client.page(2)
            #expect(try ids(answer) == straight && !straight.isEmpty)
            let left = try pagination(answer.body)
            #expect(left["totalCount"] == nil && left["totalPages"] == nil && left["hasNext"] == nil, "\(left)")
        }
    }

    @Test("An added record brings the last one of the page before again; a removed one skips the next")
    func shifts() async throws {
        try await withSignedIn { client in
            let straight = try ids(try await client.get("\(SignedInSandbox.october)&limit=100"))
            try client.order("work-entries:page=3:record-added")
            #expect(try ids(try await client.page(2)) == Array(straight[10..<20]))
            #expect(try ids(try await client.page(3)) == Array(straight[19..<29]))
            client.sandbox.faults = [Fault(.recordRemoved, endpoint: "work-entries", page: 3, times: nil)]
            #expect(try ids(try await client.page(2)) == Array(straight[10..<20]))
            #expect(try ids(try await client.page(3)) == Array(straight[21..<31]))
        }
    }

    @Test("An expired token is refused until a new one is fetched")
    func expireToken() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:page=2:expire-token")
            #expect(try await client.page(1).status == 200)
            #expect(try await client.page(2).status == 401)
            #expect(try await client.page(2).status == 401)
            #expect(try await signIn(client.sandbox).status == 200)
            #expect(client.sandbox.faults.isEmpty)
        }
    }

    @Test(
        "A spoiled record is the one named, and the others are as they were",
        arguments: [
            ("unknown-enum", #""status":"PAID_TWICE""#), ("string-number", #""normalHours":""#),
            ("not-a-number", #""normalHours":"seven""#), ("out-of-range", #""normalHours":1e400"#),
            ("null-field", #""employeeId":null"#), ("wrong-type", #""normalHours":{"unexpected""#),
            ("lone-surrogate", #""notes":"half \ud800 pair""#),
            ("raw:field=workDate:value=\"2026-13-45\"", #""workDate":"2026-13-45""#),
        ])
    func defect(name: String, expected: String) async throws {
        try await withSignedIn { client in
            let sound = try await client.page(2).text
            let option = name.contains("value=") ? "record=raw:index=4:" + name.dropFirst(4) : "record=\(name):index=4"
            try client.order("work-entries:page=2:\(option)")
            let spoiled = try await client.page(2).text
            let pairs = zip(sound.components(separatedBy: #"{"id":"#), spoiled.components(separatedBy: #"{"id":"#))
            let different = pairs.enumerated().filter { $0.element.0 != $0.element.1 }
            // Part 0 is what stands before the first record.
            #expect(different.map(\.offset) == [5])
            #expect(different.first?.element.1.contains(expected) == true)
        }
    }

    @Test("A missing field is gone, and the rest is valid JSON", arguments: ["id", "employeeId", "status"])
    func missingField(field: String) async throws {
        try await withSignedIn { client in
            try client.order("work-entries:record=missing-field:index=9:field=\(field)")
            let page = try records(try await client.page(1).body)
            #expect(page.map { $0[field] == nil } == Array(repeating: false, count: 9) + [true])
        }
    }

    @Test("Bytes that are no UTF-8 come as they are")
    func invalidUTF8() async throws {
        try await withSignedIn { client in
            try client.order("workers:record=invalid-utf8:index=1")
            let answer = try await client.get("/api/app/chef/workers")
            #expect(answer.body.range(of: Data([0xC3, 0x28, 0xFF])) != nil)
            #expect(String(validating: answer.body, as: UTF8.self) == nil)
        }
    }
}
