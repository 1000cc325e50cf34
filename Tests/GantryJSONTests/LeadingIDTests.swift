import GantryJSON
import GantryModel
import Testing

@Suite("Finding lines by their id")
struct LeadingIDTests {
    private func selected(_ text: String, _ ids: Set<Int64> = [42], key: String = "id") -> [String] {
        let bytes = Array(text.utf8)
        var lines: [UInt8] = []
        LeadingID(key: key, ids: ids).select(from: bytes.span, into: &lines)
        return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("takes the lines that begin with a wanted id and leaves those that begin with another") func plain() {
        #expect(
            selected("{\"id\":41,\"a\":1}\n{\"id\":42,\"a\":2}\n{\"id\":421,\"a\":3}\n{\"id\":4,\"a\":4}\n") == [
                #"{"id":42,"a":2}"#
            ])
        #expect(selected("{\"nr\":42,\"a\":1}\n{\"nr\":7,\"a\":1}\n", key: "nr") == [#"{"nr":42,"a":1}"#])
        #expect(selected("") == [])
    }

    @Test(
        "takes every line that it can't tell to be another record",
        arguments: [
            #"{"a":1,"id":42}"#, #"{ "id":7,"a":1}"#, #"{"id": 7,"a":1}"#, #"{"id":"7","a":1}"#, #"{"id":7.0,"a":1}"#,
            #"{"id":7}"#, #"{"id":7 ,"a":1}"#,
            #"{"id":-7,"a":1}"#, #"{"id":null,"a":1}"#, #"{"id":1234567890123456789,"a":1}"#, #"{}"#, "7",
            ##"{"\u0069d":7,"a":1}"##, #"{"ID":7,"a":1}"#,
            #"{"id":7e0,"a":1}"#, #"[{"id":7}]"#,
        ])
    func unsure(line: String) {
        #expect(selected("{\"id\":1,\"a\":1}\n\(line)\n{\"id\":2,\"a\":1}\n") == [line])
    }

    @Test("takes a last line without a line feed") func lastLine() {
        #expect(selected("{\"id\":7,\"a\":1}\n{\"id\":42,\"a\":1}") == [#"{"id":42,"a":1}"#])
    }

    /// Lines of every length, so that a line feed stands at every place of the eight bytes that are looked at together.
    @Test("agrees with a plain reader", arguments: 0..<20 as Range<UInt64>) func againstPlain(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var lines: [String] = []
        for _ in 0..<200 {
            let id = Int64.random(in: 0...30, using: &numbers)
            let pad = (0..<Int.random(in: 0...20, using: &numbers)).map { _ in
                ["x", "\u{0B}", "\u{8A}", "é"].randomElement(using: &numbers) ?? ""
            }
            lines.append("{\"id\":\(id),\"n\":\"\(pad.joined())\"}")
        }
        let wanted: Set<Int64> = [3, 17, 30]
        let expected = lines.filter { line in wanted.contains { line.hasPrefix("{\"id\":\($0),") } }
        #expect(selected(lines.joined(separator: "\n") + "\n", wanted) == expected, "seed \(seed)")
    }
}
