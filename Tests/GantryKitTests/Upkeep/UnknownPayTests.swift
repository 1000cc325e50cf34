import Foundation
import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("Pay of which a restored workspace may not know") struct UnknownPayTests {
    /// In the middle of September 2026.
    private static let restored = Instant(secondsSince1970: 1_789_500_000)

    private func refused(_ run: RunID, _ kept: KeptRuns) async -> String {
        await refusal { try await kept.workspace.requireUnpaid(run, kept.journal) }
    }

    @Test("is asked about once for each period that was over, and for no other", arguments: [true, false])
    func newRuns(isOfBackup: Bool) async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let open = try await kept.publish("pay/2026-09/r1", kind: .payroll)
        let records = try await kept.publish("archive/2026-08/r1")
        #expect(await refused(first, kept).isEmpty)
        let backup = Instant(secondsSince1970: 1_788_000_000)
        try RestoredMark(time: Self.restored, backup: isOfBackup ? backup : nil).write(into: kept.workspace)
        let told = await refused(first, kept)
        #expect(told.contains("whether pay of 2026-08 was delivered"), "\(told)")
        #expect(told.contains(isOfBackup ? "backup of \(backup.utcDate)" : "of export folders"), "\(told)")
        for run in [open, records] { #expect(await refused(run, kept).isEmpty, "\(run)") }
        try await kept.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: first)
        let second = try await kept.publish("pay/2026-08/r2", kind: .payroll)
        for run in [first, second] { #expect(await refused(run, kept).isEmpty, "\(run)") }
    }

    @Test("is asked about again after each restore, but not what the backup knows as delivered") func again()
        async throws
    {
        let kept = try KeptRuns()
        let paid = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        let open = try await kept.publish("pay/2024-07/r1", kind: .payroll)
        let delivery = #"{"to":"place","time":"2024-09-01T06:00:00Z","because":null}"# + "\n"
        try await kept.deliver(paid)
        try await kept.journal.keep(delivery, named: "pay-deliveries", for: paid)
        // Both were restored before, and somebody had answered.
        for run in [paid, open] {
            try await kept.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: run)
        }
        let backup = kept.folder.path + "/backup.tar.zst"
        _ = try await Upkeep.backUp(kept.workspace, to: backup)
        try FileManager.default.removeItem(atPath: kept.workspace.path)
        let report = try await Upkeep.restore(backup, to: kept.workspace)
        #expect(report.perhapsPaid == [open])
        let restored = try KeptRuns(again: kept)
        #expect(await refused(paid, restored).isEmpty)
        let correction = try await restored.publish("pay/2024-08/r2", kind: .payroll)
        let told = await refused(correction, restored)
        #expect(told.contains("This workspace was restored on"), "\(told)")
        #expect(await refused(open, restored).contains("\(open) was restored or entered"))
    }

    @Test("isn't that of a withdrawn run, which nobody delivers") func withdrawn() async throws {
        let kept = try KeptRuns()
        let wrong = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        let right = try await kept.publish("pay/2024-08/r2", kind: .payroll)
        _ = try await Gantry.withdraw(wrong, by: "clerk", because: "It was a wrong one", in: kept.workspace)
        let backup = kept.folder.path + "/backup.tar.zst"
        _ = try await Upkeep.backUp(kept.workspace, to: backup)
        try FileManager.default.removeItem(atPath: kept.workspace.path)
        #expect(try await Upkeep.restore(backup, to: kept.workspace).perhapsPaid == [right])
        let restored = try KeptRuns(again: kept)
        #expect(await refused(right, restored).contains("\(right) was restored"))
        // Also where it was withdrawn later.
        try await restored.journal.keep(PastDelivery.unknown.rawValue, named: PastDelivery.documentName, for: wrong)
        #expect(await refused(right, restored).contains("\(right) was restored"))
    }

    @Test("is answered at once for a period by its folder, also for runs whose own folders are gone") func whole()
        async throws
    {
        let kept = try KeptRuns()
        let period = "exports/payroll-monthly/2026-10"
        let path = "\(kept.workspace.path)/\(period)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(atPath: MonthCopy.fixture + "/r1", toPath: path + "/r1")
        let adopted = try await Upkeep.adopt([path], in: kept.workspace)
        let first = try #require(adopted.adopted.first).run
        let record = try await kept.journal.run(first)
        let source = try #require(record?.source)
        let gone = try await kept.publish("payroll-monthly/2026-10/r2", kind: .payroll, from: source)
        try await kept.journal.keep(PastDelivery.unknown.rawValue, named: PastDelivery.documentName, for: gone)
        try kept.remove("\(period)/r2")
        #expect(await refused(gone, kept).contains("\(first) was restored or entered"))
        var choice = AdoptChoice()
        choice.neverDelivered = true
        let one = try await Upkeep.adopt([path + "/r1"], in: kept.workspace, choice)
        #expect(one.neverDelivered == [first] && one.doubts.isEmpty)
        #expect(await refused(gone, kept).contains("\(gone) was restored or entered"))
        let all = try await Upkeep.adopt([path], in: kept.workspace, choice)
        #expect(all.neverDelivered == [gone] && all.doubts.isEmpty)
        #expect(await refused(gone, kept).isEmpty)
    }
}
