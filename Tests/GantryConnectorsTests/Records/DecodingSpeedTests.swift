import GantryConnectors
import GantryFormats
import GantryModel
import Testing

@Suite("Decoding leaves with approvals")
struct DecodingSpeedTests {
    /// Prints, and asserts only that everything is there: a shared machine is no place to assert a speed.
    @Test("reads 100,000 leaves with two approvals each") func speed() throws {
        let perPage = 1_000
        var page: [UInt8] = Array(#"{"items":["#.utf8)
        for number in 0..<perPage {
            if number > 0 { page.append(0x2C) }
            page += Array(
                """
                {"id":"123e4567-e89b-12d3-a456-42661417\(1_000 + number)","type":"CASUAL","startDate":"2025-02-15T00:00:00Z","endDate":"2025-02-17T00:00:00Z",\
                "workingDays":3,"reason":"Family event","status":"APPROVED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0",\
                "createdAt":"2025-01-20T09:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"APPROVED","step":1,"actedAt":"2025-01-21T10:00:00Z",\
                "remarks":"Approved"},{"role":"HR_ADMIN","status":"APPROVED","step":2,"actedAt":"2025-01-22T10:00:00Z","remarks":null}]}
                """.utf8)
        }
        page += Array(#"],"total":100000,"limit":1000,"offset":0}"#.utf8)
        let decoder = CDBL.Leave.dataset.decoder()
        let clock = ContinuousClock()
        var leaves = 0
        var approvals = 0
        var chunks: [Chunk<CDBL.Leave>] = []
        let decoding = try clock.measure {
            for _ in 0..<100 {
                var chunk = Chunk<CDBL.Leave>(bytes: page)
                _ = try decoder.decodePage(&chunk, listKeys: ["items"])
                leaves += chunk.count
                approvals += chunk.nested[0].parents.count
                if chunks.isEmpty { chunks.append(chunk) }
            }
        }
        let rows = (0..<perPage).map { Int32($0) }
        let columns = CDBL.Leave.fields.filter { $0.access.nestedList == nil }.map {
            CSVColumn(heading: $0.name, source: .field($0.access, .exact))
        }
        var encoder = CSVRecordEncoder<CDBL.Leave>(dialect: .machine, columns: columns)
        var list = try #require(
            ListCSVEncoder<CDBL.Leave>(
                list: "approvals", of: CDBL.Leave.fields,
                columns: CDBL.Leave.shape.lists[0].fields.map { .init(field: $0.name, heading: $0.name) },
                dialect: .machine))
        var out: [UInt8] = []
        let writing = clock.measure {
            for _ in 0..<100 {
                out.removeAll(keepingCapacity: true)
                encoder.encode(chunks[0], rows: rows, joined: [], into: &out)
            }
        }
        let listing = clock.measure {
            for _ in 0..<100 {
                out.removeAll(keepingCapacity: true)
                list.encode(chunks[0], rows: rows, into: &out)
            }
        }
        #expect(leaves == 100_000)
        #expect(approvals == 200_000)
        print(
            "decoded \(leaves) leaves with \(approvals) approvals in \(decoding): \(Int(Double(leaves) / (decoding / .seconds(1)))) leaves/s"
        )
        print("wrote their CSV rows in \(writing), and those of the approvals in \(listing)")
    }
}
