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
            (#""meta":{"next_page":2}"#, "meta.next_page"), (#""pageInfo":{"hasNextPage":true}"#, "pageInfo.hasNextPage"),
            (#""@odata.nextLink":"/2""#, "@odata.nextLink"),
        ])
    func signOfMore(member: String, sign: String) throws {
        let whole = EnvelopePlan(records: ["data", "items"], counts: [], isWhole: true)
        for text in [
            #"{\#(member),"data":{"items":\#(two)}}"#, #"{"data":{"items":\#(two),\#(member)}}"#,
            #"{"data":{\#(member),"items":\#(two)},"total":2}"#,
        ] {
            #expect(try envelope(text, whole).signOfMore == sign, "\(text)")
            let paged = EnvelopePlan(records: ["data", "items"], counts: [])
            #expect(try envelope(text, paged).signOfMore == nil)
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
        #expect(try envelope(#"{\#(member),"items":\#(two)}"#, whole).signOfMore == nil)
    }
}
