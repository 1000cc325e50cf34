import FoundationEssentials
import Testing

@Suite("Those who are to be told") struct HookTests {
    private static let arguments = ["--entries", "60", "--employees", "6", "--seed", "7"]

    private func notify(_ desk: OperatingDesk, _ text: String) throws {
        let yaml = desk.workspace + "/gantry.yaml"
        try write(try text.isEmpty ? "" : Self.text(yaml) + "notify:\n" + text, to: yaml)
    }

    private static func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }

    @Test("get JSON on the standard input of a program, for the ends that they want, and each member of a group")
    func command() async throws {
        let desk = try await OperatingDesk(Self.arguments)
        let told = desk.folder.file("told")
        try notify(
            desk,
            """
              pager: { command: [sh, -c, "cat >> \(told); echo >> \(told)"], on: [failure, success] }
              others: { command: [sh, -c, "echo others >> \(told)"], pipelines: [leave-*] }
              broken: { command: [/nonexistent/pager] }

            """)
        let job = ["run", "payroll-monthly", "--period", "2026-10"]
        let (log, numbers) = (desk.folder.file("log"), desk.folder.file("run.prom"))
        let done = try await desk.run(job + ["--log", log, "--metrics", numbers])
        done.expect(exit: 0)
        let logged = try Self.text(log).split(separator: "\n").filter { $0.contains("could not be notified") }
        #expect(
            logged.count == 1 && logged[0].contains("error") && logged[0].contains("broken")
                && logged[0].contains("run=payroll-monthly/2026-10/r1"), "\(logged)")
        let counted = try Self.text(numbers)
        #expect(
            counted.contains(#"gantry_failed_notifications_total{target="broken"} 1"#)
                && counted.contains(#"gantry_failed_notifications_total{target="pager"} 0"#), "\(counted)")
        #expect(done.err.contains("broken could not be notified: /nonexistent/pager can't be started"), "\(done)")
        let again = try await desk.run(job)
        #expect(again.status == .exited(3) && !again.err.contains("notified"), "\(again)")
        var failing = desk.command(["run", "payroll-monthly", "--period", "2026-09"])
        failing.environment["KSR_PASSWORD"] = "hunter2"
        let failed = try await failing.run()
        failed.expect(exit: 77)
        let lines = try Self.text(told).split(separator: "\n").map(String.init)
        #expect(lines.count == 2, "\(lines)")
        #expect(
            lines[0].contains(#""event":"success""#) && lines[0].contains(#""run":"payroll-monthly/2026-10/r1""#)
                && lines[0].contains("is published: 60 exported") || lines[0].contains("exported"), "\(lines)")
        #expect(
            lines[1].contains(#""event":"failure""#) && lines[1].contains(#""exitCode":77"#)
                && lines[1].contains(#""pipeline":"payroll-monthly""#) && !lines[1].contains("hunter2"), "\(lines)")
    }

    @Test("learn of a company that never began without the run of the company before it") func companies()
        async throws
    {
        let desk = try await OperatingDesk(Self.arguments)
        let told = desk.folder.file("told")
        let yaml = desk.workspace + "/gantry.yaml"
        let second = """
              ksr2:
                system: vynqtalk
                environment: \(desk.sandbox.url)
                credentials:
                  email: { env: KSR_EMAIL }
                  password: { env: KSR_PASSWORD }
            notify:
              pager: { command: [sh, -c, "cat >> \(told); echo >> \(told)"], on: [failure, success] }

            """
        try write(try Self.text(yaml) + second, to: yaml)
        let done = try await desk.run([
            "run", "payroll-monthly", "--period", "2026-10", "--connections", "ksr,ksr2",
        ])
        done.expect(exit: 78)
        let lines = try Self.text(told).split(separator: "\n").map(String.init)
        #expect(lines.count == 2, "\(lines)")
        #expect(lines[0].contains(#""run":"payroll-monthly/2026-10/r1""#), "\(lines)")
        #expect(
            lines[1].contains(#""event":"failure""#) && lines[1].contains(#""pipeline":"payroll-monthly@ksr2""#)
                && lines[1].contains(#""run":null"#) && !lines[1].contains("--connections"), "\(lines)")
    }

    @Test("get a request that is signed with a key") func webhook() async throws {
        let desk = try await OperatingDesk(Self.arguments)
        let recorder = try await Recorder()
        try write("hook secret\n", to: desk.folder.file("key"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: desk.folder.file("key"))
        try notify(
            desk, "  monitor: { webhook: \"\(recorder.url)/hook?a=b\", secret: { file: \(desk.folder.file("key")) } }\n"
        )
        let done = try await desk.run(["run", "payroll-monthly", "--period", "2026-10"])
        #expect(done.status == .exited(0) && !done.err.contains("could not be notified"), "\(done)")
        let requests = try recorder.requests()
        #expect(requests.count == 1 && requests[0].contains("/hook?a=b"), "\(requests)")
        #expect(requests[0].contains(#""X-Gantry-Signature": "sha256="#), "\(requests)")
        let judge = try await Command(
            [
                Product.python, "-c",
                """
                import hashlib, hmac, json, sys
                entry = json.loads(sys.argv[1])
                body = entry["body"].encode()
                assert json.loads(body)["event"] == "success", body
                code = hmac.new(b"hook secret", body, hashlib.sha256).hexdigest()
                assert entry["headers"]["X-Gantry-Signature"] == "sha256=" + code
                """, requests[0],
            ]
        ).run()
        judge.expect(exit: 0)
    }

    @Test("get mail after STARTTLS by an account, and never without a certificate that is trusted")
    func mail() async throws {
        let desk = try await OperatingDesk(Self.arguments)
        let folder = desk.folder
        let certificate = folder.file("mail.pem")
        try await Command([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.file("mail.key"),
            "-out", certificate,
        ]).succeed()
        let box = folder.file("box")
        try FileManager.default.createDirectory(atPath: box, withIntermediateDirectories: false)
        let server = try Command(
            [
                "timeout", "-s", "KILL", "300", Product.python, Product.tools + "/mail_server.py", box, certificate,
                folder.file("mail.key"),
            ], timeout: .seconds(300)
        ).start()
        defer { server.end() }
        try await server.says("\n")
        let port = try server.outSoFar().split(separator: "\n").first.map(String.init) ?? ""
        func office(_ more: String) -> String {
            """
              office:
                mail: smtp://127.0.0.1:\(port)
                from: gantry@example.test
                to: [payroll@example.test, boss@example.test]
                user: office
                password: { env: MAIL_PASSWORD }
            \(more)

            """
        }
        let untrusted = try await run(desk, "2026-09", office(""))
        #expect(untrusted.err.contains("office could not be notified: "), "\(untrusted)")
        #expect(!untrusted.err.contains("mail secret") && !exists(box + "/1.eml"), "\(untrusted)")
        let trusted = try await run(desk, "2026-10", office("    ca-file: \(certificate)"))
        #expect(trusted.status == .exited(0) && !trusted.err.contains("could not be notified"), "\(trusted)")
        let judge = try await Command(
            [
                Product.python, "-c",
                """
                import email, email.policy, sys
                head, message = open(sys.argv[1], "rb").read().split(b"\\n", 1)
                assert head == b"gantry@example.test payroll@example.test boss@example.test", head
                message = email.message_from_bytes(message, policy=email.policy.default)
                assert not message.defects, message.defects
                assert message["subject"] == "[Gantry] payroll-monthly/2026-10/r1 is published", message["subject"]
                assert message["date"].datetime and message["message-id"]
                assert "payroll-monthly/2026-10/r1 is published" in message.get_content()
                """, box + "/1.eml",
            ]
        ).run()
        judge.expect(exit: 0)
        for (password, status) in [("mail secret", 0), ("mistyped", 1)] as [(String, Int32)] {
            var check = desk.command(["check", "office"])
            check.environment["MAIL_PASSWORD"] = password
            let checked = try await check.run()
            #expect(checked.status == .exited(status), "\(checked)")
            #expect(checked.out.contains("takes the account office; no mail was sent") == (status == 0), "\(checked)")
            #expect(!checked.out.contains(password))
        }
        #expect(!exists(box + "/2.eml"), "A check left a mail.")
    }

    @Test("are each tried by a check, which notifies nobody and says what it didn't try") func checked() async throws {
        let desk = try await OperatingDesk(Self.arguments)
        let recorder = try await Recorder()
        let told = desk.folder.file("told")
        try notify(
            desk,
            """
              monitor: { webhook: "\(recorder.url)/hook?a=b" }
              gone: { webhook: "http://127.0.0.1:1/hook" }
              pager: { command: [sh, -c, "cat >> \(told)"] }
              broken: { command: [/nonexistent/pager] }

            """)
        let checked = try await desk.run(["check"])
        checked.expect(exit: 1)
        for words in [
            "nothing was sent, so the rest of the address wasn't tried", "is a program; it wasn't run",
            "/nonexistent/pager isn't there", "gone  http://127.0.0.1:1",
        ] { #expect(checked.out.contains(words), "\(words): \(checked)") }
        #expect(try recorder.requests().isEmpty && !exists(told))
        let one = try await desk.run(["check", "pager", "--json"])
        #expect(one.status == .exited(0) && one.out.contains(#""notification":"pager""#), "\(one)")
        #expect(one.out.contains(#""connections":[]"#), "\(one)")
        #expect(try await desk.run(["check", "gone"]).status == .exited(75))
    }

    private func run(_ desk: OperatingDesk, _ period: String, _ text: String) async throws -> Ending {
        let yaml = desk.workspace + "/gantry.yaml"
        let plain = try Self.text(yaml).components(separatedBy: "notify:")[0]
        try write(plain + "notify:\n" + text, to: yaml)
        var command = desk.command(["run", "payroll-monthly", "--period", period])
        command.environment["MAIL_PASSWORD"] = "mail secret"
        return try await command.run()
    }
}
