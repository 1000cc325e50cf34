import GantryFiles
import GantryFormats
import Testing

@Suite("A damaged archive")
struct ArchiveDamageTests {
    private func readingCode(
        _ bytes: [UInt8], _ compression: ArchiveCompression, in folder: ScratchFolder
    ) throws -> ArchiveError.Code? {
        try folder.put(bytes, at: "a")
        do {
            _ = try readAll(compression.makeDecoder(reading: ReadFile.open(folder.file("a"))))
            return nil
        } catch let error as ArchiveError {
            #expect(error.path == folder.file("a"))
            return error.code
        }
    }

    @Test("that was cut anywhere in its last frame is truncated", arguments: [ArchiveCompression.zstd, .gzip])
    func truncated(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        let first = try archive([Array("{\"id\":1}\n".utf8)], compression)
        let whole = first + (try archive([Array(sampleRecords(3).joined(separator: [0x0A]))], compression))
        #expect(try readingCode(whole, compression, in: folder) == nil)
        #expect(try readingCode(first, compression, in: folder) == nil)
        for length in (first.count + 1)..<whole.count {
            #expect(
                try readingCode(Array(whole.prefix(length)), compression, in: folder) == .truncated, "cut at \(length)")
        }
    }

    @Test(
        "never hands out other content: every flipped bit is found or harmless",
        arguments: [ArchiveCompression.zstd, .gzip])
    func flippedBits(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        let content = Array(sampleRecords(4).joined(separator: [0x0A]))
        let whole = try archive([content, content], compression)
        var found = 0
        for bit in 0..<(whole.count * 8) {
            var flipped = whole
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            try folder.put(flipped, at: "a")
            do {
                let read = try readAll(compression.makeDecoder(reading: ReadFile.open(folder.file("a"))))
                #expect(read == content + content, "bit \(bit) changed the content and was not found")
            } catch is ArchiveError {
                found += 1
            }
        }
        #expect(found > whole.count * 7)
    }

    @Test("of another format is told from a damaged one", arguments: [ArchiveCompression.zstd, .gzip])
    func otherFormat(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        let whole = try archive([Array("x\n".utf8)], compression)
        #expect(try readingCode(Array("id,hours\n1,2\n".utf8), compression, in: folder) == .otherFormat)
        #expect(try readingCode(whole + Array("id,hours\n1,2\n".utf8), compression, in: folder) == .damaged)
        #expect(try readingCode([], compression, in: folder) == nil)
    }

    @Test("that asks for a huge window is refused before memory is given to it") func hugeWindow() throws {
        let folder = try ScratchFolder()
        // From a pipe, so that the frame has no content size and states its window.
        let made = try runTool(
            "sh", ["-c", "head -c 300000 /dev/zero | zstd -q --ultra -22 --long=27 > long.zst"], in: folder.path)
        #expect(made.status == 0, "\(made.errors)")
        let bytes = try folder.bytes("long.zst")
        #expect(try readingCode(bytes, .zstd, in: folder) == .windowTooLarge)
        #expect(
            try readAll(ZstdFrameDecoder(reading: ReadFile.open(folder.file("long.zst")), windowLog: 27)).count
                == 300_000)
    }

    @Test("bomb comes out in pieces of bounded size", arguments: [ArchiveCompression.zstd, .gzip])
    func bomb(compression: ArchiveCompression) throws {
        let folder = try ScratchFolder()
        try folder.put(try archive([[UInt8](repeating: 0x20, count: 64 << 20)], compression), at: "a")
        let decoder = try compression.makeDecoder(reading: ReadFile.open(folder.file("a")))
        var total = 0
        var piece: [UInt8] = []
        while case let count = try decoder.read(appendingTo: &piece, atMost: 1 << 20), count > 0 {
            #expect(count <= 1 << 20 && piece.count == count)
            total += count
            piece.removeAll(keepingCapacity: true)
        }
        #expect(total == 64 << 20)
    }
}
