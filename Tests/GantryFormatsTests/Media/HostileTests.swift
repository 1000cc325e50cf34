import Foundation
import GantryFiles
import GantryFormats
import GantryModel
import GantryTestSupport
import Testing

@Suite("Hostile bytes")
struct HostileTests {
    /// GANTRY_FUZZ_ROUNDS makes it longer.
    private static let rounds = ProcessInfo.processInfo.environment["GANTRY_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 400

    private static let subjects: [(String, [UInt8])] = [
        (
            "a.jpg",
            JPEG.image(
                JPEG.exif(exifWithPosition()), JPEG.xmp("<exif:GPSLatitude/>"),
                JPEG.exif(exifWithPosition(isBigEndian: false)))
        ),
        (
            "a.png",
            PNG.image(PNG.chunk("eXIf", exifWithPosition()), PNG.chunk("tEXt", Array("Raw profile type exif\0".utf8)))
        ),
        ("a.pdf", MediaTypeTests.pdf),
        (
            "a.webp",
            WebP.image(WebP.chunk("EXIF", exifWithPosition()), WebP.chunk("XMP ", Array("<exif:GPSLatitude/>".utf8)))
        ),
    ]

    private func damage(_ bytes: [UInt8], with random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.removeLast(bytes.count - place)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 3: bytes[place] = [0x00, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
            case 4: bytes += bytes[place...]
            default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return bytes
    }

    /// A PNG whose every chunk has the checksum of what stands in it, so that damage gets behind the checksums.
    private func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: PNG.signature) else { return bytes }
        var out = PNG.signature
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            out += PNG.chunk(
                String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self),
                Array(bytes[(place + 8)..<(place + 8 + length)]))
            place += 12 + length
        }
        return out + bytes[place...]
    }

    @Test(
        "never crash, and what is sent of them is fit to be sent and has nothing left to lose", arguments: 0..<4,
        PhotoPrivacy.allCases)
    func random(subject: Int, privacy: PhotoPrivacy) throws {
        let (name, bytes) = Self.subjects[subject]
        var samples = [bytes]
        if name == "a.jpg" {
            samples += [
                try Uploads.bytes("photos/apt-000001_work_1.jpg"), try Uploads.bytes("photos/apt-000003_defect_1.jpg"),
            ]
        }
        var random = SeededGenerator(seed: UInt64(subject) << 8 | UInt64(privacy.rawValue.utf8.count))
        var fit = 0
        for round in 0..<Self.rounds {
            let damaged = repaired(damage(samples[round % samples.count], with: &random))
            let (report, sent) = try inspect(damaged, as: name, privacy: privacy)
            guard report.content != nil else { continue }
            fit += 1
            let again = try inspect(sent, as: name, privacy: privacy)
            #expect(again.report.problems == [] && again.sent == sent, "round \(round)")
            if privacy != .none, name != "a.pdf" {
                #expect(!again.report.removed.contains(.position), "round \(round)")
            }
        }
        #expect(fit > Self.rounds / 20)
    }

    @Test("in a photo of 64 MB leave memory flat")
    func large() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.jpg")
        try folder.put(JPEG.start + JPEG.exif(exifWithPosition()) + JPEG.frame() + JPEG.scan, at: "a.jpg")
        // Zeros are coded data as good as any, and take no room on disk.
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 64 << 20)
        try file.seekToEnd()
        try file.write(contentsOf: JPEG.end)
        try file.close()
        let before = try peak()
        let report = try MediaInspection.inspect(
            path: "a.jpg", in: folder.path, accepts: [.jpeg], limit: 1 << 30, privacy: .allButOrientation)
        #expect(report.problems == [])
        #expect(report.content?.pieces.count == 3)
        #expect(try peak() - before < 32 << 20)
    }

    /// The most memory that the process had, in bytes.
    private func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
