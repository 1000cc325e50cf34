import GantryJSON
import GantryModel
import Testing

@Suite("A list inside a record")
struct NestedTests {
    @Test("becomes records of their own that know their parent, wherever its key stands") func children() throws {
        let chunk = try parcels(
            ##"""
            [{"steps":[{"number":1,"place":"\u00c5rhus"},{"place":"Vejle","number":"2"}],"id":"a","sender":{"id":1}},
             {"sender":{"id":1},"id":"\u0062","notes":[{"text":"x"}],"steps":[]},
             {"id":"c","steps":null,"sender":{"id":1}},
             {"id":"d","sender":{"id":1},"notes":[{"text":"y"},{}],"steps":[{"number":3}]}]
            """##)
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.steps.parents == [0, 0, 3])
        #expect(chunk.steps.records.map(\.number) == [1, 2, 3])
        #expect(chunk.steps.records.map { chunk.text($0.parcelID) } == ["a", "a", "d"])
        #expect(chunk.steps.records.map { $0.place.map(chunk.text) } == ["Århus", "Vejle", nil])
        #expect(chunk.notes.records.map { $0.text.map(chunk.text) } == ["x", "y", nil])
        #expect(chunk.notes.records.map { chunk.text($0.parcelID) } == ["b", "d", "d"])
        #expect((0..<4).map { chunk.notes.rows(of: $0) } == [0..<0, 0..<1, 1..<1, 1..<3])
    }

    @Test(
        "with an element that can't be used makes the record a reject that says which",
        arguments: [
            (#""steps":[{"number":1},{"number":10}]"#, "steps[1].number", "10", "a whole number from 1 to 9"),
            (#""steps":[{"number":1},{}]"#, "steps[1].number", "nothing", "a whole number from 1 to 9"),
            (#""notes":[{},7]"#, "notes[1]", "a number", "a record (an object)"),
            (#""notes":[null]"#, "notes[0]", "null", "a record (an object)"),
            (
                ##""notes":[{"text":"\ud800"}]"##, "notes[0].text", "half of a surrogate pair, \\ud800",
                "valid Unicode text"
            ),
            (#""steps":{"number":1}"#, "steps", "an object", "a list of records"),
            (#""steps":7"#, "steps", "7", "a list of records"),
            (#""steps":[{"number":1}],"steps":[]"#, "steps", "the key twice", "the key once"),
        ])
    func badChild(members: String, field: String, found: String, expected: String) throws {
        let chunk = try parcels(
            #"[{"id":"p0","sender":{"id":1},"steps":[{"number":9}]},{"id":"p1","sender":{"id":1},\#(members)}]"#)
        #expect(chunk.rejects == [Reject(index: 1, field: field, found: found, expected: expected)])
        #expect(chunk.steps.rows(of: 0) == 0..<1)
    }

    @Test("is decoded anew for every page, and from landed lines") func manyPages() throws {
        let decoder = PageDecoder(Parcel.self)
        for number in 1...3 {
            var chunk = Chunk<Parcel>(
                bytes: Array(#"[{"id":"p","sender":{"id":1},"steps":[{"number":\#(number)}]}]"#.utf8))
            _ = try decoder.decodePage(&chunk, listKeys: [])
            #expect(chunk.steps.records.map(\.number) == [Int64(number)])
            #expect(chunk.nested.count == 2)
        }
        var lines = Chunk<Parcel>(
            bytes: Array(
                "{\"id\":\"p\",\"sender\":{\"id\":1},\"steps\":[{\"number\":4}]}\n{\"id\":\"q\",\"sender\":{\"id\":1},\"steps\":[{\"number\":5}]}\n"
                    .utf8))
        try decoder.decodeLines(&lines)
        #expect(lines.steps.records.map { lines.text($0.parcelID) } == ["p", "q"])
    }

    @Test("doesn't disturb a page that breaks off inside it") func broken() {
        let decoder = PageDecoder(Parcel.self)
        var chunk = Chunk<Parcel>(bytes: Array(#"[{"id":"p","sender":{"id":1},"steps":[{"number":1},"#.utf8))
        #expect(throws: JSONProblem.self) { try decoder.decodePage(&chunk, listKeys: []) }
        var next = Chunk<Parcel>(bytes: Array(#"[{"id":"p","sender":{"id":1},"steps":[{"number":2}]}]"#.utf8))
        #expect(throws: Never.self) { try decoder.decodePage(&next, listKeys: []) }
        #expect(next.steps.records.map(\.number) == [2])
    }

    @Test("is described by name with the fields of its elements") func description() {
        #expect(Parcel.shape.lists.map(\.name) == ["steps", "notes"])
        #expect(Parcel.shape.lists[0].fields.map(\.name) == ["parcelId", "number", "place"])
        #expect(
            Parcel.fieldDescriptions.map(\.name) == ["id", "open", "weight", "page", "sender.id", "sender.home.city"])
    }

    @Test("counts when two records are compared") func canonicalText() throws {
        let chunk = try parcels(
            ##"[{"id":"a","sender":{"id":1},"steps":[{"number":1}]},{"steps":[{"number":"1","place":null}],"sender":{"id":1.0},"id":"\u0061"},{"id":"a","sender":{"id":1},"steps":[{"number":2}]}]"##
        )
        #expect(chunk.canonicalText(of: 0) == chunk.canonicalText(of: 1))
        #expect(chunk.canonicalText(of: 0) != chunk.canonicalText(of: 2))
    }
}

@Suite("A field inside an object")
struct ObjectFieldTests {
    @Test("is found by its path, in any order") func path() throws {
        let chunk = try parcels(
            #"[{"id":"a","sender":{"id":1,"home":{"x":[{"city":"no"}],"city":"Vejle"}}},{"sender":{"home":{"city":"Ribe"},"name":"B","id":"2"},"id":"b"}]"#
        )
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.records.map(\.senderID) == [1, 2])
        #expect(chunk.records.map { $0.senderCity.map(chunk.text) } == ["Vejle", "Ribe"])
    }

    @Test(
        "is missing where the object is, or is null; another value in its place is a reject",
        arguments: [
            (#"{"id":"a"}"#, "sender.id", "nothing", "a whole number from 1 to 99"),
            (#"{"id":"a","sender":null}"#, "sender.id", "nothing", "a whole number from 1 to 99"),
            (#"{"id":"a","sender":{}}"#, "sender.id", "nothing", "a whole number from 1 to 99"),
            (#"{"id":"a","sender":7}"#, "sender", "a number", "an object"),
            (#"{"id":"a","sender":[{"id":1}]}"#, "sender", "a list", "an object"),
            (#"{"id":"a","sender":{"id":1,"home":"x"}}"#, "sender.home", "a text", "an object"),
            (#"{"id":"a","sender":{"id":1,"id":1}}"#, "sender.id", "the key twice", "the key once"),
            (#"{"id":"a","sender":{"id":1},"sender":{}}"#, "sender.id", "the key twice", "the key once"),
            (#"{"id":"a","sender":{"id":"x"}}"#, "sender.id", #""x""#, "a whole number from 1 to 99"),
        ])
    func odd(record: String, field: String, found: String, expected: String) throws {
        #expect(
            try parcels("[\(record)]").rejects == [Reject(index: 0, field: field, found: found, expected: expected)])
    }

    @Test("may be absent with its object") func absent() throws {
        #expect(try parcels(#"[{"id":"a","sender":{"id":1,"home":null}}]"#).rejects.isEmpty)
    }
}

@Suite("A flag or decimal")
struct FlagAndDecimalTests {
    @Test(
        "is true or false, also as a text",
        arguments: [
            ("true", true), ("false", false), (#""true""#, true), (#""false""#, false), (##""tr\u0075e""##, true),
        ])
    func flag(text: String, value: Bool) throws {
        let chunk = try parcel(#""open":\#(text)"#)
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.records[0].isOpen == value)
    }

    @Test(
        "is a reject where it is anything else",
        arguments: [
            (#""open":1"#, "open", "true or false"), (#""open":"yes""#, "open", "true or false"),
            (#""weight":true"#, "weight", "a number from 0 to 100"),
            (#""weight":100.1"#, "weight", "a number from 0 to 100"),
            (#""weight":"heavy""#, "weight", "a number from 0 to 100"),
            (#""id2":0,"page":true"#, "page", "an address (a text)"), (#""page":7"#, "page", "an address (a text)"),
        ])
    func reject(members: String, field: String, expected: String) throws {
        let reject = try #require(try parcel(members).rejects.first)
        #expect(reject.field == field)
        #expect(reject.expected == expected)
    }

    @Test(
        "keeps every decimal",
        arguments: [
            ("12.5", "12.5"), (#""83""#, "83"), ("1e1", "10"), ("0.000000001", "0.000000001"), ("-0", "0"),
            ("7.10", "7.1"),
        ])
    func decimal(text: String, printed: String) throws {
        #expect(try parcel(#""weight":\#(text)"#).records[0].weight?.description == printed)
    }
}
