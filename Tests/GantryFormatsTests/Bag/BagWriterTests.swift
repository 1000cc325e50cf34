import Foundation
import GantryFiles
import GantryFormats
import Testing

@Suite("A written bag")
struct BagWriterTests {
    @Test("is accepted by bagit.py, sha256sum and our own reader") func accepted() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        try BagWriter(folder: folder.file("bag")).write(
            payload: files, information: bagInformation, baggingDate: baggingDate)
        let python = try validateWithBagit(folder)
        #expect(python.status == 0, "\(python.errors)")
        for manifest in ["manifest-sha256.txt", "tagmanifest-sha256.txt"] {
            let sums = try runTool("sha256sum", ["-c", "--strict", manifest], in: folder.file("bag"))
            #expect(sums.status == 0, "\(sums.errors)")
        }
        var read = 0
        let report = try BagReader(folder: folder.file("bag")).verify { read += $0 }
        #expect(report.isValid, "\(report.findings)")
        #expect(report.intact.map(\.path) == ["data/payroll.xml", "data/sub/empty.jsonl", "data/work-entries.csv"])
        #expect(Set(report.intact) == Set(files))
        #expect(read > 300)
    }

    @Test("has the tag files of RFC 8493, byte for byte") func tagFiles() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        try BagWriter(folder: folder.file("bag")).write(
            payload: files, information: bagInformation, baggingDate: baggingDate)
        let text = { (name: String) throws -> String in String(decoding: try folder.bytes("bag/\(name)"), as: UTF8.self)
        }
        #expect(try text("bagit.txt") == "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
        #expect(
            try text("bag-info.txt") == """
                Source-Organization: KSR Cranes, Århus
                External-Identifier: payroll-monthly/2026-10/r1
                External-Description: two lines\\nPayload-Oxum: 0.0\\r\\n\\u{2028}end
                Bagging-Date: 2026-11-02
                Payload-Oxum: 24.3

                """)
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let manifest = try text("manifest-sha256.txt")
        #expect(
            manifest.split(separator: "\n").map { $0.dropFirst(64) } == [
                "  data/payroll.xml", "  data/sub/empty.jsonl", "  data/work-entries.csv",
            ])
        #expect(manifest.contains("\n\(empty)  data/sub/empty.jsonl\n"))
        #expect(
            try text("tagmanifest-sha256.txt").split(separator: "\n").map { $0.dropFirst(66) } == [
                "bag-info.txt", "bagit.txt", "manifest-sha256.txt",
            ])
        let report = try BagReader(folder: folder.file("bag")).verify()
        #expect(report.information.count == 5 && report.information[1] == bagInformation[1])
    }

    @Test("can be written again after an interruption, to the same bytes") func again() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        let writer = BagWriter(folder: folder.file("bag"))
        try writer.write(payload: files, information: bagInformation, baggingDate: baggingDate)
        let names = ["bagit.txt", "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"]
        let first = try names.map { try folder.bytes("bag/\($0)") }
        try folder.put(Array("half".utf8), at: "bag/manifest-sha256.txt")
        try folder.put(Array("half".utf8), at: "bag/.tagmanifest-sha256.txt.tmp")
        try FileManager.default.removeItem(atPath: folder.file("bag/tagmanifest-sha256.txt"))
        try writer.write(payload: files.reversed(), information: bagInformation, baggingDate: baggingDate)
        #expect(try names.map { try folder.bytes("bag/\($0)") } == first)
        #expect(try BagReader(folder: folder.file("bag")).verify().isValid)
    }

    @Test("never replaces a link that stands under a tag file's name") func plantedLink() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        try folder.put(Array("victim".utf8), at: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("bag/bagit.txt"), withDestinationPath: folder.file("victim"))
        #expect(throws: FileError.self) {
            try BagWriter(folder: folder.file("bag")).write(payload: files, information: [], baggingDate: baggingDate)
        }
        #expect(try folder.bytes("victim") == Array("victim".utf8))
    }

    @Test("holds exactly its payload: missing, extra and other files are refused") func otherPayload() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        let writer = BagWriter(folder: folder.file("bag"))
        func refusal(_ payload: [BagFile]) -> BagError.Code? {
            do {
                try writer.write(payload: payload, information: [], baggingDate: baggingDate)
                return nil
            } catch {
                return (error as? BagError)?.code
            }
        }
        #expect(refusal(Array(files.dropLast())) == .otherPayload)
        #expect(refusal(files + [BagFile(path: "data/gone", length: 0, digest: files[0].digest)]) == .otherPayload)
        #expect(
            refusal(files.map { BagFile(path: $0.path, length: $0.length + 1, digest: $0.digest) }) == .otherPayload)
        #expect(refusal(files + [files[0]]) == .sameName)
        #expect(refusal(files + [BagFile(path: "data/PAYROLL.xml", length: 0, digest: files[0].digest)]) == .sameName)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("bag/data/link"), withDestinationPath: "/etc/passwd")
        #expect(refusal(files) == .otherPayload)
        #expect(!FileManager.default.fileExists(atPath: folder.file("bag/bagit.txt")))
    }

    @Test("refuses paths that some system could not hold or would read otherwise") func hostilePaths() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        let hostile = [
            "", "data", "data/", "work.csv", "/data/x", "data//x", "data/./x", "data/../x", "data/..", "data/.",
            "data/a b",
            "data/a%0Ab", "data/a\nb", "data/a\rb", "data/a\tb", "data/a\\b", "data/a:b", "data/a*b", "data/a?b",
            "data/a\"b",
            "data/a|b", "data/a<b", "data/å", "data/a\u{301}", "data/a\u{202E}b", "data/a\u{200B}b", "data/x.",
            "data/x ",
            "data/-rf", "data/CON", "data/con.csv", "data/LPT1.txt", "data/nul", "data/\0", "data/x\0y", "data/~/x",
            "data/$HOME", "data/`x`", "data/a;b", "data/a&b", "data/a'b", "data/a(b", "data/a[b", "data/a{b",
            "data/a#b",
            "data/a,b", "data/a=b", "data/a@b", "data/a!b", "data/a+b", "data/%2e%2e/x", "data/..%2fx", "data/..\\x",
            "../data/x",
            "data/../../x", "C:/data/x", "\\\\host\\x", "data/" + String(repeating: "a", count: 256),
            "data/" + String(repeating: "abcdefg/", count: 150) + "x", "DATA/x", "./data/x", "data/.../x", "data/x/.",
            "data/ x",
        ]
        #expect(hostile.count >= 60)
        for path in hostile {
            let file = BagFile(path: path, length: 0, digest: files[0].digest)
            do {
                try BagWriter(folder: folder.file("bag")).write(
                    payload: files + [file], information: [], baggingDate: baggingDate)
                Issue.record("accepted: \(path.debugDescription)")
            } catch let error as BagError {
                #expect(error.code == .unusablePath, "\(path.debugDescription)")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bag"])
    }

    @Test("refuses labels that would not be one") func labels() throws {
        let folder = try ScratchFolder()
        let files = try makeBag(folder)
        for label in ["", " ", "a:b", "a\nb", " a", "a ", "Ærø", "Payload-Oxum", "bagging-date"] {
            #expect(throws: BagError.self) {
                try BagWriter(folder: folder.file("bag")).write(
                    payload: files, information: [.init(label, "x")], baggingDate: baggingDate)
            }
        }
    }
}
