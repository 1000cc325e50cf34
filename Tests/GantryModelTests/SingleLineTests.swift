import GantryModel
import Testing

@Suite("A text on one line")
struct SingleLineTests {
    @Test(
        "has no character that ends a line, drives a terminal, turns the reading order round or is not seen",
        arguments: [
            "\n", "\r", "\t", "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200B}",
            "\u{200E}", "\u{200F}", "\u{2028}",
            "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{FEFF}", "\u{FFF9}",
            "\u{E0001}", "\u{E007F}",
        ])
    func escapes(text: String) {
        let line = singleLine("a" + text + "b")
        let isClean = !line.unicodeScalars.contains(where: \.isUnprintable)
        #expect(isClean)
        #expect(line.hasPrefix("a\\") && line.hasSuffix("b"))
        #expect(singleLine(line) == line)
    }

    @Test(
        "keeps letters and pictures of every language",
        arguments: ["Ærø 王小明 עברית", "👩‍👧 ❤️", "می‌خواهم", "e\u{301}", "soft\u{AD}hyphen"])
    func keeps(text: String) { #expect(singleLine(text) == text) }

    @Test("is bounded, and a cut is marked")
    func bounded() {
        #expect(singleLine("a\nb\u{1B}[31m\u{202E}") == "a\\nb\\u{1b}[31m\\u{202e}")
        #expect(singleLine(String(repeating: "x", count: 500), limit: 10) == "xxxxxxxxxx…")
    }
}
