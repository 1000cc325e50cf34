import GantrySandbox
import Testing

@Suite("The text of a fault")
struct FaultTextTests {
    static let texts: [(String, Fault)] = [
        ("work-entries:page=3:status=401:times=1", Fault(.status(401), endpoint: "work-entries", page: 3)),
        ("*:status=429:retry-after=0", Fault(.status(429, retryAfter: .seconds(0)))),
        ("*:status=429:retry-after=date:times=always", Fault(.status(429, retryAfter: .date(in: 1)), times: nil)),
        ("*:status=503:retry-after=date+30", Fault(.status(503, retryAfter: .date(in: 30)))),
        ("workers:status=500:body={\"a\":\"b:c\"}", Fault(.status(500, body: #"{"a":"b:c"}"#), endpoint: "workers")),
        ("*:limit=40", Fault(.limit(perSecond: 40), times: nil)),
        ("login:burst=4", Fault(.status(503), endpoint: "login", times: 4)),
        ("*:reset", Fault(.reset())), ("*:reset:at=0", Fault(.reset(at: 0))), ("*:close", Fault(.close)),
        ("*:stall=0.5:at=10", Fault(.stall(seconds: 0.5, at: 10))), ("*:stall", Fault(.stall(seconds: 3_600))),
        ("*:truncate:after=2", Fault(.truncate(), after: 2)), ("*:wrong-length", Fault(.wrongLength(by: -16))),
        ("*:wrong-length=5", Fault(.wrongLength(by: 5))), ("*:garbage", Fault(.garbage)), ("*:html", Fault(.htmlPage)),
        ("*:empty", Fault(.empty)), ("*:escaped", Fault(.escaped)),
        ("*:uncounted", Fault(.uncounted)),
        ("documents:late=2.5", Fault(.late(seconds: 2.5), endpoint: "documents")),
        ("*:unread:after=1", Fault(.unread, after: 1)),
        ("*:stored-status=500", Fault(.storedStatus(500))),
        ("*:false-success", Fault(.falseSuccess(message: "Ordered failure"))),
        ("users:false-success:message=No: not now", Fault(.falseSuccess(message: "No: not now"), endpoint: "users")),
        ("*:gzip-bomb=8", Fault(.gzipBomb(mebibytes: 8))), ("*:endless", Fault(.endless)),
        ("*:code=307:redirect=http://127.0.0.1:9/x?y=1", Fault(.redirect(to: "http://127.0.0.1:9/x?y=1", status: 307))),
        ("*:repeat-page:page=3", Fault(.repeatPage, page: 3)),
        ("*:page=2:total-changes=-3", Fault(.totalChanges(by: -3), page: 2, times: nil)),
        ("*:record-added:page=2", Fault(.recordAdded, page: 2, times: nil)),
        ("*:record-removed:page=*", Fault(.recordRemoved, times: nil)), ("*:expire-token", Fault(.expireToken)),
        ("*:slow=0.25", Fault(.slow(seconds: 0.25), times: nil)),
        ("*:ties", Fault(.ties, times: nil)),
        ("*:record=unknown-enum:index=5", Fault(.record(RecordDefect(.unknownEnum), index: 5))),
        (
            "*:record=raw:field=notes:value={\"x\":1}",
            Fault(.record(RecordDefect(.raw, field: "notes", value: #"{"x":1}"#), index: 0))
        ),
    ]

    @Test("is read, and printed so that it reads back the same", arguments: texts)
    func roundTrip(text: String, fault: Fault) throws {
        #expect(try Fault(text) == fault)
        #expect(try Fault(fault.description) == fault)
    }

    @Test("has an example here for every kind that the help lists")
    func everyKindIsTried() {
        for spelling in FaultSpelling.all {
            let word = spelling.form.prefix { $0 != "=" }
            #expect(Self.texts.contains { $0.0.contains(":\(word)") }, "\(word)")
        }
    }

    @Test(
        "that is wrong is refused with the part that is wrong",
        arguments: [
            ("", "endpoint"), ("status=401", "endpoint"), ("work-entries", "no kind"),
            ("*:statsu=401", "did you mean `status`"),
            ("*:status=99", "status=99"), ("*:status", "status="), ("*:page=0:garbage", "page=0"),
            ("*:garbage:html", "can't be combined"),
            ("*:garbage:at=3", "`garbage` has no option `at`"), ("*:record=unknown-enm", "did you mean `unknown-enum`"),
            ("*:record=raw", "value"), ("*:redirect", "URL"), ("*:reset=5", "no value"), ("*:slow=x", "seconds"),
            ("*:unread=1", "no value"), ("*:stored-status", "stored-status="),
            ("*:garbage:page=1:page=2", "twice"), ("*:garbage:times=", "needs a value"),
        ])
    func refused(text: String, hint: String) {
        let error = #expect(throws: SandboxError.self) { try Fault(text) }
        #expect(error?.code == .unreadableFault)
        #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
    }

    @Test("that names an endpoint that is not served is refused with the nearest one")
    func unknownEndpoint() async throws {
        let fault = try Fault("work-entrys:garbage")
        let error = await #expect(throws: SandboxError.self) {
            try await SandboxServer.with(SandboxConfiguration(faults: [fault])) { _ in }
        }
        #expect(error?.description.contains("did you mean `work-entries`") == true)
    }
}
