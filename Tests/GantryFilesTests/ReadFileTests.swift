import Foundation
import GantryFiles
import Testing

@Suite("Reading a file")
struct ReadFileTests {
    @Test("gives its bytes in bounded pieces and the digest of what was read") func readsPieces() throws {
        let folder = try TemporaryFolder()
        try folder.put("0123456789", at: "a")
        let file = try ReadFile.open(folder.file("a"), hashing: true)
        var bytes: [UInt8] = []
        var counts: [Int] = []
        while case let count = try file.read(appendingTo: &bytes, atMost: 4), count > 0 { counts.append(count) }
        #expect(counts == [4, 4, 2])
        #expect(String(decoding: bytes, as: UTF8.self) == "0123456789")
        #expect(file.digest() == digest("0123456789"))
        #expect(file.position == 10)
        let whole = try ReadFile.contents(of: "a", under: folder.path)
        #expect(whole.length == 10 && whole.digest == digest("0123456789"))
    }

    @Test("can start and end inside it, and says when the end is not there") func readsRange() throws {
        let folder = try TemporaryFolder()
        try folder.put("0123456789", at: "a")
        let file = try ReadFile.open(folder.file("a"), from: 3, upTo: 7)
        var bytes: [UInt8] = []
        while try file.read(appendingTo: &bytes) > 0 {}
        #expect(String(decoding: bytes, as: UTF8.self) == "3456")
        #expect(code { _ = try ReadFile.open(folder.file("a"), upTo: 11) } == .shorterThanRecorded)
        let cut = try ReadFile.open(folder.file("a"), upTo: 10)
        #expect(unsafe truncate(folder.file("a"), 5) == 0)
        #expect(code { while try cut.read(appendingTo: &bytes) > 0 {} } == .shorterThanRecorded)
    }

    @Test("never follows a link, waits for a pipe or reads a folder") func refusesStrangers() throws {
        let folder = try TemporaryFolder()
        try folder.put("secret", at: "victim")
        try folder.link("link", to: folder.file("victim"))
        try folder.link("dir", to: folder.path)
        folder.pipe("pipe")
        #expect(code { _ = try ReadFile.open(folder.file("link")) } == .symbolicLink)
        #expect(code { _ = try ReadFile.open("link", under: folder.path) } == .symbolicLink)
        #expect(code { _ = try ReadFile.open("dir/victim", under: folder.path) } == .symbolicLink)
        #expect(code { _ = try ReadFile.open(folder.file("pipe")) } == .wrongKind)
        #expect(code { _ = try ReadFile.open(folder.path) } == .wrongKind)
        #expect(code { _ = try ReadFile.open(folder.file("gone")) } == .missing)
    }
}

@Suite("A content digest")
struct ContentDigestTests {
    @Test("is SHA-256 as published, in hexadecimal both ways") func knownAnswers() throws {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(digest("abc").description == abc)
        #expect(ContentDigest(hex: abc.uppercased()) == digest("abc"))
        #expect(digest("").description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(ContentDigest(hex: abc.dropLast()) == nil)
        #expect(ContentDigest(hex: abc.dropLast() + "g") == nil)
        #expect(ContentDigest(hex: abc + "00") == nil)
        let bytes = digest("abc").bytes
        #expect(ContentDigest(bytes: bytes.span) == digest("abc"))
    }

    @Test("can be taken while more is added") func running() throws {
        var hasher = ContentHasher()
        let (first, second) = (Array("ab".utf8), Array("c".utf8))
        hasher.update(first.span)
        #expect(hasher.digest() == digest("ab"))
        var copy = hasher
        hasher.update(second.span)
        #expect(hasher.digest() == digest("abc"))
        #expect(copy.digest() == digest("ab"))
        copy.update(first.span)
        #expect(copy.digest() == digest("abab"))
    }
}
