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
}
