import FoundationEssentials
import Testing

@Suite("A check of a connection and its workspace") struct CheckTests {
    private let folder: TestFolder
    private let sandbox: Sandbox

    init() async throws {
        folder = try TestFolder("check")
        sandbox = try await Sandbox.plain.value
    }

    private func gantry(
        _ words: String..., url: String? = nil, more: String = "", system: String = "ksr-cranes",
        credentials: String = "{ email: { env: KSR_EMAIL }, password: { env: KSR_PASSWORD } }",
        environment: [String: String] = [:]
    ) async throws -> Ending {
        try write(
            """
            connections:
              ksr:
                system: \(system)
                environment: "\(url ?? sandbox.url)"
                credentials: \(credentials)
            \(more)

            """, to: folder.file("gantry.yaml"))
        let variables = Sandbox.environment.merging(environment) { $1 }
        return try await Command(
            [Product.binary, "check"] + words
                + ["--workspace", folder.file("workspace"), "--config", folder.file("gantry.yaml")],
            environment: variables
        ).run()
    }

    /// The words of each line of a table.
    private func rows(_ ending: Ending) -> [String: String] {
        var rows: [String: String] = [:]
        for line in ending.lines where line.hasPrefix("  ") {
            let words = line.split(separator: " ")
            if words.count > 1 { rows[String(words[0])] = String(words[1]) }
        }
        return rows
    }

    @Test("finds everything in order where it is, and keeps no session") func good() async throws {
        let ending = try await gantry()
        ending.expect(exit: 0)
        let rows = rows(ending)
        for check in ["proxy", "name", "connection", "clock", "answer", "sign-in", "role", "permissions", "space"] {
            #expect(rows[check] == "ok", "\(check): \(ending)")
        }
        #expect(rows["certificate"] == "skipped")
        #expect(ending.out.contains(Sandbox.email) && !ending.out.contains(Sandbox.password))
        #expect(!exists(folder.file("workspace/tokens")) && !exists(folder.file("workspace/journal.sqlite")))
        let json = try await gantry("ksr", "--json")
        #expect(json.status == .exited(0) && json.out.contains("\"check\":\"role\",\"state\":\"ok\""), "\(json)")
    }

    @Test("brings a file to each kind of destination, and leaves nothing there", arguments: DeliveryServer.kinds)
    func destination(_ kind: String) async throws {
        let server = try await DeliveryServer(kind)
        let ending = try await gantry("there", more: try server.destinations())
        #expect(ending.status == .exited(0) && rows(ending)["delivery"] == "ok", "\(ending)")
        #expect(rows(ending)["sign-in"] == nil, "a connection was not asked for")
        #expect(try Tree(server.arrived).files.keys.filter { $0 != "log" } == [])
        let all = try await gantry("--json", more: try server.destinations())
        #expect(
            all.out.contains(#""destination":"there""#) && all.out.contains(#""check":"delivery","state":"ok""#),
            "\(all)")
    }

    @Test("finds a store that would replace an object, and one that removes nothing") func stores() async throws {
        let replaces = try await DeliveryServer("s3-replaces")
        let refused = try await gantry("there", more: try replaces.destinations())
        #expect(refused.status == .exited(1) && rows(refused)["delivery"] == "failed", "\(refused)")
        #expect(refused.out.contains("If-None-Match"), "\(refused)")
        #expect(try replaces.files().isEmpty)
        let keeps = try await DeliveryServer("s3-keeps")
        let warned = try await gantry("there", more: try keeps.destinations())
        #expect(warned.status == .exited(0) && rows(warned)["delivery"] == "warning", "\(warned)")
    }

    @Test("says of a destination what refuses, with the exit code of a delivery") func refusals() async throws {
        let server = try await DeliveryServer("s3")
        let destinations = try server.destinations()
        let account = try await gantry("there", more: destinations.replacing("AKIDEXAMPLE", with: "AKIDOTHER"))
        #expect(account.status == .exited(77) && rows(account)["delivery"] == "failed", "\(account)")
        let bucket = try await gantry("there", more: destinations.replacing("s3://pay/", with: "s3://play/"))
        bucket.expect(exit: 78)
        let closed = try await gantry(
            "there", more: "destinations:\n  there: { address: \"http://127.0.0.1:9/in\" }\n")
        #expect(closed.status == .exited(75) && rows(closed)["delivery"] == "failed", "\(closed)")
        let gone = try await gantry("there", more: "destinations:\n  there: { address: /nowhere/in }\n")
        #expect(gone.status != .exited(0) && rows(gone)["delivery"] == "failed", "\(gone)")
        let unknown = try await gantry("ther", more: destinations)
        #expect(unknown.status == .exited(78) && unknown.err.contains("Did you mean there?"), "\(unknown)")
    }

    @Test("says what refuses, each class with its own exit code") func failures() async throws {
        let wrong = try await gantry(environment: ["KSR_PASSWORD": "wrong-canary"])
        #expect(wrong.status == .exited(77) && rows(wrong)["sign-in"] == "failed", "\(wrong)")
        #expect(!wrong.out.contains("wrong-canary"))
        let unset = try await gantry(credentials: "{ email: a@b.c, password: { env: NO_SUCH_VARIABLE } }")
        #expect(unset.status == .exited(77) && unset.out.contains("NO_SUCH_VARIABLE"), "\(unset)")
        let nameless = try await gantry(url: "https://cranes.invalid")
        #expect(nameless.status == .exited(75) && rows(nameless)["name"] == "failed", "\(nameless)")
        let closed = try await gantry(url: "http://127.0.0.1:9")
        #expect(closed.status == .exited(75) && rows(closed)["connection"] == "failed", "\(closed)")
        let proxy = try await gantry(
            url: "https://cranes.invalid", more: "    proxy: { address: \"http://127.0.0.1:9\" }")
        #expect(proxy.status == .exited(75) && rows(proxy)["proxy"] == "failed", "\(proxy)")
        let secret = try await gantry(
            url: "https://cranes.invalid",
            more: "    proxy: { address: \"http://127.0.0.1:9\", user: a, password: { env: NO_SUCH_VARIABLE } }")
        #expect(secret.status == .exited(77) && rows(secret)["proxy"] == "failed", "\(secret)")
        let unknown = try await gantry("krs")
        #expect(unknown.status == .exited(78) && unknown.err.contains("Did you mean ksr?"), "\(unknown)")
        try FileManager.default.createDirectory(
            atPath: folder.file("workspace"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777]
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.file("workspace"))
        let open = try await gantry()
        #expect(open.status != .exited(0) && rows(open)["permissions"] == "failed", "\(open)")
    }

    @Test("doesn't use up a pairing token, and uses a kept session as it is") func pairing() async throws {
        let lms = try await Sandbox(["--system", "cdbl-lms"])
        let token = "{ pair-token: { env: PAIR } }"
        let before = try await gantry(
            url: lms.url, system: "cdbl-lms", credentials: token, environment: ["PAIR": "pair-sandbox-000001"])
        #expect(before.status == .exited(0) && rows(before)["sign-in"] == "skipped", "\(before)")
        let login = try await Command(
            [
                Product.binary, "login", "ksr", "--workspace", folder.file("workspace"), "--config",
                folder.file("gantry.yaml"),
            ], environment: ["PAIR": "pair-sandbox-000001"]
        ).run()
        login.expect(exit: 0)
        let kept = try text(of: folder.file("workspace/tokens/ksr.json"))
        let after = try await gantry(
            url: lms.url, system: "cdbl-lms", credentials: token, environment: ["PAIR": "pair-sandbox-000001"])
        #expect(after.status == .exited(0) && rows(after)["sign-in"] == "ok", "\(after)")
        #expect(try text(of: folder.file("workspace/tokens/ksr.json")) == kept)
    }

    @Test("shows the certificate of a server behind a proxy, and the proxy") func certificate() async throws {
        let port = String(sandbox.url.split(separator: ":").last ?? "")
        let proxy = try Command(
            [Product.python, Product.tools + "/connect_proxy.py", folder.path, port], timeout: .seconds(600)
        ).start()
        defer { proxy.end() }
        try await proxy.says("\n")
        let place = try proxy.outSoFar().split(whereSeparator: \.isNewline).first?.split(separator: " ").last ?? ""
        let address = "http://127.0.0.1:\(place)"
        let good = try await gantry(
            url: "https://cranes.example.test", more: "    ca-file: ca.pem", environment: ["HTTPS_PROXY": address])
        // The certificate of the tool is good for ten days.
        #expect(good.status == .exited(0) && rows(good)["certificate"] == "warning", "\(good)")
        #expect(good.out.contains("valid for 9 days") && good.out.contains("\(address), from HTTPS_PROXY"), "\(good)")
        let strange = try await gantry(
            url: "https://cranes.example.test", environment: ["HTTPS_PROXY": address])
        #expect(strange.status == .exited(1) && rows(strange)["certificate"] == "failed", "\(strange)")
    }
}
