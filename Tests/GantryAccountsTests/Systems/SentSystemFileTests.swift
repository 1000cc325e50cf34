import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryModel
import Synchronization
import Testing

/// What a submission of a system file sends, and what it makes of answers and lists.
@Suite("A submission of a system file") struct SentSystemFileTests {
    static let text = """
        system: tracker
        title: Time tracker
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me, account: user.login }
        datasets:
          hours:
            help: The hours of everybody.
            get: /hours
            query: { sort: id }
            records: data
            key: id
            paging: none
            total: none
            fields:
              id: { type: integer, required: true }
              day: { type: date }
              hours: { type: decimal }
              note: {}
        submissions:
          hours:
            help: Hours, one row each.
            columns:
              day: { type: date, required: true }
              hours: { type: decimal, required: true, decimals: 2 }
              kind: { one-of: { "8": normal, "9": overtime } }
              open: { type: flag }
              note: { most: 60 }
            steps:
              - post: /hours
                query: { kind: "{kind}", of: "{day}/x" }
                headers: { X-Source: "gantry {day}" }
                body:
                  list: [{ column: hours }, { column: hours, as: text }, 1.50, true, null, "1"]
                  text: "{day} {mark}"
                  entry: { kind: { column: kind }, open: { column: open }, note: { column: note, mark: after } }
                done: [200, 201]
                id: entry.id
                echo: { hours: entry.hours, note: entry.note }
                lost: LOST
        """

    static let mark = "{ find: hours, query: { day: \"{day}\", sort: day }, mark: note }"
    static let same = "{ find: hours, same: { day: day, hours: hours, note: note } }"
    static let listed = "{ get: \"/days/{day}\", records: day.entries, id: number, mark: note }"
    static let key = "0123456789abcdef0123456789abcdef"

    /// Opens a described submission, and calls it with one row.
    struct Sent {
        let request: (Int, any ServerReader) async throws -> StepRequest
        let receive: (Int, Int, String) -> EffectOutcome
        let refused: (Int, Int) -> EffectOutcome
        let find: (Int, any ServerReader) async throws -> LookupOutcome
        let problems: [RowProblem]
        let identity: RowIdentity
        let steps: [String]
        let limits: [String]

        init<Row: SubmittedRow>(
            _ description: some SubmissionDescription<Row>, _ cells: [String: String], state: String, attempts: Int,
            key: String = SentSystemFileTests.key, content: String = "", said: Int? = nil
        ) throws where Row.ReferenceData == Void {
            let submission = description.submission
            var row = Row()
            var problems = submission.fields.compactMap { $0.read(cells[$0.name] ?? "", into: &row) }
            let now = try #require(Instant("2026-10-01T08:00:00Z"))
            problems += row.check((), today: try #require(CivilDate("2026-10-01")), now: now)
            self.problems = problems
            identity = row.identity
            limits = row.sharedLimits.map(\.of)
            steps = submission.kind.delivery.steps
            var entry = LedgerEntry(
                row: 2, idempotencyKey: key, content: content, resumeState: state, at: now)
            for number in 0..<attempts {
                if number > 0 { entry = try entry.after(.missing(nil), at: now) }
                entry = try entry.after(.sending, at: now)
            }
            if let said {
                let doubt = RowProblem(RowProblem.unconfirmedCode, "It is there.")
                entry = try entry.after(.notLookedUp(doubt, status: said), at: now)
            }
            let rows = [OutgoingRow(row, entry)]
            request = { try await submission.request(rows, $0, $1) }
            receive = { submission.receive(StepAnswer(status: $1, body: Array($2.utf8)), rows, $0) }
            refused = { submission.refused(RowProblem("x", "No."), $1, rows, $0) }
            find = { try await submission.find(rows, $0, $1) }
        }
    }

    static func open(
        _ lost: String, _ cells: [String: String] = ["day": "2026-10-05", "hours": "7.50", "note": "A"],
        _ more: (old: String, new: String) = ("", ""), state: String = "", attempts: Int = 1
    ) throws -> Sent {
        let text = text.replacing("LOST", with: lost).replacing(more.old, with: more.new)
        let system = try SystemFile.read(Array(text.utf8), named: "Systems/tracker.yaml")
        let found = try #require(system.submissions.first as? any SubmissionDescription<DescribedRow>)
        return try Sent(found, cells, state: state, attempts: attempts)
    }

    @Test("sends exactly the values of the row") func request() async throws {
        let cells = ["day": "2026-10-05", "hours": "7.50", "kind": "Overtime", "open": "ja", "note": "Kran \"7\""]
        for (cells, path, json) in [
            (
                cells.merging(["open": "yes"]) { $1 },
                "/hours?kind=9&of=2026%2D10%2D05%2Fx".replacing("%2D", with: "-"),
                #"{"list":[7.5,"7.5",1.50,true,null,"1"],"text":"2026-10-05 gantry:0123456789abcdef0123","#
                    + #""entry":{"kind":"9","open":true,"note":"Kran \"7\" gantry:0123456789abcdef0123"}}"#
            ),
            (
                ["day": "2026-10-05", "hours": "0.1"], "/hours?of=2026-10-05%2Fx",
                #"{"list":[0.1,"0.1",1.50,true,null,"1"],"text":"2026-10-05 gantry:0123456789abcdef0123","#
                    + #""entry":{"note":"gantry:0123456789abcdef0123"}}"#
            ),
        ] {
            let sent = try Self.open(Self.mark, cells)
            #expect(sent.problems.isEmpty)
            guard case .call(let request) = try await sent.request(0, Lists()), case .json(let body) = request.body
            else {
                Issue.record("no request")
                continue
            }
            #expect(request.method == .post && request.path == path && body == json)
            #expect(request.headers.map(\.value) == ["gantry 2026-10-05"] && !request.isRepeatable)
        }
    }

    @Test(
        "has the same key in a header each time, or is simply made again",
        arguments: ["{ key: Idempotency-Key }", "repeat"])
    func repeatable(lost: String) async throws {
        let sent = try Self.open(lost)
        guard case .call(let request) = try await sent.request(0, Lists()) else { throw HTTPOther() }
        // Every try is in the ledger, or a refusal of the second would look like one of the first.
        #expect(!request.isRepeatable)
        #expect(request.headers.map(\.value).contains(Self.key) == (lost != "repeat"))
        #expect(try await Self.shown(sent.find(0, Lists())) == "repeatable")
    }

    struct HTTPOther: Error {}

    @Test("checks cells by what the file says of the server")
    func cells() throws {
        func codes(_ cells: [String: String]) throws -> [String] {
            try Self.open(Self.mark, cells).problems.map(\.field)
        }
        #expect(try codes(["day": "2026-10-05", "hours": "7.375"]) == ["hours"])
        #expect(try codes(["day": "", "hours": "7", "kind": "none"]) == ["day", "kind"])
        // Of 60 characters a mark and a blank take 28.
        #expect(try codes(["day": "2026-10-05", "hours": "7", "note": String(repeating: "n", count: 32)]).isEmpty)
        #expect(try codes(["day": "2026-10-05", "hours": "7", "note": String(repeating: "n", count: 33)]) == ["note"])
        let identity = try Self.open(Self.mark).identity
        #expect(identity.label == "2026-10-05" && identity.target.isEmpty)
        // A row in another spelling is the same row.
        func values(_ cells: [String: String]) throws -> String? { try Self.open(Self.mark, cells).identity.values }
        let spelled = try values(["day": "2026-10-05", "hours": "7.5", "kind": "overtime"])
        #expect(try spelled == values(["day": "2026-10-05", "hours": "7.50", "kind": "overtime"]) && spelled != nil)
        #expect(try spelled != values(["day": "2026-10-05", "hours": "7.5", "kind": "normal"]))
    }

    @Test(
        "is done by an answer that says so, and otherwise looked up",
        arguments: [
            (201, #"{"entry":{"id":7,"hours":7.5,"note":"A gantry:0123456789abcdef0123"}}"#, "done 7"),
            (200, #"{"entry":{"id":"x-1","hours":"7.50","note":"A gantry:0123456789abcdef0123"}}"#, "done x-1"),
            (
                201, #"{"entry":{"id":7,"hours":7.38,"note":"A gantry:0123456789abcdef0123"}}"#,
                "done 7: hours was sent as 7.5, and the server has 7.38."
            ),
            (201, #"{"entry":{"id":7,"hours":7.5,"note":"A"}}"#, "done 7: The server has another text for note."),
            (202, #"{"entry":{"id":7}}"#, "unconfirmed"),
            (201, #"{"entry":{"hours":7.5}}"#, "unconfirmed"),
            (201, "", "unconfirmed"),
            (200, "<html>Hello</html>", "ambiguous"),
        ])
    func answers(status: Int, body: String, meaning: String) throws {
        let found =
            switch try Self.open(Self.mark).receive(0, status, body) {
            case .confirmed(let receipts):
                "done \(receipts[0].serverID)" + (receipts[0].note.map { ": \($0.sentence)" } ?? "")
            case .unconfirmed: "unconfirmed"
            case .ambiguous: "ambiguous"
            default: "other"
            }
        #expect(found == meaning)
    }

    @Test("may be what is there already only if it was sent before")
    func there() throws {
        let more = (old: "done: [200, 201]", new: "done: [200, 201]\n        there: 412")
        guard case .rejected(let problem, _, _) = try Self.open("repeat", more).refused(0, 412) else {
            throw HTTPOther()
        }
        #expect(problem.code == "already-there")
        guard case .unconfirmed = try Self.open("repeat", more, attempts: 2).refused(0, 412) else { throw HTTPOther() }
        guard case .rejected = try Self.open("repeat", more, attempts: 2).refused(0, 422) else { throw HTTPOther() }
    }

    @Test("takes the place of what was sent to the same path, if it says so")
    func replaces() throws {
        let text =
            Self.text.split(separator: "submissions:")[0] + """
                submissions:
                  phones:
                    help: Telephone numbers.
                    replaces: true
                    columns: { user: { type: integer, required: true }, phone: { required: true } }
                    steps:
                      - put: "/users/{user}"
                        body: { phone: { column: phone } }
                        done: 200
                        id: "u-{user}"
                        lost: repeat
                """
        let system = try SystemFile.read(Array(String(text).utf8), named: "Systems/tracker.yaml")
        let found = try #require(system.submissions.first as? any SubmissionDescription<DescribedRow>)
        let sent = try Sent(found, ["user": "7", "phone": "1"], state: "", attempts: 1)
        #expect(sent.identity.replaces && sent.identity.target == "/users=1:7")
        // Two for one record would be sent side by side, and either could be the last.
        let other = try Sent(found, ["user": "7", "phone": "2"], state: "", attempts: 1)
        #expect(sent.limits.count == 1 && sent.limits == other.limits)
        #expect(try Sent(found, ["user": "8", "phone": "1"], state: "", attempts: 1).limits != sent.limits)
        guard case .confirmed(let receipts) = sent.receive(0, 200, "") else { throw HTTPOther() }
        #expect(receipts[0].serverID == "u-7")
    }

    @Test("isn't sent with one that the look-up can't tell from it")
    func looksTheSame() throws {
        func of(_ cells: [String: String]) throws -> [String] { try Self.open(Self.same, cells).limits }
        let one = ["day": "2026-10-05", "hours": "7.50", "note": "A"]
        #expect(try of(one) == of(one.merging(["kind": "normal", "hours": "7.5"]) { $1 }))
        #expect(try of(one) != of(one.merging(["note": "B"]) { $1 }))
    }

    static func open(_ lost: String, _ more: (old: String, new: String), attempts: Int = 1) throws -> Sent {
        try open(
            lost, ["day": "2026-10-05", "hours": "7.50", "note": "A"],
            (more.old, more.new.replacing("\n        ", with: "\n        ")), attempts: attempts)
    }

    @Test(
        "is found again by its mark in a list, once",
        arguments: [
            (#"[{"id":7,"note":"A gantry:0123456789abcdef0123"},{"id":8,"note":"gantry:0"}]"#, "found 7"),
            (#"[{"id":8,"note":"A"},{"id":9,"note":null}]"#, "missing"),
            (
                #"[{"id":7,"note":"gantry:0123456789abcdef0123"},{"id":9,"note":"gantry:0123456789abcdef0123"}]"#,
                "The server has it more than once, as 7 and 9."
            ),
            (#"[{"id":null}]"#, "The server's list has 1 unreadable record; it may be the one that was sent."),
            (
                #"[{"id":null},{"id":null}]"#,
                "The server's list has 2 unreadable records; the one that was sent may be among them."
            ),
        ])
    func byMark(list: String, meaning: String) async throws {
        let lists = Lists(["hours": #"{"data":\#(list)}"#])
        #expect(try await Self.shown(Self.open(Self.mark).find(0, lists)) == meaning)
        #expect(lists.asked == ["hours day=2026-10-05 sort=day"])
    }

    @Test(
        "is found again in an answer of its own",
        arguments: [("gantry:0123456789abcdef0123", "found 5"), ("other", "missing")])
    func inAnswer(note: String, meaning: String) async throws {
        let lists = Lists(["/days/2026-10-05": #"{"day":{"entries":[{"number":5,"note":"\#(note)"}]}}"#])
        #expect(try await Self.shown(Self.open(Self.listed).find(0, lists)) == meaning)
        await #expect(throws: RunError.self) {
            try await Self.open(Self.listed).find(0, Lists(["/days/2026-10-05": "{}"]))
        }
    }

    @Test("is found again by its values, but not as what was there before, or as another row's")
    func bySame() async throws {
        let one = #"{"id":7,"day":"2026-10-05","hours":7.5,"note":"A"}"#
        let other = #"{"id":8,"day":"2026-10-05","hours":"7.50","note":"A"}"#
        let before = try Self.open(Self.same)
        #expect(before.steps == ["look before POST /hours", "POST /hours"])
        guard case .confirmed(let receipts) = try await before.request(0, Lists(["hours": #"{"data":[\#(one)]}"#]))
        else {
            throw HTTPOther()
        }
        let sent = try Self.open(Self.same, state: receipts[0].resumeState)
        for (list, taken, meaning) in [
            (one, [], "missing"), ("\(one),\(other)", [], "found 8"), ("\(one),\(other)", ["8"], "missing"),
        ] {
            let lists = Lists(["hours": #"{"data":[\#(list)]}"#], taken: Set(taken))
            #expect(try await Self.shown(sent.find(1, lists)) == meaning)
        }
    }

    static func shown(_ outcome: LookupOutcome) -> String {
        switch outcome {
        case .confirmed(let receipts): "found \(receipts[0].serverID)"
        case .missing: "missing"
        case .repeatable: "repeatable"
        case .unknown(let reason): reason
        }
    }

    @Test("puts a file to the address that it was given, and keeps what else it was told")
    func address() async throws {
        let text =
            Self.text.prefix { _ in true }.split(separator: "submissions:")[0] + """
                submissions:
                  photos:
                    help: Photos.
                    file: { column: file, types: [jpeg], most: 2 MB, photo: true }
                    columns:
                      file: { required: true }
                      user: { type: integer, required: true }
                    steps:
                      - post: /presign
                        body: { name: "{file.name}", type: "{file.type}" }
                        done: 200
                        takes: { url: uploadUrl, ref: ref }
                        lost: repeat
                      - put: { step: url }
                        file: raw
                        done: 200
                        lost: repeat
                      - post: "/users/{user}/photos"
                        body: { refs: [{ step: ref }] }
                        done: 200
                        lost: stop
                """
        let system = try SystemFile.read(Array(String(text).utf8), named: "Systems/tracker.yaml")
        let found = try #require(system.submissions.first as? any SubmissionDescription<DescribedRow>)
        #expect(found.kind.files == FileRule(types: ["jpeg"], limit: 2_000_000, isPhoto: true))
        let sent = try Sent(found, ["file": "a/b 1.jpg", "user": "7"], state: "", attempts: 1)
        #expect(sent.steps == ["store by POST /presign", "POST /users/…/photos"])
        guard case .store(let field, let ask, let address) = try await sent.request(0, Lists()) else {
            throw HTTPOther()
        }
        guard case .json(let body) = ask("", "").body else { throw HTTPOther() }
        #expect(ask("", "").isRepeatable)
        #expect(try await Self.shown(sent.find(0, Lists())) == "missing")
        #expect(field == "file" && body == #"{"name":"b 1.jpg","type":"image/jpeg"}"#)
        #expect(address(Array(#"{"ref":"r"}"#.utf8)) == nil)
        let place = try #require(address(Array(#"{"uploadUrl":"https://s.example/?sig=S","ref":"r"}"#.utf8)))
        #expect(place.url == "https://s.example/?sig=S" && place.reference == #"{"taken":{"ref":"r"}}"#)
        let next = try Sent(found, ["file": "a/b 1.jpg", "user": "7"], state: place.reference, attempts: 1)
        guard case .call(let request) = try await next.request(1, Lists()), case .json(let last) = request.body else {
            throw HTTPOther()
        }
        #expect(request.path == "/users/7/photos" && last == #"{"refs":["r"]}"#)
        // Without a step that names it, the stored file is what the row has at the server.
        let only = String(text).split(separator: "      - post: \"/users/{user}/photos\"")[0]
            .replacing("takes: { url: uploadUrl, ref: ref }", with: "takes: { url: uploadUrl }")
        let stores = try SystemFile.read(Array(only.utf8), named: "Systems/tracker.yaml")
        let stored = try #require(stores.submissions.first as? any SubmissionDescription<DescribedRow>)
        let alone = try Sent(stored, ["file": "a/b 1.jpg", "user": "7"], state: "", attempts: 1)
        #expect(alone.steps == ["store by POST /presign"])
        #expect(try await Self.shown(alone.find(0, Lists())) == "repeatable")
    }
}

/// A server with canned answers, by the dataset's name or the path.
final class Lists: ServerReader {
    private let answers: [String: String]
    private let taken: Set<String>
    private let seen = Mutex<[String]>([])

    init(_ answers: [String: String] = [:], taken: Set<String> = []) {
        self.answers = answers
        self.taken = taken
    }

    var asked: [String] { seen.withLock { $0 } }

    func isTaken(_ serverID: String, besides _: LedgerEntry) async throws -> Bool { taken.contains(serverID) }

    func read(_ request: ReadRequest) async throws -> [UInt8]? { answers[request.path].map { Array($0.utf8) } }

    func has(_ file: FileFingerprint, at request: ReadRequest) async throws -> Bool? {
        answers[request.path].map { $0 == file.digest }
    }

    func readAll<R: DatasetRecord>(
        _ dataset: Dataset<R>, period _: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws {
        let ask = dataset.request(DatasetRequest(period: nil, filters: filters)).query
        seen.withLock { $0.append(([dataset.name] + ask.map { "\($0.name)=\($0.value)" }).joined(separator: " ")) }
        var chunk = Chunk<R>(bytes: Array((answers[dataset.name] ?? #"{"data":[]}"#).utf8))
        _ = try dataset.makePageDecoder().decodePage(&chunk, listKeys: [], asked: nil)
        body(UsableRecords(chunk))
    }
}
