import GantryFormats
import Testing

@Suite("A JPEG photo")
struct JPEGPrivacyTests {
    private let jfif = JPEG.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    private let profile = JPEG.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}colours".utf8))
    private let adobe = JPEG.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    private let index = JPEG.segment(0xE2, Array("MPF\0MM\0*".utf8))

    @Test("loses its position and nothing else under gps-only; what follows moves up", arguments: [true, false])
    func position(isBigEndian: Bool) throws {
        let tiff = TIFF(isBigEndian: isBigEndian)
        let before = JPEG.image(jfif, JPEG.exif(exifWithPosition(isBigEndian: isBigEndian)), profile)
        let (report, sent) = try inspect(before, as: "a.jpg", privacy: .gpsOnly)
        #expect(report.removed == [.position])
        let expected =
            tiff.head
            + tiff.directory([
                .init(tag: 0x0100, value: 320), .init(tag: 0x0112, type: 3, value: 6),
                .init(tag: 0xC000, type: 7, count: 4, value: 0x4142_4344),
            ]) + [UInt8](repeating: 0, count: 12) + Array("MINE".utf8)
            + [UInt8](repeating: 0, count: TIFF.length(entries: 2) + 8)
        #expect(sent == JPEG.image(jfif, JPEG.exif(expected), profile))
    }

    @Test("keeps under all-but-orientation what its pixels, colours and orientation need")
    func needed() throws {
        let thumbnail = JPEG.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9])
        let extra = JPEG.segment(0xE0, Array("JFXX\0".utf8) + [0x10, 1, 2])
        let before = JPEG.image(
            thumbnail, extra, JPEG.exif(exifWithPosition()), JPEG.xmp("<x/>"), profile, index,
            JPEG.segment(0xED, Array("Photoshop 3.0\0".utf8)),
            adobe, JPEG.segment(0xE5, [1]), JPEG.segment(0xFE, Array("words".utf8)), [0, 0], behind: JPEG.image())
        let (report, sent) = try inspect(before, as: "a.jpg", privacy: .allButOrientation)
        let tiff = TIFF()
        let orientation = tiff.head + tiff.directory([.init(tag: 0x0112, type: 3, value: 6)])
        #expect(sent == JPEG.image(jfif, JPEG.exif(orientation), profile, adobe))
        #expect(
            report.removed == [
                .position, .thumbnail, .cameraData, .xmp, .photoshop, .comment, .imageIndex, .applicationData,
                .trailingData,
            ])
        #expect(report.trailing == JPEG.image().count)
        #expect(try inspect(sent, as: "a.jpg", privacy: .allButOrientation).sent == sent)
    }

    @Test("that stands upright keeps no Exif, and of two orientations the first")
    func upright() throws {
        let upright = JPEG.exif(exifWithPosition(orientation: 1))
        #expect(try inspect(JPEG.image(upright), as: "a.jpg", privacy: .allButOrientation).sent == JPEG.image())
        let two = JPEG.image(JPEG.exif(exifWithPosition(orientation: 8)), JPEG.exif(exifWithPosition(orientation: 3)))
        let one = JPEG.image(JPEG.exif(exifWithPosition(orientation: 8)))
        let sent = try inspect(one, as: "a.jpg", privacy: .allButOrientation).sent
        #expect(try inspect(two, as: "a.jpg", privacy: .allButOrientation).sent == sent)
    }

    private static let repeating: [([UInt8], [RemovedPart])] = [
        (JPEG.xmp("<exif:GPSLatitude>10"), [.position, .xmp]), (JPEG.xmp("drone:Latitude='1'"), [.position, .xmp]),
        (JPEG.xmp("\0<\0x\0/\0>"), [.position, .xmp]),
        (JPEG.segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8)), [.xmp]),
        (JPEG.segment(0xE1, Array("FLIR\0".utf8)), [.applicationData]),
        (JPEG.segment(0xED, Array("Photoshop 3.0\08BIM\u{4}\u{22}".utf8)), [.photoshop]),
        (JPEG.segment(0xE2, Array("MPF\0".utf8)), [.imageIndex]),
    ]

    @Test("loses what may repeat its position under gps-only", arguments: repeating)
    func repeated(segment: [UInt8], parts: [RemovedPart]) throws {
        let (report, sent) = try inspect(JPEG.image(jfif, segment), as: "a.jpg", privacy: .gpsOnly)
        #expect(sent == JPEG.image(jfif))
        #expect(report.removed == parts)
    }

    private static let harmless: [[UInt8]] = [
        JPEG.xmp("<xmp:Rating>"), JPEG.segment(0xED, Array("Photoshop 3.0\08BIM\u{4}\u{4}".utf8)),
        JPEG.segment(0xFE, [1]), JPEG.segment(0xEB, [1]),
        JPEG.exif(TIFF().head + TIFF().directory([.init(tag: 0x0112, type: 3, value: 1)])),
    ]

    @Test("keeps under gps-only what says nothing of a position", arguments: harmless)
    func kept(segment: [UInt8]) throws {
        let (report, sent) = try inspect(JPEG.image(segment), as: "a.jpg", privacy: .gpsOnly)
        #expect(sent == JPEG.image(segment))
        #expect(report.removed == [])
    }

    @Test("loses what is behind its end mark under gps-only: a second image has a position of its own")
    func trailing() throws {
        let before = JPEG.image(behind: JPEG.image(JPEG.exif(exifWithPosition())))
        let (report, sent) = try inspect(before, as: "a.jpg", privacy: .gpsOnly)
        #expect(sent == JPEG.image())
        #expect(report.removed == [.trailingData])
    }

    @Test("loses bytes that belong to no segment, such as what is left of one whose length is wrong")
    func stray() throws {
        let before = JPEG.image(JPEG.exif([]), Array("GPS".utf8), JPEG.segment(0xFE, [1]), [0, 0xFF])
        #expect(try inspect(before, as: "a.jpg", privacy: .gpsOnly).sent == JPEG.image(JPEG.segment(0xFE, [1])))
        #expect(try inspect(before, as: "a.jpg").sent == before)
    }

    @Test("between whose scans private data stands loses it too")
    func betweenScans() throws {
        let scans = { (between: [UInt8]) in joined(JPEG.start, JPEG.frame(), JPEG.scan, between, JPEG.scan, JPEG.end) }
        let sent = try inspect(
            scans(JPEG.exif(exifWithPosition(orientation: 1))), as: "a.jpg", privacy: .allButOrientation
        ).sent
        #expect(sent == scans([]))
    }

    @Test("with private data in thousands of places is refused, so that memory stays flat")
    func scattered() throws {
        let pairs = [[UInt8]](repeating: JPEG.segment(0xFE, []) + JPEG.segment(0xDB, []), count: 5000).flatMap { $0 }
        let report = try inspect(JPEG.image(pairs), as: "a.jpg", privacy: .allButOrientation).report
        #expect(report.problems.map(\.code.rawValue) == ["damaged-jpeg"])
        #expect(try inspect(JPEG.image(pairs), as: "a.jpg").report.problems == [])
    }
}
