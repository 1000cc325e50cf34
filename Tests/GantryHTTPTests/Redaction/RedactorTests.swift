import GantryHTTP
import GantryModel
import Testing

@Suite struct RedactorTests {
    @Test("A secret shows as *** however it is turned into text")
    func secret() {
        let secret = Secret("hunter2hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        dump([secret as Any, ["k": secret]] as [Any], to: &dumped)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\(Optional(secret) as Any)", dumped,
            "\(Mirror(reflecting: secret).children.map { $0 })",
        ]
        for text in texts { #expect(!text.contains("hunter2")) }
        #expect("\(secret)" == "***")
        #expect(secret == Secret("hunter2hunter2"))
        #expect(secret != Secret("hunter2hunter3"))
    }

    @Test("Requests, header values, answers and bodies show no credentials when printed or dumped")
    func values() {
        let request = HTTPRequest(
            .post, "https://user:CANARY@h.example/p?token=CANARY&x=CANARY#CANARY",
            headers: [HeaderField("Authorization", .bearer(Secret("CANARY"))), HeaderField("X-Api-Key", "CANARY")],
            body: .text("CANARY")
        )
        let response = HTTPResponse(
            status: 200, headers: HTTPHeaders([("Set-Cookie", "sid=CANARY")]), body: Array("CANARY".utf8),
            effectiveURL: request.url)
        var error = HTTPError(.status, "the server answered 500", request: request)
        error.errorBody = Array("CANARY".utf8)
        for value in [request, request.headers, request.body, response, response.headers, error] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("CANARY"))
        }
        #expect(error.target == "https://***@h.example/p?token=***&x=***")
    }

    @Test(
        "Credentials are taken out of free text",
        arguments: [
            (#"{"error":"bad","token":"CANARYcanary"}"#, #"{"error":"bad","token":"***"}"#),
            (#"{"password" : "a\"CANARY\\", "x":1}"#, nil),
            (#"{\"password\":\"CANARY\",\"x\":1}"#, nil),
            ("password=CANARY&user=ole", "password=***&user=ole"),
            ("Authorization: Bearer CANARYCANARY", "Authorization: ***"),
            ("authorization: Basic Q0FOQVJZ:CANARY x", nil),
            ("sent Bearer CANARY.CANARY-CANARY to", "sent Bearer *** to"),
            ("X-Api-Key: CANARY", "X-Api-Key: ***"),
            (
                "GET /f?X-Amz-Signature=CANARY&X-Amz-Credential=CANARY%2F20260101&part=2",
                "GET /f?X-Amz-Signature=***&X-Amz-Credential=***&part=2"
            ),
            ("see eyJhbGciOiJIUzI1NiJ9.eyJCANARY.CANARY_x.", "see ***"),
            ("eyJhbGciOiJIUzCANARY", "***"),
            ("to https://ole:CANARY@host/x", "to https://***@host/x"),
            ("url%3Ftoken%3DCANARY", nil),
            ("'client_secret': 'CANARY'", "'client_secret': '***'"),
            ("Set-Cookie: sid=CANARY; Path=/", nil),
            ("refreshToken = CANARY", "refreshToken = ***"),
            (
                #"{"cpr":"CANARY","CPR-Nr": "CANARY","cpr_number":"CANARY"}"#,
                #"{"cpr":"***","CPR-Nr": "***","cpr_number":"***"}"#
            ),
            (#"{"accessToken":"CANARY"#, #"{"accessToken":"***"#),
            (#"the password "CANARY" is wrong"#, #"the password "***" is wrong"#),
            ("wrong password 'CANARY of two words'.", "wrong password '***'."),
            ("no account has the password “CANARY CANARY”", "no account has the password “***”"),
            (#"password is "CANARY", try again"#, #"password is "***", try again"#),
            ("password „CANARY“ er forkert", "password „***“ er forkert"),
            ("password: “CANARY CANARY” x", "password: “***” x"),
            ("password => CANARY", "password => ***"),
            ("password->CANARY x", "password->*** x"),
            ("token -> 'CANARY'", "token -> '***'"),
            ("<password>CANARY of two</password>", "<password>***</password>"),
            (#"{"name":"password","value":"CANARY"}"#, #"{"name":"password","value":"***"}"#),
            (#"<input name="password" value="CANARY">"#, #"<input name="password" value="***">"#),
            ("Unknown API key \"CANARY\"", "Unknown API key \"***\""),
            ("password `CANARY` is too short", "password `***` is too short"),
        ] as [(String, String?)])
    func freeText(text: String, expected: String?) {
        let result = Redactor().redact(text)
        #expect(!result.contains("CANARY"))
        if let expected { #expect(result == expected) }
    }

    @Test(
        "What is no credential stays readable",
        arguments: [
            #"{"error":"Invalid token"}"#, "Unknown employee 17, page 3 of 9", "keyboard: dvorak",
            "Worked 7.5 h on 2026-10-12 at 10:30",
            "the token is refused", "https://host.example/a?page=3", "passage: ok",
            "Duplicate entry for key 'email'", "the password is wrong", "<key>name</key>",
        ])
    func harmless(text: String) {
        #expect(Redactor().redact(text) == text)
    }

    @Test("Known secrets vanish even where nothing marks them, and also next to letters")
    func known() {
        let redactor = Redactor(knownSecrets: [Secret("s3cr3t-value")])
        #expect(redactor.redact("prefixs3cr3t-valuesuffix and s3cr3t-value") == "prefix***suffix and ***")
    }

    @Test("A known secret vanishes also where blanks or line breaks were put into it")
    func knownWithBlanks() {
        let redactor = Redactor(knownSecrets: [Secret("s3cr3t-value"), Secret("two words")])
        #expect(redactor.redact("s3cr3t -value, s3c\nr3t-v alue") == "***, ***")
        #expect(redactor.redact("two  words and t wo words") == "*** and ***")
        #expect(redactor.redact("s3cr3t and -value") == "s3cr3t and -value")
    }

    @Test("Control and direction characters are escaped, and long text is cut with a mark")
    func controls() {
        #expect(Redactor().redact("a\nb\u{1B}[31m\u{202E}x\u{0}") == "a\\nb\\u{1b}[31m\\u{202e}x\\u{0}")
        let long = Redactor(maxCharacters: 10).redact(String(repeating: "æ", count: 100))
        #expect(long == "æææææææææ…")
    }

    @Test("A secret cut by the input limit is still hidden")
    func cut() {
        let text = String(repeating: "x", count: 90) + #" "token":"CANARYCANARY""#
        #expect(!Redactor(maxInputBytes: 105).redact(text).contains("CANAR"))
    }

    @Test(
        "Hostile text takes neither the stack nor much time",
        arguments: ["token=", "\"token\":", "password:\"", "\\\"token\\\":", "eyJ", "://@", "Bearer "])
    func hostile(piece: String) async {
        let text = String(repeating: piece, count: 70_000 / piece.utf8.count)
        var result = ""
        let taken = await time { result = Redactor().redact(text) }
        #expect(result.count <= 500 && taken < .seconds(2))
    }

    @Test("No canary survives in 20,000 random surroundings")
    func fuzz() {
        var random = SeededGenerator(seed: 7)
        let noise = [
            "{", "}", "\"", "'", ",", "&", " ", "\n", "\\", "=", ":", "x", "Bearer ", "eyJ", "æ", "://", "@",
            "password", "%3D", "\u{0}",
        ]
        let carriers: [(String, String)] = [
            ("\"token\":\"", "\""), (" password “", "”"), (" password is '", "'"), (" password=", "&"),
            (" Authorization: Bearer ", "\n"), (" Bearer ", " "), (" eyJhbGciOiJI", " "), (" x-api-key: ", ","),
        ]
        for _ in 0..<20_000 {
            func scrap() -> String {
                (0..<Int.random(in: 0...6, using: &random)).map { _ in noise.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let carrier = carriers.randomElement(using: &random) ?? ("", "")
            let text = scrap() + " " + carrier.0 + "CANARYCANARY1234" + carrier.1 + scrap()
            let result = Redactor().redact(text)
            #expect(!result.contains("CANARYCANARY1234"), "\(text.debugDescription) became \(result.debugDescription)")
            if result.contains("CANARYCANARY1234") { break }
        }
    }
}
