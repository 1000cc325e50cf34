import GantryJSON
import Testing

@Suite("A JSON tree")
struct JSONTreeTests {
    private let sample: JSONTree = .object([
        "text": .string("æ \"q\" \\ \n\r\t\u{1}\u{1F}\u{7F}\u{2028}🏗️"), "number": .number("-1.50e3"),
        "int": .integer(42), "empty": .object([:]),
        "list": .array([.null, .bool(true), .bool(false), .array([]), .string(""), .object(["a": .number("0")])]),
        "": .string("no name"),
    ])

    @Test("is the same after it was written and read, compact, pretty or for a terminal") func roundTrip() throws {
        #expect(try JSONTree(Array(sample.compact.utf8)) == sample)
        #expect(try JSONTree(Array(sample.pretty.utf8)) == sample)
        #expect(try JSONTree(Array(sample.line.utf8)) == sample)
    }

    @Test("is written on one line, or one member a line") func spelling() {
        let tree: JSONTree = .object(["a": .array([.integer(1), .null]), "b": .object([:]), "c": .string("x\ny")])
        #expect(tree.compact == #"{"a":[1,null],"b":{},"c":"x\ny"}"#)
        #expect(tree.pretty == "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\": {},\n  \"c\": \"x\\ny\"\n}\n")
        #expect(!sample.compact.utf8.contains { $0 < 0x20 })
    }

    @Test("keeps the order of members and the text of numbers, and gives the first of two members of one name")
    func order() throws {
        let tree = try JSONTree(Array(#"{"b":1.00,"a":2,"b":3}"#.utf8))
        #expect(tree.compact == #"{"b":1.00,"a":2,"b":3}"#)
        #expect(tree["b"] == .number("1.00"))
        #expect(tree["c"] == nil)
    }

    @Test("gives texts, whole numbers and lists only where there are such") func access() throws {
        let tree = try JSONTree(Array(#"{"t":"x","n":5,"s":"6","d":1.5,"l":[1]}"#.utf8))
        #expect(tree["t"]?.text == "x" && tree["n"]?.text == nil)
        #expect(tree["n"]?.int == 5 && tree["s"]?.int == 6 && tree["d"]?.int == nil && tree["l"]?.int == nil)
        #expect(tree["l"]?.list == [.number("1")] && tree["t"]?.list == nil)
        #expect(JSONTree.null["x"] == nil)
    }

    @Test("may be any one value", arguments: ["null", "true", "false", "7", #""x""#, "[]", "{}", " [ 1 , 2 ] "])
    func anyValue(text: String) throws {
        #expect(try JSONTree(Array(text.utf8)).compact == text.filter { $0 != " " })
    }

    @Test("holds no text that isn't Unicode") func noUnicode() {
        #expect(throws: JSONProblem.self) { try JSONTree(Array(#"["\ud800"]"#.utf8)) }
        #expect(throws: JSONProblem.self) { try JSONTree(Array(#"{"\ud800":1}"#.utf8)) }
        #expect(throws: JSONProblem.self) { try JSONTree([0x22, 0xFF, 0x22] as [UInt8]) }
    }
}
