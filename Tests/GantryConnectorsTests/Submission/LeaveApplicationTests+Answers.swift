import GantryConnectors
import GantryEngine
import GantryJSON
import GantryModel
import Testing

extension LeaveApplicationTests {
    // MARK: Requests and answers

    @Test("is sent with the days that were counted, and says whether a certificate follows") func request() async throws
    {
        let row = try Application("MEDICAL", "2027-04-11", "2027-04-18", reason: "A \"fever\"", medical: true)
        let referenceData = try await LeaveOffice().referenceData([row], today: Self.today)
        let outgoing = try sent(row, resumeState: row.resumeState(referenceData))
        guard case .call(let call) = try await Application.request(for: [outgoing], step: 0, server: LeaveOffice()),
            case .json(let body) = call.body
        else { throw NoSuccess() }
        #expect(call.description == "POST /api/leaves" && !call.isRepeatable)
        #expect(
            try JSONTree(Array(body.utf8))
                == .object([
                    "type": .string("MEDICAL"), "startDate": .string("2027-04-11T00:00:00Z"),
                    "endDate": .string("2027-04-18T00:00:00Z"),
                    "workingDays": .integer(5), "reason": .string("A \"fever\""), "needsCertificate": .bool(true),
                ]))
    }

    @Test("needs a step for each certificate that it has, the first of which can be that of fitness") func steps()
        async throws
    {
        #expect(try Application("CASUAL", "2027-03-21", "2027-03-22").stepCount == 1)
        #expect(
            try Application("MEDICAL", "2027-03-21", "2027-03-22", medical: true, fitness: true).stepCount
                == 3)
        let row = try Application("MEDICAL", "2027-03-21", "2027-03-22", fitness: true)
        #expect(row.stepCount == 2)
        let time = try #require(Instant("2027-02-01T08:00:00Z"))
        let entry = try sent(row).entry.after(.taken(Receipt(status: 201, serverID: "l/1"), isLast: false), at: time)
        guard
            case .call(let call) = try await Application.request(
                for: [OutgoingRow(row, entry)], step: 1, server: LeaveOffice()),
            case .form(let parts) = call.body, case .file("file", "fitness_certificate")? = parts.first,
            case .text("type", "fitness")? = parts.last
        else { throw NoSuccess() }
        #expect(call.path == "/api/leaves/l%2F1/certificate")
        let answer = StepAnswer(
            status: 200,
            body: Array(
                #"{"url":"https://lms.example.test/api/uploads/a.pdf","signedUrl":"s","expiresAt":"2027-01-30T10:15:00Z"}"#
                    .utf8))
        guard case .confirmed(let receipts) = Application.receive(answer, for: [OutgoingRow(row, entry)], step: 1)
        else { throw NoSuccess() }
        #expect(receipts.map(\.serverID) == [""])
    }

    /// What the server answers, and what that is taken for.
    static let answers: [(body: String, reading: String)] = [
        (
            #"{"id":"l1","type":"CASUAL","startDate":"2027-03-21T00:00:00Z","endDate":"2027-03-22T00:00:00Z","status":"SUBMITTED"}"#,
            "l1"
        ),
        (#"{"ok":true,"id":17}"#, "17"),
        (
            #"{"id":"l1","type":"CASUAL","startDate":"2027-03-20T18:00:00.000Z","endDate":"2027-03-21T18:00:00.000Z"}"#,
            "l1"
        ),
        (
            #"{"id":"l1","type":"EARNED","startDate":"2027-03-21T00:00:00Z","endDate":"2027-03-22T00:00:00Z"}"#,
            "doubtful"
        ),
        (#"{"id":"l1","status":"CANCELLED"}"#, "doubtful"), (#"{"id":"l1","status":"REJECTED"}"#, "doubtful"),
        (#"{"id":"l1","startDate":"2027-03-22T00:00:00Z"}"#, "doubtful"),
        (#"{"id":"l1","endDate":"soon"}"#, "doubtful"),
        (#"{"type":"CASUAL"}"#, "not again"), (#"{"id":""}"#, "not again"), ("<html>", "unclear"), ("", "not again"),
    ]

    @Test("is done only when the answer names an id and is of the same leave", arguments: answers)
    func receive(body: String, reading: String) throws {
        let row = try sent(try Application("CASUAL", "2027-03-21", "2027-03-22"))
        switch Application.receive(StepAnswer(status: 201, body: Array(body.utf8)), for: [row], step: 0) {
        case .confirmed(let receipts): #expect(receipts == [Receipt(status: 201, serverID: reading)])
        case .wrongEffect: #expect(reading == "doubtful")
        case .ambiguous: #expect(reading == "unclear")
        case .unconfirmed: #expect(reading == "not again")
        default: Issue.record("It is read as something else.")
        }
    }

    @Test(
        "that the server has already is done only where it stands; one that ended is looked up",
        arguments: [
            ("SUBMITTED", true), ("APPROVED", true), ("CANCELLATION_REQUESTED", true), ("CANCELLED", false),
            ("REJECTED", false), (nil, false),
        ])
    func repeated(status: String?, isDone: Bool) throws {
        let row = try sent(try Application("CASUAL", "2027-03-21", "2027-03-22"))
        let body = #"{"id":"l1"\#(status.map { #","status":"\#($0)""# } ?? "")}"#
        switch Application.receive(StepAnswer(status: 200, body: Array(body.utf8)), for: [row], step: 0) {
        case .confirmed(let receipts): #expect(isDone && receipts.map(\.serverID) == ["l1"])
        case .ambiguous: #expect(!isDone)
        default: Issue.record("It is read as something else.")
        }
    }

    // MARK: Lost answers

    /// A leave of the server, and what a lookup of the sent one makes of it.
    static let found: [(leave: String, outcome: String)] = [
        (
            LeaveOffice.leave(
                "l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "SUBMITTED", created: "2027-02-01T08:00:01Z"), "there"
        ),
        (
            LeaveOffice.leave(
                "l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "SUBMITTED", created: "2027-02-01T07:50:00Z"), "there"
        ),
        (
            LeaveOffice.leave(
                "l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "CANCELLED", created: "2027-02-02T08:00:00Z"),
            "unknown"
        ),
        (
            LeaveOffice.leave(
                "l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "REJECTED", created: "2027-02-02T08:00:00Z"), "unknown"
        ),
        (LeaveOffice.leave("l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "CANCELLED"), "missing"),
        (LeaveOffice.leave("l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "APPROVED"), "unknown"),
        (
            LeaveOffice.leave(
                "l1", "EARNED", "2027-03-21", "2027-03-22", "2", "SUBMITTED", created: "2027-02-01T08:00:01Z"),
            "missing"
        ),
        (
            LeaveOffice.leave(
                "l1", "CASUAL", "2027-03-21", "2027-03-21", "2", "SUBMITTED", created: "2027-02-01T08:00:01Z"),
            "missing"
        ),
        (
            LeaveOffice.leave(
                "l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "SUBMITTED", reason: "Another",
                created: "2027-02-01T08:00:01Z"), "unknown"
        ),
    ]

    @Test(
        "that was sent without an answer is there when the server has one like it that was made since", arguments: found
    )
    func find(leave: String, outcome: String) async throws {
        var office = LeaveOffice()
        office.leaves = [LeaveOffice.leave("l0", "CASUAL", "2027-01-04", "2027-01-04", "1", "APPROVED"), leave]
        let row = try sent(try Application("CASUAL", "2027-03-21", "2027-03-22"))
        switch try await Application.find([row], step: 0, server: office) {
        case .confirmed(let receipts): #expect(outcome == "there" && receipts == [Receipt(serverID: "l1")])
        case .missing: #expect(outcome == "missing")
        case .repeatable: #expect(outcome == "repeatable")
        case .unknown(let reason): #expect(outcome == "unknown" && reason.contains("l1"))
        }
    }

    @Test(
        "that another row has become is not this one, whenever it was made and wherever it stands",
        arguments: [
            ("SUBMITTED", "2027-02-01T08:00:01Z"), ("CANCELLED", "2027-02-01T08:00:01Z"),
            ("APPROVED", "2027-01-20T09:00:00Z"),
        ])
    func findAnother(status: String, created: String) async throws {
        var office = LeaveOffice()
        office.leaves = [LeaveOffice.leave("l1", "CASUAL", "2027-03-21", "2027-03-22", "2", status, created: created)]
        office.taken = ["l1"]
        let row = try sent(try Application("CASUAL", "2027-03-21", "2027-03-22"))
        guard case .missing = try await Application.find([row], step: 0, server: office) else { throw NoSuccess() }
        office.leaves.append(
            LeaveOffice.leave(
                "l2", "CASUAL", "2027-03-21", "2027-03-22", "2", "PENDING", created: "2027-02-01T08:00:02Z"))
        guard case .confirmed(let receipts) = try await Application.find([row], step: 0, server: office) else {
            throw NoSuccess()
        }
        #expect(receipts == [Receipt(serverID: "l2")])
    }

    @Test("is neither found in a leave that can't be read nor missing beside it") func findUnreadable() async throws {
        let same = LeaveOffice.leave(
            "l1", "CASUAL", "2027-03-21", "2027-03-22", "2", "SUBMITTED", created: "2027-02-01T08:00:01Z")
        var office = LeaveOffice()
        office.leaves = [same.replacing(#""workingDays":2"#, with: #""workingDays":"two""#)]
        let row = try sent(try Application("CASUAL", "2027-03-21", "2027-03-22"))
        guard case .unknown(let reason) = try await Application.find([row], step: 0, server: office) else {
            throw NoSuccess()
        }
        #expect(reason.contains("1 of its leaves can't be read"))
        office.leaves.append(same)
        guard case .confirmed = try await Application.find([row], step: 0, server: office) else { throw NoSuccess() }
    }

    @Test("has its certificate when the leave shows one of the type") func findCertificate() async throws {
        let row = try Application("MEDICAL", "2027-03-21", "2027-03-22", fitness: true)
        let time = try #require(Instant("2027-02-01T08:00:00Z"))
        let entry = try sent(row).entry.after(.taken(Receipt(serverID: "l1"), isLast: false), at: time).after(
            .sending, at: time)
        var office = LeaveOffice()
        for (url, isThere) in [("null", false), (#""""#, false), (#""https://lms.example.test/a.pdf?token=x""#, true)] {
            office.single["/api/leaves/l1"] =
                #"{"id":"l1","certificateUrl":"https://lms.example.test/m.pdf","fitnessCertificateUrl":\#(url)}"#
            switch try await Application.find([OutgoingRow(row, entry)], step: 1, server: office) {
            case .confirmed(let receipts): #expect(isThere && receipts == [Receipt()])
            case .missing: #expect(!isThere)
            case .repeatable: Issue.record("repeatable")
            case .unknown(let reason): Issue.record("\(reason)")
            }
        }
    }
}
