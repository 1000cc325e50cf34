import Foundation
import GantryFiles
import Testing

@Suite("Delivering a file into another program's folder")
struct FileDeliveryTests {
    private let from: TemporaryFolder
    private let to: TemporaryFolder
    private let digest: ContentDigest

    init() throws {
        from = try TemporaryFolder()
        to = try TemporaryFolder()
        try writeDurably("hours", to: from.file("pay.csv"))
        digest = ContentHasher.digest(of: Array("hours".utf8).span)
    }

    private func delivery() -> FileDelivery { FileDelivery(of: "pay.csv", to: to.path, token: "1a2b") }

    private func stage() throws { try delivery().stage(from: "pay.csv", under: from.path, expecting: digest) }

    @Test("the file is seen only when it is whole, and then once") func once() throws {
        try stage()
        #expect(try to.names() == [".pay.csv.1a2b.gantry"])
        try delivery().publish()
        #expect(try to.names() == ["pay.csv"] && to.text("pay.csv") == "hours")
        #expect(try to.mode("pay.csv") == 0o640)
        try FileManager.default.removeItem(atPath: to.file("pay.csv"))
        // The other program took it: the delivery that is made again has nothing left to do.
        try delivery().publish()
        #expect(try to.names().isEmpty)
    }

    @Test("a file with the same bytes stays, and one with others is refused and left alone") func existing() throws {
        try writeDurably("hours", to: to.file("pay.csv"))
        try stage()
        try delivery().publish()
        #expect(try to.names() == ["pay.csv"])
        try writeDurably("other", to: to.file("pay.csv"))
        #expect(code { try stage() } == .alreadyExists)
        #expect(try to.names() == ["pay.csv"] && to.text("pay.csv") == "other")
    }

    @Test("a file that appears between the two steps is left alone") func appears() throws {
        try stage()
        try writeDurably("other", to: to.file("pay.csv"))
        #expect(code { try delivery().publish() } == .alreadyExists)
        #expect(try to.text("pay.csv") == "other")
        try delivery().discard()
        #expect(try to.names() == ["pay.csv"])
    }

    @Test("what a killed delivery left is replaced, and a changed source is refused") func leftovers() throws {
        try writeDurably("hou", to: to.file(".pay.csv.1a2b.gantry"))
        try stage()
        try delivery().publish()
        #expect(try to.text("pay.csv") == "hours")
        try writeDurably("more hours", to: from.file("pay.csv"))
        try FileManager.default.removeItem(atPath: to.file("pay.csv"))
        #expect(code { try stage() } == .changed)
        #expect(try to.names().isEmpty)
    }

    @Test("a folder that isn't there is named, and a link under the name is refused") func places() throws {
        #expect(
            code {
                try FileDelivery(of: "pay.csv", to: to.file("none"), token: "1").stage(
                    from: "pay.csv", under: from.path, expecting: digest)
            } == .missing)
        try FileManager.default.createSymbolicLink(
            atPath: to.file("pay.csv"), withDestinationPath: from.file("pay.csv"))
        #expect(code { try stage() } == .alreadyExists)
    }

    @Test("another folder in the place of the one with the staged file is refused, unless it has the file") func marks()
        throws
    {
        try stage()
        let mark = try delivery().mark()
        // The folder of a share that is no longer mounted.
        try FileManager.default.moveItem(atPath: to.path, toPath: to.path + ".away")
        #expect(code { try delivery().publish(marked: mark, expecting: digest) } == .deviceFailed)
        try Folders.makePrivate(to.path)
        let other = try TemporaryFolder()
        let moved = FileDelivery(of: "pay.csv", to: other.path, token: "1a2b")
        #expect(code { try moved.publish(marked: mark, expecting: digest) } == .deviceFailed)
        try writeDurably("other", to: other.file("pay.csv"))
        #expect(code { try moved.publish(marked: mark, expecting: digest) } == .deviceFailed)
        try FileManager.default.removeItem(atPath: other.file("pay.csv"))
        try writeDurably("hours", to: other.file("pay.csv"))
        try moved.publish(marked: mark, expecting: digest)
        // It is back.
        try FileManager.default.removeItem(atPath: to.path)
        try FileManager.default.moveItem(atPath: to.path + ".away", toPath: to.path)
        try delivery().publish(marked: mark, expecting: digest)
        #expect(try to.names() == ["pay.csv"])
        // Taken by the other program from the same folder.
        try FileManager.default.removeItem(atPath: to.file("pay.csv"))
        try delivery().publish(marked: mark, expecting: digest)
        #expect(try to.names().isEmpty)
    }
}
