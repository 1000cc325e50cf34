import GantryFormats
import Testing

@Suite("A PNG or WebP photo")
struct PNGAndWebPPrivacyTests {
    private let tiff = TIFF()
    private var turned: [UInt8] { tiff.head + tiff.directory([.init(tag: 0x0112, type: 3, value: 6)]) }

    private func xmp(_ text: String, compressed: Bool = false) -> [UInt8] {
        PNG.chunk("iTXt", Array("XML:com.adobe.xmp\0".utf8) + [compressed ? 1 : 0, 0] + Array("en\0\0\(text)".utf8))
    }

    @Test("as PNG keeps under all-but-orientation what shapes it")
    func pngNeeded() throws {
        let (palette, gamma) = (PNG.chunk("PLTE", [1, 2, 3]), PNG.chunk("gAMA", [0, 0, 0, 1]))
        let before = PNG.image(
            gamma, PNG.chunk("eXIf", exifWithPosition()), PNG.chunk("tEXt", [1]), PNG.chunk("zTXt", [1]), xmp("<x/>"),
            palette,
            PNG.chunk("tIME", [1]), PNG.chunk("caBX", [1]), PNG.chunk("eXIf", exifWithPosition(orientation: 3)),
            behind: [1])
        let (report, sent) = try inspect(before, as: "a.png", privacy: .allButOrientation)
        #expect(sent == PNG.image(gamma, PNG.chunk("eXIf", turned), palette))
        #expect(report.removed == [.position, .cameraData, .text, .time, .applicationData, .trailingData])
        #expect(try inspect(sent, as: "a.png", privacy: .allButOrientation).sent == sent)
    }

    @Test("as PNG loses its position under gps-only")
    func pngPosition() throws {
        let kept = [
            PNG.chunk("tEXt", Array("Title\0GPS".utf8)), xmp("<xmp:Rating/>"), PNG.chunk("tIME", [1]),
            PNG.chunk("caBX", [1]),
        ].flatMap { $0 }
        let before = PNG.image(
            kept, xmp("<exif:GPSLatitude>"), xmp("...", compressed: true),
            PNG.chunk("zTXt", Array("Raw profile type exif\0\0x".utf8)),
            PNG.chunk("tEXt", Array("Raw profile type APP1\0x".utf8)), behind: [1])
        let (report, sent) = try inspect(before, as: "a.png", privacy: .gpsOnly)
        #expect(sent == PNG.image(kept))
        #expect(report.removed == [.xmp, .text, .trailingData])
        let exif = try inspect(PNG.image(PNG.chunk("eXIf", exifWithPosition())), as: "a.png", privacy: .gpsOnly)
        #expect(exif.report.removed == [.position])
        #expect(exif.sent.count == PNG.image(PNG.chunk("eXIf", exifWithPosition())).count)
        #expect(try inspect(exif.sent, as: "a.png", privacy: .gpsOnly).report.removed == [])
    }

    @Test(
        "as PNG with a text larger than is looked into loses it", arguments: [PhotoPrivacy.gpsOnly, .allButOrientation])
    func large(privacy: PhotoPrivacy) throws {
        let before = PNG.image(PNG.chunk("iTXt", [UInt8](repeating: 0x41, count: 300_000)))
        #expect(try inspect(before, as: "a.png", privacy: privacy).sent == PNG.image())
        #expect(try inspect(before, as: "a.png").sent == before)
    }

    @Test("as WebP has its Exif and XMP overwritten where they stand")
    func webp() throws {
        let exif = exifWithPosition()
        let before = WebP.image(
            WebP.chunk("EXIF", exif), WebP.chunk("XMP ", Array("<exif:GPSLatitude>".utf8)), WebP.chunk("MINE", [1, 2]))
        let all = try inspect(before, as: "a.webp", privacy: .allButOrientation)
        let blank = [UInt8](repeating: 0x20, count: 18)
        let padded = turned + [UInt8](repeating: 0, count: exif.count - turned.count)
        #expect(
            all.sent == WebP.image(WebP.chunk("EXIF", padded), WebP.chunk("XMP ", blank), WebP.chunk("MINE", [0, 0])))
        #expect(all.report.removed == [.position, .cameraData, .xmp, .applicationData])
        let position = try inspect(before, as: "a.webp", privacy: .gpsOnly)
        #expect(position.sent.count == before.count)
        #expect(position.report.removed == [.position, .xmp])
        #expect(try inspect(position.sent, as: "a.webp", privacy: .gpsOnly).report.removed == [])
    }

    @Test("is sent as it is under none")
    func none() throws {
        let png = PNG.image(PNG.chunk("eXIf", exifWithPosition()))
        #expect(try inspect(png, as: "a.png").sent == png)
        let webp = WebP.image(WebP.chunk("EXIF", exifWithPosition()))
        #expect(try inspect(webp, as: "a.webp").sent == webp)
    }
}
