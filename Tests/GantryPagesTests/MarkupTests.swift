import GantryPages
import Testing

@Suite("Markup of a page")
struct MarkupTests {
    @Test("Text of others is escaped, between tags and in quoted attributes")
    func textIsEscaped() {
        let name = "Søren <b>\"Ø\"</b> & 'Søn'"
        let page: HTML = "<p title=\"\(name)\">\(name)</p>"
        let shown = "Søren &lt;b&gt;&quot;Ø&quot;&lt;/b&gt; &amp; &#39;Søn&#39;"
        #expect(page.text == "<p title=\"\(shown)\">\(shown)</p>")
    }

    @Test(
        "A name can't hide how it ends",
        arguments: ["fil\u{202E}gpj.exe", "fil\u{0}.exe", "fil\u{200B}.exe", "a\u{FEFF}b"])
    func hiddenCharactersAreShown(_ name: String) {
        let page: HTML = "\(name)"
        #expect(page.text.contains("⟨U+"))
        #expect(!page.text.unicodeScalars.contains { [0x202E, 0, 0x200B, 0xFEFF].contains($0.value) })
    }

    @Test("Markup that is put into markup stays as it is")
    func markupStays() {
        let cells: [HTML] = ["<td>1</td>", "<td>2</td>"]
        let row: HTML = "<tr>\(cells)</tr>"
        #expect(row.text == "<tr><td>1</td><td>2</td></tr>")
    }
}
