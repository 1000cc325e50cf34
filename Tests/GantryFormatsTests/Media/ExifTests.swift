import GantryFormats
import Testing

/// Exif that lies: what programs could read differently than Gantry does is not sent.
@Suite("Exif that can't be trusted")
struct ExifTests {
    private let tiff = TIFF()

    private func sent(_ exif: [UInt8], _ privacy: PhotoPrivacy) throws -> [UInt8] {
        try inspect(JPEG.image(JPEG.exif(exif)), as: "a.jpg", privacy: privacy).sent
    }

    /// An image that keeps the orientation alone.
    private func turned(_ orientation: Int) -> [UInt8] {
        JPEG.image(JPEG.exif(tiff.head + tiff.directory([.init(tag: 0x0112, type: 3, value: orientation)])))
    }

    @Test("keeps its orientation alone: directories in a ring, one outside, one of too many")
    func unsound() throws {
        let orientation = TIFF.Entry(tag: 0x0112, type: 3, value: 6)
        let ring = tiff.head + tiff.directory([orientation], next: 8)
        let outside = tiff.head + tiff.directory([orientation, .init(tag: 0x8769, value: 0xFFFF_FFFF)])
        let chain = tiff.head + (0..<40).flatMap { tiff.directory($0 == 0 ? [orientation] : [], next: 26 + 6 * $0) }
        for exif in [ring, outside, chain] {
            #expect(try sent(exif, .gpsOnly) == turned(6))
            #expect(try sent(exif, .allButOrientation) == turned(6))
            #expect(try sent(exif, .none) == JPEG.image(JPEG.exif(exif)))
        }
    }

    @Test(
        "goes when it is no TIFF at all, whatever it says",
        arguments: [[], [0x4D, 0x4D], Array("II+\0GPS".utf8), Array("MM\0*\0\0\0".utf8)])
    func noTIFF(bytes: [UInt8]) throws {
        #expect(try sent(bytes, .gpsOnly) == JPEG.image())
        #expect(try sent(bytes, .allButOrientation) == JPEG.image())
    }

    @Test("can't hide a position in overlapping directories, in a second one, in the camera's or the thumbnail's")
    func hidden() throws {
        let position = TIFF.Entry(tag: 0x8825, value: 8)
        let first = 8 + TIFF.length(entries: 2)
        let nested =
            tiff.head + tiff.directory([.init(tag: 0x0112, type: 3, value: 3), .init(tag: 0x8769, value: first)])
            + tiff.directory([position])
        let second =
            tiff.head + tiff.directory([.init(tag: 0x0112, type: 3, value: 3), position], next: first)
            + tiff.directory([position, position])
        // The camera's directory begins within the first one.
        let overlapping =
            tiff.head
            + tiff.directory([.init(tag: 0x0112, type: 3, value: 3), .init(tag: 0x8769, value: 10), position])
        for exif in [nested, second, overlapping] {
            let before = try inspect(JPEG.image(JPEG.exif(exif)), as: "a.jpg", privacy: .allButOrientation)
            #expect(before.report.removed.contains(.position))
            let left = try inspect(try sent(exif, .gpsOnly), as: "a.jpg", privacy: .allButOrientation)
            #expect(!left.report.removed.contains(.position))
            #expect(left.sent == turned(3))
        }
    }

    @Test("has an orientation of 1 to 8, else none", arguments: [0, 9, 255])
    func orientation(value: Int) throws {
        #expect(
            try sent(tiff.head + tiff.directory([.init(tag: 0x0112, type: 3, value: value)]), .allButOrientation)
                == JPEG.image())
    }

    @Test("loses XMP in it with the position")
    func xmp() throws {
        let valueAt = 8 + TIFF.length(entries: 2)
        let exif =
            tiff.head
            + tiff.directory([
                .init(tag: 0x0112, type: 3, value: 6), .init(tag: 0x02BC, type: 1, count: 11, value: valueAt),
            ])
        let bytes = try sent(exif + Array("GPSLatitude".utf8), .gpsOnly)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("GPS"))
        #expect(try inspect(bytes, as: "a.jpg", privacy: .allButOrientation).sent == turned(6))
    }
}
