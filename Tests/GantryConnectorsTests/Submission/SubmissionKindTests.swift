import GantryConnectors
import Testing

@Suite("The kinds of submissions")
struct SubmissionKindTests {
    @Test("are found by system and name")
    func lookUp() throws {
        let found = try #require(Systems.builtIn.submission(named: "cdbl.certificates"))
        #expect(found.system.name == "cdbl-lms" && found.submission is Submission<CDBL.Certificate>)
        #expect(
            Systems.builtIn.submission(named: "ksr.certificates") == nil
                && Systems.builtIn.submission(named: "certificates") == nil)
        let names = Systems.builtIn.all.flatMap { system in system.submissions.map { system.qualified($0.kind.name) } }
        #expect(Set(names).count == names.count)
    }

    @Test("share requests, keep their order and send files as their delivery says")
    func deliveries() {
        func shared(_ delivery: Delivery) -> [Bool] { delivery.steps.indices.map(delivery.isShared(step:)) }
        let photos = AutoDetail.PhotoUpload.submission.kind.delivery
        #expect(photos.steps == ["store", "look", "link"] && shared(photos) == [false, true, true])
        #expect(photos.steps.indices.map(photos.sendsFiles(step:)) == [true, false, false] && photos.isShortLived)
        let leaves = CDBL.LeaveApplication.submission.kind.delivery
        #expect(leaves.isStepwise && leaves.needsAllRows && shared(leaves) == [false, false, false])
        let batch = KSRCranes.BatchedEntry.submission.kind.delivery
        #expect(batch.isBatch && shared(batch) == [true])
        let messages = VynqTalk.OutgoingMessage.submission.kind.delivery
        #expect(messages.isOrdered && messages.hasSocket && !messages.needsAllRows && shared(messages) == [false])
        let sheets = KSRCranes.TimesheetFile.submission.kind.delivery
        #expect(sheets.steps.count == 2 && !sheets.needsAllRows && sheets.sendsFiles(step: 1) && !sheets.isShortLived)
    }

    @Test("whose effects can be taken back are those that tell it")
    func undone() {
        func canBeUndone(_ found: some SubmissionDescription) -> Bool { found.submission.isUndone != nil }
        var kinds: Set<String> = []
        for type in Systems.builtIn.all.flatMap(\.submissions) where canBeUndone(type) { kinds.insert(type.kind.name) }
        #expect(kinds == ["batch-entries", "leave-requests", "payroll-marks"])
    }
}
