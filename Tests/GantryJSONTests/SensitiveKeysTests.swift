import GantryJSON
import GantryModel
import Testing

@Suite("What must not leave the system")
struct SensitiveKeysTests {
    @Test(
        "is cut from the record with its key and a comma, so that the rest is valid",
        arguments: [
            (#"{"secret":1,"id":"a"}"#, #"{"id":"a"}"#),
            (#"{"id":"a","secret":1}"#, #"{"id":"a"}"#),
            (#"{"id":"a" , "secret" : {"x":[1,2]} ,"y":2}"#, #"{"id":"a"  ,"y":2}"#),
            (#"{"secret":1}"#, "{}"),
            (#"{"secret":1,"SECRET":[2],"sec_ret":"3"}"#, "{}"),
            (#"{"secret":1,"password-hash":2,"id":"a"}"#, #"{"id":"a"}"#),
            (#"{"id":"a","x":{"y":[{"secret":1,"z":2},{"secret":"s"}]}}"#, #"{"id":"a","x":{"y":[{"z":2},{}]}}"#),
            (#"{"id":"a","x":[{"w":1,"Password_Hash":{"secret":1},"z":2}]}"#, #"{"id":"a","x":[{"w":1,"z":2}]}"#),
            (
                #"{"id":"a","sender":{"id":1,"secret":1,"home":{"secret":"x","city":"y"}}}"#,
                #"{"id":"a","sender":{"id":1,"home":{"city":"y"}}}"#
            ),
            (
                #"{"id":"a","steps":[{"secret":1,"number":1},{"number":2,"deep":[{"secret":2}]}]}"#,
                #"{"id":"a","steps":[{"number":1},{"number":2,"deep":[{}]}]}"#
            ),
            (##"{"id":"a","s\u0065cret":1}"##, #"{"id":"a"}"#),
            (##"{"id":"a","x":{"\u0053ecret":"}{\"","k":1}}"##, #"{"id":"a","x":{"k":1}}"#),
            (#"[{"secret":1}]"#, "[{}]"),
            (#"{"id":{"secret":1}}"#, #"{"id":{}}"#),
            (#"{"id":"a","id":{"secret":1}}"#, #"{"id":"a","id":{}}"#),
            (#"{"sender":[{"secret":1}],"id":"a"}"#, #"{"sender":[{}],"id":"a"}"#),
            (#"{"id":"secret","x":"secret"}"#, #"{"id":"secret","x":"secret"}"#),
        ])
    func cut(record: String, landed: String) throws {
        let chunk = try parcels("[\(record),\(record)]")
        #expect(chunk.landed(0) == landed)
        #expect(chunk.landed(1) == landed)
        #expect(throws: Never.self) { try JSONTree(Array(chunk.landed(1).utf8)) }
    }

    @Test("costs nothing where a type withholds nothing") func noCuts() throws {
        #expect(try decodePage(#"[{"id":1,"hours":1,"secret":1}]"#).chunk.redactions.isEmpty)
    }

    @Test("is cut again on a page whose records begin differently, by a decoder that has seen other pages")
    func learned() throws {
        let decoder = PageDecoder(Parcel.self)
        for record in [#"{"id":"a","secret":1}"#, #"{"secret":1,"id":"a"}"#, #"{"id":"a","secret":1}"#] {
            var chunk = Chunk<Parcel>(bytes: Array("[\(record)]".utf8))
            _ = try decoder.decodePage(&chunk, listKeys: [])
            #expect(chunk.landed(0) == #"{"id":"a"}"#)
        }
    }

    @Test(
        "includes the query of an address, in the record and where it is landed",
        arguments: [
            (#""https://a.dk/x.pdf?sig=abc&e=1""#, "https://a.dk/x.pdf", #""https://a.dk/x.pdf""#),
            (##""https:\/\/a.dk\/x\u003Fsig=abc""##, "https://a.dk/x", ##""https:\/\/a.dk\/x""##),
            (##""a#token""##, "a", #""a""#),
            (##""a\u0023token?x""##, "a", #""a""#),
            (##""a\\u003f""##, "a\\u003f", ##""a\\u003f""##),
            (#""?all""#, "", #""""#),
            (#""/files/signed/x.pdf""#, "/files/signed/x.pdf", #""/files/signed/x.pdf""#),
        ])
    func link(source: String, value: String, landed: String) throws {
        let chunk = try parcel(#""page":\#(source),"notes":[{"photo":\#(source)}]"#)
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.records[0].page.map(chunk.text) == value)
        #expect(chunk.notes.records[0].photo.map(chunk.text) == value)
        let whole = try JSONTree(Array("{\"x\":\(source)}".utf8))["x"]?.text
        #expect(chunk.records[0].wholePage.map(chunk.text) == whole)
        #expect(chunk.landed(0) == #"{"id":"p1","sender":{"id":1},"page":\#(landed),"notes":[{"photo":\#(landed)}]}"#)
    }

    @Test("includes the queries of addresses that stand where they can't be used") func oddLinks() throws {
        let chunk = try parcel(#""page":["a?s=1",{"b":"c?s=2"}],"page":"d?s=3""#)
        #expect(chunk.rejects.count == 1)
        #expect(chunk.landed(0).contains("s=") == false)
    }

    @Test(
        "includes the query of every text that no field takes and that looks like an address",
        arguments: [
            (#""https://a.dk/x.png?X-Amz-Signature=abc""#, #""https://a.dk/x.png""#),
            (#""HTTP:\/\/a.dk\/x.png?sig=abc and more words""#, #""HTTP:\/\/a.dk\/x.png""#),
            (#"" \ns3+x://a/b?sig=abc""#, #"" \ns3+x://a/b""#), (#""Ratio: a//b?""#, #""Ratio: a//b?""#),
            (##""https://a.dk/My photo.png#token""##, #""https://a.dk/My photo.png""#),
            (##""\u0068ttps\u003A\u002f/a.dk/x\u003Fsig=abc""##, ##""\u0068ttps\u003A\u002f/a.dk/x""##),
            (#""/api/files/signed/x.pdf?expires=1&sig=abc""#, #""/api/files/signed/x.pdf""#),
            (
                #"["https://a.dk/x?sig=abc",{"address":"https://b.dk/y?sig=abc"},"z"]"#,
                #"["https://a.dk/x",{"address":"https://b.dk/y"},"z"]"#
            ),
            (#""[\"/api/files/signed/x.pdf?sig=abc\"]""#, #""[\"/api/files/signed/x.pdf""#),
            (#"{"secret":"https://a.dk/?sig=abc","href":"https://a.dk/?sig=abc"}"#, #"{"href":"https://a.dk/"}"#),
            (#""Is this right? See https://a.dk/x?y=1""#, #""Is this right? See https://a.dk/x?y=1""#),
            (#""/ 3 men? #4""#, #""/ 3 men? #4""#), (#""[draft] why?""#, #""[draft] why?""#),
            (#""4/2#7""#, #""4/2#7""#), (#""https""#, #""https""#),
            (#""""#, #""""#), (#""h\u00""#, #""h\u00""#), (#"17"#, #"17"#),
        ])
    func unread(sent: String, landed: String) throws {
        let isJSON = sent != #""h\u00""#
        guard isJSON else {
            #expect(throws: JSONProblem.self) { try parcel("\"picture\":\(sent)") }
            return
        }
        let chunk = try parcel("\"picture\":\(sent),\"sender2\":{\"deep\":[\(sent)]}")
        #expect(chunk.rejects.isEmpty)
        #expect(
            chunk.landed(0) == #"{"id":"p1","sender":{"id":1},"picture":\#(landed),"sender2":{"deep":[\#(landed)]}}"#)
        #expect(throws: Never.self) { try JSONTree(Array(chunk.landed(0).utf8)) }
        let plain = try decodePage(#"[{"id":1,"hours":1,"picture":\#(sent)}]"#)
        #expect(plain.chunk.redactions.isEmpty == (sent == landed))
    }

    @Test("is cut from an object under the key of an address, keys and queries alike") func linkObject() throws {
        let chunk = try parcel(#""page":{"secret":"s?1","href":"a?s=2","deep":[{"Secret":{"x":"y?s=3"},"alt":"b"}]}"#)
        #expect(chunk.rejects.map(\.field) == ["page"])
        #expect(chunk.landed(0) == #"{"id":"p1","sender":{"id":1},"page":{"href":"a","deep":[{"alt":"b"}]}}"#)
    }

    @Test("includes the query of an address that stands where a record should") func bareElement() throws {
        let chunk = try parcel(
            #""notes":["https://a.dk/x?sig=abc","photo?sig=abc"],"steps":["https://a.dk/x?sig=abc"]"#)
        #expect(chunk.rejects.count == 1)
        #expect(!chunk.landed(0).contains("sig=") && chunk.landed(0).contains(#"["https://a.dk/x","photo"]"#))
        #expect(try !parcels(#"["https://a.dk/x?sig=abc"]"#).landed(0).contains("sig="))
    }

    @Test("includes the query of an address that a field can't take, in the record and in what is told of it")
    func mismatched() throws {
        for members in [
            #""weight":"https://a.dk/x?sig=abc""#, #""open":"https://a.dk/x?sig=abc""#,
            #""sender":"https://a.dk/x?sig=abc""#,
        ] {
            let chunk = try parcel(members)
            #expect(chunk.rejects.count == 1 && chunk.rejects.allSatisfy { !$0.found.contains("sig=") })
            #expect(!chunk.landed(0).contains("sig=") && chunk.landed(0).contains("https://a.dk/x"))
        }
    }

    @Test("leaves a page refused whose cut part is no JSON") func brokenQuery() {
        #expect(throws: JSONProblem.self) { try parcel(##""page":"a?\q""##) }
    }
}

@Suite("An answer")
struct AnswerTests {
    private func decode(
        _ text: String, _ shape: PageShape
    ) throws(JSONProblem) -> (envelope: PageEnvelope, ids: [String]) {
        let decoder = PageDecoder(Parcel.self)
        var chunk = Chunk<Parcel>(bytes: Array(text.utf8))
        let envelope = try decoder.decodePage(&chunk, shape: shape)
        return (envelope, chunk.records.map { chunk.text($0.id) })
    }

    @Test(
        "of one record is the whole object, or the object or list of one under a key",
        arguments: [
            #"{"id":"a","sender":{"id":1}}"#, #"{"data":{"id":"a"}}"#,
            #"{"success":true,"message":"ok","data":{"id":"a"}}"#,
            #"{"data":[{"id":"a"}]}"#, #"[{"id":"a"}]"#, #"{"data":"not it","id":"a"}"#,
        ])
    func single(text: String) throws {
        #expect(try decode(text, .single(["data"])).ids == ["a"])
    }

    @Test("says whether it is a success, with or without records") func success() throws {
        let good = try decode(#"{"data":[{"id":"a"}],"message":"f\u00e5","success":true}"#, .list(["data"]))
        #expect(good.ids == ["a"])
        #expect(good.envelope.success == true)
        for text in [
            #"{"success":false,"message":"no such user"}"#, #"{"message":"no such user","data":null,"success":false}"#,
        ] {
            for shape in [PageShape.list(["data"]), .single(["data"])] {
                let bad = try decode(text, shape)
                #expect(bad.ids.isEmpty)
                #expect(bad.envelope.success == false)
            }
        }
    }

    @Test(
        "that calls itself a success and holds no data is refused with what it holds",
        arguments: [PageShape.list(["data"]), .single(["data"])])
    func missingData(shape: PageShape) {
        let expected = shape.isSingle ? #"a record under "data""# : #"a list of records under "data""#
        #expect(throws: JSONProblem.shape(expected: expected, found: "the keys success, message")) {
            try decode(#"{"success":true,"message":"ok"}"#, shape)
        }
        #expect(throws: JSONProblem.shape(expected: expected, found: "the keys success, data")) {
            try decode(#"{"success":true,"data":null}"#, shape)
        }
    }

    @Test("holds items with a total, a limit and an offset") func items() throws {
        let answer = try decode(#"{"items":[{"id":"a"}],"total":42,"limit":50,"offset":10}"#, .list(["items"]))
        #expect(answer.ids == ["a"])
        #expect(answer.envelope.totalCount == 42)
        #expect(answer.envelope.limit == 50)
        #expect(answer.envelope.offset == 10)
    }

    @Test(
        "holds its list beside other values",
        arguments: [#"{"items":[{"id":"a"}],"year":2025}"#, #"{"unreadCount":3,"items":[{"id":"a"}]}"#])
    func beside(text: String) throws {
        #expect(try decode(text, .list(["items"])).ids == ["a"])
    }
}
