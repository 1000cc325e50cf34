import Foundation
import GantryFiles
import Testing

@Suite("Publishing")
struct PublishingTests {
    @Test("a small file is written whole, private, and without litter") func writesDurably() throws {
        let folder = try TemporaryFolder()
        try writeDurably("one", to: folder.file("a"))
        #expect(try folder.text("a") == "one")
        try writeDurably("two, longer", to: folder.file("a"))
        #expect(try folder.text("a") == "two, longer")
        #expect(try folder.mode("a") == 0o600)
        #expect(try folder.names() == ["a"])
    }

    @Test("a failed sync leaves the old content, no temporary file, and is not repeated") func failedSync() throws {
        let folder = try TemporaryFolder()
        try writeDurably("old", to: folder.file("a"))
        var calls = FileCalls()
        var syncs = 0
        calls.sync = { _ in
            syncs += 1
            errno = EIO
            return -1
        }
        #expect(code { try writeDurably("new", to: folder.file("a"), calls: calls) } == .deviceFailed)
        #expect(syncs == 1)
        #expect(try folder.text("a") == "old")
        #expect(try folder.names() == ["a"])
    }

    @Test("the bytes are synced before the rename and the folder after it") func order() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        var seen: [Bool] = []
        calls.sync = { number in
            seen.append(folder.exists("a"))
            return fsync(number)
        }
        try writeDurably("new", to: folder.file("a"), calls: calls)
        #expect(seen == [false, true])
    }

    @Test("planted links and pipes are refused and their targets untouched") func plantedNames() throws {
        let folder = try TemporaryFolder()
        try folder.put("victim", at: "victim")
        try folder.link("a", to: folder.file("victim"))
        try folder.link(".b.tmp", to: folder.file("victim"))
        folder.pipe("c")
        folder.pipe(".d.tmp")
        #expect(code { try writeDurably("x", to: folder.file("a")) } == .symbolicLink)
        #expect(code { try writeDurably("x", to: folder.file("b")) } == .symbolicLink)
        #expect(code { try writeDurably("x", to: folder.file("c")) } == .wrongKind)
        #expect(code { try writeDurably("x", to: folder.file("d")) } == .wrongKind)
        #expect(try folder.text("victim") == "victim")
        #expect(try folder.names() == [".b.tmp", ".d.tmp", "a", "c", "victim"])
    }

    @Test("what an interrupted run left beside a small file is replaced") func leftoverTemporary() throws {
        let folder = try TemporaryFolder()
        try folder.put("half", at: ".a.tmp")
        try writeDurably("whole", to: folder.file("a"))
        #expect(try folder.names() == ["a"])
        #expect(try folder.text("a") == "whole")
    }

    @Test("a folder gets its name in one step, after every folder in it was synced") func publishes() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("parts/r1/data", under: folder.path)
        try Folders.makePrivate("exports", under: folder.path)
        try folder.put("x", at: "parts/r1/data/x.csv")
        var calls = FileCalls()
        var seen: [Bool] = []
        calls.sync = { number in
            seen.append(folder.exists("exports/r1"))
            return fsync(number)
        }
        let outcome = try Publishing.publish(
            folder: folder.file("parts/r1"), to: folder.file("exports/r1"), calls: calls)
        #expect(outcome == .published)
        #expect(seen == [false, false, true, true])
        #expect(try folder.text("exports/r1/data/x.csv") == "x")
        #expect(!folder.exists("parts/r1"))
        let again = try Publishing.publish(folder: folder.file("parts/r1"), to: folder.file("exports/r1"))
        #expect(again == .alreadyPublished)
        try Folders.remove("parts", under: folder.path)
        #expect(
            try Publishing.publish(folder: folder.file("parts/r1"), to: folder.file("exports/r1")) == .alreadyPublished)
    }

    @Test("a name that is taken is never replaced, not even an empty folder") func taken() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("new", under: folder.path)
        try folder.put("n", at: "new/n")
        try Folders.makePrivate("old", under: folder.path)
        try folder.link("link", to: folder.file("nowhere"))
        #expect(
            code { _ = try Publishing.publish(folder: folder.file("new"), to: folder.file("old")) } == .alreadyExists)
        #expect(
            code { _ = try Publishing.publish(folder: folder.file("new"), to: folder.file("link")) } == .alreadyExists)
        #expect(try folder.names() == ["link", "new", "old"])
        #expect(code { _ = try Publishing.publish(folder: folder.file("gone"), to: folder.file("other")) } == .missing)
        #expect(code { _ = try Publishing.publish(folder: folder.file("gone"), to: folder.file("link")) } == .missing)
    }

    @Test("a folder with a link or a pipe in it is not published") func strangers() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("a/b", under: folder.path)
        try folder.link("a/b/link", to: "/etc/passwd")
        #expect(code { _ = try Publishing.publish(folder: folder.file("a"), to: folder.file("z")) } == .symbolicLink)
        try FileManager.default.removeItem(atPath: folder.file("a/b/link"))
        folder.pipe("a/b/pipe")
        #expect(code { _ = try Publishing.publish(folder: folder.file("a"), to: folder.file("z")) } == .wrongKind)
        #expect(try folder.names() == ["a"])
    }

    @Test("a failed sync inside keeps the folder unpublished") func failedInnerSync() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("a/b", under: folder.path)
        var calls = FileCalls()
        calls.sync = { _ in
            errno = EIO
            return -1
        }
        #expect(
            code { _ = try Publishing.publish(folder: folder.file("a"), to: folder.file("z"), calls: calls) }
                == .deviceFailed)
        #expect(try folder.names() == ["a"])
    }
}
