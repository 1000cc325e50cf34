import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A cancellation of leave")
struct LeaveCancellationTests {
    private func row(_ leave: String) -> CDBL.LeaveCancellation {
        var row = CDBL.LeaveCancellation()
        row.leave = leave
        row.reason = "Plans changed"
        return row
    }

    @Test(
        "is possible while the leave is not decided, and once in a sheet",
        arguments: [
            ("PENDING", []), ("SUBMITTED", []), ("APPROVED", ["forbidden"]), ("CANCELLED", ["cannot_cancel_now"]),
            ("REJECTED", ["cannot_cancel_now"]), ("none", ["not_found"]),
        ])
    func check(status: String, codes: [String]) async throws {
        var office = LeaveOffice()
        office.leaves = [
            LeaveOffice.leave(
                status == "none" ? "l0" : "l1", "CASUAL", "2027-03-21", "2027-03-22", "2",
                status == "none" ? "PENDING" : status)
        ]
        let referenceData = try await CDBL.LeaveCancellation.loadReferenceData(office)
        let problems = row("l1").check(referenceData, today: CivilDate(daysSince1970: 0))
        #expect(problems.map(\.code) == codes)
        if codes == ["cannot_cancel_now"] {
            #expect(problems[0].sentence.hasSuffix("Required: PENDING or SUBMITTED; provided: \(status)."))
        }
        var earlier = CDBL.LeaveCancellation.noneEarlier
        #expect(row("l1").check(referenceData, after: earlier).isEmpty)
        row("l1").join(&earlier, with: referenceData)
        #expect(
            row("l1").check(referenceData, after: earlier).map(\.code) == ["repeated"]
                && row("l2").check(referenceData, after: earlier).isEmpty)
    }

    @Test("of a leave that the server spells in an unknown way is refused, and the refusal says why")
    func unreadableLeave() async throws {
        var office = LeaveOffice()
        office.leaves = [LeaveOffice.leave("l1", "CASUAL", "2027-03-21", "2027-03-22", "\"two\"", "PENDING")]
        let problems = row("l1").check(
            try await CDBL.LeaveCancellation.loadReferenceData(office), today: CivilDate(daysSince1970: 0))
        #expect(problems.map(\.code) == ["not_found"])
        #expect(
            problems.first?.sentence.contains("The server lists 1 unreadable leave, which may be it.") == true)
    }

    @Test("is sent to the leave with its reason") func request() async throws {
        guard
            case .call(let call) = try await CDBL.LeaveCancellation.request(
                for: [try sent(row("l/1"))], step: 0, server: LeaveOffice()),
            case .json(let body) = call.body
        else { throw NoSuccess() }
        #expect(call.description == "PATCH /api/leaves/l%2F1/cancel" && body == #"{"reason":"Plans changed"}"#)
    }

    @Test(
        "is done when the server says CANCELLED",
        arguments: [
            (#"{"id":"l1","status":"CANCELLED","updatedAt":"2025-01-30T11:00:00Z"}"#, "taken"),
            (#"{"status":"CANCELLED"}"#, "taken"),
            (#"{"id":"l2","status":"CANCELLED"}"#, "doubtful"),
            (#"{"id":"l1","status":"CANCELLATION_REQUESTED"}"#, "doubtful"),
            (#"{"id":"l1"}"#, "not again"), ("", "not again"), ("{", "unclear"),
        ])
    func receive(body: String, reading: String) throws {
        switch CDBL.LeaveCancellation.receive(
            StepAnswer(status: 200, body: Array(body.utf8)), for: [try sent(row("l1"))], step: 0)
        {
        case .confirmed(let receipts): #expect(reading == "taken" && receipts == [Receipt(status: 200, serverID: "l1")])
        case .wrongEffect: #expect(reading == "doubtful")
        case .ambiguous: #expect(reading == "unclear")
        case .unconfirmed: #expect(reading == "not again")
        default: Issue.record("It is read as something else.")
        }
    }

    @Test(
        "that was sent without an answer is there when the leave is cancelled",
        arguments: [
            (#"{"id":"l1","status":"CANCELLED"}"#, "there"), (#"{"id":"l1","status":"PENDING"}"#, "missing"),
            (#"{"id":"l1"}"#, "unknown"), (nil, "missing"),
        ])
    func find(body: String?, outcome: String) async throws {
        var office = LeaveOffice()
        office.single["/api/leaves/l1"] = body
        switch try await CDBL.LeaveCancellation.find([try sent(row("l1"))], step: 0, server: office) {
        case .confirmed(let receipts): #expect(outcome == "there" && receipts == [Receipt(serverID: "l1")])
        case .missing: #expect(outcome == "missing")
        case .repeatable: #expect(outcome == "repeatable")
        case .unknown: #expect(outcome == "unknown")
        }
    }

    @Test("that was sent without an answer is looked up again later where the answer about the leave can't be read")
    func unreadable() async throws {
        var office = LeaveOffice()
        office.single["/api/leaves/l1"] = "<html>"
        let rows = [try sent(row("l1"))]
        let error = await #expect(throws: RunError.self) {
            try await CDBL.LeaveCancellation.find(rows, step: 0, server: office)
        }
        #expect(error?.isRetryable == true)
    }
}
