import GantryJSON
import Testing

@Suite("An answer of 200 whose request failed") struct FailedAnswerTests {
    private let rule = FailedAnswer(path: ["meta", "state"], values: ["FAILED", "true", "0"])

    @Test(
        "is told by the value at a place of it",
        arguments: [
            #"{"meta":{"state":"FAILED"}}"#, #"{"items":[{"meta":1},{}],"meta":{"a":{},"state":true,"b":[]},"x":1}"#,
            "\u{FEFF} {\"meta\" : {\"state\" : 0 } }", #"{"m\u0065ta":{"state":"F\u0041ILED"}}"#,
            #"{"meta":{},"meta":{"state":"OK","state":"FAILED"}}"#,
        ])
    func isShown(body: String) { #expect(rule.isShown(by: Array(body.utf8))) }

    @Test("is told by anything there, where the file says so") func isThere() {
        let rule = FailedAnswer(path: ["meta", "errors"], values: nil)
        for value in ["\"x\"", "[{}]", "{\"a\":null}", "true", "7"] {
            #expect(rule.isShown(by: Array("{\"meta\":{\"errors\":\(value)}}".utf8)), "\(value)")
        }
        for value in ["null", "false", "0", "\"\"", "[]", "{}"] {
            #expect(!rule.isShown(by: Array("{\"meta\":{\"errors\":\(value)}}".utf8)), "\(value)")
        }
        #expect(!rule.isShown(by: Array(#"{"meta":{}}"#.utf8)))
    }

    @Test(
        "is none where something else is there, or it can't be read",
        arguments: [
            "", "null", "[]", "{}", #"{"state":"FAILED"}"#, #"{"meta":"FAILED"}"#, #"{"meta":{"state":"failed"}}"#,
            #"{"meta":{"state":null}}"#, #"{"meta":{"state":["FAILED"]}}"#, #"{"items":[{"meta":{"state":"FAILED"}}]}"#,
            #"{"meta":{"state":0.0}}"#, #"{"meta":{"state":"FAILE"#, #"{"meta":{"x" 1}}"#, "FAILED",
        ])
    func isNone(body: String) { #expect(!rule.isShown(by: Array(body.utf8))) }
}
