import Foundation
import GantryFiles
import GantryFormats
import GantryModel
import Testing

/// Contents of very different size and kind, an empty one among them.
let sampleContents: [[UInt8]] = [
    Array(sampleRecords(5000).joined(separator: [0x0A])), [], Array("x\n".utf8),
    [UInt8](repeating: 0, count: 3_000_000),
    {
        var numbers = SeededGenerator(seed: 9)
        return (0..<700_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }(),
]

func archive(_ contents: [[UInt8]], _ compression: ArchiveCompression) throws -> [UInt8] {
    let encoder = try compression.makeEncoder()
    var out: [UInt8] = []
    for content in contents { try encoder.encode(content.span, appendingTo: &out) }
    return out
}

func readAll(_ decoder: any FrameDecoder, atMost limit: Int = 1 << 20) throws -> [UInt8] {
    var out: [UInt8] = []
    while case let count = try decoder.read(appendingTo: &out, atMost: limit), count > 0 {
        #expect(count <= limit)
    }
    return out
}

@Suite("Archives of frames")
struct ArchiveRoundTripTests {
    @Test(
        "read back to what went in, in pieces of any size", arguments: ArchiveCompression.allCases, [1, 4093, 1 << 20])
    func roundTrip(compression: ArchiveCompression, limit: Int) throws {
        let folder = try ScratchFolder()
        let contents = limit == 1 ? [Array("abc\n".utf8), [], Array("defg\n".utf8)] : sampleContents
        try folder.put(try archive(contents, compression), at: "a")
        let decoder = try compression.makeDecoder(reading: ReadFile.open(folder.file("a")))
        #expect(try readAll(decoder, atMost: limit) == contents.flatMap { $0 })
        var nothing: [UInt8] = []
        #expect(try decoder.read(appendingTo: &nothing, atMost: 1) == 0)
    }

    @Test(
        "are the same bytes for the same content, whatever the encoder did before",
        arguments: ArchiveCompression.allCases)
    func deterministic(compression: ArchiveCompression) throws {
        let encoder = try compression.makeEncoder()
        for content in sampleContents {
            var used: [UInt8] = []
            try encoder.encode(content.span, appendingTo: &used)
            #expect(used == (try archive([content], compression)))
        }
    }

    @Test("are accepted and read alike by zstd and gzip", arguments: [ArchiveCompression.zstd, .gzip])
    func outsideTools(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        let name = compression == .zstd ? "a.zst" : "a.gz"
        try folder.put(try archive(sampleContents, compression), at: name)
        let tool = compression == .zstd ? "zstd" : "gzip"
        let test = try runTool(tool, ["-t", name], in: folder.path)
        #expect(test.status == 0, "\(test.errors)")
        let read = try runTool(tool, ["-dc", name], in: folder.path)
        #expect(read.status == 0 && read.output == sampleContents.flatMap { $0 })
    }

    @Test("made by zstd and gzip are read", arguments: [ArchiveCompression.zstd, .gzip])
    func foreignArchives(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        let content = sampleContents[0]
        try folder.put(content, at: "a")
        let tool = compression == .zstd ? "zstd" : "gzip"
        #expect(try runTool(tool, ["-k", "-q", "a"], in: folder.path).status == 0)
        #expect(
            try readAll(
                compression.makeDecoder(reading: ReadFile.open(folder.file(compression == .zstd ? "a.zst" : "a.gz"))))
                == content)
    }

    @Test("can be entered at every frame", arguments: [ArchiveCompression.zstd, .gzip])
    func entering(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        let contents = (0..<8).map { Array(sampleRecords(300 + 200 * $0, seed: UInt64($0)).joined(separator: [0x0A])) }
        try folder.put(try archive(contents, compression), at: "a")
        for index in contents.indices {
            let start = try archive(Array(contents[..<index]), compression).count
            let entered = try compression.makeDecoder(reading: ReadFile.open(folder.file("a"), from: start))
            #expect(try readAll(entered) == contents[index...].flatMap { $0 })
        }
    }
}

@Suite("The gzip header")
struct GzipHeaderTests {
    @Test("has no time, no name and no system") func header() throws {
        let bytes = try archive([Array("x".utf8)], .gzip)
        // RFC 1952: magic, deflate, no flags, four bytes of time, extra flags, operating system 255.
        #expect(Array(bytes.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        #expect(bytes[9] == 255)
    }
}

@Suite("The Zstandard frame")
struct ZstdFrameTests {
    @Test("states its content's size and has a checksum") func header() throws {
        let folder = try ScratchFolder()
        try folder.put(try archive([sampleContents[0]], .zstd), at: "a.zst")
        let list = try runTool("zstd", ["-lv", "a.zst"], in: folder.path)
        let text = String(decoding: list.output, as: UTF8.self)
        #expect(text.contains("XXH64") && text.contains("(\(sampleContents[0].count) B)"), "\(text)")
    }

    @Test("is made at every level allowed") func levels() throws {
        let folder = try ScratchFolder()
        let content = sampleContents[0]
        for level in [-7, -1, 1, 3, 19] {
            let encoder = try ZstdFrameEncoder(try #require(ZstdSettings(level: level)))
            var out: [UInt8] = []
            try encoder.encode(content.span, appendingTo: &out)
            try folder.put(out, at: "a")
            #expect(try readAll(ZstdFrameDecoder(reading: ReadFile.open(folder.file("a")))) == content)
        }
        #expect(
            ZstdSettings(level: 20) == nil && ZstdSettings(level: -8) == nil
                && ZstdSettings(level: 1, hashLog: 5) == nil)
    }
}
