import GantryConnectors
import GantryModel
import Testing

@Suite struct SignInStepTests {
    private let now = Instant(secondsSince1970: 1_000_000)

    @Test(
        "A key of AutoDetail Hub has three parts of the right characters",
        arguments: [
            ("org_1705671234_abc123def456", true), ("org_1_A", true), ("org_1705671234_", false), ("org__abc", false),
            ("org_17a_abc", false),
            ("org_17_abc_d", false), ("ios_1705671234_abc", false), ("Org_17_abc", false), ("org_17_ab-c", false),
            ("org_17_abc\n", false),
            ("org_١٧_abc", false), ("", false),
        ])
    func key(text: String, isKey: Bool) { #expect(AutoDetailSignIn.isKey(text) == isKey) }

    /// `{"exp":1000100,"iat":1000000}`, `{"expiration":1000100.5}`, `{}` and texts that are no token.
    @Test(
        "A JSON Web Token says its end, counted from now where it says its issue",
        arguments: [
            ("h.eyJleHAiOjIwMDAxMDAsImlhdCI6MjAwMDAwMH0.s", 1_000_100), ("h.eyJleHAiOjEwMDAxMDB9.s", 1_000_100),
            ("h.e30.s", nil),
            ("opaque", nil), ("a.b.c", nil), ("..", nil), ("h.eyJleHAiOiJzb29uIn0.s", nil),
        ] as [(String, Int64?)])
    func claims(token: String, end: Int64?) throws {
        let input = SignInInput(["email": Secret("a@b.c"), "password": Secret("x")])
        let grant = try KSRCranesSignIn().grant(Array(#"{"token":"\#(token)"}"#.utf8), for: input, at: now)
        #expect(grant.expiresAt == end.map { Instant(secondsSince1970: $0) })
    }

    @Test(
        "A session of CDBL LMS ends as its token tells its life, whatever the date beside it says, and never beyond time"
    )
    func lifetime() throws {
        func grant(_ token: String, at now: Instant) throws -> SignInGrant {
            let body = #"{"sessionToken":"\#(token)","deviceId":"d","expiresAt":"2001-01-01T00:00:00Z"}"#
            return try CDBLSignIn().grant(Array(body.utf8), for: SignInInput([:]), at: now)
        }
        // {"exp":2000100,"iat":2000000}, then a token without times, then {"exp":7258118400,"iat":0} in the year 2096.
        #expect(
            try grant("h.eyJleHAiOjIwMDAxMDAsImlhdCI6MjAwMDAwMH0.s", at: now).expiresAt
                == Instant(secondsSince1970: 1_000_100))
        #expect(try grant("opaque", at: now).expiresAt == Instant("2001-01-01T00:00:00Z"))
        let last = try grant("h.eyJleHAiOjcyNTgxMTg0MDAsImlhdCI6MH0.s", at: Instant(secondsSince1970: 4_000_000_000))
            .expiresAt
        #expect(last == Instant(nanosecondsSince1970: .max))
    }

    @Test("A request that signs in never shows what it holds")
    func quiet() throws {
        let input = SignInInput(
            [
                "email": Secret("a@b.c"), "password": Secret("CANARY"), "pair-token": Secret("CANARY"),
                "api-key": Secret("org_1_CANARY"),
            ],
            deviceKey: "key")
        for signIn in [KSRCranesSignIn(), CDBLSignIn(), AutoDetailSignIn(), VynqTalkSignIn()]
            as [any SystemSignIn]
        {
            let request = try signIn.begin(input)
            #expect(request.body?.reveal().contains("CANARY") == true)
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
        #expect(throws: SignInProblem.credential("pair-token", "is missing")) {
            try CDBLSignIn().begin(SignInInput([:]))
        }
    }

    @Test("CDBL LMS is told the version of this program")
    func version() throws {
        let input = SignInInput(["pair-token": Secret("p")], deviceKey: "k", programVersion: "9.8.7")
        #expect(try CDBLSignIn().begin(input).body?.reveal().contains(#""appVersion":"9.8.7""#) == true)
    }

    @Test("What a renewal leaves out stays as it was")
    func renewal() throws {
        let old = SignInGrant(Secret("s1"), refreshToken: Secret("r1"), deviceID: "d", account: "a")
        let new = try CDBLSignIn().renewed(
            Array(#"{"sessionToken":"s2","expiresAt":"2026-11-28T10:00:00Z"}"#.utf8), of: old, at: now)
        #expect(
            new
                == SignInGrant(
                    Secret("s2"), expiresAt: Instant("2026-11-28T10:00:00Z"), refreshToken: Secret("r1"), deviceID: "d",
                    account: "a"))
    }
}
