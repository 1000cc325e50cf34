import Foundation
import GantryAccounts
import GantryConnectors
import GantryModel
import GantrySignOff
import GantryTestSupport
import Testing

@Suite struct ConfigurationTests {
    static let design = ShippedPipelines.configuration

    static let systems = Systems([system(contracts: [.documented])])

    private static func system(contracts: [Contract]) -> System {
        var system = KSRCranes.system
        system.contracts = contracts
        return system
    }

    static func read(
        _ text: String, _ environment: [String: String] = [:]
    ) throws -> Configuration {
        try Configuration.read(
            Array(text.utf8), named: "gantry.yaml", folder: "/etc/gantry", systems: systems,
            environment: environment)
    }

    static func message(_ text: String, _ environment: [String: String] = [:]) throws -> String {
        let error = #expect(throws: ConfigurationError.self) {
            try read(text, environment)
        }
        return try #require(error).render()
    }

    @Test("The configuration of the design reads as it is described")
    func design() throws {
        let connection = try ConfigurationTests.read(ConfigurationTests.design).connection(named: "ksr")
        #expect(connection.system == KSRCranes.system && connection.environment == "production")
        #expect(connection.baseURL.description == "https://ksrcranes.dk")
        #expect(
            connection.credentials == [
                "email": .environment("KSR_EMAIL"), "password": .file("/etc/gantry/ksr.password"),
            ])
        #expect(connection.caFile == nil && connection.urlVariable == "GANTRY_KSR_URL")
    }

    @Test("A contract is read for a system that has more than one, and documented without the key")
    func contract() throws {
        let text = "connections:\n  one:\n    system: ksr-cranes\n    environment: production\n    contract: deployed\n"
        var systems = ConfigurationTests.systems
        func read(_ text: String) throws -> Configuration {
            try Configuration.read(
                Array(text.utf8), named: "gantry.yaml", folder: "/", systems: systems, environment: [:])
        }
        func message(_ text: String) throws -> String {
            try #require(#expect(throws: ConfigurationError.self) { try read(text) }).render()
        }
        #expect(try message(text).contains("KSR Cranes has only one contract"))
        systems = Systems([ConfigurationTests.system(contracts: [.documented, .deployed])])
        #expect(try read(text).connections[0].contract == .deployed)
        #expect(try read(text.replacing("    contract: deployed\n", with: "")).connections[0].contract == .documented)
        let wrong = try message(text.replacing("deployed", with: "deploied"))
        #expect(wrong.contains("Unknown contract") && wrong.contains("deployed"), "\(wrong)")
    }

    private static let people = """
        people:
          clerk: { name: Payroll Clerk, account: clerk }
          manager:
            name: Payroll Manager
            key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJTYfEAjAttyIvbDzg5nSMy9X+Wz2Ye+q3kb8TGn6RG7 laptop

        """

    @Test("People are read with their names, accounts and keys, in the file's order")
    func people() throws {
        let text = ConfigurationTests.design + ConfigurationTests.people
        let people = try ConfigurationTests.read(text).people
        #expect(people.map(\.id) == ["clerk", "manager"])
        #expect(people.map(\.name) == ["Payroll Clerk", "Payroll Manager"])
        #expect(people.map(\.account) == ["clerk", nil])
        #expect(people.map(\.key?.fingerprint) == [nil, "SHA256:uDTrIsBcPJ88zmV4trlGgXsbTGBcfKZnFizuEaOa3XE"])
        #expect(try ConfigurationTests.read(ConfigurationTests.design).people.isEmpty)
    }

    @Test(
        "A person without a name, a key of a kind that can't sign and a shared key are mistakes",
        arguments: [
            ("name: Payroll Clerk, ", "", "\"name\""), ("clerk:", "Clerk Two:", "call a person"),
            ("ssh-ed25519 AAAA", "ssh-rsa AAAA", "RSA"),
            ("ssh-ed25519 AAAA", "sk-ssh-ed25519@openssh.com AAAA", "security token"),
            ("n6RG7", "n6RG", "no public key"), ("account:", "acount:", "account"),
            (
                "account: clerk",
                "key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJTYfEAjAttyIvbDzg5nSMy9X+Wz2Ye+q3kb8TGn6RG7", "key of clerk"
            ),
        ])
    func brokenPeople(old: String, new: String, word: String) throws {
        let text = ConfigurationTests.people.replacing(old, with: new)
        let message = try ConfigurationTests.message(ConfigurationTests.design + text)
        #expect(message.contains(word) || word == "no public key" && message.contains("key"), "\(message)")
    }

    @Test("Connections are named by patterns, each once, and an unknown one is an error")
    func patterns() throws {
        let one =
            "{ system: ksr-cranes, environment: production, credentials: { email: a@example.test, password: { env: P } } }"
        let file = try ConfigurationTests.read(
            "connections:\n  b-2: \(one)\n  a: \(one)\n  b-1: \(one)\n")
        #expect(try file.connections(matching: ["b-*", "a", "b-1"]) == ["b-2", "b-1", "a"])
        #expect(try file.connections(matching: ["*"]) == ["b-2", "a", "b-1"])
        for unknown in ["c", "c-*"] {
            #expect(throws: ConfigurationError.self) { try file.connections(matching: ["a", unknown]) }
        }
    }

    @Test("Who is told how runs end is read, and what doesn't belong together is refused")
    func hooks() throws {
        let text = """
            connections:
              ksr: { system: ksr-cranes, environment: production, credentials: { email: a@example.test, password: { env: P } } }
            notify:
              office:
                mail: smtp://mail.example.test:587
                from: gantry@example.test
                to: [payroll@example.test]
                password: { env: MAIL }
                on: [failure, waiting]
                pipelines: [payroll-*]
              monitor: { webhook: "https://hooks.example.test/x?y=1", secret: { env: KEY } }
              pager: { command: [page, office] }
            """
        let hooks = try ConfigurationTests.read(text).hooks
        #expect(hooks.map(\.name) == ["office", "monitor", "pager"] && hooks[2].way == .command(["page", "office"]))
        #expect(hooks[0].isFor(.failure, of: "payroll-monthly@company1") && !hooks[0].isFor(.success, of: "payroll-x"))
        #expect(!hooks[0].isFor(.failure, of: "leave") && hooks[1].isFor(.success, of: "leave"))
        for (old, new) in [
            ("smtp://mail", "https://mail"), ("[failure, waiting]", "[never]"), ("[payroll@example.test]", "[a b]"),
            ("{ command: [page, office] }", "{ on: [failure] }"), ("{ env: MAIL }", "hunter2"),
            ("https://hooks", "http://hooks"), ("pager: { command", "pager: { secret: { env: A }, command"),
            ("mail: smtp", "webhook: https://a.test\n    mail: smtp"),
        ] {
            let error = #expect(throws: ConfigurationError.self, "\(new)") {
                try ConfigurationTests.read(text.replacing(old, with: new))
            }
            #expect(error?.explanation.contains("hunter2") == false)
        }
    }

    @Test("Every source of a credential is read, and relative paths begin at the file's folder")
    func sources() throws {
        let text = """
            connections:
              my-ksr:
                system: ksr-cranes
                environment: http://localhost:8080/
                ca-file: certs/ca.pem
                settle: 5m
                credentials:
                  email: payroll@example.dk
                  password: { command: [pass, show, ksr] }
            """
        let connection = try ConfigurationTests.read(text).connection(named: "my-ksr")
        #expect(connection.baseURL.description == "http://localhost:8080" && connection.environment == nil)
        #expect(connection.caFile == "/etc/gantry/certs/ca.pem" && connection.settle == .seconds(300))
        #expect(
            try ConfigurationTests.read(text.replacing("settle: 5m", with: "")).connection(named: "my-ksr").settle
                == .seconds(90))
        for wrong in ["2h", "5", "90 s", "-1s"] {
            let error = #expect(throws: ConfigurationError.self) {
                try ConfigurationTests.read(text.replacing("settle: 5m", with: "settle: \(wrong)"))
            }
            #expect(error?.render().contains("a time from 0s to 1h") == true)
        }
        #expect(
            connection.credentials == [
                "email": .literal("payroll@example.dk"), "password": .command(["pass", "show", "ksr"]),
            ])
        for (place, source) in [
            ("{ file: key }", SecretSource.file("/etc/gantry/key")), ("{ systemd: ksr-key }", .systemd("ksr-key")),
        ] {
            let file = text.replacing("{ command: [pass, show, ksr] }", with: place)
            #expect(try ConfigurationTests.read(file).connections.first?.credentials["password"] == source)
        }
        #expect(connection.urlVariable == "GANTRY_MY_KSR_URL")
    }

    @Test("A variable overrides the address, and is held to the same rules")
    func override() throws {
        let read = { (url: String) in try ConfigurationTests.read(ConfigurationTests.design, ["GANTRY_KSR_URL": url]) }
        #expect(try read("http://127.0.0.1:9").connections.first?.baseURL.description == "http://127.0.0.1:9")
        #expect(try read("http://127.0.0.1:9").connections.first?.environment == nil)
        let message = try ConfigurationTests.message(
            ConfigurationTests.design, ["GANTRY_KSR_URL": "https://me:hunter2@ksrcranes.dk"])
        #expect(
            message == """
                GANTRY_KSR_URL: The address in this variable contains a user name or password.
                    expected such as https://ksrcranes.dk or http://localhost:8080
                    Put names and passwords under credentials.

                1 mistake in GANTRY_KSR_URL.
                """)
    }

    @Test("An unknown connection is answered with the nearest one")
    func unknownConnection() throws {
        let configuration = try ConfigurationTests.read(ConfigurationTests.design)
        let error = #expect(throws: ConfigurationError.self) { try configuration.connection(named: "krs") }
        #expect(error?.code == .unknownConnection)
        #expect(error?.render() == "gantry.yaml has no connection called \"krs\".")
    }

    @Test("All mistakes are shown together, with their places")
    func mistakes() throws {
        let message = try ConfigurationTests.message(
            """
            connections:
              ksr:
                system: ksr-crane
                enviroment: production
                credentials: {}
              "K S R":
                system: ksr-cranes
              two:
                system: ksr-cranes
                environment: staging
            """)
        #expect(
            message == """
                gantry.yaml:3:13: Unknown system "ksr-crane".
                 3 |     system: ksr-crane
                   |             ^^^^^^^^^
                    expected ksr-cranes
                    did you mean "ksr-cranes"?

                gantry.yaml:4:5: Unknown key "enviroment" in connections.ksr.
                 4 |     enviroment…
                   |     ^^^^^^^^^^
                    expected system, environment, contract, credentials, ca-file, proxy, retries, max-wait, rate or settle
                    did you mean "environment"?

                gantry.yaml:6:3: This can't be the name of a connection.
                 6 |   …
                   |   ^
                    expected a name in lower-case letters, digits and -

                gantry.yaml:10:18: KSR Cranes has no known address for "staging".
                 10 |     environment: staging
                    |                  ^^^^^^^
                    expected production or an address (https://…)

                4 mistakes in gantry.yaml.
                """)
    }

    @Test("A password in the file is refused with the way to do it right, and not shown")
    func literal() throws {
        let text = ConfigurationTests.design.replacing("{ file: /etc/gantry/ksr.password }", with: "hunter2")
        #expect(
            try ConfigurationTests.message(text) == """
                gantry.yaml:7:7: The file contains the password itself.
                 7 |       password…
                   |       ^^^^^^^^
                    expected { env: NAME }, { file: PATH }, { command: [PROGRAM, …] } or { systemd: NAME }
                    Remove it, and change it in the system if anyone else could read this file.

                1 mistake in gantry.yaml.
                """)
    }

    @Test(
        "No mistake of a configuration shows a value that could be a secret",
        arguments: [
            "password: hunter2", "password: \"hunter2", "password: 'hunter2", "password: [hunter2]",
            "password: { hunter2 }",
            "password: { env: hunter2 }", "password: { env: [hunter2] }", "password: { pass: hunter2 }",
            "password: { file: [hunter2] }", "password: { command: hunter2 }", "password: { command: [[hunter2]] }",
            "password: { systemd: hunter2/x }", "password: { env: A, file: hunter2 }", "pasword: hunter2", "hunter2: x",
            "password: *hunter2", "password: &hunter2 x", "password: !hunter2 x", "password: a: hunter2",
            "password: @hunter2",
            "password:\thunter2", "password: |\n          hunter2", "- hunter2", "hunter2",
            "password: {hunter2: {hunter2: x}}",
            "password: hunter2\n      password: hunter2", "hunter2: a\n      hunter2: b", "password: \"\\hunter2\"",
            "password: hunter2\u{7}", "password: hunter2}", "password: hunter2\n      emial: hunter2",
            "password: {env: \"\"} hunter2",
            "? [hunter2]\n      : hunter2", "<<: hunter2",
        ])
    func secrets(line: String) throws {
        let text = ConfigurationTests.design.replacing("password: { file: /etc/gantry/ksr.password }", with: line)
        #expect(try ConfigurationTests.message(text).contains("hunter2") == false)
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationTests.read(text) }
        #expect("\(String(describing: error)) \(String(reflecting: error))".contains("hunter2") == false)
        for wrong in [
            "credentials: hunter2", "credentials: [hunter2]", "environment: https://u:hunter2@x",
            "environment: hunter2",
            "environment: http://hunter2", "password: hunter2", "credentials: { password: hunter2, emial: x }",
        ] {
            let other = "connections:\n  ksr:\n    system: ksr-cranes\n    \(wrong)\n"
            #expect(try ConfigurationTests.message(other).contains("hunter2") == false)
        }
    }

    @Test("A file is read with its folder and its mode")
    func loading() throws {
        let folder = try TemporaryFolder()
        let text = ConfigurationTests.design.replacing(
            "{ file: /etc/gantry/ksr.password }", with: "{ command: [pass] }")
        let load = { (path: String) in
            try Configuration.load(path: path, systems: ConfigurationTests.systems, environment: [:])
        }
        #expect(try load(folder.write(text, to: "gantry.yaml")).connections.count == 1)
        let open = try folder.write(ConfigurationTests.design, to: "open.yaml", mode: 0o666)
        #expect(throws: ConfigurationError.self) { try load(open) }
        let missing = #expect(throws: ConfigurationError.self) { try load(folder.path + "/none.yaml") }
        #expect(missing?.code == .notFound)
        #expect(Configuration.path(given: nil, workspace: "/w") == "/w/gantry.yaml")
        #expect(Configuration.path(given: "/x.yaml", workspace: "/w") == "/x.yaml")
        let relative = ConfigurationTests.design.replacing("/etc/gantry/ksr.password", with: "ksr.password")
        let connection = try load(folder.write(relative, to: "relative.yaml")).connection(named: "ksr")
        try folder.write("hunter2\n", to: "ksr.password")
        let secret = try connection.credential("password", environment: [:])
        #expect(secret?.reveal() == "hunter2")
    }

    @Test(
        "An address is taken or refused",
        arguments: [
            ("https://ksrcranes.dk", "https://ksrcranes.dk"),
            ("HTTPS://KSRcranes.dk:8443/api/", "https://ksrcranes.dk:8443/api"),
            ("http://localhost:1", "http://localhost:1"), ("http://127.0.0.1", "http://127.0.0.1"),
            ("http://127.9.9.9/x", "http://127.9.9.9/x"), ("http://[::1]:80", "http://[::1]"),
            ("https://ksrcranes.dk:443/", "https://ksrcranes.dk"),
            ("https://[2001:DB8::1]", "https://[2001:db8::1]"), ("http://ksrcranes.dk", nil),
            ("http://127.0.0.1.evil.dk", nil),
            ("http://127.0.0.256", nil), ("http://localhost.evil.dk", nil), ("http://localhost@evil.dk", nil),
            ("http://0.0.0.0", nil),
            ("http://[::2]", nil), ("ftp://x", nil), ("https://", nil), ("https://u:p@x", nil), ("https://x?a", nil),
            ("https://x#a", nil), ("https://x:0", nil), ("https://x:99999", nil), ("https://x:", nil),
            ("https://x y", nil),
            ("https://x\r\ny", nil), ("https://x/../y", nil), ("ksrcranes.dk", nil), ("https://x\\y", nil),
            ("https://ø.dk", nil),
        ] as [(String, String?)])
    func address(text: String, expected: String?) {
        #expect((try? BaseURL(text))?.description == expected)
    }
}
