import GantryImports
import Testing

@Suite("A decision about rows without a clear answer") struct UnknownDecisionTests {
    @Test("names a row, or one file of it", arguments: ["2", "2.1", "12.15"])
    func read(text: String) throws {
        #expect(try #require(UnknownDecision.Row(text)).description == text)
    }

    @Test("names nothing else", arguments: ["", "0", "-1", "2.", "2.0", ".1", "2.1.1", "two", "2 1"])
    func unreadable(text: String) { #expect(UnknownDecision.Row(text) == nil) }
}
