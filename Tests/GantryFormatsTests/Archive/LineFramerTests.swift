import GantryFormats
import GantryModel
import Testing

/// The frames and the rest that come out when the records arrive in pages of these sizes; with a checkpoint, that is a
/// new framer from the old one's tail, after every page.
private func frames(
    of records: [[UInt8]], pageSizes: () -> Int, frameBytes: Int, checkpoints: Bool
) -> (frames: [[UInt8]], tail: [UInt8]) {
    var framer = LineFramer(frameBytes: frameBytes)
    var frames: [[UInt8]] = []
    var rest = records[...]
    while !rest.isEmpty {
        let (bytes, ranges) = page(of: rest.prefix(max(1, pageSizes())))
        rest = rest.dropFirst(ranges.count)
        var next = 0
        while framer.fill(from: bytes.span, records: ranges.span, next: &next) { frames.append(framer.takeFrame()) }
        if checkpoints { framer = LineFramer(frameBytes: frameBytes, resumingWith: framer.tail) }
    }
    return (frames, framer.tail)
}

extension LineFramer {
    fileprivate mutating func takeFrame() -> [UInt8] {
        var frame: [UInt8] = []
        takeFrame(into: &frame)
        return frame
    }
}

@Suite("The line framer")
struct LineFramerTests {
    @Test("ends a frame after the first record that reaches its size") func rule() throws {
        var framer = LineFramer(frameBytes: 10)
        let (bytes, ranges) = page(of: ["1234", "5678", "abcdefghijklmnop", "x"].map { Array($0.utf8) })
        var next = 0
        var frames: [String] = []
        while framer.fill(from: bytes.span, records: ranges.span, next: &next) {
            frames.append(String(decoding: framer.takeFrame(), as: UTF8.self))
        }
        #expect(frames == ["1234\n5678\n", "abcdefghijklmnop\n"])
        #expect(framer.tail == Array("x\n".utf8))
        #expect(String(decoding: framer.takeFrame(), as: UTF8.self) == "x\n")
        #expect(framer.tail.isEmpty)
    }

    @Test("leaves out what is cut from a record, wherever filling goes on") func redactions() {
        let (bytes, ranges) = page(of: ["0123456789", "abc\nd", "ABCDEF"].map { Array($0.utf8) })
        let first = ranges[0].lowerBound
        let redactions = [first..<(first + 2), (first + 5)..<(first + 6), ranges[2].lowerBound..<ranges[2].upperBound]
        var framer = LineFramer(frameBytes: 5)
        var next = 0
        var frames: [String] = []
        while framer.fill(from: bytes.span, records: ranges.span, redactions: redactions, next: &next) {
            frames.append(String(decoding: framer.takeFrame(), as: UTF8.self))
        }
        #expect(frames == ["2346789\n", "abc d\n"])
        #expect(framer.tail == Array("\n".utf8))
    }

    @Test("leaves out whole records, with what is cut from them") func skipped() {
        let (bytes, ranges) = page(of: ["0123456789", "abcd", "ABCDEF"].map { Array($0.utf8) })
        let redactions = ranges.map { ($0.lowerBound + 1)..<($0.lowerBound + 3) }
        var framer = LineFramer()
        var next = 0
        let given = [ranges[0], ranges[2]]
        #expect(!framer.fill(from: bytes.span, records: given.span, redactions: redactions, next: &next))
        #expect(String(decoding: framer.tail, as: UTF8.self) == "03456789\nADEF\n")
    }

    @Test("gives the same frames whatever the pages and checkpoints", arguments: 0..<20)
    func independentOfPages(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let records = sampleRecords(400, seed: seed)
        let frameBytes = Int.random(in: 1...5000, using: &numbers)
        let whole = frames(of: records, pageSizes: { 400 }, frameBytes: frameBytes, checkpoints: false)
        #expect((whole.frames + [whole.tail]).flatMap { $0 } == records.flatMap { $0 + [0x0A] })
        let cut = frames(
            of: records, pageSizes: { Int.random(in: 1...60, using: &numbers) }, frameBytes: frameBytes,
            checkpoints: true)
        #expect(cut.frames == whole.frames)
        #expect(cut.tail == whole.tail)
    }

    @Test("keeps one record on one line even when the server indents its JSON") func lineBreaks() throws {
        var framer = LineFramer(frameBytes: 1)
        let (bytes, ranges) = page(of: [Array("{\r\n  \"id\": 1\n}".utf8)])
        var next = 0
        #expect(framer.fill(from: bytes.span, records: ranges.span, next: &next))
        #expect(String(decoding: framer.takeFrame(), as: UTF8.self) == "{    \"id\": 1 }\n")
    }

    @Test("takes nothing more while a frame is full, and can be resumed with a full one") func fullTail() throws {
        var framer = LineFramer(frameBytes: 3, resumingWith: Array("abc\n".utf8))
        #expect(framer.isFull)
        let (bytes, ranges) = page(of: [Array("d".utf8)])
        var next = 0
        #expect(framer.fill(from: bytes.span, records: ranges.span, next: &next))
        #expect(next == 0)
        #expect(framer.takeFrame() == Array("abc\n".utf8))
        #expect(!framer.fill(from: bytes.span, records: ranges.span, next: &next))
        #expect(next == 1 && framer.tail == Array("d\n".utf8))
    }
}
