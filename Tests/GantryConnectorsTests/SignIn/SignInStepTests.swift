import GantryConnectors
import GantryModel
import Testing

@Suite struct SignInStepTests {
    private let now = Instant(secondsSince1970: 1_000_000)

    @Test("A key of AutoDetail Hub has three parts of the right characters", arguments: [
        ("org_1705671234_abc123def456", true), ("org_1_A", true), ("org_1705671234_", false), ("org__abc", false), ("org_17a_abc", false),
        ("org_17_abc_d", false), ("ios_1705671234_abc", false), ("Org_17_abc", false), ("org_17_ab-c", false), ("org_17_abc\n", false),
        ("org_١٧_abc", false), ("", false),
    ])
    func key(text: String, isKey: Bool) { #expect(AutoDetailSignIn.isKey(text) == isKey) }

    /// `{"exp":1000100,"iat":1000000}`, `{"expiration":1000100.5}`, `{}` and texts that are no token.
    @Test("A JSON Web Token says its end, counted from now where it says its issue", arguments: [
        ("h.eyJleHAiOjIwMDAxMDAsImlhdCI6MjAwMDAwMH0.s", 1_000_100), ("h.eyJleHAiOjEwMDAxMDB9.s", 1_000_100), ("h.e30.s", nil),
        ("opaque", nil), ("a.b.c", nil), ("..", nil), ("h.eyJleHAiOiJzb29uIn0.s", nil),
    ] as [(String, Int64?)])
    func claims(token: String, end: Int64?) throws {
        let input = SignInInput(["email": Secret("a@b.c"), "password": Secret("x")])
        let grant = try KSRCranesSignIn().grant(Array(#"{"token":"\#(token)"}"#.utf8), for: input, at: now)
        #expect(grant.expiresAt == end.map { Instant(secondsSince1970: $0) })
    }

    @Test("A request that signs in never shows what it holds")
    func quiet() throws {
        let input = SignInInput(
            ["email": Secret("a@b.c"), "password": Secret("CANARY"), "pair-token": Secret("CANARY"), "api-key": Secret("org_1_CANARY")],
            deviceKey: "key")
        for signIn in [KSRCranesSignIn(), CDBLSignIn(version: "1"), AutoDetailSignIn(), VynqTalkSignIn()] as [any SystemSignIn] {
            let request = try signIn.begin(input)
            #expect(request.body.reveal().contains("CANARY"))
            var dumped = ""
            dump(request, to: &dumped)
            dump(input, to: &dumped)
            #expect(!"\(request) \(input) \(dumped)".contains("CANARY"))
        }
    }

    @Test("A missing credential is named before anything is sent")
    func missing() {
        #expect(throws: SignInProblem.credential("password", "is missing")) {
            try KSRCranesSignIn().begin(SignInInput(["email": Secret("a@b.c"), "password": Secret("")]))
        }
        #expect(throws: SignInProblem.credential("pair-token", "is missing")) { try CDBLSignIn(version: "1").begin(SignInInput([:])) }
    }

    @Test("What a renewal leaves out stays as it was")
    func renewal() throws {
        let old = SignInGrant(Secret("s1"), refreshToken: Secret("r1"), deviceID: "d", account: "a")
        let new = try CDBLSignIn(version: "1").renewed(
            Array(#"{"sessionToken":"s2","expiresAt":"2026-11-28T10:00:00Z"}"#.utf8), of: old, at: now)
        #expect(new == SignInGrant(Secret("s2"), expiresAt: Instant("2026-11-28T10:00:00Z"), refreshToken: Secret("r1"), deviceID: "d", account: "a"))
    }
}
