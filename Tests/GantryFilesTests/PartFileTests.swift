import Foundation
import GantryFiles
import Testing

@Suite("A part file")
struct PartFileTests {
    @Test("appends, and its length and digest are those of the file") func appends() throws {
        let folder = try TemporaryFolder()
        let part = try PartFile.create(folder.file("a.csv"))
        try append("one\n", to: part)
        try append("", to: part)
        try append("two\n", to: part)
        try part.sync()
        #expect(part.length == 8)
        #expect(try part.digest() == digest("one\ntwo\n"))
        try append("three\n", to: part)
        #expect(try part.digest() == digest("one\ntwo\nthree\n"))
        try part.close()
        #expect(try folder.text("a.csv") == "one\ntwo\nthree\n")
        #expect(try folder.mode("a.csv") == 0o600)
        #expect(code { try part.sync() } == .closed)
    }

    @Test("is cut back to its last checkpoint and continues from there") func resumes() throws {
        let folder = try TemporaryFolder()
        try folder.put("kept\nlost", at: "a")
        let part = try PartFile.resume(folder.file("a"), length: 5, digest: digest("kept\n"))
        #expect(try folder.text("a") == "kept\n")
        try append("again\n", to: part)
        try part.sync()
        #expect(try part.digest() == digest("kept\nagain\n"))
        try part.close()
        #expect(try folder.text("a") == "kept\nagain\n")
    }

    @Test("continues over several pieces of a large prefix") func resumesLarge() throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<3_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a")))
        let hash = ContentHasher.digest(of: bytes.span.extracting(0..<3_000_001))
        let part = try PartFile.resume(folder.file("a"), length: 3_000_001, digest: hash)
        try append("x", to: part)
        #expect(part.length == 3_000_002)
        try part.close()
    }

    @Test("that is shorter than recorded, changed or missing is refused and left alone")
    func refusesDamage() throws {
        let folder = try TemporaryFolder()
        try folder.put("kept\nmore", at: "a")
        #expect(
            code { _ = try PartFile.resume(folder.file("a"), length: 10, digest: digest("kept\nmore!")) }
                == .shorterThanRecorded)
        #expect(code { _ = try PartFile.resume(folder.file("a"), length: 5, digest: digest("Kept\n")) } == .damaged)
        #expect(code { _ = try PartFile.resume(folder.file("b"), length: 0, digest: digest("")) } == .missing)
        #expect(try folder.text("a") == "kept\nmore")
    }

    @Test("notices every single flipped bit of its prefix") func noticesFlippedBits() throws {
        let folder = try TemporaryFolder()
        let text = Array("id;hours\n1;7.5\n".utf8)
        let hash = ContentHasher.digest(of: text.span)
        for bit in 0..<(text.count * 8) {
            var flipped = text
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            try Data(flipped).write(to: URL(fileURLWithPath: folder.file("a")))
            #expect(code { _ = try PartFile.resume(folder.file("a"), length: text.count, digest: hash) } == .damaged)
        }
    }

    @Test("is never made or continued through a link, a pipe or a second name") func refusesPlantedNames() throws {
        let folder = try TemporaryFolder()
        try folder.put("victim", at: "victim")
        try folder.link("link", to: folder.file("victim"))
        try folder.link("dangling", to: folder.file("nowhere"))
        folder.pipe("pipe")
        try FileManager.default.createDirectory(atPath: folder.file("dir"), withIntermediateDirectories: false)
        try FileManager.default.linkItem(atPath: folder.file("victim"), toPath: folder.file("second"))
        for replacing in [false, true] {
            #expect(
                code { _ = try PartFile.create(folder.file("link"), replacingLeftover: replacing) } == .symbolicLink)
            #expect(
                code { _ = try PartFile.create(folder.file("dangling"), replacingLeftover: replacing) } == .symbolicLink
            )
            #expect(code { _ = try PartFile.create(folder.file("pipe"), replacingLeftover: replacing) } == .wrongKind)
            #expect(code { _ = try PartFile.create(folder.file("dir"), replacingLeftover: replacing) } == .wrongKind)
        }
        #expect(code { _ = try PartFile.create(folder.file("second")) } == .alreadyExists)
        #expect(code { _ = try PartFile.create(folder.file("second"), replacingLeftover: true) } == .notOurs)
        for (name, expected) in [("link", FileError.Code.symbolicLink), ("second", .notOurs), ("pipe", .wrongKind)] {
            #expect(code { _ = try PartFile.resume(folder.file(name), length: 0, digest: digest("")) } == expected)
        }
        #expect(try folder.text("victim") == "victim")
        #expect(!folder.exists("nowhere"))
        #expect(try folder.names().count == 6)
    }

    @Test("replaces what a run left before its first checkpoint only when asked to") func replacesLeftover() throws {
        let folder = try TemporaryFolder()
        try folder.put("old", at: "a")
        #expect(code { _ = try PartFile.create(folder.file("a")) } == .alreadyExists)
        let part = try PartFile.create(folder.file("a"), replacingLeftover: true)
        try append("new", to: part)
        try part.close()
        #expect(try folder.text("a") == "new")
    }

    @Test("goes on after short writes and interrupted ones") func shortWrites() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        let real = calls.write
        var turn = 0
        calls.write = { number, bytes in
            turn += 1
            if turn % 3 == 0 {
                errno = EINTR
                return -1
            }
            return real(number, bytes.extracting(first: min(bytes.count, 7)))
        }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        let text = String(repeating: "0123456789", count: 30)
        try append(text, to: part)
        try part.sync()
        #expect(try part.digest() == digest(text))
        try part.close()
        #expect(try folder.text("a") == text)
    }
}
