import GantryAccounts
import GantryConnectors
import GantryKit
import GantryModel
import GantryTestSupport
import Testing

/// Repeats on one page and on several, of keys that are texts and of numbers, wanted and excluded.
@Suite("Records that come again") struct PageRepeatTests {
    private func pages<R: DatasetRecord>(
        _ dataset: Dataset<R>, _ pages: [[String]], under key: String? = nil, arePages: Bool = true
    ) throws -> [Chunk<R>] {
        let decoder = dataset.decoder()
        return try pages.enumerated().map { index, page in
            let list = "[\(page.joined(separator: ","))]"
            var chunk = Chunk<R>(
                bytes: Array((key.map { "{\"\($0)\":\(list)}" } ?? list).utf8), page: arePages ? index + 1 : 0)
            _ = try decoder.decodePage(&chunk, listKeys: [])
            #expect(chunk.rejects.isEmpty)
            return chunk
        }
    }

    private func count<R: DatasetRecord>(
        _ dataset: Dataset<R>, _ chunks: [Chunk<R>], _ selection: RecordSelection = RecordSelection()
    ) throws -> (all: Int, within: Int, isLate: Bool) {
        var rules = DatasetRules(dataset, wholeBatch: nil, selecting: selection)
        for chunk in chunks { _ = rules.check(chunk) }
        if try !rules.idsToCompare().isEmpty { for chunk in chunks { rules.compare(chunk) } }
        let counts = (rules.repeats, rules.repeatsWithinPages)
        let wholeBatch = rules.finalize()
        return (counts.0, counts.1, wholeBatch != nil)
    }

    private func leave(_ key: String, _ day: String = "2026-10-01") -> String {
        #"{"id":"\#(key)","type":"CASUAL","status":"APPROVED","startDate":"\#(day)","endDate":"\#(day)","reason":"r","workingDays":1,"createdAt":"2026-09-01T00:00:00Z"}"#
    }

    private func request(_ id: Int, _ day: String = "2026-10-01") -> String {
        #"{"id":\#(id),"employee_id":1,"type":"VACATION","start_date":"\#(day)","end_date":"\#(day)","total_days":1,"status":"APPROVED","created_at":"2026-09-01T00:00:00Z"}"#
    }

    @Test(
        "are told apart by whether they came on the same page",
        arguments: [
            ([["a", "b"], ["c", "d"]], 0, 0), ([["a", "a"], ["c", "d"]], 1, 1), ([["a", "b"], ["b", "d"]], 1, 0),
            ([["a", "b", "b"], ["b", "d"]], 2, 1), ([["a"], ["b", "a", "a"], ["a"]], 3, 1),
        ])
    func repeats(_ keys: [[String]], all: Int, within: Int) throws {
        let texts = try count(CDBL.Leave.dataset, pages(CDBL.Leave.dataset, keys.map { $0.map { leave($0) } }))
        #expect(texts.all == all && texts.within == within)
        let numbers = ["a": 1, "b": 2, "c": 3, "d": 4]
        let requests = try count(
            KSRCranes.LeaveRequest.dataset,
            pages(KSRCranes.LeaveRequest.dataset, keys.map { $0.map { request(numbers[$0] ?? 0) } }))
        #expect(requests.all == all && requests.within == within)
        // What is read back from the landing shows no pages.
        #expect(
            try count(CDBL.Leave.dataset, pages(CDBL.Leave.dataset, keys.map { $0.map { leave($0) } }, arePages: false))
                .within == 0)
    }

    @Test("count too where they are excluded, and need no second pass for that") func excluded() throws {
        let october = RecordSelection(period: try PayPeriod("2026-10"))
        let old = "2020-01-01"
        let texts = try count(
            CDBL.Leave.dataset,
            pages(CDBL.Leave.dataset, [[leave("a", old), leave("b")], [leave("a", old), leave("c")]]), october)
        #expect(texts == (1, 0, false))
        let numbers = try count(
            KSRCranes.LeaveRequest.dataset,
            pages(
                KSRCranes.LeaveRequest.dataset,
                [[request(1, old), request(2)], [request(1, old), request(3), request(3)]]), october)
        #expect(numbers == (2, 1, false))
    }

    @Test("show that others are missing where pages lead to each other, too") func linked() throws {
        func count(_ description: some DatasetDescription, _ keys: [[Int]]) throws -> (Int, Int) {
            let counts = try self.count(
                description.dataset,
                pages(description.dataset, keys.map { $0.map { #"{"id":\#($0)}"# } }, under: "hours"))
            return (counts.all, counts.within)
        }
        let system = try SystemFile.tracker("paging: { next: next, size: 2 }\ntotal: total")
        let dataset = try #require(system.dataset(named: "tracker.hours"))
        #expect(try count(dataset, [[1, 2], [2, 3]]) == (1, 0))
        #expect(try count(dataset, [[1, 1], [2, 3]]) == (1, 1))
    }

    @Test("of a list that is one answer, or asked for key by key, say nothing about its order") func otherPaging()
        throws
    {
        let day = #"{"date":"2026-05-01","name":"May Day"}"#
        #expect(try count(CDBL.Holiday.dataset, pages(CDBL.Holiday.dataset, [[day], [day]])).all == 0)
    }

    @Test("have the same names in any order") func names() throws {
        let there = try pages(CDBL.Leave.dataset, [["a", "b", "c"].map { leave($0) }])
        let back = try pages(CDBL.Leave.dataset, [["c", "b", "a"].map { leave($0) }])
        #expect(
            DatasetRules<CDBL.Leave>.names(of: there[0]).sorted()
                == DatasetRules<CDBL.Leave>.names(of: back[0]).sorted())
    }
}
