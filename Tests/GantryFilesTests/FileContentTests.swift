import GantryFiles
import Testing

@Suite("The content of a file")
struct FileContentTests {
    private func next(_ reader: FileContentReader, _ buffer: inout [UInt8]) throws -> Int {
        try unsafe buffer.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
    }

    private func read(_ reader: FileContentReader, block: Int) throws -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: block)
        while case let count = try next(reader, &buffer), count > 0 { all += buffer[..<count] }
        return String(decoding: all, as: UTF8.self)
    }

    private func checksum(_ text: String) -> ContentChecksum { ContentChecksum.of(Array(text.utf8).span) }

    @Test(
        "is put together from stretches of the file and bytes between them, in blocks of any size",
        arguments: [1, 2, 3, 7, 100], [false, true])
    func pieces(block: Int, isSummed: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.put("0123456789", at: "a")
        let content = FileContent(
            path: "a", in: folder.path, pieces: [.file(0..<2), .bytes(Array("-three-".utf8)), .file(5..<10)],
            digest: digest("01-three-56789"),
            checksum: isSummed ? checksum("01-three-56789") : nil)
        let reader = try FileContentReader(content)
        #expect(content.length == 14)
        #expect(try read(reader, block: block) == "01-three-56789")
        reader.rewind()
        #expect(try read(reader, block: block) == "01-three-56789")
    }

    @Test("is read whole, and not where it has changed", arguments: [false, true]) func whole(isSummed: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.put("0123456789", at: "a")
        let content = FileContent(
            path: "a", in: folder.path, pieces: [.bytes(Array("<".utf8)), .file(2..<10)], digest: digest("<23456789"),
            checksum: isSummed ? checksum("<23456789") : nil)
        let reader = try FileContentReader(content)
        for _ in 1...2 { #expect(String(decoding: try reader.whole(), as: UTF8.self) == "<23456789") }
        try folder.put("0123456780", at: "a")
        #expect(code { _ = try FileContentReader(content).whole() } == .changed)
    }

    @Test(
        "that changed since is never handed over to its end", arguments: ["0123456780", "012345678", ""], [false, true])
    func changed(now: String, isSummed: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.put("0123456789", at: "a")
        let content = FileContent(
            path: "a", in: folder.path, pieces: [.file(0..<10)], digest: digest("0123456789"),
            checksum: isSummed ? checksum("0123456789") : nil)
        try folder.put(now, at: "a")
        let reader = try FileContentReader(content)
        var handed = 0
        let end = code {
            var buffer = [UInt8](repeating: 0, count: 4)
            while case let count = try next(reader, &buffer), count > 0 { handed += count }
        }
        #expect(end == .changed)
        #expect(handed <= 8)
    }

    @Test(
        "can't be a link, nor lie outside its folder",
        arguments: [("link", FileError.Code.symbolicLink), ("../a", .unusableName), ("gone", .missing)])
    func outside(path: String, expected: FileError.Code) throws {
        let folder = try TemporaryFolder()
        try folder.put("0123456789", at: "a")
        try folder.link("link", to: "a")
        let content = FileContent(path: path, in: folder.path, pieces: [.file(0..<10)], digest: digest("0123456789"))
        #expect(code { _ = try FileContentReader(content) } == expected)
    }
}
