import GantryAccounts
import GantryConnectors
import GantryJSON
import GantryModel
import GantryTestSupport
import Testing

/// What a system file makes: a system like a compiled one.
@Suite("A system file") struct SystemFileTests {
    static let text = """
        system: tracker
        title: Time tracker
        environments: { production: https://tracker.example.com }
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me, account: user.login }
        requests:
          headers: { X-Requested-With: gantry }
          errors: { message: errors }
          sensitive: [pin]
        datasets:
          hours:
            help: The hours of everybody.
            get: /hours
            query: { sort: id }
            records: data.items
            key: id
            paging: { offset: skip, limit: take, size: 50, most: 200, states-limit: meta.take }
            total: meta.total
            period: { day: day, query: { range: "{from}..{to}" } }
            filters:
              state: { help: Those in this state., one-of: [open, closed], query: status }
            fields:
              id: { type: integer, required: true }
              day: { type: date, required: true }
              hours: { type: decimal, required: true }
              user: { at: user.id, type: integer }
              approval: { at: "custom[name=Approval].value", one-of: { 1: APPROVED, 2: DRAFT } }
              second: { at: "tags[1]" }
              price: { type: money }
              from: { type: time }
              open: { type: flag }
              page: { type: link }
              urn: { at: ["urn:x:2.0:User", number] }
              note: {}
        """

    private func system(_ text: String = Self.text) throws -> System {
        try SystemFile.read(Array(text.utf8), named: "Systems/tracker.yaml")
    }

    /// The described dataset, opened.
    private func dataset(_ text: String = Self.text) throws -> any DatasetDescription {
        try #require(try system(text).dataset(named: "tracker.hours"))
    }

    @Test("asks for a page of the period with the parameters that it names") func request() throws {
        func request(_ description: some DatasetDescription) throws -> ReadRequest {
            description.dataset.request(
                DatasetRequest(
                    period: try PayPeriod("2026-10"), filters: ["state": "open"], page: 3, pageSize: 50))
        }
        let ask = try request(dataset())
        #expect(
            ask.description
                == "GET /hours?sort=id&skip=100&take=50&range=2026-10-01..2026-10-31&status=open")
        #expect(ask.limit == 50)
    }

    @Test(
        "asks for what came since the last run, and a little before",
        arguments: [
            ("from: { type: time }", "from", "{ since: \">={since}\" }", "since=>=2026-10-05T15:59:59Z"),
            ("from: { type: time }", "from", "{ since: \"{since:unix}\" }", "since=1791215999"),
            ("from: { type: time }", "from", "{ since: \"{since:unix-ms}\" }", "since=1791215999000"),
            ("from: { type: time }", "from", "{ since: \"{since:day}\" }", "since=2026-10-04"),
            ("id: { type: integer, required: true }", "id", "{ after: \"{since}\" }", "after=1791216000500000000"),
        ])
    func since(field: String, name: String, query: String, asked: String) throws {
        let total = "    total: meta.total\n"
        #expect(Self.text.contains(total) && Self.text.contains(field))
        let text = Self.text.replacing(total, with: total + "    since: { field: \(name), query: \(query) }\n")
        func request(_ description: some DatasetDescription, _ since: Int64?) -> String {
            var ask = DatasetRequest(period: nil, pageSize: 50)
            ask.since = since
            return description.dataset.request(ask).description
        }
        let dataset = try dataset(text)
        let place = try #require(Instant("2026-10-05T16:00:00.500000001Z")).nanosecondsSince1970
        #expect(request(dataset, place) == "GET /hours?sort=id&skip=0&take=50&\(asked)")
        #expect(request(dataset, nil) == "GET /hours?sort=id&skip=0&take=50")
    }

    @Test("tells a change of which records there are and how they follow from one that later runs can go on after")
    func listDigest() throws {
        let total = "    total: meta.total\n"
        let text = Self.text.replacing(total, with: total + "    since: { field: from }\n")
        func digest(_ old: String, _ new: String) throws -> String {
            #expect(text.contains(old), "\(old)")
            return try #require(try dataset(text.replacing(old, with: new)).listDigest)
        }
        let known = try #require(try dataset(text).listDigest)
        #expect(try dataset().listDigest == nil, "nothing goes on")
        for (old, new) in [
            ("since: { field: from }", "since: { field: id }"),
            ("from: { type: time }", "from: { type: time, zone: Europe/Copenhagen }"),
            ("from: { type: time }", "from: { at: to, type: time }"),
            ("since: { field: from }", "since: { field: from, query: { after: \"{since}\" } }"),
            (total, total + "    leave-out: { at: gone, is-there: true }\n"),
            ("get: /hours", "get: /all-hours"), ("query: { sort: id }", "query: { sort: day }"),
        ] {
            #expect(try digest(old, new) != known, "\(new)")
        }
        for (old, new) in [
            ("note: {}", "note: {}\n      more: {}"), ("size: 50", "size: 100"),
            ("help: The hours of everybody.", "help: All hours."), ("[open, closed]", "[open, closed, held]"),
            ("query: status }", "query: status }\n      user: { help: Those of a user., type: integer }"),
        ] {
            #expect(try digest(old, new) == known, "\(new)")
        }
    }

    @Test(
        "is proven by its total alone where the borders of pages can be checked or the list says that it stayed the same",
        arguments: [
            ("{ offset: skip, limit: take, size: 50 }", "meta.total", ListProof.total),
            ("{ next: meta.next, size: 50 }", "meta.total", .totalReadTwice),
            ("{ cursor: meta.next, query: c, size: 50 }", "{ header: X-Total }", .totalReadTwice),
            ("{ after: id, query: since, limit: take, size: 50 }", "meta.total", .totalReadTwice),
            ("{ next: meta.next, size: 50 }", "meta.total\n    state: { header: ETag }", .total),
            ("{ next: meta.next, size: 50 }", "{ lower-bound: meta.least }", .secondReading(endsEmpty: false)),
            ("{ page: page, limit: take, size: 50 }", "{ lower-bound: meta.least }", .answers),
            (
                "{ next: meta.next, size: 50 }", "{ lower-bound: meta.least }\n    proof: { none: It grows. }",
                .none(endsEmpty: false)
            ),
            (
                "{ after: id, query: since, limit: take, size: 50 }",
                "{ lower-bound: meta.least }\n    proof: { none: It grows. }", .none(endsEmpty: true)
            ),
        ])
    func proof(paging: String, total: String, is proof: ListProof) throws {
        let pages = "paging: { offset: skip, limit: take, size: 50, most: 200, states-limit: meta.take }"
        #expect(Self.text.contains(pages))
        let text = Self.text.replacing(pages, with: "paging: \(paging)")
            .replacing("    total: meta.total\n", with: "    total: \(total)\n")
        func made(_ description: some DatasetDescription) -> ListProof { description.dataset.proof }
        #expect(try made(dataset(text)) == proof)
    }

    @Test("takes an empty text for no value, also in lists, where the field isn't required and is no text")
    func emptyTexts() throws {
        let text = Self.text.replacing(
            "note: {}",
            with: "lines: { list: { id: { type: integer, required: true }, hours: { type: decimal }, word: {} } }")
        #expect(text != Self.text)
        func rejects(_ description: some DatasetDescription, _ record: String) throws -> [String] {
            try decoded(description.dataset, #"{"data":{"items":[\#(record)]},"meta":{"total":1}}"#).rejects.map(
                \.field)
        }
        let head = #"{"id":7,"day":"2026-10-05","hours":1"#
        let dataset = try dataset(text)
        #expect(try rejects(dataset, head + #","price":"","from":"","open":"","user":{"id":""}}"#) == [])
        #expect(try rejects(dataset, head + #","lines":[{"id":1,"hours":"","word":""}]}"#) == [])
        #expect(try rejects(dataset, #"{"id":7,"day":"","hours":1}"#) == ["day"])
        #expect(try rejects(dataset, head + #","lines":[{"id":"","hours":1}]}"#).count == 1)
    }

    private static let page = #"""
        {"errors":null,"data":{"more":[{"id":9}],"items":[
        {"id":7,"day":"2026-10-25","hours":7.50,"user":{"id":"12","name":"A"},
         "custom":[{"name":"Rate","value":"2"},{"value":"1","name":"Approval"}],"tags":["a","b","c"],"price":"194.025",
         "from":"2026-10-25T02:30:00+02:00","open":true,"page":"https://x.example/a?sig=S","note":"",
         "pin":"1234","urn:x:2.0:User":{"number":"00042"}},
        {"id":8,"day":"2026-10-26","hours":1e0,"user":null,"custom":[],"tags":[],"note":null}
        ]},"meta":{"total":"3000","take":100,"skip":7},"total":5}
        """#

    private func decoded<R: DatasetRecord>(
        _ dataset: Dataset<R>, _ text: String
    ) throws -> Decoded {
        var chunk = Chunk<R>(bytes: Array(text.utf8))
        let envelope = try dataset.makePageDecoder().decodePage(&chunk, listKeys: [], asked: nil)
        let values = chunk.records.indices.map { index in
            dataset.shape.fields.map { chunk.text($0, of: index) }
        }
        return (
            values, chunk.rejects, envelope,
            chunk.records.map { String(decoding: chunk.spelled($0.key), as: UTF8.self) }
        )
    }

    @Test("finds every field where it says, and the total and the limit nowhere else") func decodes() throws {
        let (values, rejects, envelope, keys) = try decode(Self.page)
        #expect(rejects.isEmpty)
        #expect(
            values == [
                [
                    "7", "2026-10-25", "7.5", "12", "APPROVED", "b", "194.025", "2026-10-25T00:30:00Z", "true",
                    "https://x.example/a", "00042", "",
                ],
                ["8", "2026-10-26", "1", nil, nil, nil, nil, nil, nil, nil, nil, nil],
            ])
        #expect(keys == ["7", "8"])
        #expect(envelope.totalCount == 3_000 && envelope.limit == 100 && envelope.offset == nil)
    }

    @Test("finds a lower bound of the total, and tells a next page that isn't from one that nothing says")
    func lowerBound() throws {
        let text = Self.text.replacing("total: meta.total", with: "total: { lower-bound: meta.total }").replacing(
            "{ offset: skip, limit: take, size: 50, most: 200, states-limit: meta.take }",
            with: "{ next: meta.next, size: 50 }")
        func envelope(_ next: String) throws -> PageEnvelope {
            let page = Self.page.replacing("\"total\":\"3000\"", with: "\"total\":\"3000\"" + next)
            return try decode(page, by: text).envelope
        }
        let silent = try envelope("")
        #expect(silent.totalCount == nil && silent.leastCount == 3_000 && silent.next == nil && silent.hasNext == nil)
        for end in ["null", "false", "\"\"", "0"] {
            let ended = try envelope(",\"next\":\(end)")
            #expect(ended.next == nil && ended.hasNext == false, "\(end)")
        }
        #expect(try envelope(",\"next\":\"/2\"").hasNext == true)
        #expect(throws: JSONProblem.self) { try envelope(",\"next\":true") }
    }

    @Test(
        "rejects a record that can't be used, with the field and its place",
        arguments: [
            (#"{"id":7,"day":"2026-10-25"}"#, "hours", "nothing"),
            (#"{"id":7,"day":"2026-10-25","hours":"7,4"}"#, "hours", "\"7,4\""),
            (#"{"id":7,"day":"2026-10-25","hours":NaN}"#, "", ""),
            (#"{"id":null,"day":"2026-10-25","hours":1}"#, "id", "nothing"),
            (#"{"id":{"x":1},"day":"2026-10-25","hours":1}"#, "id", "an object"),
            (#"{"id":7,"day":"2026-10-25","hours":1,"open":"yes"}"#, "open", "\"yes\""),
            (#"{"id":7,"day":"2026-10-25","hours":1,"custom":[{"name":"Approval","value":"3"}]}"#, "approval", "\"3\""),
            (#"{"id":7,"day":"2026-10-25","hours":1,"custom":{"name":"Approval"}}"#, "custom", "an object"),
            (
                #"{"id":7,"day":"2026-10-25","hours":1,"custom":[{"name":"Approval","value":"1"},{"name":"Approval","value":"1"}]}"#,
                "approval", "the key twice"
            ),
            (#"{"id":7,"day":"2026-10-25","hours":1,"user":5}"#, "user", "a number"),
        ])
    func rejects(record: String, field: String, found: String) throws {
        let text = #"{"data":{"items":["# + record + #"]},"meta":{"total":1}}"#
        guard !found.isEmpty else {
            #expect(throws: JSONProblem.self) { try decode(text) }
            return
        }
        let rejects = try decode(text).rejects
        #expect(rejects.map(\.field) == [field] && rejects.map(\.found) == [found])
    }

    @Test(
        "refuses an answer that it doesn't explain, and names its keys alone",
        arguments: [
            (#"{"faults":["secret"],"status":3}"#, "the keys faults, status"),
            (#"{"data":{"rows":[]}}"#, "the keys data"),
            (#"{"data":{"items":{"a":1}}}"#, "an object there"),
            (#"[]"#, "a list"),
        ])
    func otherAnswer(text: String, found: String) throws {
        let problem = try #require(throws: JSONProblem.self) { try decode(text) }
        guard case .shape(let expected, let seen) = problem else {
            Issue.record("\(problem)")
            return
        }
        #expect(expected == "a list of records at data.items" && seen == found)
    }

    @Test("takes a total that is no whole number for none", arguments: [#""about 3""#, "-1.5", #""*""#, "null", "[]"])
    func total(text: String) throws {
        let page = #"{"data":{"items":[]},"meta":{"total":"# + text + "}}"
        #expect(try decode(page).envelope.totalCount == nil)
    }

    @Test("has room for sixty-four texts, each in its own place") func manyFields() throws {
        let names = (1..<64).map { "f\($0)" }
        let fields = names.map { "      \($0): {}" }.joined(separator: "\n")
        let lines = Self.text.split(separator: "\n").filter { !$0.contains("period:") }
        let head = lines.prefix { !$0.contains("day: { type: date") }
        let text = head.joined(separator: "\n") + "\n" + fields
        let record = names.map { #""\#($0)":"<\#($0)>""# }.joined(separator: ",")
        let page = #"{"data":{"items":[{"id":1,\#(record)}]}}"#
        let values = try decode(page, by: text).values
        #expect(values == [["1"] + names.map { "<\($0)>" }])
    }

    @Test("has one digest for all that it says, but for what only people read") func digest() throws {
        let digest = try #require(try system().digest)
        #expect(try system(Self.text.replacing("Time tracker", with: "Hours")).digest == digest)
        #expect(try system("# A remark\n" + Self.text).digest == digest)
        #expect(
            try system(Self.text.replacing("take: ", with: "taken: ").replacing("skip", with: "from")).digest != digest)
        let helped = Self.text.replacing("note: {}", with: "note: { help: What was done. }")
        #expect(try helped != Self.text && system(helped).digest == digest)
    }

    @Test("has other digests for what it names like a word that only people read", arguments: ["title", "help"])
    func namedLikeWords(name: String) throws {
        let field = Self.text.replacing("note: {}", with: "note: {}\n      \(name): { at: a }")
        let other = field.replacing("{ at: a }", with: "{ at: b }")
        #expect(try other != field && system(field).digest != system(other).digest)
        #expect(try dataset(field).readingDigest != dataset(other).readingDigest)
        let query = Self.text.replacing("query: { sort: id }", with: "query: { sort: id, \(name): a }")
        let asked = query.replacing("\(name): a }", with: "\(name): b }")
        #expect(try asked != query && system(query).digest != system(asked).digest)
    }

    @Test("proves a key by the request that it names, and takes the account from the answer") func signIn() throws {
        let signIn = try system().signIn
        let input = SignInInput(["api-key": Secret("abc")])
        let request = try signIn.begin(input)
        #expect(request.path == "/me" && request.body == nil && request.token?.reveal() == "abc")
        #expect(signIn.carrier == .header("X-Key"))
        let grant = try signIn.grant(Array(#"{"user":{"login":"admin"}}"#.utf8), for: input, at: .now)
        #expect(grant.account == "admin" && grant.token.reveal() == "abc")
        #expect(signIn.headers(grant).map(\.name) == ["X-Requested-With"])
        for body in [#"{"user":null}"#, "{}", #"{"user":{"login":""}}"#] {
            #expect(throws: SignInProblem.self) { try signIn.grant(Array(body.utf8), for: input, at: .now) }
        }
    }

    @Test("reads why the server refuses") func errors() throws {
        let message = try system().explain(Array(#"{"errors":["Hours is blank","No project."]}"#.utf8), 422)
        #expect(message?.sentence == "Hours is blank. No project.")
        #expect(try system().explain(Array("<html>".utf8), 500) == nil)
    }

    @Test("is found by its name in the folders of a workspace, and one with mistakes stops nothing else")
    func folders() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.text, to: "Systems/tracker.yaml")
        try folder.write("system: broken", to: "Systems/broken.yaml")
        let systems = withExtendedLifetime(folder) { Systems(in: Workspace(path: folder.path)) }
        #expect(systems.named("tracker")?.title == "Time tracker")
        #expect(systems.dataset(named: "tracker.hours") != nil)
        #expect(systems.named("broken") == nil && systems.faults.keys.sorted() == ["broken"])
        #expect(systems.named("ksr-cranes") != nil)
    }

    private typealias Decoded = (values: [[String?]], rejects: [Reject], envelope: PageEnvelope, keys: [String])

    /// An answer, by the dataset of a file.
    private func decode(_ page: String, by text: String = Self.text) throws -> Decoded {
        func decode(_ description: some DatasetDescription) throws -> Decoded { try decoded(description.dataset, page) }
        return try decode(dataset(text))
    }
}
