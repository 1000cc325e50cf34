import GantryFiles
import GantryFormats
import GantryTestSupport
import Testing

@Suite("A file that may be converted") struct OriginalPhotoTests {
    /// A box of ISO/IEC 14496-12 with so many bytes of content.
    private static func box(_ name: String, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = UInt32(length ?? content.count + 8)
        return [UInt8(length >> 24), UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255)]
            + Array(name.utf8) + content
    }

    private static let start = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))

    private func look(_ bytes: [UInt8], _ name: String = "a.heic") throws -> PhotoFinding {
        let folder = try TemporaryFolder()
        try folder.put(bytes, at: name)
        return try MediaInspection.photo(path: name, in: folder.path)
    }

    @Test(
        "is a HEIC photo whose boxes end where it does, whatever it is called and whatever a phone appended",
        arguments: [
            start + box("meta", [1, 2]), start + box("mdat", [1], length: 0), start + box("mdat", [1, 2]) + [0, 1, 2],
            start + box("mdat", [1]) + [0, 0, 0, 9, 1, 2, 3, 4, 5],
        ], ["a.heic", "a.jpg", "a"])
    func heic(bytes: [UInt8], name: String) throws {
        guard case .photo(let photo) = try look(bytes, name) else {
            Issue.record("it isn't one")
            return
        }
        #expect(photo.kind == .heic && photo.size == bytes.count && photo.orientation == 1)
        #expect(photo.digest == ContentHasher.digest(of: bytes.span))
    }

    @Test(
        "and ends in the middle of a box is damaged",
        arguments: [
            start + box("mdat", [1, 2], length: 11), start + box("mdat", [1], length: 1),
            start + box("mdat", [1], length: 7),
        ])
    func cut(bytes: [UInt8]) throws {
        guard case .unusable(let problem) = try look(bytes) else {
            Issue.record("it isn't damaged")
            return
        }
        #expect(problem.code.rawValue == "damaged-heic" || problem.found.contains("ends in the middle"))
    }

    @Test("says how the camera was held") func orientation() throws {
        // Exif with the orientation alone, in a JPEG image of the least that has a scan.
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
        ]
        let exif = Array("Exif\0\0".utf8) + tiff
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
            + [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xFF, 0xD9]
        guard case .photo(let photo) = try look(jpeg, "a.jpg") else {
            Issue.record("it isn't one")
            return
        }
        #expect(photo.kind == .jpeg && photo.orientation == 6)
        guard case .unusable(let problem) = try look(jpeg, "a.png") else {
            Issue.record("its name is wrong")
            return
        }
        #expect(problem.code == .nameDisagrees)
    }

    @Test("is none where it is a document, a film or empty", arguments: ["%PDF-1.7\n", "GIF89a", "", "II*\0"])
    func other(text: String) throws { #expect(try look(Array(text.utf8)) == .other) }
}
