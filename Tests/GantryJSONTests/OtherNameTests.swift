import GantryJSON
import GantryModel
import Testing

@Suite("A field with several names")
struct OtherNameTests {
    private func parcel(_ members: String) throws(JSONProblem) -> (weight: String?, chunk: Chunk<Parcel>) {
        let chunk = try parcels(#"[{"id":"p","sender":{"id":1},\#(members)},{"id":"q","sender":{"id":2},\#(members)}]"#)
        return (chunk.records[1].weight?.description, chunk)
    }

    @Test(
        "is read under each of them, also on a page that mixes them",
        arguments: [
            #""weight":7"#, #""weight_kg":"7""#, #""measures":{"height":2,"weight":7.0}"#, ##""weight\u005Fkg":7"##,
            #""weight_kg":"\u0037""#,
        ])
    func each(members: String) throws {
        let (weight, chunk) = try parcel(members)
        #expect(weight == "7" && chunk.rejects.isEmpty)
        let mixed = try parcels(
            #"[{"id":"p","sender":{"id":1},"weight":1},{"id":"q","sender":{"id":1},\#(members)},{"id":"r","sender":{"id":1},"weight":2}]"#
        )
        #expect(mixed.records.map { $0.weight?.description } == ["1", "7", "2"])
    }

    @Test(
        "takes the first name where a record has both, wherever it stands",
        arguments: [
            #""weight":7,"weight_kg":8"#, #""weight_kg":8,"weight":7"#, #""weight_kg":7,"weight":null"#,
            #""weight":7,"weight_kg":[]"#,
            #""weight":7,"weight_kg":"heavy""#, #""weight":null,"weight_kg":7"#, #""weight_kg":null,"weight":7"#,
        ])
    func both(members: String) throws {
        let (weight, chunk) = try parcel(members)
        #expect(weight == "7" && chunk.rejects.isEmpty, "\(chunk.rejects)")
    }

    @Test(
        "makes a reject under another name as under the first",
        arguments: [
            #""weight_kg":"heavy""#, #""weight_kg":101"#, #""weight_kg":{}"#, #""weight_kg":1,"weight_kg":1"#,
            #""weight_kg":1,"measures":{"weight":1}"#,
        ])
    func rejects(members: String) throws {
        #expect(try parcel(members).chunk.rejects.map(\.field) == ["weight", "weight"])
    }
}
