import FoundationEssentials
import Glibc
import Testing

/// The desk on its port, where every program of the machine and every page in the browser can reach it.
@Suite("The desk on its port") struct DeskDoorTests {
    @Test("opens once, with the address that it prints, and says so of a used one") func key() async throws {
        let folder = try TestFolder("desk")
        let desk = try await DeskProgram(folder.path)
        defer { desk.child.end() }
        let closed = try await desk.get("/")
        #expect(closed.status == 403 && closed.body.contains("gantry desk --open"), "\(closed)")
        let opened = try await desk.get(desk.entrance)
        #expect(opened.status == 303 && opened.headers["location"] == ["/"], "\(opened)")
        let cookie = try #require(opened.headers["set-cookie"]?.first)
        #expect(
            cookie.hasPrefix("gantry_desk_\(desk.port)=") && cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
        let again = try await desk.get(desk.entrance)
        #expect(again.status == 403 && again.body.contains("was used"), "\(again)")
        #expect(again.body.contains("<code>gantry desk --open</code>") && again.headers["set-cookie"] == nil)
        #expect(opened.headers["referrer-policy"] == ["no-referrer"])
        let value = String(cookie.prefix { $0 != ";" })
        let home = try await desk.get("/", cookie: value)
        // With no-referrer a browser sends forms without their origin, which the desk then refuses.
        #expect(home.status == 200 && home.headers["referrer-policy"] == ["same-origin"])
        #expect(try await desk.get("/", cookie: value + "0").status == 403)
        #expect(try await desk.get("/", cookie: "gantry_desk_1=\(value.drop { $0 != "=" }.dropFirst())").status == 403)
        desk.child.signal(SIGTERM)
        let ending = try await desk.child.ending()
        ending.expect(exit: 0)
        #expect(!ending.out.dropFirst(ending.lines[0].count).contains("key="), "\(ending)")
    }

    @Test("opens the browser with a file, since everybody sees the arguments of a program") func browser() async throws
    {
        let folder = try TestFolder("desk")
        let workspace = folder.file("workspace")
        let tools = folder.file("tools")
        for path in [workspace, tools] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        let seen = folder.file("seen")
        try write(
            "#!/bin/sh\nstat -c '%a %n' \"$1\" >\(seen).part\ncat \"$1\" >>\(seen).part\nmv \(seen).part \(seen)\n",
            to: tools + "/xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tools + "/xdg-open")
        let desk = try await DeskProgram(workspace, ["--open"], path: tools)
        defer { desk.child.end() }
        var tries = 0
        while !exists(seen), tries < 500 {
            tries += 1
            try await Task.sleep(for: .milliseconds(10))
        }
        let shown = try text(of: seen)
        #expect(shown.hasPrefix("600 \(workspace)/desk/open.html\n"), "\(shown)")
        #expect(shown.contains("url=http://127.0.0.1:\(desk.port)\(desk.entrance)\""), "\(shown)")
        desk.child.signal(SIGTERM)
        #expect(try await desk.child.ending().status == .exited(0))
        #expect(!exists(workspace + "/desk/open.html"))
    }

    @Test("lets a browser in that a page of another site sent") func elsewhere() async throws {
        let folder = try TestFolder("desk")
        let desk = try await DeskProgram(folder.path)
        defer { desk.child.end() }
        let answer = try await desk.send(
            "GET \(desk.entrance) HTTP/1.1\r\nHost: 127.0.0.1:\(desk.port)\r\nSec-Fetch-Site: cross-site\r\n\r\n")
        #expect(answer.status == 200 && answer.headers["set-cookie"]?.count == 1, "\(answer)")
        #expect(
            answer.body.contains("<meta http-equiv=\"refresh\" content=\"0; url=/\">") && !answer.body.contains("key"))
    }

    @Test(
        "answers to no other name",
        arguments: ["evil.example", "127.0.0.1", "localhost.evil.example:PORT", "", "[::2]:PORT"])
    func host(host: String) async throws {
        let folder = try TestFolder("desk")
        let desk = try await DeskProgram(folder.path)
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let name = host.replacing("PORT", with: "\(desk.port)")
        for path in ["/", desk.entrance, "/jobs"] {
            let answer = try await desk.send("GET \(path) HTTP/1.1\r\nHost: \(name)\r\nCookie: \(cookie)\r\n\r\n")
            #expect([400, 421].contains(answer.status) && !answer.body.contains("aria-current"), "\(answer)")
        }
        for own in ["localhost", "[::1]"] {
            let answer = try await desk.send(
                "GET / HTTP/1.1\r\nHost: \(own):\(desk.port)\r\nCookie: \(cookie)\r\n\r\n")
            #expect(answer.status == 200, "\(answer)")
        }
    }

    @Test("takes forms only from its own pages, and does nothing else") func forms() async throws {
        let folder = try TestFolder("desk")
        let desk = try await DeskProgram(folder.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let own = "http://127.0.0.1:\(desk.port)"
        let page = try await desk.get("/", cookie: cookie)
        let token = page.token(for: "/language")
        #expect(token.count == 64, "\(page)")
        let form = [("token", token), ("back", "/jobs")]
        for origin in [nil, "null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1:\(desk.port)"] {
            let answer = try await desk.post("/language", form, cookie: cookie, origin: origin)
            #expect(
                answer.status == 403 && answer.body.contains("Nothing was changed"), "\(origin ?? "none"): \(answer)")
        }
        for site in ["cross-site", "same-site", "none"] {
            let answer = try await desk.post(
                "/language", form, cookie: cookie, origin: own, more: "Sec-Fetch-Site: \(site)\r\n")
            #expect(answer.status == 403, "\(site): \(answer)")
        }
        for wrong in ["", String(token.dropLast()) + (token.last == "0" ? "1" : "0"), token + "0"] {
            let answer = try await desk.post("/language", [("token", wrong)], cookie: cookie)
            #expect(answer.status == 403 && answer.body.contains("not from this desk"), "\(answer)")
        }
        #expect(try await desk.post("/language", form, cookie: nil, origin: own).status == 403)
        #expect(try await desk.post("/language", form, cookie: cookie, origin: own, host: "evil.example").status == 421)
        // A link of another page can't change anything either.
        _ = try await desk.get("/language?token=\(token)", cookie: cookie)
        #expect(try await desk.get("/", cookie: cookie).body.contains("<html lang=\"en\">"))

        let done = try await desk.post("/language", form, cookie: cookie)
        #expect(done.status == 303 && done.headers["location"] == ["/jobs"], "\(done)")
        #expect(try await desk.get("/", cookie: cookie).body.contains("<html lang=\"da\">"))
        // Who says where to go on can't lead elsewhere.
        let led = try await desk.post("/language", [("token", token), ("back", "//evil.example/")], cookie: cookie)
        #expect(led.status == 303 && led.headers["location"] == ["/"], "\(led)")
    }

    @Test("reads at most 1 MB of a form") func sizes() async throws {
        let folder = try TestFolder("desk")
        let desk = try await DeskProgram(folder.path)
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let head =
            "POST /language HTTP/1.1\r\nHost: 127.0.0.1:\(desk.port)\r\nCookie: \(cookie)\r\n"
            + "Origin: http://127.0.0.1:\(desk.port)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        let told = try await desk.send(head + "Content-Length: 1000001\r\n\r\n")
        #expect(told.status == 413, "\(told)")
        let block = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
        let untold = try await desk.send(
            head + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: block, count: 16) + "0\r\n\r\n")
        #expect(untold.status == 413, "\(untold)")
        #expect(try await desk.get("/", cookie: cookie).status == 200)
    }

    @Test("doesn't run as root unless it is told to", .enabled(if: geteuid() == 0)) func root() async throws {
        let folder = try TestFolder("desk")
        let ending = try await Command([Product.binary, "desk", "--workspace", folder.path]).run()
        #expect(ending.status == .exited(64) && ending.err.contains("--as-root"), "\(ending)")
    }
}
