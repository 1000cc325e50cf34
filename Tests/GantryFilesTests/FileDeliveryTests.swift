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

    private func publish(wasTried: Bool = false) throws -> FileDelivery.Outcome {
        try delivery().publish(expecting: digest, wasTried: wasTried)
    }

    private func publish() throws { #expect(try publish(wasTried: false) == .named) }

    @Test("the file is seen only when it is whole, and then once") func once() throws {
        try stage()
        #expect(try to.names() == [".pay.csv.1a2b.gantry", trace])
        try publish()
        #expect(try to.names() == [trace, "pay.csv"] && to.text("pay.csv") == "hours")
        #expect(try to.mode("pay.csv") == 0o640)
        try FileManager.default.removeItem(atPath: to.file("pay.csv"))
        // The other program took it: the trace says so until the journal knows.
        #expect(try publish(wasTried: true) == .named)
        try delivery().discard()
        #expect(try to.names().isEmpty)
    }

    @Test("what is neither hidden nor named is unknown after an attempt, and else gone") func gone() throws {
        try stage()
        for name in try to.names() { try FileManager.default.removeItem(atPath: to.file(name)) }
        #expect(try publish(wasTried: true) == .unknown)
        #expect(try publish(wasTried: false) == .gone)
        // The bytes under the name say that it is there.
        try writeDurably("hours", to: to.file("pay.csv"))
        #expect(try publish(wasTried: true) == .found)
    }

    @Test("what is taken under its hidden name never counts as named later") func takenHidden() throws {
        try stage()
        try FileManager.default.removeItem(atPath: to.file(".pay.csv.1a2b.gantry"))
        #expect(try publish(wasTried: false) == .gone)
        #expect(try publish(wasTried: true) == .unknown)
        #expect(try to.names().isEmpty)
    }

    @Test("what is taken before it was read back is gone, and not an error of the source") func takenEarly() throws {
        let staging = try delivery().stage(from: "pay.csv", under: from.path, expecting: digest) { _ in
            try? FileManager.default.removeItem(atPath: to.file(".pay.csv.1a2b.gantry"))
        }
        #expect(try staging == .gone && to.names().isEmpty)
    }

    @Test("a name that a killed attempt gave beside the hidden one is its own") func linked() throws {
        try stage()
        try FileManager.default.linkItem(atPath: to.file(".pay.csv.1a2b.gantry"), toPath: to.file("pay.csv"))
        #expect(try publish(wasTried: true) == .named)
        try delivery().discard()
        #expect(try to.names() == ["pay.csv"])
    }

    @Test("with two names, one of which was moved away, it can still be tidied up") func moved() throws {
        try stage()
        try FileManager.default.linkItem(atPath: to.file(".pay.csv.1a2b.gantry"), toPath: from.file("taken.csv"))
        try delivery().discard()
        #expect(try to.names().isEmpty)
    }

    private let trace = ".pay.csv.1a2b.trace.gantry"

    @Test("a file with the same bytes stays, and one with others is refused and left alone") func existing() throws {
        try writeDurably("hours", to: to.file("pay.csv"))
        #expect(try delivery().stage(from: "pay.csv", under: from.path, expecting: digest) == .found)
        #expect(try to.names() == ["pay.csv"])
        try writeDurably("other", to: to.file("pay.csv"))
        #expect(code { try stage() } == .alreadyExists)
        #expect(try to.names() == ["pay.csv"] && to.text("pay.csv") == "other")
    }

    @Test("a file that appears between the two steps is left alone") func appears() throws {
        try stage()
        try writeDurably("other", to: to.file("pay.csv"))
        #expect(code { _ = try publish(wasTried: false) } == .alreadyExists)
        #expect(try to.text("pay.csv") == "other")
        try delivery().discard()
        #expect(try to.names() == ["pay.csv"])
    }

    @Test("what a killed delivery left is replaced, and a changed source is refused") func leftovers() throws {
        try writeDurably("hou", to: to.file(".pay.csv.1a2b.gantry"))
        try stage()
        try publish()
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

    @Test("another folder in the place of the one with the staged file says nothing, unless it has the file")
    func another()
        throws
    {
        try stage()
        // The folder of a share that is no longer mounted, and another one in its place.
        try FileManager.default.moveItem(atPath: to.path, toPath: to.path + ".away")
        #expect(code { _ = try publish(wasTried: true) } == .deviceFailed)
        try Folders.makePrivate(to.path)
        #expect(try publish(wasTried: true) == .unknown)
        try writeDurably("other", to: to.file("pay.csv"))
        #expect(try publish(wasTried: true) == .unknown)
        // It is back.
        try FileManager.default.removeItem(atPath: to.path)
        try FileManager.default.moveItem(atPath: to.path + ".away", toPath: to.path)
        try publish()
        #expect(try to.names() == [trace, "pay.csv"])
    }
}
