import GantrySandbox
import Testing

@Suite("A form with files")
struct MultipartFormTests {
    static let type = "multipart/form-data; boundary=b"

    static func body(_ parts: String...) -> [UInt8] {
        Array((parts.map { "--b\r\n\($0)\r\n" }.joined() + "--b--\r\n").utf8)
    }

    @Test("holds fields and files with their names, types and bytes, in order")
    func reads() throws {
        let body = Self.body(
            "Content-Disposition: form-data; name=\"type\"\r\n\r\nmedical",
            "Content-Disposition: form-data; name=\"file\"; filename=\"a%22b%0D%0Ac; d.pdf\"\r\nContent-Type: application/pdf\r\n\r\n%PDF-\r\n--x\r\n",
            "content-disposition: form-data; filename=\"\\\"; name=\"file\"\r\n\r\n")
        let form = try MultipartForm(contentType: "multipart/form-data;boundary=\"b\"", body: body)
        #expect(form.parts.map(\.name) == ["type", "file", "file"])
        #expect(form.text("type") == "medical")
        #expect(form.file("type") == nil)
        let files = form.files("file")
        #expect(files.map(\.fileName) == ["a\"b\r\nc; d.pdf", "\\"])
        #expect(files.map(\.contentType) == ["application/pdf", nil])
        #expect(files.map(\.text) == ["%PDF-\r\n--x\r\n", ""])
    }

    @Test("may be empty")
    func empty() throws {
        #expect(try MultipartForm(contentType: Self.type, body: Array("--b--".utf8)).parts.isEmpty)
    }

    @Test(
        "that is invalid is refused with what is wrong",
        arguments: [
            ("", "start with"), ("--b", "closing"), ("--b\r\n", "closing"), ("--b--\r\nmore", "follows"),
            ("preamble\r\n--b--", "start with"),
            ("--bb--", "line end"), ("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ny", "closing"),
            ("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--", "Content-Disposition"),
            ("--b\r\nname=x\r\n--b--", "empty line"),
            ("--b\r\nContent-Disposition: form-data; name=x\r\n\r\n\r\n--b--", "quotation"),
            ("--b\r\nContent-Disposition: form-data; name=\"x\r\n\r\n\r\n--b--", "not closed"),
            ("--b\r\nContent-Disposition: form-data; name=\"a\"b\"\r\n\r\n\r\n--b--", "semicolon"),
            ("--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--", "no name"),
            ("--b\r\nContent-Disposition: attachment; name=\"x\"\r\n\r\n\r\n--b--", "form-data"),
            ("--b\r\nContent-Disposition: form-data; name=\"x\"; name=\"y\"\r\n\r\n\r\n--b--", "twice"),
            ("--b\r\nContent-Disposition: form-data; name=\"x\"; filename*=\"y\"\r\n\r\n\r\n--b--", "filename*"),
        ])
    func refused(body: String, hint: String) {
        let flaw = #expect(throws: MultipartForm.Flaw.self) {
            try MultipartForm(contentType: Self.type, body: Array(body.utf8))
        }
        #expect(flaw?.reason.contains(hint) == true, "\(String(describing: flaw))")
    }

    @Test(
        "needs a type that names a boundary",
        arguments: [
            nil, "application/json", "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=ä",
        ])
    func contentType(type: String?) {
        #expect(throws: MultipartForm.Flaw.self) { try MultipartForm(contentType: type, body: Array("--b--".utf8)) }
    }
}
