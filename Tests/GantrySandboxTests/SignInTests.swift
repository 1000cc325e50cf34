import GantrySandbox
import Testing

@Suite("Signing in")
struct SignInTests {
    @Test("answers a token, the employee id as a string, a name and a role")
    func answersToken() async throws {
        try await SandboxServer.with(SandboxConfiguration()) { sandbox in
            let answer = try await signIn(sandbox)
            #expect(answer.status == 200)
            #expect((answer.object["token"] as? String)?.count ?? 0 >= 40)
            #expect(answer.object["employeeId"] as? String == "901")
            #expect(answer.object["role"] as? String == "chef")
            #expect(answer.object["name"] as? String == "Payroll 901")
            let second = try await signIn(sandbox)
            #expect(second.object["token"] as? String != answer.object["token"] as? String)
        }
    }

    @Test(
        "is refused with 401 for wrong credentials and 400 for no JSON",
        arguments: [
            (#"{"email":"payroll@example.test","password":"wrong"}"#, 401),
            (#"{"email":"nobody@example.test","password":""}"#, 401),
            ("email=payroll", 400), (#"{"email":"payroll@example.test"}"#, 400), ("", 400),
        ])
    func refuses(body: String, status: Int) async throws {
        try await SandboxServer.with(SandboxConfiguration()) { sandbox in
            let answer = try await signIn(sandbox, body: body)
            #expect(answer.status == status)
            #expect(answer.object["error"] is String)
            #expect(answer.object["token"] == nil)
        }
    }

    @Test("is needed by every other endpoint, and a token of another server does not do")
    func isNeeded() async throws {
        try await withSignedIn { stranger in
            try await SandboxServer.with(SandboxConfiguration()) { sandbox in
                let addresses = sandbox.endpointAddresses.filter { $0.name != "login" }
                for (name, address) in addresses {
                    let words = address.split(separator: " ").map(String.init)
                    let url = sandbox.baseURL + words[1]
                    for curl in [Curl(), Curl(token: "made-up"), stranger.curl] {
                        let answer = try await curl.get(url, ["-X", words[0]])
                        #expect(answer.status == 401, "\(name)")
                        #expect(answer.text == #"{"error":"Unauthorized"}"#)
                    }
                }
                #expect(
                    sandbox.requestLog.map(\.hadAuthorization)
                        == Array(repeating: [false, true, true], count: addresses.count).flatMap { $0 })
            }
        }
    }

    @Test("is over when the token's life is over")
    func tokenLifeEnds() async throws {
        for (life, status) in [(Duration.seconds(60), 200), (.nanoseconds(1), 401)] {
            try await withSignedIn(SandboxConfiguration(.ksrCranes(KSRCranesOptions(tokenLife: life)))) { client in
                let answer = try await client.page(1)
                #expect(answer.status == status)
            }
        }
    }

    @Test("is over by order, and a new token works")
    func tokenEndsByOrder() async throws {
        try await withSignedIn { client in
            client.sandbox.expireTokens()
            #expect(try await client.page(1).status == 401)
            let token = try #require(try await signIn(client.sandbox).object["token"] as? String)
            let renewed = SignedInSandbox(sandbox: client.sandbox, curl: Curl(token: token))
            #expect(try await renewed.page(1).status == 200)
        }
    }
}
