import GantryConnectors
import GantryEngine
import GantryKit
import GantryModel
import Testing

@Suite("Keys of single requests") struct KeyListTests {
    private func pairs(_ ids: [String]) throws -> [String] {
        try KeyList.keys(ids, of: "vynqtalk.users", for: VynqTalk.Message.dataset)
    }

    @Test("are every pair of users once, the earlier first, whichever list they come from") func everyPair() throws {
        #expect(try pairs(["1", "2", "3", "2"]) == ["1/2", "1/3", "2/3"])
        #expect(try pairs(["1", "1"]).isEmpty)
        #expect(try pairs([]).isEmpty)
    }

    @Test("are the ids themselves where one names a record, each once") func singles() throws {
        #expect(try KeyList.keys(["a", "b", "a"], of: "cdbl.leaves", for: CDBL.Leave.history) == ["a", "b"])
        #expect(throws: RunError.self) {
            try KeyList.keys(["a", ".."], of: "cdbl.leaves", for: CDBL.Leave.history)
        }
    }

    @Test("are told apart by their bytes, which can be equal as texts") func bytes() throws {
        let keys = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"]
        #expect(
            try KeyList.keys(keys, of: "cdbl.leaves", for: CDBL.Leave.history).map { Array($0.utf8) }
                == keys.prefix(2).map { Array($0.utf8) })
        // A line break, and a slash, that is one character with what follows or precedes it.
        for key in ["a\r\nb", "a/\u{301}b"] {
            #expect(throws: RunError.self) {
                try KeyList.keys([key], of: "cdbl.leaves", for: CDBL.Leave.history)
            }
        }
    }

    @Test("are refused where there would be more than a million pairs, before any is made") func tooMany() throws {
        #expect(try pairs((0..<1_400).map(String.init)).count == 979_300)
        let error = #expect(throws: RunError.self) { try pairs((0..<1_500).map(String.init)) }
        #expect(
            error?.explanation.contains("1124250 pairs") == true
                && error?.advice?.text(spelling: { "\($0)" }).contains("for-each: { file:") == true
        )
    }
}
