import GantryFormats
import GantryModel
import Testing

@Suite("Writing XML")
struct XMLWritingTests {
    @Test("The layout is fixed: declaration, two spaces per level, a final line feed")
    func layout() throws {
        var xml = try XMLStreamWriter(name: "sample")
        try xml.start("list")
        try xml.attribute("xmlns", "urn:sample")
        try xml.start("item")
        try xml.attribute("number", ascii: 20) { appendInteger(7, to: &$0) }
        try xml.end()
        try xml.start("item")
        try xml.start("name")
        try xml.attribute("of", "Ærø")
        try xml.end()
        try xml.end()
        try xml.end()
        try xml.finish()
        #expect(
            text(&xml) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <list xmlns="urn:sample">
                  <item number="7"/>
                  <item>
                    <name of="Ærø"/>
                  </item>
                </list>

                """)
    }

    @Test("The same calls give the same bytes wherever they are drained")
    func draining() throws {
        func document(drainEvery step: Int?) throws -> [UInt8] {
            var bytes: [UInt8] = []
            var xml = try XMLStreamWriter(name: "sample")
            try xml.start("list")
            for index in 0..<2_000 {
                try xml.start("item")
                try xml.attribute("name", "Name & <\(index)>")
                try xml.end()
                if let step, index % step == 0 { append(&xml, to: &bytes) }
            }
            try xml.end()
            try xml.finish()
            append(&xml, to: &bytes)
            return bytes
        }
        let whole = try document(drainEvery: nil)
        #expect(whole.count > 50_000)
        #expect(try document(drainEvery: 1) == whole)
        #expect(try document(drainEvery: 77) == whole)
    }

    @Test(
        "Every text comes back as it went in",
        arguments: [
            "O'Brien & \"Søn\" <ApS>", "æøå ÆØÅ ß 漢字 🏗️👷🏽‍♀️", "]]> <!-- --> <?x?>", " leading, trailing ",
            "tab\tline\nreturn\rboth\r\n",
            "\u{7F}\u{85}\u{A0}\u{2028}\u{FEFF}\u{FFFD}\u{10FFFF}", "&amp; &#65; &lol;", "",
        ])
    func roundTrip(value: String) throws {
        var xml = try XMLStreamWriter(name: "sample")
        try xml.start("a")
        try xml.attribute("b", value)
        try xml.end()
        try xml.finish()
        var bytes: [UInt8] = []
        append(&xml, to: &bytes)
        var reader = try XMLStreamReader(bytes: bytes, name: "sample")
        _ = try reader.next()
        let attribute = reader.attribute("b")
        #expect(attribute?.unicodeScalars.elementsEqual(value.unicodeScalars) == true)
    }

    @Test(
        "A character that XML 1.0 cannot hold is an error naming element and code point, and the document is never finished",
        arguments: [
            ("\u{0}", "U+0000"), ("\u{7}", "U+0007"), ("\u{1F}", "U+001F"), ("\u{FFFE}", "U+FFFE"),
            ("\u{FFFF}", "U+FFFF"),
        ])
    func forbidden(character: String, codePoint: String) throws {
        var xml = try XMLStreamWriter(name: "sample.xml")
        try xml.start("list")
        try xml.start("item")
        do {
            try xml.attribute("note", "a\(character)b")
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .character)
            #expect(error.explanation.contains("attribute note of element item"))
            #expect(error.explanation.contains(codePoint))
        }
        #expect(XMLCharacters.firstForbidden(in: "a\(character)b")?.value == character.unicodeScalars.first?.value)
        do {
            try xml.end()
            Issue.record("the writer went on")
        } catch { #expect(error.code == .character) }
        do {
            try xml.finish()
            Issue.record("the document was finished")
        } catch { #expect(error.code == .character) }
    }

    @Test("Calls in an order that makes no document are refused")
    func misuse() throws {
        var open = try XMLStreamWriter(name: "sample")
        try open.start("a")
        do {
            try open.finish()
            Issue.record("an open document was finished")
        } catch { #expect(error.code == .writer) }
        var second = try XMLStreamWriter(name: "sample")
        try second.start("a")
        try second.end()
        do {
            try second.start("b")
            Issue.record("a second outermost element was started")
        } catch { #expect(error.code == .writer) }
        var late = try XMLStreamWriter(name: "sample")
        try late.start("a")
        try late.start("b")
        try late.end()
        do {
            try late.attribute("c", "d")
            Issue.record("an attribute follows a child")
        } catch { #expect(error.code == .writer) }
    }

    private func text(_ xml: inout XMLStreamWriter) -> String {
        var bytes: [UInt8] = []
        append(&xml, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Moves what `xml` holds to the end of `bytes`.
func append(_ xml: inout XMLStreamWriter, to bytes: inout [UInt8]) {
    xml.drain { span in
        for index in span.indices { bytes.append(span[index]) }
    }
}
