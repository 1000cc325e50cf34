import GantryFormats
import Testing

@Suite("Reading XML")
struct XMLReadingTests {
    @Test("Pieces come in order, an empty element also ends, comments and white space are passed over")
    func pieces() throws {
        let document = """
            <?xml version="1.0"?>
            <!-- note --><l:list xmlns:l="urn:sample" l:x="1" a="2">
              <l:item b="3 &amp; 4"/><?go now?>
              <l:item>one<![CDATA[<two>]]></l:item>
            </l:list>
            """
        var reader = try XMLStreamReader(bytes: Array(document.utf8), name: "sample")
        var seen: [String] = []
        while let piece = try reader.next() {
            switch piece {
            case .start:
                let isList = reader.isElement("list", in: "urn:sample")
                let isOther = reader.isElement("lis", in: "urn:sample") || reader.isElement("list", in: "urn:sampl")
                #expect(isList == (reader.name == "list") && !isOther)
                seen.append("<" + reader.name + reader.attributes.map { " \($0.name)=\($0.value)" }.joined())
            case .end: seen.append("</" + reader.name)
            case .text: seen.append("text")
            }
        }
        #expect(seen == ["<list l:x=1 a=2", "<item b=3 & 4", "</item", "<item", "text", "text", "</item", "</list"])
    }

    @Test("An attribute is found by its name without namespace, others are nil")
    func attributes() throws {
        var reader = try XMLStreamReader(
            bytes: Array("<a xmlns:n='urn:n' n:b='no' b='yes' c=''/>".utf8), name: "sample")
        _ = try reader.next()
        let found = [reader.attribute("b"), reader.attribute("c"), reader.attribute("d")]
        let count = reader.withAttribute("b") { $0.count }
        #expect(found == ["yes", "", nil])
        #expect(count == 3)
    }

    @Test("skipElement passes over an element with everything in it")
    func skipping() throws {
        var reader = try XMLStreamReader(bytes: Array("<a><b><c/>text<d><e/></d></b><f/></a>".utf8), name: "sample")
        _ = try reader.next()
        _ = try reader.next()
        try reader.skipElement()
        _ = try reader.next()
        #expect(reader.name == "f")
    }

    @Test(
        "A document that is not well formed is an error with its line",
        arguments: [
            ("<a>\n  <b>\n</a>", 3), ("<a>\n\n<b x='1' x='2'/></a>", 3), ("<a>\n", 2), ("", 1), ("<a/>\n<b/>", 2),
            ("<a>\u{7}</a>", 1),
            ("<a>\n&nbsp;</a>", 2), ("plain", 1),
        ])
    func malformed(document: String, line: Int) throws {
        let error = try failure(of: document)
        #expect(error?.code == .malformed || error?.code == .doctype)
        #expect(error?.line == line, "\(error?.explanation ?? "nothing thrown")")
        #expect(error?.source == "sample.xml")
        #expect(error?.isRetryable == false)
    }

    @Test("Only UTF-8 is read, with or without a byte order mark and a declaration")
    func encodings() throws {
        for start in [
            "", "\u{FEFF}", "<?xml version='1.0' encoding='utf-8' standalone='yes'?>", "<?xml version=\"1.0\"?>",
        ] {
            #expect(try failure(of: start + "<a b='æø🏗'/>") == nil)
        }
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='".utf8) + [0xE6] + Array("'/>".utf8)
        let wide: [UInt8] = [0xFF, 0xFE, 0x3C, 0x00, 0x61, 0x00, 0x2F, 0x00, 0x3E, 0x00]
        for bytes in [latin, wide, Array(wide.dropFirst(2))] {
            do {
                var reader = try XMLStreamReader(bytes: bytes, name: "sample")
                _ = try reader.next()
                Issue.record("another encoding was read")
            } catch { #expect(error.code == .encoding) }
        }
        do {
            var reader = try XMLStreamReader(bytes: Array("<a b='".utf8) + [0xE6] + Array("'/>".utf8), name: "sample")
            _ = try reader.next()
            Issue.record("invalid UTF-8 was read")
        } catch { #expect(error.code == .malformed) }
    }

    @Test("A file that is missing, a folder or a device is an error that says so")
    func unreadable() {
        for path in ["/nowhere/sample.xml", "/", "/dev/zero"] {
            do {
                _ = try XMLStreamReader(file: path)
                Issue.record("\(path) was opened")
            } catch {
                #expect(error.code == .unreadable)
                #expect(error.explanation.hasPrefix(path))
            }
        }
    }

    @Test("A document may be as large as the limits say and not a byte larger")
    func limits() throws {
        let document = "<a b='1' c='2'><d><e/></d></a>"
        var limits = XMLLimits()
        limits.bytes = Int64(document.utf8.count)
        limits.depth = 3
        limits.attributes = 2
        #expect(try failure(of: document, limits) == nil)
        for narrow in [\XMLLimits.depth, \XMLLimits.attributes] {
            var less = limits
            less[keyPath: narrow] -= 1
            #expect(try failure(of: document, less)?.code == .limit)
        }
        limits.bytes -= 1
        #expect(try failure(of: document, limits)?.code == .limit)
    }
}

/// The error that reading the whole document ends with, which both readers must agree about.
func failure(of document: String, _ limits: XMLLimits = XMLLimits(), schema: XMLSchema? = nil) throws -> XMLError? {
    let bytes = Array(document.utf8)
    var error: XMLError?
    do throws(XMLError) {
        var reader = try XMLStreamReader(bytes: bytes, name: "sample.xml", schema: schema, limits: limits)
        while try reader.next() != nil {}
    } catch let failure { error = failure }
    var other: XMLError?
    do {
        let counter = PieceCounter()
        let reader = try XMLEventReader(bytes: bytes, name: "sample.xml", limits: limits, counter)
        while try reader.read() {}
        #expect(counter.starts > 0 && counter.starts == counter.ends)
    } catch let failure as XMLError { other = failure }
    #expect(error?.code == other?.code, "\(error?.explanation ?? "read"), but \(other?.explanation ?? "read")")
    return error
}

/// Counts the pieces of a document.
final class PieceCounter: XMLEventHandler {
    private(set) var starts = 0
    private(set) var ends = 0
    func start(_ tag: XMLStartTag) { starts += 1 }
    func end() { ends += 1 }
    func text(_ bytes: Span<UInt8>) {}
}
