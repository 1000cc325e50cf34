import GantryJSON
import GantryModel
import Testing

@Suite("A page that is no JSON")
struct BrokenPageTests {
    private let page =
        #"{"ok":true,"data":[{"id":1,"hours":7.5,"note":"æ \"q\" \u00e6","x":{"y":[1,{"z":null}]}},{"id":2,"hours":1}],"pagination":{"totalPages":2}}"#

    @Test("because it was cut anywhere is refused") func truncated() throws {
        let bytes = Array(page.utf8)
        #expect(try decodePage(bytes).chunk.count == 2)
        for length in 0..<bytes.count {
            #expect(throws: JSONProblem.self, "cut after \(length) bytes") { try decodePage(Array(bytes[..<length])) }
            #expect(throws: JSONProblem.self, "cut after \(length) bytes") { try JSONTree(Array(bytes[..<length])) }
        }
    }

    @Test(
        "is refused, whatever is wrong",
        arguments: [
            "[", "]", "{", "}", "[}", "{]", "[[]", "[,]", "[1,]", "[1 2]", "[{}{}]", "[{},]", "[]]", "[] []", "[]x",
            "[],", "{}{}",
            #"[{"id"}]"#, #"[{"id":}]"#, #"[{"id":1,}]"#, #"[{"id":1 "x":2}]"#, #"[{"id":1;"x":2}]"#, #"[{id:1}]"#,
            #"[{'id':1}]"#, #"[{"id"::1}]"#,
            #"[{"id" 1}]"#, #"[{1:1}]"#, #"[{:1}]"#, #"[{,}]"#, #"[{"id":1]"#, #"[{"id":1,"hours":1}"#, #"[{"id":1}}]"#,
            #"[{"id":[}]"#,
            #"[{"id":01}]"#, #"[{"id":1.}]"#, #"[{"id":.1}]"#, #"[{"id":+1}]"#, #"[{"id":-}]"#, #"[{"id":1e}]"#,
            #"[{"id":1e+}]"#, #"[{"id":0x1}]"#,
            #"[{"id":NaN}]"#, #"[{"id":Infinity}]"#, #"[{"id":- 1}]"#, #"[{"id":1 .5}]"#, #"[{"id":1.5.2}]"#,
            #"[{"id":--1}]"#,
            #"[{"hours":1e5e5}]"#, #"[{"hours":00.5}]"#, #"[{"hours":1_000}]"#, #"[{"price":12kr}]"#, #"[{"x":01}]"#,
            #"[{"x":12abc}]"#,
            #"[{"note":12abc}]"#, #"[{"note":1"x"}]"#, #"[{"note":01}]"#, #"[{"note":1.}]"#, #"[{"state":12abc}]"#,
            #"[{"day":12-}]"#, #"[{"at":1:2}]"#,
            #"[{"note":nul}]"#, #"[{"note":nulll}]"#, #"[{"note":TRUE}]"#, #"[{"note":tru}]"#, #"[{"note":undefined}]"#,
            #"[{"x":nil}]"#,
            #"[{"note":"a" "b"}]"#, #"[{"note":"a"b}]"#, #"[{"note":'a'}]"#, #"[{"note":"a}]"#, "[{\"note\":\"a\nb\"}]",
            "[{\"note\":\"a\u{0}b\"}]",
            #"[{"note":"\q"}]"#, #"[{"note":"\u12"}]"#, #"[{"note":"\u12G4"}]"#, #"[{"note":"\U0041"}]"#,
            #"[{"note":"\"}]"#, #"[{"x":"\q"}]"#,
            #"[{"x":{"\q":1}}]"#, #"[{"id\q":1,"hours":1}]"#, #"[{"id":1,"hours":1,"\u00":1}]"#, #"[{"count":"\q"}]"#,
            #"[{"state":"OP\EN"}]"#,
            #"[{"id":1,"hours":1,"id":01}]"#, #"[{"id":1,"hours":1,"id":"\q"}]"#, #"[{"id":1,"hours":1,"id":tru}]"#,
            #"[{"id":{"a"}}]"#,
            #"{"data":[],}"#, #"{"data":[] "x":1}"#, #"{"data"[]}"#, #"{"data":[],"total":01}"#,
            #"{"data":[],"total":12abc}"#, #"{"\q":1,"data":[]}"#,
            #"{"pagination":{"page":1,},"data":[]}"#, #"{"pagination":{"page"},"data":[]}"#,
            #"{"pagination":{"page":1;},"data":[]}"#,
            #"{"pagination":{"page":1}"#, #"{"hasNext":tru,"data":[]}"#, "[1]\u{0}", "\u{B}[]", "[\u{A0}]",
            "[]\u{FEFF}", "// none\n[]", "[/* none */]",
        ])
    func grammar(text: String) throws {
        #expect(throws: JSONProblem.self) { try decodePage(text) }
        #expect(throws: JSONProblem.self) { try JSONTree(Array(text.utf8)) }
        #expect(throws: ReferenceJSON.Broken.self) { try ReferenceJSON.parse(Array(text.utf8)) }
    }

    @Test("says where it broke and what should have stood there") func offsets() {
        func problem(_ text: String) -> JSONProblem? {
            do throws(JSONProblem) {
                _ = try decodePage(text)
                return nil
            } catch { return error }
        }
        #expect(problem(#"[{"id":1 "x":2}]"#) == .grammar(offset: 9, expected: "a comma or } in a record"))
        #expect(problem(#"[{"id" 1}]"#) == .grammar(offset: 7, expected: "a colon after a key"))
        #expect(problem(#"[{7:1}]"#) == .grammar(offset: 2, expected: "a key in quotes"))
        #expect(problem(#"[{"id":]}]"#) == .grammar(offset: 7, expected: "a value"))
        #expect(problem(#"[{} {}]"#) == .grammar(offset: 4, expected: "a comma or ] after a record"))
        #expect(problem(#"[] 7"#) == .grammar(offset: 3, expected: "the end of the text"))
        #expect(problem(#"[{"id":1"#) == .grammar(offset: 8, expected: "more text"))
        #expect(problem(#"[{"note":12abc}]"#) == .grammar(offset: 9, expected: "a number"))
        #expect(problem(#"[{"id\q":1}]"#) == .grammar(offset: 3, expected: "valid escapes"))
        #expect(problem(#"[{"id":"1}]"#) == .unclosedString)
        #expect(problem("[{\"id\":\"1\t\"}]") == .controlCharacter)
    }

    @Test("because it nests too deep is refused without using up the stack") func deep() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(try decodePage(pageAround(#""x":\#(nested(64))"#)).chunk.rejects == [])
        for levels in [66, 100_000] {
            #expect(throws: JSONProblem.self) { try decodePage(pageAround(#""x":\#(nested(levels))"#)) }
            #expect(throws: JSONProblem.self) { try JSONTree(Array(nested(levels).utf8)) }
        }
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(throws: JSONProblem.self) { try decodePage(objects) }
        #expect(throws: JSONProblem.self) { try decodePage("[" + objects) }
        #expect(throws: JSONProblem.self) { try decodePage(#"[{"id":"# + String(repeating: "[", count: 100_000)) }
    }

    @Test("but holds a number of a million digits is read; the record is a reject") func hugeNumbers() throws {
        let digits = String(repeating: "9", count: 1_000_000)
        for (field, number) in [
            ("count", digits), ("count", "1." + digits), ("price", "-" + digits), ("price", "1e" + digits),
        ] {
            let page = try decodePage(pageAround(#""\#(field)":\#(number)"#))
            #expect(page.chunk.rejects.map(\.field) == [field])
            #expect(page.chunk.count == 3)
        }
        #expect(
            try decoded(#""price":1.\#(String(repeating: "0", count: 1_000_000))"#).record.price
                == Money(nano: 1_000_000_000))
        #expect(try decoded(#""x":\#(digits)"#).record.id == 2)
    }
}
