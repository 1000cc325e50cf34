import GantryFormats
import Testing

@Suite("A damaged file is refused")
struct StructureTests {
    private static let jpegs: [(String, [UInt8])] = [
        ("cut before its end mark", JPEG.image().dropLast(2)),
        ("cut in its scan", JPEG.image().dropLast(5)),
        ("cut in a segment", joined(JPEG.start, [0xFF, 0xE1, 0x40, 0x00, 1, 2])),
        ("cut after its start", joined(JPEG.start, [0xFF])),
        ("without a scan", joined(JPEG.start, JPEG.frame(), JPEG.end)),
        ("without a frame", joined(JPEG.start, JPEG.scan, JPEG.end)),
        ("with an empty scan", joined(JPEG.start, JPEG.frame(), JPEG.segment(0xDA, [1, 1, 0, 0, 63, 0]), JPEG.end)),
        ("without height", joined(JPEG.start, JPEG.frame(height: 0), JPEG.scan, JPEG.end)),
        ("with two frames", JPEG.image(JPEG.frame())),
        ("with a segment of no length", JPEG.image([0xFF, 0xE0, 0, 0])),
        ("with a marker of nobody's", JPEG.image([0xFF, 0x11, 0, 4, 0, 0])),
        ("with an end mark in its thumbnail only", JPEG.image(JPEG.segment(0xE1, JPEG.image())).dropLast(2)),
    ]

    @Test("when it is a JPEG image", arguments: jpegs)
    func jpeg(what: String, bytes: [UInt8]) throws {
        for privacy in PhotoPrivacy.allCases {
            let report = try inspect(bytes, as: "a.jpg", privacy: privacy).report
            #expect(report.problems.map(\.code.rawValue) == ["damaged-jpeg"], "\(what)")
            #expect(report.content == nil)
        }
    }

    private static let pngs: [(String, [UInt8])] = [
        ("with changed line ends", joined([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A], PNG.header())),
        ("cut in a chunk", PNG.image().dropLast(20)),
        ("cut before its end", PNG.image().dropLast(12)),
        ("cut in its end", PNG.image().dropLast(1)),
        ("without IHDR", joined(PNG.signature, PNG.data, PNG.chunk("IEND"))),
        ("without data", joined(PNG.signature, PNG.header(), PNG.chunk("IEND"))),
        ("with two headers", PNG.image(PNG.header())),
        ("without pixels", joined(PNG.signature, PNG.header(width: 0), PNG.data, PNG.chunk("IEND"))),
        ("with an absurd length", PNG.image([0xFF, 0xFF, 0xFF, 0xFF, 0x74, 0x45, 0x58, 0x74])),
        ("with a broken checksum in a text", PNG.image(joined(PNG.chunk("tEXt", [1, 2, 3]).dropLast(), [0]))),
    ]

    @Test("when it is a PNG image", arguments: pngs)
    func png(what: String, bytes: [UInt8]) throws {
        for privacy in PhotoPrivacy.allCases {
            #expect(
                try inspect(bytes, as: "a.png", privacy: privacy).report.problems.map(\.code.rawValue) == [
                    "damaged-png"
                ], "\(what)")
        }
    }

    @Test("when a single bit of a PNG image is wrong, behind its signature")
    func png() throws {
        let good = PNG.image(PNG.chunk("tEXt", Array("Title\0A".utf8)))
        for bit in (8 * 8)..<(good.count * 8) {
            var bytes = good
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try problems(bytes, as: "a.png") == ["damaged-png"], "bit \(bit)")
        }
    }

    private static let pdfs: [(String, String)] = [
        ("cut short", "%PDF-1.4\nxref\nstartxref\n9\n"),
        ("without a table", "%PDF-1.4\n%%EOF"),
        ("with its table outside", "%PDF-1.4\nstartxref\n99\n%%EOF"),
        ("with no number for its table", "%PDF-1.4\nstartxref\n-9\n%%EOF"),
        ("with an absurd number", "%PDF-1.4\nstartxref\n99999999999999999999\n%%EOF"),
        (
            "with more than 1,024 bytes behind its end",
            "%PDF-1.4\nstartxref\n9\n%%EOF" + String(repeating: "x", count: 1100)
        ),
    ]

    @Test("when it is a PDF document", arguments: pdfs)
    func pdf(what: String, text: String) throws {
        #expect(try problems(Array(text.utf8), as: "a.pdf") == ["damaged-pdf"], "\(what)")
    }

    private static let webps: [(String, [UInt8])] = [
        ("cut short", WebP.image().dropLast(1)),
        ("with a chunk past its end", WebP.image(joined(Array("ALPH".utf8), [9, 0, 0, 0]))),
        ("with no pixels", joined(Array("RIFF".utf8), WebP.little(4), Array("WEBP".utf8))),
        (
            "with no mark",
            joined(Array("RIFF".utf8), WebP.little(18), Array("WEBP".utf8), WebP.chunk("VP8L", [0, 2, 0, 0, 0, 0]))
        ),
    ]

    @Test("when it is a WebP image", arguments: webps)
    func webp(what: String, bytes: [UInt8]) throws {
        #expect(try problems(bytes, as: "a.webp") == ["damaged-webp"], "\(what)")
    }

    private static let fine: [(String, [UInt8])] = [
        ("a.jpg", JPEG.image([0xFF, 0xFF, 0xFF])),
        ("a.jpg", JPEG.image(joined(JPEG.segment(0xFE, [1]), [0, 0, 0]))),
        ("a.jpg", JPEG.image(behind: [1, 2, 3])),
        ("a.jpg", joined(JPEG.start, JPEG.frame(), JPEG.scan, JPEG.segment(0xC4, [0]), JPEG.scan, JPEG.end)),
        ("a.png", PNG.image(behind: [1, 2, 3])),
        ("a.pdf", Array("\n\n\u{FEFF}%PDF-2.0\nstartxref\n0\n%%EOF\nstartxref\r\n12\r\n%%EOF\r\n\0\0".utf8)),
        ("a.webp", joined(WebP.image(WebP.chunk("XMP ", [1]).dropLast()), [7])),
        ("a.pdf", joined(MediaTypeTests.pdf, [UInt8](repeating: 0, count: 300_000))),
        ("a.pdf", joined(MediaTypeTests.pdf, [UInt8](repeating: 0x20, count: 5_000), [0x0A])),
        ("a.jpg", JPEG.image(behind: [UInt8](repeating: 0, count: 5_000))),
        ("a.png", PNG.image(behind: [UInt8](repeating: 0, count: 5_000))),
        ("a.webp", joined(WebP.image(), [UInt8](repeating: 0, count: 5_000))),
    ]

    @Test("but not for what viewers take", arguments: fine)
    func lenient(name: String, bytes: [UInt8]) throws {
        #expect(try inspect(bytes, as: name).report.problems == [])
        #expect(try inspect(bytes, as: name).sent == bytes)
    }

    @Test("and what is behind the image is counted, pixels are told as they are stored")
    func facts() throws {
        let report = try inspect(JPEG.image(behind: [1, 2, 3]), as: "a.jpg").report
        #expect((report.width, report.height, report.trailing) == (16, 8, 3))
        let webp = try inspect(WebP.image(), as: "a.webp").report
        #expect((webp.width, webp.height) == (3, 2))
    }
}
