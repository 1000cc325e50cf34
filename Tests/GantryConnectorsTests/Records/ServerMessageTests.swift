import GantryConnectors
import GantryModel
import Testing

@Suite("What a server says about an error")
struct ServerMessageTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("of CDBL is a sentence with what is required, what was provided and the trace") func cdbl() throws {
        let message = try #require(
            CDBL.explain(
                bytes(
                    """
                    {"error": "el_insufficient_notice", "message": "Earned Leave requires at least 5 working days advance notice.",
                     "traceId": "550e8400-e29b-41d4-a716-446655440000", "timestamp": "2025-01-30T10:00:00Z", "required": 5, "provided": 2}
                    """), status: 400))
        #expect(message.code == "el_insufficient_notice")
        #expect(
            message.sentence
                == "Earned leave must be requested at least 5 working days ahead. Required: 5, provided: 2.")
        #expect(message.traceID == "550e8400-e29b-41d4-a716-446655440000")
        #expect(!message.isRetryable)
        let failure = CDBL.explain(
            bytes(#"{"error":"internal_server_error","message":"ORA-01017","traceId":"t-1"}"#), status: 500)
        #expect(
            failure
                == ServerMessage(
                    "The server failed.", said: "ORA-01017", code: "internal_server_error", traceID: "t-1",
                    isRetryable: true))
    }

    @Test(
        "of CDBL has a sentence of our own for every documented code",
        arguments: [
            ("unauthorized", 401, false), ("forbidden", 403, false), ("not_found", 404, false),
            ("invalid_dates", 400, false), ("invalid_input", 400, false),
            ("el_insufficient_notice", 400, false), ("cl_exceeds_consecutive_limit", 400, false),
            ("cl_cannot_touch_holiday", 400, false),
            ("cl_annual_cap_exceeded", 400, false), ("ml_annual_cap_exceeded", 400, false),
            ("medical_certificate_required", 400, false),
            ("fitness_certificate_required", 400, false), ("insufficient_balance", 400, false),
            ("cannot_cancel_now", 400, false),
            ("unsupported_file_type", 400, false), ("file_too_large", 413, false), ("too_many_requests", 429, true),
            ("internal_server_error", 500, true),
        ])
    func cdblCodes(code: String, status: Int, isRetryable: Bool) throws {
        let message = try #require(CDBL.explain(bytes(#"{"error":"\#(code)","message":"NOT THIS"}"#), status: status))
        #expect(message.code == code)
        #expect(message.isRetryable == isRetryable)
        #expect(
            message.sentence.hasSuffix(".") && !message.sentence.contains("NOT THIS") && !message.sentence.contains("_")
        )
    }

    @Test("of CDBL under a code that is not documented is the server's text, on one line") func cdblOther() {
        #expect(
            CDBL.explain(bytes(#"{"error":"self_approval_disallowed","message":"Not\nyour own"}"#), status: 400)?
                .sentence == "Not\\nyour own.")
        #expect(
            CDBL.explain(bytes(#"{"error":"balance_locked"}"#), status: 400)?.sentence
                == "The server rejects the request.")
        #expect(
            CDBL.explain(bytes(#"{"error":"Too many attempts"}"#), status: 429)
                == ServerMessage("Too many attempts.", isRetryable: true))
    }

    @Test("of AutoDetail is its error") func autoDetail() {
        #expect(
            AutoDetail.explain(bytes(#"{"error":"Slot is taken"}"#), status: 409) == ServerMessage("Slot is taken."))
        let failure = ServerMessage("The server failed.", said: "SQLITE_BUSY: database is locked", isRetryable: true)
        #expect(AutoDetail.explain(bytes(#"{"error":"SQLITE_BUSY: database is locked"}"#), status: 500) == failure)
        #expect(
            AutoDetail.explain(bytes(#"{"valid":false,"error":"unknown key"}"#), status: 401)
                == ServerMessage("The API key is not valid: unknown key.", code: "invalid_key"))
        #expect(AutoDetail.explain(bytes(#"{"id":"a1"}"#), status: 200) == nil)
    }

    @Test("of VynqTalk is the envelope's, also with HTTP 200, or the framework's") func vynqTalk() {
        #expect(
            VynqTalk.explain(bytes(#"{"success":false,"message":"Wrong password"}"#), status: 200)
                == ServerMessage("Wrong password."))
        #expect(
            VynqTalk.explain(bytes(#"{"success":false,"data":null}"#), status: 200)
                == ServerMessage("The server reports a failure without a reason."))
        #expect(VynqTalk.explain(bytes(#"{"success":true,"message":"ok"}"#), status: 200) == nil)
        #expect(
            VynqTalk.explain(bytes(#"{"error":true,"reason":"SessionPayload not authenticated."}"#), status: 401)
                == ServerMessage("The sign-in is missing or no longer valid."))
        #expect(
            VynqTalk.explain(bytes(#"{"error":true,"reason":"User not found"}"#), status: 404)
                == ServerMessage("User not found."))
    }

    @Test("of KSR Cranes is its error with everything that is wrong") func ksr() throws {
        #expect(
            KSRCranes.explain(bytes(#"{"error":"Invalid token"}"#), status: 500)
                == ServerMessage(
                    "The sign-in is no longer valid, or the account's role doesn't permit this.", code: "invalid_token")
        )
        let list = try #require(
            KSRCranes.explain(
                bytes(
                    #"{"error":"Validation failed","message":"See details","details":[{"path":["name"],"message":"Too short"},"cvr must have 8 digits"]}"#
                ), status: 400))
        #expect(list.sentence == "Validation failed. See details. name: Too short. cvr must have 8 digits.")
        let faults = (1...8).map { #""fault \#($0)""# }.joined(separator: ",")
        let long = KSRCranes.explain(bytes(#"{"error":"Validation failed","details":[\#(faults)]}"#), status: 400)
        #expect(long?.sentence == "Validation failed. fault 1. fault 2. fault 3. fault 4. fault 5. And 3 more.")
        let failure = KSRCranes.explain(
            bytes(#"{"success":false,"error":"Unique constraint failed","details":"prisma.payrollBatches.create()"}"#),
            status: 500)
        #expect(failure == ServerMessage("The server failed.", said: "Unique constraint failed", isRetryable: true))
        let constraint = ServerMessage(
            "The server failed.", said: "Failed to create payroll batch: Unique constraint failed on batch_number",
            isRetryable: true)
        #expect(
            KSRCranes.explain(
                bytes(
                    #"{"error":"Failed to create payroll batch","message":"Unique constraint failed on batch_number"}"#),
                status: 500) == constraint)
        #expect(
            KSRCranes.explain(bytes(#"{"message":"Unique constraint failed on batch_number"}"#), status: 500)?.said
                == "Unique constraint failed on batch_number")
        // A message alone is no refusal of KSR Cranes: gateways say so of paths that they don't know.
        #expect(KSRCranes.explain(bytes(#"{"message":"no Route matched"}"#), status: 404) == nil)
    }

    @Test(
        "that means 429 and comes with 200 is known by VynqTalk's words for it",
        arguments: [
            (#"{"success":false,"message":"Too many requests"}"#, true),
            (#"{"success":false,"message":"Rate limit exceeded, try later"}"#, true),
            (#"{"success":false,"message":"Receiver is suspended"}"#, false),
            (#"{"success":true,"message":"Too many requests"}"#, false), ("[]", false), ("", false),
        ])
    func limit(body: String, expected: Bool) {
        #expect(VynqTalk.isLimit(bytes(body)) == expected)
        if expected { #expect(VynqTalk.explain(bytes(body), status: 429)?.isRetryable == true) }
    }

    @Test(
        "is nothing where the body is no JSON object",
        arguments: ["", "<html>", "[]", "7", "{", #"{"error":{}}"#, "{}"])
    func noObject(body: String) {
        for explain in [CDBL.explain, AutoDetail.explain, VynqTalk.explain, KSRCranes.explain] {
            let message = explain(bytes(body), 500)
            // AutoDetail says in another shape that there was an error: its status tells what.
            #expect(message == nil || message?.sentence == "The server failed.")
        }
    }

    @Test("is one sentence for a person, whatever the body holds", arguments: 0..<200 as Range<UInt64>) func anything(
        seed: UInt64
    ) {
        var numbers = SeededGenerator(seed: seed)
        let keys = ["error", "message", "reason", "success", "details", "traceId", "required", "valid", "code", "data"]
        let values = [
            "null", "true", "false", "7", #""""#, #""\u001b[31mred\n\n""#,
            #""Error: at Object.<anonymous> (/srv/app.js:1)""#, "[1,[2]]", #"{"a":{"b":1}}"#,
            #"["x",{"path":["a",0],"message":"m"}]"#, "\"" + String(repeating: "long ", count: 200) + "\"",
        ]
        let members = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
            "\"" + (keys.randomElement(using: &numbers) ?? "") + "\":" + (values.randomElement(using: &numbers) ?? "")
        }
        let body = bytes("{" + members.joined(separator: ",") + "}")
        let status = [200, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503].randomElement(using: &numbers) ?? 400
        for explain in [CDBL.explain, AutoDetail.explain, VynqTalk.explain, KSRCranes.explain] {
            guard let message = explain(body, status) else { continue }
            #expect(!message.sentence.isEmpty, "seed \(seed)")
            #expect(!message.sentence.unicodeScalars.contains { $0.value < 0x20 }, "seed \(seed)")
        }
    }

    private static let technical = [
        "SessionPayload not authenticated.", "NIOConnectionError(host: \"db\", port: 5432)",
        "Fatal error: Index out of range",
        "at Object.<anonymous> (/srv/app/index.js:10:5)", "PrismaClientKnownRequestError: P2002",
        "\u{1B}[31mred\u{1B}[0m", "two\nlines",
    ]

    @Test("is one printable line whatever the body holds, and says nothing of the program's inside", arguments: 0..<200)
    func friendly(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let explains: [@Sendable ([UInt8], Int) -> ServerMessage?] = [
            { KSRCranes.explain($0, status: $1) }, { CDBL.explain($0, status: $1) },
            { AutoDetail.explain($0, status: $1) },
            { VynqTalk.explain($0, status: $1) },
        ]
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &numbers) {
            case 0: return "true"
            case 1: return "false"
            case 2: return "null"
            case 3: return "-12.50e3"
            case 4, 5: return GeneratedText.quoted(Self.technical.randomElement(using: &numbers) ?? "")
            case 6: return "[\(value(depth - 1)),\(value(depth - 1))]"
            default: return object(depth - 1)
            }
        }
        func object(_ depth: Int) -> String {
            let keys = [
                "success", "error", "reason", "message", "data", "traceId", "required", "provided", "errors", "code",
                "details", "timestamp",
            ]
            let members = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
                "\"\(keys.randomElement(using: &numbers) ?? "error")\":\(value(depth))"
            }
            return "{\(members.joined(separator: ","))}"
        }
        for _ in 0..<40 {
            let text = object(3)
            let body = numbers.once(in: 5) ? Array(text.utf8.dropLast(numbers.once(in: 2) ? 1 : 3)) : Array(text.utf8)
            let status =
                [200, 400, 401, 403, 404, 409, 413, 418, 422, 429, 500, 502, 503].randomElement(using: &numbers) ?? 500
            for explain in explains {
                guard let message = explain(body, status) else { continue }
                let isPrintable = message.sentence.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                }
                #expect(!message.sentence.isEmpty && isPrintable, "seed \(seed): \(message.sentence) of \(text)")
                #expect(
                    !message.sentence.contains("{\"") && !message.sentence.contains("[{"),
                    "seed \(seed): \(message.sentence) of \(text)")
            }
        }
        // What VynqTalk's framework says of a refused token or of its own failure is for nobody but its makers.
        let reason = Self.technical.randomElement(using: &numbers) ?? ""
        for status in [401, 500, 502, 503] {
            let message = try #require(
                VynqTalk.explain(
                    Array(#"{"error":true,"reason":\#(GeneratedText.quoted(reason))}"#.utf8), status: status))
            #expect(!message.sentence.contains(reason.prefix(12)), "seed \(seed)")
        }
    }
}
