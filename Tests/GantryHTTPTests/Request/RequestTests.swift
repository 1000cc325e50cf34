import GantryHTTP
import GantryModel
import Testing

@Suite struct RequestTests {
    @Test("Segments and query parts are percent-encoded, unreserved characters are not")
    func builder() {
        let url = URLBuilder("https://h.example/base/").path("/api/app work/b?c#d%æ").query("q", "1 & 2=+")
            .query("none", nil).query("a-._~", "-._~")
        #expect(
            url.text
                == "https://h.example/base/api/app%20work/b%3Fc%23d%25%C3%A6?q=1%20%26%202%3D%2B&a-._~=-._~")
    }

    @Test(
        "Unusable URLs are refused with a reason",
        arguments: [
            "", "h.example/x", "file:///etc/hostname", "ftp://h.example/", "gopher://h.example/", "dict://h.example/",
            "https://", "https://ole:pw@h.example/",
            "https://h.example/a b", "https://h.example/a\r\nX: y", "https://h.example/a\0", "https://h.example/æ",
            "https://h.example:99999/", "javascript:alert(1)",
            "https://h.example/../x", "https://h.example/a/%2e%2E/x", "https://h.example/.",
        ])
    func refusedURLs(url: String) {
        #expect { try CheckedURL.parse(url, for: HTTPRequest(.get, url)) } throws: {
            ($0 as? HTTPError)?.code == .invalidRequest
        }
    }

    @Test("Origins are equal when scheme, host and port are, whatever the spelling")
    func origins() throws {
        let request = HTTPRequest(.get, "https://H.example/")
        let base = try CheckedURL.parse("https://H.example/a/b?x", for: request)
        for same in ["/c", "c", "//h.EXAMPLE:443/z", "HTTPS://h.example/", "?y", "../c"] {
            #expect(try base.resolving(same, for: request).origin == base.origin, "\(same)")
        }
        for other in [
            "http://h.example/", "//other.example/", "https://h.example:444/", "https://h.example.evil.example/",
            "//h.example@evil.example/",
        ] {
            let resolved = try? base.resolving(other, for: request)
            #expect(resolved?.origin != base.origin, "\(other)")
        }
        let relative = try base.resolving("c?d=e", for: request).text.lowercased()
        #expect(relative == "https://h.example/a/c?d=e")
    }

    @Test(
        "Loopback is known by its spelling",
        arguments: [
            ("http://localhost/", true), ("http://127.0.0.1:8/", true), ("http://127.1/", true),
            ("http://0x7f.1/", true), ("http://[::1]:80/", true), ("http://2130706433/", true),
            ("http://127.0.0.1.evil.example/", false), ("http://localhost.evil.example/", false),
            ("http://10.0.0.1/", false), ("http://128.0.0.1/", false), ("http://0.0.0.0/", false),
        ])
    func loopback(url: String, expected: Bool) throws {
        #expect(try CheckedURL.parse(url, for: HTTPRequest(.get, url)).isLoopback == expected)
    }

    @Test(
        "Header names and values with line breaks, NUL or other control characters are refused",
        arguments: [
            HeaderField("X-A", "one\r\nX-Evil: two"), HeaderField("X-A", "one\ntwo"), HeaderField("X-A", "a\rb"),
            HeaderField("X-A", "a\0b"),
            HeaderField("X-A", HeaderValue(secret: Secret("a\r\nb"))), HeaderField("X A", "x"),
            HeaderField("X-A:", "x"), HeaderField("", "x"),
            HeaderField("X-A\r\nY", "x"), HeaderField("Content-Length", "4"),
            HeaderField("transfer-encoding", "chunked"), HeaderField("Xæ", "x"),
        ])
    func headerFaults(field: HeaderField) {
        #expect(field.fault != nil)
    }

    @Test(
        "Ordinary headers are fit to send",
        arguments: [
            HeaderField("X-A", "one two\tthree"), HeaderField("Accept", "application/json; q=0.5, */*"),
            HeaderField("X-Empty", ""), HeaderField("If-None-Match", "\"æ\""),
        ])
    func headerPass(field: HeaderField) {
        #expect(field.fault == nil)
    }

    @Test("Headers are found without regard to case, and two different lengths are none")
    func headers() {
        let headers = HTTPHeaders([
            ("Content-Type", "a"), ("X", "1"), ("x", "2"), ("Content-Length", "5"), ("content-length", "6"),
        ])
        #expect(headers["CONTENT-TYPE"] == "a")
        #expect(headers.values("X") == ["1", "2"])
        #expect(headers.contentLength == nil)
    }

    @Test("Only methods that read may repeat unless a request says so")
    func mayRepeat() {
        #expect(HTTPRequest(.get, "").mayRepeat && HTTPRequest(.head, "").mayRepeat)
        #expect(
            !HTTPRequest(.post, "").mayRepeat && !HTTPRequest(.put, "").mayRepeat && !HTTPRequest(.delete, "").mayRepeat
        )
        #expect(HTTPRequest(.post, "", mayRepeat: true).mayRepeat)
    }

    @Test("A stall is less than a byte a second over the limit, wherever the bytes fall")
    func stall() {
        var silent = StallWatch(limit: .seconds(20))
        let steps: [(Duration, Bool)] = [(.zero, false), (.milliseconds(19_999), false), (.seconds(20), true)]
        for (now, expected) in steps {
            let stalled = silent.observe(bytes: 0, now: now)
            #expect(stalled == expected && silent.due == .seconds(20))
        }

        var drip = StallWatch(limit: .seconds(20))
        var slow = StallWatch(limit: .seconds(20))
        var dripStalled = false
        var slowStalled = false
        for second in 0...200 {
            dripStalled = drip.observe(bytes: second, now: .seconds(second)) || dripStalled
            slowStalled = slow.observe(bytes: second / 2, now: .seconds(second)) || slowStalled
        }
        #expect(!dripStalled && slowStalled)
    }
}
