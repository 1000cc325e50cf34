import Foundation
import GantryFiles
import GantryFormats
import Testing

@Suite("A zip file") struct ZipTests {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    private func write(_ bytes: [UInt8], to name: String) throws -> ContentDigest {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        return ContentHasher.digest(of: bytes.span)
    }

    private func zip(_ name: String, _ files: [(String, [UInt8])]) throws -> [UInt8] {
        let writer = try ZipWriter("\(folder)/\(name)")
        for (path, bytes) in files {
            let digest = try write(bytes, to: "source")
            try writer.add(path, from: "source", under: folder, bytes: bytes.count, expecting: digest)
        }
        try writer.close()
        return try ReadFile.bytes(of: "\(folder)/\(name)")
    }

    /// Runs a judge on a file.
    private func judge(_ words: String...) throws -> (status: Int32, out: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let out = Pipe()
        process.standardOutput = out
        process.standardError = out
        try process.run()
        let bytes = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private func unpack(_ name: String) throws -> [String] {
        let place = "\(folder)/out-\(name)"
        try Folders.makePrivate(place)
        return try ZipReader("\(folder)/\(name)").unpack(into: place)
    }

    @Test("has the same bytes whenever it is written, and its files in their order") func same() throws {
        let files: [(String, [UInt8])] = [
            ("a@b-2026-10-r1/data/b.csv", Array("one;two\n".utf8)), ("a@b-2026-10-r1/data/a.csv", []),
            ("a@b-2026-10-r1/bagit.txt", [UInt8](repeating: 7, count: 3_000_000)),
        ]
        let first = try zip("one.zip", files)
        #expect(try zip("two.zip", files) == first)
        // These bytes don't depend on the version of a library.
        let small = try zip("small.zip", Array(files.prefix(2)))
        #expect(
            ContentHasher.digest(of: small.span).description
                == "635002209a2c18a4852ac817cb53709d20cf865764fac64ad4aaa89edf4c23cf")
        #expect(try unpack("one.zip") == files.map(\.0))
        for (path, bytes) in files { #expect(try ReadFile.bytes(of: "\(folder)/out-one.zip/\(path)") == bytes) }
    }

    @Test("has names of any language, marked as UTF-8 for other programs") func names() throws {
        let names = ["x/data/løn.csv", "x/data/給料.csv", "x/bagit.txt"]
        _ = try zip("one.zip", names.map { ($0, Array("1;2\n".utf8)) })
        let program = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            print([(ascii(i.filename), i.flag_bits >> 11 & 1) for i in z.infolist()] == [
                (ascii(n), int(not n.isascii())) for n in ("x/data/l\\u00f8n.csv", "x/data/\\u7d66\\u6599.csv", "x/bagit.txt")])
            """
        let python = try judge("python3", "-c", program, "\(folder)/one.zip")
        #expect(python.out == "True\n")
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip") {
            let list = try judge("env", "LC_ALL=C.UTF-8", "unzip", "-Z1", "\(folder)/one.zip")
            #expect(list.status == 0 && list.out == names.joined(separator: "\n") + "\n", "\(list.out)")
        }
        #expect(try unpack("one.zip") == names)
    }

    @Test("that can't be written is named in full") func unwritable() throws {
        let path = "\(folder)/\(String(repeating: "long-", count: 30))/export.zip"
        let error = #expect(throws: ZipError.self) { _ = try ZipWriter(path) }
        #expect(error?.code == .unwritable && error?.explanation == "\"\(path)\" can't be written.")
    }

    @Test("is read by other programs") func judges() throws {
        _ = try zip("one.zip", [("x/data/pay.csv", Array("1;2\n".utf8)), ("x/bagit.txt", Array("BagIt\n".utf8))])
        let program = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            print([(i.filename, i.date_time, oct(i.external_attr >> 16), i.compress_type) for i in z.infolist()])
            """
        let python = try judge("python3", "-c", program, "\(folder)/one.zip")
        let time = "(1980, 1, 1, 0, 0, 0), '0o100644', 0"
        #expect(python.out == "[('x/data/pay.csv', \(time)), ('x/bagit.txt', \(time))]\n")
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip") {
            #expect(try judge("unzip", "-t", "\(folder)/one.zip").status == 0)
        }
    }

    @Test("is refused before anything is written where a name leaves the folder, or it is a link or a bomb")
    func hostile() throws {
        let program = """
            import sys, zipfile
            def made(name, entries, kind=zipfile.ZIP_STORED):
                with zipfile.ZipFile(f"{sys.argv[1]}/{name}", "w", kind) as z:
                    for info, data in entries: z.writestr(info, data)
            link = zipfile.ZipInfo("x/link"); link.create_system = 3; link.external_attr = 0o120777 << 16
            made("up.zip", [("x/ok", b"1"), ("x/../../evil", b"1")])
            made("root.zip", [("/etc/evil", b"1")])
            made("windows.zip", [("x\\\\..\\\\evil", b"1")])
            made("link.zip", [(link, b"/etc/passwd")])
            made("bomb.zip", [("x/zeros", b"\\0" * (200 << 20))], zipfile.ZIP_DEFLATED)
            made("twice.zip", [("x/a", b"1"), ("x/a", b"2")])
            data = open(f"{sys.argv[1]}/up.zip", "rb").read()
            open(f"{sys.argv[1]}/short.zip", "wb").write(data[:-30])
            for cut in (1, 2): open(f"{sys.argv[1]}/cut-{cut}.zip", "wb").write(data[:-cut])
            open(f"{sys.argv[1]}/longer.zip", "wb").write(data + b"x")
            open(f"{sys.argv[1]}/none.zip", "wb").write(b"no zip file at all")
            good = zipfile.ZipFile(f"{sys.argv[1]}/flipped.zip", "w"); good.writestr("x/a", b"abcdefgh"); good.close()
            data = bytearray(open(f"{sys.argv[1]}/flipped.zip", "rb").read()); data[data.index(b"abcdefgh")] ^= 1
            open(f"{sys.argv[1]}/flipped.zip", "wb").write(data)
            """
        let made = try judge("python3", "-W", "ignore", "-c", program, folder)
        #expect(made.status == 0, "\(made.out)")
        let expected: [(String, ZipError.Code)] = [
            ("up.zip", .unsafe), ("root.zip", .unsafe), ("windows.zip", .unsafe), ("link.zip", .unsafe),
            ("bomb.zip", .tooLarge), ("twice.zip", .unsafe), ("short.zip", .damaged), ("none.zip", .damaged),
            ("cut-1.zip", .damaged), ("cut-2.zip", .damaged), ("longer.zip", .damaged),
        ]
        for (name, code) in expected {
            let error = #expect(throws: ZipError.self) { try unpack(name) }
            #expect(error?.code == code, "\(name): \(String(describing: error))")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/out-\(name)").isEmpty)
        }
        #expect(throws: ZipError.self) { try unpack("flipped.zip") }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/evil"))
    }
}
