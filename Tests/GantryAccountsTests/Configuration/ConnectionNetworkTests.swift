import GantryAccounts
import GantryHTTP
import GantryModel
import Testing

@Suite("How a connection of gantry.yaml leaves this network") struct ConnectionNetworkTests {
    private func text(_ more: String) -> String {
        """
        connections:
          ksr:
            system: ksr-cranes
            environment: production
            credentials: { email: clerk@example.com, password: { env: KSR_PASSWORD } }
        \(more.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))

        """
    }

    private func connection(_ more: String, _ environment: [String: String] = [:]) throws -> Connection {
        try ConfigurationTests.read(text(more), environment).connection(named: "ksr")
    }

    @Test("By the environment unless it says otherwise")
    func standard() throws {
        let connection = try connection("")
        #expect(connection.proxy == .environment && connection.retries == nil && connection.maxWait == nil)
        guard case .environment = try connection.clientConfiguration(environment: [:]).proxy else {
            Issue.record("The environment is not asked.")
            return
        }
    }

    @Test(
        "A proxy is a word, an address or a group",
        arguments: [
            ("proxy: none", ProxyChoice.none),
            (
                "proxy: http://Proxy.example.com:3128/",
                .server(address: "http://proxy.example.com:3128", user: nil, password: nil)
            ),
            ("proxy: socks5h://127.0.0.1:1080", .server(address: "socks5h://127.0.0.1:1080", user: nil, password: nil)),
            (
                "proxy: { address: \"https://[::1]:8443\" }",
                .server(address: "https://[::1]:8443", user: nil, password: nil)
            ),
            (
                "proxy:\n  address: http://p:1\n  user: clerk\n  password: { file: proxy.password }",
                .server(
                    address: "http://p:1", user: .literal("clerk"), password: .file("/etc/gantry/proxy.password"))
            ),
        ])
    func forms(text: String, expected: ProxyChoice) throws {
        #expect(try connection(text).proxy == expected)
    }

    @Test(
        "A proxy that can't be used is refused, and what could be a password is not shown",
        arguments: [
            "proxy: http://clerk:hunter2@proxy:3128", "proxy: proxy:3128", "proxy: http://proxy", "proxy: ftp://p:1",
            "proxy: http://p:1/path", "proxy: socks5://p:1",
            "proxy: { address: http://p:1, user: clerk }", "proxy: { address: http://p:1, user: a, password: hunter2 }",
            "proxy: { user: a, password: { env: P } }", "proxy: [http://p:1]",
        ])
    func mistakes(more: String) throws {
        let message = try ConfigurationTests.message(text(more))
        #expect(message.contains("gantry.yaml:6:"), "\(message)")
        #expect(!message.contains("hunter2"), "\(message)")
    }

    @Test("Its account is read when the connection is opened, and an unreadable one says which it is")
    func account() throws {
        let connection = try connection(
            "proxy: { address: http://p:1, user: clerk, password: { env: PROXY_PASSWORD } }")
        guard
            case .server(let server) = try connection.clientConfiguration(environment: ["PROXY_PASSWORD": "x"]).proxy
        else {
            Issue.record("There is no proxy.")
            return
        }
        #expect(server.address == "http://p:1" && server.user?.reveal() == "clerk" && server.password?.reveal() == "x")
        let error = try #require(
            #expect(throws: ConfigurationError.self) { _ = try connection.clientConfiguration(environment: [:]) })
        #expect(error.code == .secret && error.explanation.contains("proxy.password of the connection ksr"))
    }

    @Test("An address of this machine is reached without a proxy, whatever the file and the environment say")
    func loopback() throws {
        let connection = try connection("proxy: http://p:1", ["GANTRY_KSR_URL": "http://127.0.0.1:18080"])
        guard case .none = try connection.clientConfiguration(environment: ["all_proxy": "http://p:1"]).proxy else {
            Issue.record("A proxy is used.")
            return
        }
    }

    @Test("Retries and the longest wait are read within their limits")
    func limits() throws {
        let own = try connection("retries: 0\nmax-wait: 30s\nrate: 5/s")
        #expect(own.retries == 0 && own.maxWait == .seconds(30) && own.rate == RequestRate("5/s"))
        let wrong = [
            "retries: -1", "retries: 101", "retries: some", "max-wait: 0s", "max-wait: 25h", "max-wait: 9", "rate: 0",
            "rate: 0/s", "rate: 5", "rate: fast", "rate: -1/s",
        ]
        for wrong in wrong {
            #expect(try ConfigurationTests.message(text(wrong)).contains("Found"), "\(wrong)")
        }
    }
}
