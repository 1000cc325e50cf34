import GantryAccounts
import GantryConnectors
import GantryJSON
import GantryModel
import GantryYAML
import Testing

/// Where a system file finds something in an answer.
@Suite("A path of a system file") struct PathTests {
    private static let text = """
        system: tracker
        title: Time tracker
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me, account: ["user.login"] }
        requests:
          failed: { at: ["odata.state"], is: FAILED }
        datasets:
          hours:
            help: The hours.
            get: /hours
            records: [d, "value.s"]
            key: id
            paging: { next: ["@odata.nextLink"], size: 2 }
            total: ["@odata.count"]
            fields: { id: { required: true }, tag: { at: "x.@tag" }, etag: { at: ["@odata.etag"] } }
        """

    private func decode<R: DatasetRecord>(
        _ description: some DatasetDescription<R>, _ body: String
    ) throws -> (envelope: PageEnvelope, values: [String?]) {
        let dataset = description.dataset
        var chunk = Chunk<R>(bytes: Array(body.utf8))
        let envelope = try dataset.makePageDecoder().decodePage(&chunk, listKeys: [], asked: nil)
        return (envelope, dataset.shape.fields.map { chunk.text($0, of: 0) })
    }

    @Test("is a list of keys where a key contains points") func keysWithPoints() throws {
        let system = try SystemFile.read(Array(Self.text.utf8), named: "tracker.yaml")
        let dataset = try #require(system.datasets.first)
        let (envelope, values) = try decode(
            dataset,
            #"{"d":{"value.s":[{"id":"1","x":{"@tag":"a"},"@odata.etag":"b"}]},"@odata.count":3,"@odata.nextLink":"/2"}"#
        )
        #expect(envelope.totalCount == 3 && envelope.next == "/2" && envelope.hasNext == true)
        #expect(values == ["1", "a", "b"])
        #expect(system.failed?.isShown(by: Array(#"{"odata.state":"FAILED"}"#.utf8)) == true)
    }

    @Test("is no empty list") func noKeys() throws {
        let text = Self.text.replacing("[\"@odata.count\"]", with: "[]")
        let error = #expect(throws: SystemFileError.self) {
            try SystemFile.read(Array(text.utf8), named: "tracker.yaml")
        }
        #expect(error?.mistakes.map(\.found) == ["datasets.hours.total is empty."])
    }
}
