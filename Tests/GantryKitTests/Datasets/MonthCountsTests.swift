import GantryConnectors
import GantryJSON
import GantryKit
import GantryModel
import Testing

/// A record with the time at which it was made.
private struct Letter: DatasetRecord, DeclaredRecord {
    var id: Int64 = 0
    var sent: Instant?

    static let fields: [Field<Letter>] = [
        Field("id", \.id, help: ""),
        Field("sent", \.sent, help: ""),
    ]
    static let dataset = Dataset<Letter>("letters", help: "", order: .time("sent") { $0.sent }, shape: Letter.shape) {
        _ in ReadRequest(path: "/letters", query: [])
    }
    var key: RecordKey { .integer(id) }
}

@Suite("The months of records") struct MonthCountsTests {
    private func months(_ times: [String?]) throws -> String {
        let records = times.enumerated().map { id, time in
            "{\"id\":\(id + 1)\(time.map { ",\"sent\":\"\($0)\"" } ?? "")}"
        }
        var chunk = Chunk<Letter>(bytes: Array("[\(records.joined(separator: ","))]".utf8))
        _ = try Letter.dataset.decoder().decodePage(&chunk, listKeys: [])
        var rules = DatasetRules(Letter.dataset, wholeBatch: nil)
        _ = rules.check(chunk)
        return String(decoding: rules.summary().months.tree.compact.utf8, as: UTF8.self)
    }

    @Test("are those of UTC for times, also before 1970, and a record without a time is in none")
    func times() throws {
        let found = try months([
            "2026-10-31T23:59:59.999Z", "2026-11-01T00:30:00+01:00", "2026-11-01T00:00:00Z", nil,
            "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2026-10-01T00:00:00Z",
        ])
        #expect(
            found == #"[{"month":"1969-12","exported":1},{"month":"1970-01","exported":1},"#
                + #"{"month":"2026-10","exported":3},{"month":"2026-11","exported":1}]"#)
    }

    @Test("are none without records that have times") func none() throws {
        #expect(try months([nil, nil]) == "[]")
    }
}
