import Foundation
import GantrySandbox
import Testing

@Suite("Faults on the wire")
struct WireFaultTests {
    @Test("A status comes once, on its page, with the body given; then all is well")
    func status() async throws {
        let fault = try Fault("work-entries:page=3:status=401:times=1")
        try await withSignedIn(SandboxConfiguration(faults: [fault])) { client in
            #expect(try await client.page(2).status == 200)
            let answer = try await client.page(3)
            #expect(answer.status == 401)
            #expect(answer.object["error"] is String)
            #expect(try await client.page(3).status == 200)
            let logged = client.sandbox.requestLog.filter { $0.endpoint == "work-entries" }
            #expect(logged.map(\.status) == [200, 401, 200])
            #expect(logged[1].faults == ["work-entries:page=3:status=401"])
            try client.order(#"work-entries:status=418:body={"tea":"pot:1"}"#)
            #expect(try await client.page(1).text == #"{"tea":"pot:1"}"#)
            try client.order("work-entries:status=204")
            #expect(try await client.page(1).status == 204)
        }
    }

    @Test("Retry-After comes as 0, as seconds and as a date")
    func retryAfter() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:status=429:retry-after=0")
            try client.order("work-entries:status=429:retry-after=7")
            try client.order("work-entries:status=429:retry-after=date+60")
            #expect(try await client.page(1).headers.contains("Retry-After: 0\r\n"))
            #expect(try await client.page(1).headers.contains("Retry-After: 7\r\n"))
            let dated = try await client.page(1)
            #expect(dated.status == 429)
            let pattern = /Retry-After: (\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT)\r\n/
            let date = try #require(dated.headers.firstMatch(of: pattern)?.1)
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(secondsFromGMT: 0)
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
            let moment = try #require(format.date(from: String(date)))
            #expect(abs(moment.timeIntervalSinceNow - 60) < 20)
        }
    }

    @Test("A burst answers 503 so many times in a row")
    func burst() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:burst=3")
            var statuses: [Int] = []
            for _ in 1...4 { statuses.append(try await client.page(1).status) }
            #expect(statuses == [503, 503, 503, 200])
        }
    }

    @Test("A reset breaks the connection off in the middle of the body")
    func reset() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:reset:at=100")
            let answer = try await client.page(1)
            #expect(answer.exitCode == 56)
            #expect(answer.status == 200)
            #expect(answer.body.count == 100)
            #expect(try await client.page(1).exitCode == 0)
        }
    }

    @Test("A close ends the connection without a byte")
    func close() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:close")
            let answer = try await client.page(1)
            #expect(answer.exitCode == 52)
            #expect(answer.headers.isEmpty)
            #expect(client.sandbox.requestLog.last?.faults == ["work-entries:close"])
        }
    }

    @Test("A stall stops in the middle of the body, and goes on when its time is over")
    func stall() async throws {
        try await withSignedIn { client in
            let whole = try await client.page(1).body
            try client.order("work-entries:stall=1:at=50")
            let late = try await client.page(1)
            #expect(late.exitCode == 0)
            #expect(late.body == whole)
            // The first byte came before the pause, the last after it.
            #expect(late.secondsAfterFirstByte > 0.5)
        }
    }

    @Test("A truncated body ends before the length that was promised")
    func truncate() async throws {
        try await withSignedIn { client in
            let whole = try await client.page(1).body
            try client.order("work-entries:truncate")
            let answer = try await client.page(1)
            #expect(answer.exitCode == 18)
            #expect(answer.headers.contains("Content-Length: \(whole.count)\r\n"))
            #expect(answer.body == whole.prefix(whole.count / 2))
        }
    }

    @Test("A wrong length says less or more than comes")
    func wrongLength() async throws {
        try await withSignedIn { client in
            let whole = try await client.page(1).body
            try client.order("work-entries:wrong-length=-16")
            let short = try await client.page(1)
            #expect(short.body == whole.dropLast(16))
            #expect(short.json == nil)
            try client.order("work-entries:wrong-length=16")
            let long = try await client.page(1)
            #expect(long.exitCode == 18)
            #expect(long.body == whole)
        }
    }

    @Test("Garbage, an HTML page and an empty body come with 200")
    func wrongContent() async throws {
        try await withSignedIn { client in
            for kind in ["garbage", "html", "empty"] { try client.order("work-entries:\(kind)") }
            let garbage = try await client.page(1)
            #expect(garbage.status == 200 && garbage.json == nil && garbage.headers.contains("application/json"))
            let html = try await client.page(1)
            #expect(
                html.status == 200 && html.text.hasPrefix("<!doctype html>")
                    && html.headers.contains("Content-Type: text/html"))
            let empty = try await client.page(1)
            #expect(empty.status == 200 && empty.body.isEmpty && empty.headers.contains("Content-Length: 0\r\n"))
        }
    }

    @Test("A gzip bomb is small on the wire and inflates to its full size without an error")
    func gzipBomb() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:gzip-bomb=8:times=2")
            let packed = try await client.page(1)
            #expect(packed.headers.contains("Content-Encoding: gzip"))
            #expect(packed.body.count < 64 * 1_024)
            let inflated = try await client.page(1, ["--compressed"])
            #expect(inflated.exitCode == 0)
            #expect(inflated.body.count == 8 << 20)
            #expect(inflated.body.starts(with: Data(#"{"data":["#.utf8)))
        }
    }

    @Test("An endless body goes on until the client has had enough, and the server lives on")
    func endless() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:endless")
            let answer = try await client.raw.get(SignedInSandbox.october) { $0.count > 4 << 20 }
            let text = String(decoding: answer, as: UTF8.self)
            #expect(text.contains(/[Tt]ransfer-[Ee]ncoding: chunked/))
            #expect(text.contains(#"{"data":["#))
            #expect(answer.count > 4 << 20)
            #expect(try await client.page(1).status == 200)
        }
    }

    @Test("A redirect leads to another server, which sees whether credentials came along")
    func redirect() async throws {
        try await withSignedIn { client in
            try await SandboxServer.with(SandboxConfiguration()) { other in
                try client.order("work-entries:code=307:redirect=\(other.baseURL)/api/app/work-entries")
                let answer = try await client.page(1)
                #expect(answer.status == 307)
                #expect(answer.headers.contains("Location: \(other.baseURL)/api/app/work-entries\r\n"))
                try client.order("work-entries:redirect=\(other.baseURL)/api/app/work-entries")
                #expect(try await client.page(1, ["-L"]).status == 401)
                #expect(other.requestLog.map(\.hadAuthorization) == [false])
            }
        }
    }

    @Test("A slow answer waits")
    func slow() async throws {
        try await withSignedIn { client in
            try client.order("work-entries:slow=0.3:times=1")
            let start = ContinuousClock.now
            #expect(try await client.page(1).status == 200)
            #expect(start.duration(to: .now) >= .milliseconds(300))
        }
    }
}
