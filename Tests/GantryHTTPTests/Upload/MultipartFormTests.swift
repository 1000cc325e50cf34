import GantryFiles
import GantryHTTP
import Glibc
import Testing

@Suite struct MultipartFormTests {
    /// What a server receives of `form`.
    private func received(_ form: MultipartForm, headers: [HeaderField] = []) async throws -> ReceivedRequest {
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            try await withHTTPClient { client in
                _ = try await client.send(HTTPRequest(.post, server.url, headers: headers, body: .multipart(form)))
            }
            return try #require(server.requests.first)
        }
    }

    @Test("Names, file names and texts are written as the HTML standard says")
    func encoding() async throws {
        let form = MultipartForm(
            [
                .text("a\"b\nc\rd", "one\rtwo\nthree\r\nfour\n\r"),
                .file("æ", named: "x\"\r\n\\%22.jpg", contentType: "image/jpeg", bytes: Array("1\n2".utf8)),
                .text("æ", ""),
            ], boundary: "B")
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"a%22b%0D%0Ac%0D%0Ad\"\r\n\r\none\r\ntwo\r\nthree\r\nfour\r\n\r\n\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"æ\"; filename=\"x%22%0D%0A\\%22.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n1\n2\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"æ\"\r\n\r\n\r\n--B--\r\n"
        // Another content type can't name the boundary.
        let request = try await received(form, headers: [HeaderField("content-type", "application/json")])
        #expect(String(decoding: request.body, as: UTF8.self) == expected)
        #expect(
            request.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value) == [
                "multipart/form-data; boundary=B"
            ])
        #expect(request["content-length"] == String(expected.utf8.count))
    }

    @Test("Boundaries are not the same twice")
    func boundaries() {
        #expect(Set((0..<1000).map { _ in MultipartForm().boundary }).count == 1000)
        #expect(MultipartForm().boundary.utf8.count == 39)
    }

    @Test("Two parsers that are not ours read back every part in its order, of files and of bytes")
    func judges() async throws {
        try await withTemporaryFolder { folder in
            let large = pattern(700_000)
            let form = MultipartForm([
                .text("title", "Hall 3 – æøå 漢字\nsecond line"),
                .text("tag", "one"),
                .text("tag", "two"),
                .text("has \"quotes\"\nand lines", "\r\n--\r\n"),
                .file(
                    "photo", named: "før \"efter\"\n漢.jpg", contentType: "image/jpeg",
                    content: try content(large, in: folder)),
                .file("photo", named: "none.bin", content: try content([], named: "none", in: folder)),
                .file(
                    "memory", named: "a;b=c.txt", contentType: "text/plain; charset=utf-8",
                    bytes: Array("--not\r\n".utf8)),
            ])
            let request = try await received(form)
            try write(request.body, to: folder + "/body")
            let python = getenv("GANTRY_TEST_PYTHON").map { String(cString: $0) } ?? "python3"
            let program = """
                import sys, hashlib, email.parser, email.policy
                from werkzeug.formparser import MultiPartParser
                from werkzeug.http import parse_options_header
                body, kind = open(sys.argv[1], 'rb').read(), sys.argv[2]
                say = lambda *row: print('|'.join(map(ascii, row)))
                digest = lambda data: hashlib.sha256(data).hexdigest()[:8]
                import io
                form, files = MultiPartParser().parse(io.BytesIO(body), parse_options_header(kind)[1]['boundary'].encode(), len(body))
                for name, value in form.items(multi=True): say('w', name, value)
                for name, file in files.items(multi=True): say('w', name, file.filename, file.content_type, digest(file.read()))
                message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(b'Content-Type: ' + kind.encode() + b'\\r\\n\\r\\n' + body)
                for part in message.iter_parts():
                    row = [part.get_param('name', header='content-disposition')]
                    if part.get_filename(): row.append(part.get_content_type())
                    say('e', *row, digest(part.get_payload(decode=True)))
                print(len(message.defects))
                """
            let output = String(
                decoding: try await ChildProcess.run([python, "-c", program, folder + "/body", form.contentType]),
                as: UTF8.self)
            func digest(_ bytes: [UInt8]) -> String {
                String(ContentHasher.digest(of: bytes.span).description.prefix(8))
            }
            let title = Array("Hall 3 – æøå 漢字\r\nsecond line".utf8)
            // Werkzeug turns %22 back into a quote.
            #expect(
                output.split(separator: "\n").map(String.init) == [
                    #"'w'|'title'|'Hall 3 \u2013 \xe6\xf8\xe5 \u6f22\u5b57\r\nsecond line'"#,
                    "'w'|'tag'|'one'", "'w'|'tag'|'two'",
                    #"'w'|'has "quotes"%0D%0Aand lines'|'\r\n--\r\n'"#,
                    #"'w'|'photo'|'f\xf8r "efter"%0A\u6f22.jpg'|'image/jpeg'|'"# + digest(large) + "'",
                    "'w'|'photo'|'none.bin'|'application/octet-stream'|'\(digest([]))'",
                    "'w'|'memory'|'a;b=c.txt'|'text/plain; charset=utf-8'|'\(digest(Array("--not\r\n".utf8)))'",
                    "'e'|'title'|'\(digest(title))'",
                    "'e'|'tag'|'\(digest(Array("one".utf8)))'", "'e'|'tag'|'\(digest(Array("two".utf8)))'",
                    "'e'|'has %22quotes%22%0D%0Aand lines'|'\(digest(Array("\r\n--\r\n".utf8)))'",
                    "'e'|'photo'|'image/jpeg'|'\(digest(large))'",
                    "'e'|'photo'|'application/octet-stream'|'\(digest([]))'",
                    "'e'|'memory'|'text/plain'|'\(digest(Array("--not\r\n".utf8)))'",
                    "0",
                ])
        }
    }
}
