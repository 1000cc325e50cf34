import GantryJSON
import GantryModel
import Testing

@Suite("A page whose places are known") struct PlannedPageTests {
    private let two = #"[{"id":1,"hours":1},{"id":2,"hours":2,"has_more":true,"next":"x"}]"#

    private func envelope(_ text: String, _ plan: EnvelopePlan) throws(JSONProblem) -> PageEnvelope {
        var chunk = Chunk<Shift>(bytes: Array(text.utf8))
        return try PageDecoder(Shift.shape, plan: plan).decodePage(&chunk, listKeys: [])
    }

    @Test(
        "that should be whole tells where another one is spoken of, at the top or beside its records",
        arguments: [
            (#""has_more":true"#, "has_more"), (#""hasMore":true"#, "hasMore"), (#""next":"/hours?page=2""#, "next"),
            (#""nextPage":2"#, "nextPage"), (#""next_cursor":"abc""#, "next_cursor"),
            (#""nextPageToken":"t""#, "nextPageToken"), (#""_links":{"self":"/","next":{"href":"/2"}}"#, "_links.next"),
            (#""meta":{"next_page":2}"#, "meta.next_page"),
            (#""pageInfo":{"hasNextPage":true}"#, "pageInfo.hasNextPage"),
            (#""@odata.nextLink":"/2""#, "@odata.nextLink"),
        ])
    func signOfMore(member: String, sign: String) throws {
        let whole = EnvelopePlan(records: ["data", "items"], counts: [], isWhole: true)
        for text in [
            #"{\#(member),"data":{"items":\#(two)}}"#, #"{"data":{"items":\#(two),\#(member)}}"#,
            #"{"data":{\#(member),"items":\#(two)},"total":2}"#,
        ] {
            let found = try envelope(text, whole)
            #expect((found.signOfMore ?? found.linkToMore) == sign, "\(text)")
            let isLink = ["next", "_links.next"].contains(sign)
            #expect((found.signOfMore == nil) == isLink && (found.linkToMore != nil) == isLink, "\(text)")
            #expect((found.sentLink != nil) == isLink && (found.sentLink?.contains("/") ?? true), "\(text)")
            let paged = try envelope(text, EnvelopePlan(records: ["data", "items"], counts: []))
            #expect(paged.signOfMore == nil && paged.linkToMore == nil)
        }
    }

    @Test(
        "is whole where nothing is said of another one, or that there is none",
        arguments: [
            #""has_more":false"#, #""next":null"#, #""next":"""#, #""next_page":0"#, #""nextPage":{}"#,
            #""links":{"next":null,"self":"/"}"#, #""meta":{}"#, #""other":{"next":"/2"}"#, #""links":["next"]"#,
            #""meta":{"links":{"next":"/2"}}"#, #""hasMore":null"#,
        ])
    func noSign(member: String) throws {
        let whole = EnvelopePlan(records: ["items"], counts: [], isWhole: true)
        let found = try envelope(#"{\#(member),"items":\#(two)}"#, whole)
        #expect(found.signOfMore == nil && found.linkToMore == nil)
    }

    @Test(
        "reports a failure beside its records, at the top or where the file says that it would be",
        arguments: [
            #""errors":[{"message":"shard 2 timed out"}]"#, #""error":"x""#, #""error":{"a":1}"#,
            #""state":{"fault":"x"}"#, #""state":{"fault":["x"]}"#,
        ])
    func failure(member: String) throws {
        let plan = EnvelopePlan(
            records: ["data", "items"], counts: [(["state", "total"], .totalCount)], failure: ["state", "fault"])
        for text in [
            #"{\#(member),"data":{"items":\#(two)}}"#, #"{"data":{"items":\#(two)},\#(member)}"#,
            #"{"data":null,\#(member)}"#,
        ] {
            #expect(try envelope(text, plan).success == false, "\(text)")
        }
    }

    @Test(
        "reports no failure of a record, or where nothing failed",
        arguments: [
            #"{"data":{"items":[{"id":1,"hours":1,"error":"x","errors":[1],"state":{"fault":"x"}}]}}"#,
            #"{"errors":[],"error":null,"state":{"fault":""},"data":{"items":[]}}"#,
            #"{"state":{"fault":"OK"},"data":{"items":[],"error":"of the day"}}"#,
            #"{"data":{"items":[]},"state":"x"}"#,
        ])
    func noFailure(text: String) throws {
        let plan = EnvelopePlan(
            records: ["data", "items"], counts: [(["state", "total"], .totalCount)], failure: ["state", "fault"])
        #expect(try envelope(text, plan).success == nil)
    }

    @Test("takes what it reads for what it is, and a single record's error for a value") func ownPlaces() throws {
        let list = EnvelopePlan(records: ["errors"], counts: [], failure: ["errors"])
        #expect(try envelope(#"{"errors":\#(two)}"#, list).success == nil)
        let single = EnvelopePlan(records: [], isSingle: true, counts: [], failure: ["errors"])
        #expect(try envelope(#"{"id":1,"hours":1,"error":"x","errors":["y"]}"#, single).success == nil)
        let under = EnvelopePlan(records: ["data"], isSingle: true, counts: [])
        #expect(try envelope(#"{"data":{"id":1,"hours":1,"error":"x"}}"#, under).success == nil)
        #expect(try envelope(#"{"data":{"id":1,"hours":1},"errors":["y"]}"#, under).success == false)
    }
}
