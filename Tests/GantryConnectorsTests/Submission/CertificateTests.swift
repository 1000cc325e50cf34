import GantryConnectors
import GantryEngine
import Testing

@Suite("A certificate")
struct CertificateTests: OfficeRows {
    private func certificate(_ leave: String = "l1", _ type: String = "medical") -> CDBL.Certificate {
        row(CDBL.Certificate.submission, ["leave": leave, "type": type])
    }

    @Test(
        "is looked up where the server shows what a leave has, and is left to a person where it does not",
        arguments: [
            (#"{"id":"l1","certificateUrl":null}"#, true, "missing"),
            (#"{"leave":{"id":"l1","certificateUrl":"https://f/c.pdf?s=1"}}"#, true, "there https://f/c.pdf"),
            (#"{"id":"l1","fitnessCertificateUrl":"https://f/c.pdf"}"#, false, "cannot tell"),
        ])
    func find(answer: String, canBeFound: Bool, found: String) async throws {
        let calls = OfficeCalls(["/api/leaves/l1": answer])
        #expect(try await certificate().canBeFound(calls, allowing: []) == canBeFound)
        #expect(word(try await CDBL.Certificate.find(outgoing([certificate()]), step: 0, server: calls)) == found)
    }

    @Test("is looked up again later where the answer can't be read")
    func unreadable() async throws {
        let calls = OfficeCalls(["/api/leaves/l1": "<html>"])
        #expect(try await !certificate().canBeFound(calls, allowing: []))
        let error = await #expect(throws: RunError.self) {
            try await CDBL.Certificate.find(outgoing([certificate()]), step: 0, server: calls)
        }
        #expect(error?.isRetryable == true)
    }

    @Test("can't be looked up where one that was there before may be replaced")
    func replaced() async throws {
        let calls = OfficeCalls(["/api/leaves/l1": #"{"id":"l1","certificateUrl":"https://f/c.pdf"}"#])
        #expect(try await certificate().canBeFound(calls, allowing: ["leave-ended"]))
        #expect(try await !certificate().canBeFound(calls, allowing: ["has-certificate"]))
    }

    @Test("takes the place of a leave's one certificate of the type")
    func claims() throws {
        let claim = try #require(certificate().sharedLimits.first)
        #expect(claim.amount == 1 && claim.most == 1 && claim.problem.code == "second-certificate")
        #expect(certificate().sharedLimits.map(\.of) == [claim.of])
        #expect(
            certificate("l1", "fitness").sharedLimits[0].of != claim.of
                && certificate("l2").sharedLimits[0].of != claim.of)
    }

    @Test("is for the leave of its UUID, whatever the capitals on either side")
    func capitals() async throws {
        let uuid = "93e96759-ab00-4000-8000-00000000000a"
        for (there, here) in [(uuid, uuid.uppercased()), (uuid.uppercased(), uuid)] {
            var office = LeaveOffice()
            office.leaves = [LeaveOffice.leave(there, "MEDICAL", "2027-03-21", "2027-03-30", "8", "PENDING")]
            let row = certificate(here)
            #expect(
                row.check(try await CDBL.Certificate.loadReferenceData(office), today: someDay).isEmpty
                    && row.identity.target == uuid)
        }
        #expect("L1".asID == "L1" && "93E96759-AB00-4000-8000-00000000000G".asID.hasPrefix("93E"))
    }

    @Test("is for the only leave in effect that starts on a day") func days() async throws {
        var office = LeaveOffice()
        office.leaves = [
            LeaveOffice.leave("l1", "MEDICAL", "2027-03-21", "2027-03-30", "8", "PENDING"),
            LeaveOffice.leave("l2", "CASUAL", "2027-03-21", "2027-03-22", "1", "PENDING"),
            LeaveOffice.leave("l3", "MEDICAL", "2027-04-01", "2027-04-02", "2", "APPROVED"),
            LeaveOffice.leave("l4", "MEDICAL", "2027-04-01", "2027-04-02", "2", "CANCELLED"),
        ]
        let known = try await CDBL.Certificate.loadReferenceData(office)
        for (text, id) in [("2027-04-01", "l3"), ("medical 2027-03-21", "l1"), ("l2", "l2")] {
            var row = certificate(text)
            row.restore(row.resumeState(known))
            #expect(row.leave == id && row.check(known, today: someDay).isEmpty, "\(text)")
        }
        let several = certificate("2027-03-21").check(known, today: someDay)
        #expect(several.first?.sentence.contains("2 leave requests start on 2027-03-21: l1, l2.") == true)
        #expect(
            certificate("2027-05-01").check(known, today: someDay).first?.sentence.contains("No leave request") == true)
        var cancellation = row(CDBL.LeaveCancellation.submission, ["leave": "CASUAL 2027-03-21", "reason": "Ill"])
        cancellation.restore(cancellation.resumeState(try await CDBL.LeaveCancellation.loadReferenceData(office)))
        #expect(cancellation.leave == "l2")
        // The same row, however it names the leave.
        let byID = row(CDBL.LeaveCancellation.submission, ["leave": "l2", "reason": "Ill"])
        #expect(byID.identity == cancellation.identity && byID.identity.values == "Ill")
        // One that can't be read may start on the day as well.
        office.leaves.append(LeaveOffice.leave("l5", "MEDICAL", "2027-04-01", "2027-04-02", "\"?\"", "PENDING"))
        let hidden = try await CDBL.Certificate.loadReferenceData(office)
        #expect(certificate("2027-04-01").resumeState(hidden).isEmpty && certificate("l3").resumeState(hidden) == "l3")
        #expect(
            certificate("2027-04-01").check(hidden, today: someDay).first?.sentence.contains("1 unreadable leave")
                == true)
    }

    @Test("of a leave that the server spells in an unknown way is refused, and the refusal says why")
    func unreadableLeave() async throws {
        var office = LeaveOffice()
        office.leaves = ["\"eight\"", "8", "\"?\""].enumerated().map {
            LeaveOffice.leave("l\($0 + 1)", "MEDICAL", "2027-03-21", "2027-03-30", $1, "PENDING")
                .replacing(#""needsCertificate":false"#, with: #""needsCertificate":true"#)
        }
        let referenceData = try await CDBL.Certificate.loadReferenceData(office)
        let problems = certificate("l1").check(referenceData, today: someDay)
        #expect(
            problems.map(\.code) == ["unknown-leave"] && certificate("l2").check(referenceData, today: someDay).isEmpty)
        let note = " The server lists 2 unreadable leaves, which may include it. Have that corrected there."
        #expect(problems.first?.sentence.hasSuffix(note) == true)
        let waiting = CDBL.Certificate.recordsWithoutRow(referenceData, rows: [])
        #expect(
            waiting == ["2 unreadable leaves, which may need one too", "l2: MEDICAL 2027-03-21 to 2027-03-30"])
        office.leaves.removeLast()
        let one = certificate("l1").check(try await CDBL.Certificate.loadReferenceData(office), today: someDay)
        #expect(one.first?.sentence.contains("lists 1 unreadable leave, which may be it.") == true)
        office.leaves.removeFirst()
        let none = certificate("l1").check(try await CDBL.Certificate.loadReferenceData(office), today: someDay)
        #expect(none.map(\.sentence) == ["The server has no leave request l1."])
    }

    @Test("is waited for by a leave of which the sheet has only the certificate of fitness")
    func recordsWithoutRow() async throws {
        var office = LeaveOffice()
        office.leaves = ["l1", "l2", "l3"].map {
            LeaveOffice.leave($0, "MEDICAL", "2027-03-21", "2027-03-30", "8", $0 == "l3" ? "CANCELLED" : "PENDING")
                .replacing(#""needsCertificate":false"#, with: #""needsCertificate":true"#)
        }
        let referenceData = try await CDBL.Certificate.loadReferenceData(office)
        #expect(
            CDBL.Certificate.recordsWithoutRow(
                referenceData, rows: [RowTarget("l1", "fitness"), RowTarget("l2", "medical")])
                == [
                    "l1: MEDICAL 2027-03-21 to 2027-03-30"
                ])
    }
}
