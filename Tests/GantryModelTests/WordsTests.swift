import GantryModel
import Testing

@Suite("Words with numbers") struct WordsTests {
    @Test(
        "are said of one, and otherwise of any other number",
        arguments: [
            (counted(1, "row"), "1 row"), (counted(0, "row"), "0 rows"), (counted(2, "row"), "2 rows"),
            (counted(1, "unreadable entry", plural: "unreadable entries"), "1 unreadable entry"),
            (counted(3, "unreadable entry", plural: "unreadable entries"), "3 unreadable entries"),
            (allOf(1, "line", "match"), "its only line matches"), (allOf(2, "line", "match"), "all 2 lines match"),
            (allOf(1, "line", "differ"), "its only line differs"),
        ])
    func counts(said: String, expected: String) { #expect(said == expected) }
}
