import GantryFiles
import GantryFormats
import GantryTestSupport
import Testing

@Suite("What a file is")
struct MediaTypeTests {
    static let pdf = Array("%PDF-1.4\n1 0 obj\nendobj\nxref\ntrailer\nstartxref\n9\n%%EOF\n".utf8)

    private static let sendable: [(String, MediaType, [UInt8])] = [
        ("a.pdf", .pdf, pdf), ("a.JPG", .jpeg, JPEG.image()), ("b.jpeg", .jpeg, JPEG.image()),
        ("a.b.png", .png, PNG.image()),
        ("a.webp", .webp, WebP.image()),
    ]

    @Test("is told by its content, and its whole bytes are sent", arguments: sendable)
    func known(name: String, type: MediaType, bytes: [UInt8]) throws {
        let (report, sent) = try inspect(bytes, as: name)
        #expect(report.type == type)
        #expect(report.problems == [])
        #expect(report.size == bytes.count)
        #expect(report.content?.pieces == [.file(0..<bytes.count)])
        #expect(sent == bytes)
    }

    private static let misnamed: [(String, [UInt8])] = [
        ("a.jpg", pdf), ("a.pdf", JPEG.image()), ("png", PNG.image()), (".png", PNG.image()),
        ("a.jpg.exe", JPEG.image()), ("a.", pdf),
    ]

    @Test("must be what its name says", arguments: misnamed)
    func name(name: String, bytes: [UInt8]) throws {
        #expect(try problems(bytes, as: name) == ["name-disagrees"])
    }

    @Test("must be accepted, whatever its name")
    func accepted() throws {
        let problem = try #require(
            try inspect(Self.pdf, as: "photo.jpg", accepts: [.jpeg, .png]).report.problems.first)
        #expect(problem.code == .wrongType)
        #expect(problem.found == "a PDF document")
        #expect(problem.expected == "a JPEG image or a PNG image")
    }

    @Test("must be what is stated for it")
    func stated() throws {
        let report = try inspect(JPEG.image(), as: "a.jpg", stated: .pdf).report
        #expect(report.problems.map(\.code) == [.statedTypeDisagrees])
        #expect(report.content == nil)
        #expect(try inspect(JPEG.image(), as: "a.jpg", stated: .jpeg).report.problems == [])
    }

    private static let unsendable: [([UInt8], String)] = [
        (Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1".utf8), "a HEIC image"), (Array("GIF89a".utf8), "a GIF image"),
        (Array("MM\0*".utf8), "a TIFF image"),
        (Array("PK\u{3}\u{4}....[Content_Types].xml....word/document.xml".utf8), "a Word document"),
        (Array("PK\u{3}\u{4}....a.txt".utf8), "a ZIP archive"),
        (Array("\n <!DOCTYPE html><p>".utf8), "a web page (HTML)"),
        (Array("Sick on Monday\n".utf8), "plain text"), ([0, 0, 0], "a file of zeros"),
        ([1, 2, 0xFF], "a file of unknown type"),
    ]

    @Test("is named where it can't be sent", arguments: unsendable)
    func others(bytes: [UInt8], name: String) throws {
        let problem = try #require(try inspect(bytes, as: "a.pdf", accepts: [.pdf]).report.problems.first)
        #expect(problem.code == .wrongType)
        #expect(problem.found == name)
        #expect(problem.advice.contains("a PDF document"))
    }

    @Test("is asked only of a file with bytes, and no more of them than the limit; a larger one is not read")
    func size() throws {
        #expect(try problems([], as: "a.pdf") == ["empty"])
        let report = try inspect(JPEG.image(), as: "a.pdf", limit: JPEG.image().count - 1).report
        #expect(report.problems.map(\.code) == [.tooLarge])
        #expect(report.type == nil)
        #expect(try inspect(JPEG.image(), as: "a.jpg", limit: JPEG.image().count).report.problems == [])
    }

    @Test("is told under any name", arguments: ["a \"b\"\n'c'.jpg", "Прилетел ☂.jpeg", "a;b`c`$(d).JPG", "=1+1.jpg"])
    func names(name: String) throws {
        #expect(try inspect(JPEG.image(), as: name).report.problems == [])
        #expect(
            try inspect(JPEG.image(), as: name + "\n\u{1B}[2J.x\ny").report.problems.allSatisfy {
                !$0.found.contains("\n")
            })
    }

    @Test("can't be asked of a link, a folder or what lies outside")
    func refused() throws {
        let folder = try TemporaryFolder()
        for (path, code) in [("../a.jpg", FileError.Code.unusableName), ("gone.jpg", .missing)] {
            #expect {
                _ = try MediaInspection.inspect(path: path, in: folder.path, accepts: [.jpeg], limit: 10)
            } throws: { ($0 as? FileError)?.code == code }
        }
    }
}
