import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// Requests of any kind to a desk that shows a month, from outside and from a browser that is in.
@Suite("Hostile requests to the desk") struct DeskHostileTests {
    /// What nobody may see: a file of the workspace beside the month's.
    private static let secret = "rLx9-nobody-sees-this"

    @Test("get a page or a file of the run, ten thousand of them, and leave the desk as it was") func anything()
        async throws
    {
        let month = try await KeptMonth.copy()
        try write(Self.secret, to: month.workspace.path + "/secret.txt")
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let home = try await desk.get("/", cookie: cookie)
        let files = try await desk.get("\(HostileRequest.run)/files", cookie: cookie).addresses
            .filter { $0.hasPrefix("\(HostileRequest.run)/files/") }
        let assets = home.addresses.filter { $0.hasPrefix("/assets/") }
        #expect(files.count > 5 && assets.count > 1, "\(files) \(assets)")
        let review = try await desk.get("\(HostileRequest.run)/review", cookie: cookie)
        let place = HostileRequest.Place(
            port: desk.port, cookie: cookie, token: home.token(for: "/language"),
            decisionToken: review.token(for: HostileRequest.decide), files: files, assets: assets)
        #expect(!place.token.isEmpty && !place.decisionToken.isEmpty)
        let before = (try Self.contents(month.workspace.path), try Self.resident(desk))
        let free = Mutex<[DeskConnection]>([])
        let trials = Trials(what: "hostile requests to the desk", test: "DeskHostileTests")
        await trials.run(0..<10_000, leastHits: 10_000, takesAll: true) { number in
            // Each waits for its answer on a thread that other tests need too.
            await Task.yield()
            var random = Seeded(trial: number)
            let request = HostileRequest(in: place, &random)
            let connection = free.withLock { $0.popLast() } ?? DeskConnection(port: desk.port)
            let bytes = try connection.exchange(request.bytes)
            if !request.isKept { connection.end() }
            free.withLock { $0.append(connection) }
            return Self.verdict(on: DeskProgram.Answer(bytes), of: request, in: place)
        }
        let after = try Self.resident(desk)
        print("   resident memory of the desk: \(before.1) KiB, afterwards \(after) KiB")
        #expect(after - before.1 < 24 << 10, "\(before.1) KiB became \(after) KiB")
        #expect(try Self.contents(month.workspace.path) == before.0)
        #expect(try await desk.get("/", cookie: cookie).status == 200)
        desk.child.signal(SIGTERM)
        let ending = try await desk.child.ending()
        #expect(ending.status == .exited(0) && ending.err.isEmpty, "\(ending)")
    }

    private static func verdict(
        on answer: DeskProgram.Answer?, of request: HostileRequest, in place: HostileRequest.Place
    ) -> Verdict {
        guard let answer else {
            return request.isPlain ? .broken("no answer to \(request)") : .held
        }
        func broken(_ what: String) -> Verdict { .broken("\(what): \(request)\n\(answer)") }
        let type = answer.headers["content-type"]?.first
        // What is no request in HTTP is refused before the desk sees it.
        if type == nil, answer.status == 400, !request.isPlain { return .held }
        guard [200, 303, 400, 403, 404, 405, 409, 413, 421, 422].contains(answer.status) else {
            return broken("the status")
        }
        guard ![secret, "root:", "SQLite format"].contains(where: answer.body.contains) else {
            return broken("a secret")
        }
        let address = String(request.path.prefix { $0 != "?" && $0 != "#" })
        let isPage =
            type == "text/html; charset=utf-8" && (answer.body.isEmpty || answer.body.hasPrefix("<!DOCTYPE html>"))
        let isAsset = place.assets.contains(address)
        let isFile = answer.headers["content-disposition"]?.first?.hasPrefix("attachment; ") ?? false
        switch answer.status {
        case 200 where isFile:
            guard place.files.contains(HostileRequest.decoded(address)) else { return broken("a file") }
        case 200 where !isPage: guard isAsset else { return broken("no page") }
        case 303:
            guard answer.headers["location"]?.first?.hasPrefix("/") ?? false else { return broken("it leads away") }
        default: guard isPage else { return broken("no page") }
        }
        let isReport = address.hasSuffix("/report") && answer.status == 200
        let policy = answer.headers["content-security-policy"]?.first ?? ""
        guard policy.hasPrefix("default-src 'none'; "), policy.contains("frame-ancestors 'none'") || !isReport else {
            return broken("the policy")
        }
        let always = [
            "x-content-type-options": "nosniff", "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
            "referrer-policy": address == "/enter" ? "no-referrer" : "same-origin",
        ]
        for (name, value) in always where answer.headers[name] != [value] { return broken(name) }
        return answer.headers["server"] == nil ? .held : broken("server")
    }

    /// Of every file of a folder its length. What the journal keeps beside itself while it is open is left out.
    private static func contents(_ folder: String) throws -> [String: Int] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            !$0.contains("journal.sqlite-")
        }
        return try Dictionary(
            paths.map { path in
                let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")[.size]
                return (path, size as? Int ?? 0)
            }
        ) { first, _ in first }
    }

    /// How much memory the desk holds, in KiB.
    private static func resident(_ desk: DeskProgram) throws -> Int {
        let line = try text(of: "/proc/\(desk.child.pid)/status").split(separator: "\n").first {
            $0.hasPrefix("VmRSS:")
        }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
}

extension DeskProgram.Answer {
    /// What the page leads to and what it loads.
    fileprivate var addresses: [String] {
        ["href=\"", "src=\""].flatMap { start in
            body.components(separatedBy: start).dropFirst().map { String($0.prefix { $0 != "\"" }) }
        }
    }
}
