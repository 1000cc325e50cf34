import GantryDesk
import Testing

@Suite("Who may use the desk") struct DeskGuardTests {
    private static let start = ContinuousClock.now
    private var watch = DeskGuard(port: 8080, now: DeskGuardTests.start)

    @Test("enters once with the key, and stays in for twelve hours") mutating func enters() throws {
        let cookie = try enter()
        #expect(cookie.hasPrefix("gantry_desk_8080=") && cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
        #expect(watch.verdict(facts(watch.entrance), now: after(1)) == .refuse(.usedKey))
        let value = value(of: cookie)
        #expect(watch.verdict(facts("/", cookie: value), now: after(2)) == .show)
        #expect(watch.verdict(facts(watch.entrance, cookie: value), now: after(2)) == .isIn)
        #expect(watch.verdict(facts("/", cookie: value), now: after(12 * 3_600 - 1)) == .show)
        #expect(watch.verdict(facts("/", cookie: value), now: after(12 * 3_600)) == .refuse(.noSession))
    }

    @Test("has two minutes to enter") mutating func late() {
        #expect(watch.verdict(facts(watch.entrance), now: after(120)) == .refuse(.lateKey))
        #expect(watch.verdict(facts(watch.entrance), now: after(119)) != .refuse(.lateKey))
    }

    @Test(
        "doesn't enter with another key",
        arguments: [
            "/enter", "/enter?key=", "/enter?key=0", "/enter?other=1", "/enter?key=00000000000000000000000000000000",
            "/enter?key=a&key=b",
        ])
    mutating func wrongKey(target: String) {
        #expect(watch.verdict(facts(target), now: after(0)) == .refuse(.wrongKey))
        #expect(watch.verdict(facts(watch.entrance + "&" + watch.entrance.dropFirst(7)), now: after(0)) != .show)
        #expect(watch.verdict(facts(watch.entrance + "0"), now: after(0)) == .refuse(.wrongKey))
    }

    @Test("isn't let in by a look ahead, which leaves the key unused") mutating func head() throws {
        #expect(watch.verdict(facts(watch.entrance, method: "HEAD"), now: after(0)) == .refuse(.otherMethod))
        _ = try enter()
    }

    @Test(
        "asks for the desk by its own address alone",
        arguments: [
            [], ["evil.example"], ["127.0.0.1"], ["127.0.0.1:80"], ["127.0.0.1:8080:8080"], ["localhost.:8080"],
            ["LOCALHOST:8080"], ["127.0.0.1:8080", "127.0.0.1:8080"], ["127.0.0.2:8080"], ["[::1]:8081"], ["0:8080"],
            ["127.0.0.1:8080@evil.example"],
        ])
    mutating func otherHost(hosts: [String]) throws {
        let value = value(of: try enter())
        var asked = facts("/", cookie: value)
        asked.hosts = hosts
        #expect(watch.verdict(asked, now: after(1)) == .refuse(.otherHost))
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"] {
            asked.hosts = [host]
            #expect(watch.verdict(asked, now: after(1)) == .show)
        }
    }

    @Test("needs the cookie, whatever other cookies there are") mutating func cookies() throws {
        let value = value(of: try enter())
        let own = "gantry_desk_8080=\(value)"
        for right in [own, "a=b; \(own)", "gantry_desk_8080=x; \(own)", "\(own); gantry_desk_8080=x"] {
            var asked = facts("/")
            asked.cookies = [right]
            #expect(watch.verdict(asked, now: after(1)) == .show, "\(right)")
        }
        for wrong in ["", "gantry_desk_8080", "gantry_desk_8080=", "gantry_desk_8081=\(value)", "x\(own)", own + "0"] {
            var asked = facts("/")
            asked.cookies = [wrong]
            #expect(watch.verdict(asked, now: after(1)) == .refuse(.noSession), "\(wrong)")
        }
    }

    @Test("changes something only from a page of the desk") mutating func origin() throws {
        let value = value(of: try enter())
        let form = form(cookie: value)
        #expect(watch.verdict(form, now: after(1)) == .read)
        for wrong in [
            [], ["null"], ["http://127.0.0.1:8081"], ["https://127.0.0.1:8080"], ["http://localhost:8080"],
            ["http://127.0.0.1:8080", "http://127.0.0.1:8080"], ["http://127.0.0.1:8080.evil.example"],
        ] {
            var asked = form
            asked.origins = wrong
            #expect(watch.verdict(asked, now: after(1)) == .refuse(.otherOrigin), "\(wrong)")
        }
        for site in ["cross-site", "same-site", "none", ""] {
            var asked = form
            asked.fetchSite = site
            #expect(watch.verdict(asked, now: after(1)) == .refuse(.otherOrigin), "\(site)")
        }
        var asked = form
        asked.fetchSite = "same-origin"
        #expect(watch.verdict(asked, now: after(1)) == .read)
        asked.cookies = []
        #expect(watch.verdict(asked, now: after(1)) == .refuse(.noSession))
    }

    @Test("sends a form of at most 1 MB, and nothing but a form") mutating func sizes() throws {
        let form = form(cookie: value(of: try enter()))
        for (length, verdict) in [
            ("0", DeskGuard.Verdict.read), ("1000000", .read), ("1000001", .refuse(.tooLong)),
            ("99999999999999999999", .refuse(.noForm)), ("-1", .refuse(.noForm)), ("1e3", .refuse(.noForm)),
        ] {
            var asked = form
            asked.contentLength = length
            #expect(watch.verdict(asked, now: after(1)) == verdict, "\(length)")
        }
        for type in [nil, "", "text/plain", "multipart/form-data; boundary=x", "application/json"] {
            var asked = form
            asked.contentType = type
            #expect(watch.verdict(asked, now: after(1)) == .refuse(.noForm), "\(type ?? "none")")
        }
    }

    @Test("sends a file with its length, of at most 200 MB, as bytes and nothing else") mutating func files() throws {
        var file = form(cookie: value(of: try enter()))
        file.method = "PUT"
        file.contentType = "application/octet-stream"
        for (length, verdict) in [
            ("0", DeskGuard.Verdict.receive), ("200000000", .receive), ("200000001", .refuse(.tooLong)),
            (nil, .refuse(.noForm)), ("-1", .refuse(.noForm)), ("99999999999999999999", .refuse(.noForm)),
        ] {
            file.contentLength = length
            #expect(watch.verdict(file, now: after(1)) == verdict, "\(length ?? "none")")
        }
        file.contentLength = "1"
        file.contentType = "application/x-www-form-urlencoded"
        #expect(watch.verdict(file, now: after(1)) == .refuse(.noForm))
        file.contentType = "application/octet-stream"
        file.origins = ["http://evil.example"]
        #expect(watch.verdict(file, now: after(1)) == .refuse(.otherOrigin))
    }

    @Test("sends a form to the address that it was made for, and before the session ends") mutating func tokens() throws
    {
        #expect(watch.token(for: "/a", now: after(0)) == nil)
        _ = try enter()
        let token = try #require(watch.token(for: "/a", now: after(1)))
        #expect(watch.accepts(form: token, for: "/a", now: after(1)))
        #expect(!watch.accepts(form: token, for: "/b", now: after(1)))
        #expect(!watch.accepts(form: "", for: "/a", now: after(1)))
        #expect(!watch.accepts(form: token, for: "/a", now: after(12 * 3_600)))
        var other = DeskGuard(port: 8080, now: Self.start)
        _ = other.verdict(facts(other.entrance), now: after(0))
        #expect(!other.accepts(form: token, for: "/a", now: after(1)))
    }

    @Test("uses no other way to ask", arguments: ["DELETE", "OPTIONS", "TRACE", "CONNECT", "get", ""])
    mutating func methods(method: String) throws {
        let value = value(of: try enter())
        #expect(watch.verdict(facts("/", method: method, cookie: value), now: after(1)) == .refuse(.otherMethod))
        #expect(watch.verdict(facts("http://x/", cookie: value), now: after(1)) == .refuse(.noPath))
        #expect(watch.verdict(facts("*", cookie: value), now: after(1)) == .refuse(.noPath))
    }

    @Test("gets the style and the script before entering, and nothing else") mutating func assets() {
        #expect(watch.verdict(facts("/assets/x.css"), now: after(0)) == .asset)
        #expect(watch.verdict(facts("/assets"), now: after(0)) == .refuse(.noSession))
        #expect(watch.verdict(facts("/jobs"), now: after(0)) == .refuse(.noSession))
        #expect(watch.verdict(facts("/assets/x", method: "POST"), now: after(0)) == .refuse(.noSession))
    }

    // MARK: Facts

    private mutating func enter() throws -> String {
        guard case .enter(let cookie) = watch.verdict(facts(watch.entrance), now: after(0)) else {
            throw NotEntered()
        }
        return cookie
    }

    private struct NotEntered: Error {}

    private func after(_ seconds: Int) -> ContinuousClock.Instant { Self.start + .seconds(seconds) }

    private func value(of cookie: String) -> String {
        String(cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst())
    }

    private func facts(_ target: String, method: String = "GET", cookie: String? = nil) -> RequestFacts {
        var facts = RequestFacts(method: method, target: target, hosts: ["127.0.0.1:8080"])
        facts.cookies = cookie.map { ["gantry_desk_8080=\($0)"] } ?? []
        return facts
    }

    private func form(cookie: String) -> RequestFacts {
        var form = facts("/language", method: "POST", cookie: cookie)
        form.origins = ["http://127.0.0.1:8080"]
        form.contentType = "application/x-www-form-urlencoded"
        form.contentLength = "100"
        return form
    }
}
