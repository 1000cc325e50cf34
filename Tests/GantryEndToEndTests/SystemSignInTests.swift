import Testing

/// Every way to sign in that a system file can name, through the built program.
@Suite("A sign-in that a file describes") struct SystemSignInTests {
    private static let check = "check: { get: /me, account: user.login }"
    private static let login = """
        login:
            post: /login
            body: { user: { name: { account: user } }, password: { secret: password }, remember: true }
            token: access_token
            expires: expires_in
        """
    private static let session = """
        session:
            post: /session
            body: { user: { name: { account: user } }, password: { secret: password }, remember: true }
            csrf: { from: { cookie: XSRF }, header: X-Csrf }
        """
    private static let refresh = """

            refresh: { at: refresh_token, post: /refresh, body: { refresh: { secret: refresh } } }
        """
    private static let password = "{ user: anna, password: { env: SECRET } }"
    private static let program = "{ client-id: anna, client-secret: { env: SECRET } }"

    /// A tracker whose file has this sign-in.
    private static func tracker(
        _ way: String, _ credentials: String, fault: String = "none", dataset: String = "hours"
    ) async throws -> Tracker {
        let tracker = try await Tracker(fault, dataset: dataset)
        try write(
            Tracker.system.replacing("  api-key: { header: X-Key }\n  \(check)", with: "  " + way),
            to: tracker.systemFile)
        let file = tracker.workspace.path + "/gantry.yaml"
        try write(try text(of: file).replacing("{ api-key: { env: TRACKER_KEY } }", with: credentials), to: file)
        return tracker
    }

    private static func command(_ tracker: Tracker, secret: String) -> Command {
        Command(
            [
                Product.binary, "run", "hours", "--period", "2026-10", "--pages-ahead", "1", "--workspace",
                tracker.workspace.path,
            ],
            environment: ["SECRET": secret])
    }

    @Test(
        "reads the list and names the account, whatever the way",
        arguments: [
            ("basic: {}\n  \(check)", password, "pass-a/1"),
            (
                "api-key: { query: key, because: The server takes no header. }\n  \(check)",
                "{ api-key: { env: SECRET } }", "key-a"
            ),
            ("\(login)", password, "pass-a/1"),
            ("\(login)\n  \(check)", password, "pass-a/1"),
            ("\(login)\(refresh)", password, "pass-a/1"),
            ("client-credentials: { post: /oauth, send-as: basic, scope: hours read }", program, "pass-a/1"),
            ("client-credentials: { post: /oauth, send-as: form, scope: hours read }\n  \(check)", program, "pass-a/1"),
            ("\(session)", password, "pass-a/1"),
            ("\(session)\n  \(check)", password, "pass-a/1"),
        ])
    func ways(way: String, credentials: String, secret: String) async throws {
        for dataset in ["hours", "linked"] {
            let tracker = try await Self.tracker(way, credentials, dataset: dataset)
            let wrong = try await Self.command(tracker, secret: secret + "-wrong").run()
            wrong.expect(exit: 77)
            #expect(!wrong.err.contains(secret), "\(wrong)")
            let ending = try await Self.command(tracker, secret: secret).run()
            ending.expect(exit: 0)
            #expect(try text(of: tracker.exported + "/data/hours.csv").split(separator: "\r\n").count > 100)
            #expect(try text(of: tracker.exported + "/bag-info.txt").contains("Source-Account: anna\n"))
            #expect(!ending.out.contains(secret) && !ending.err.contains(secret), "\(ending)")
            tracker.end()
        }
    }

    @Test("can be none") func none() async throws {
        let tracker = try await Self.tracker(
            "none: {}\n  check: { get: /me, status: 200 }", "{}", fault: "open")
        let gantry = tracker.workspace.path + "/gantry.yaml"
        try write(try text(of: gantry).replacing("\n    credentials: {}", with: ""), to: gantry)
        let ending = try await Self.command(tracker, secret: "").run()
        ending.expect(exit: 0)
        tracker.end()
    }

    @Test("isn't proven by another status than the file says") func status() async throws {
        let tracker = try await Self.tracker(
            "basic: {}\n  check: { get: /me, status: 204 }", Self.password)
        let ending = try await Self.command(tracker, secret: "pass-a/1").run()
        ending.expect(exit: 77)
        #expect(ending.err.contains("/me answers with status 200 instead of 204"), "\(ending)")
        tracker.end()
    }

    @Test(
        "ends where an answer has no usable token, and tells keys but no values",
        arguments: [
            ("no-token", "it has no token at access_token; its keys are token_type, expires_in and refresh_token"),
            ("expires-zero", "its expires_in isn't a number of seconds above 0"),
            ("expires-text", "its expires_in isn't a number of seconds above 0"),
        ])
    func unusable(fault: String, says: String) async throws {
        for (way, credentials) in [
            (Self.login, Self.password),
            ("client-credentials: { post: /oauth, send-as: form, scope: hours read }", Self.program),
        ] {
            let tracker = try await Self.tracker(way, credentials, fault: fault)
            let ending = try await Self.command(tracker, secret: "pass-a/1").run()
            ending.expect(exit: 77)
            #expect(ending.err.contains(says), "\(ending)")
            for secret in ["S3CR3T", "pass-a", "tok-1", "ref-1"] {
                #expect(!ending.err.contains(secret) && !ending.out.contains(secret), "\(ending)")
            }
            tracker.end()
        }
    }
}
