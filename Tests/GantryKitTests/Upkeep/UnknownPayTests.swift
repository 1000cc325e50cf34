import Foundation
import GantryEngine
import GantryFiles
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

    /// Says that nothing of a run's period was delivered that isn't known.
    private func answer(_ run: RunID, _ kept: KeptRuns) async throws {
        let mark = try #require(try await kept.journal.payNotes().restored)
        try await kept.journal.keep(mark, named: PastDelivery.periodName, for: run)
    }

    /// Puts a backup of a workspace into its place.
    private func restore(_ kept: KeptRuns) async throws -> (kept: KeptRuns, perhapsPaid: [RunID]) {
        let backup = kept.folder.path + "/backup.tar.zst"
        _ = try await Upkeep.backUp(kept.workspace, to: backup)
        try FileManager.default.removeItem(atPath: kept.workspace.path)
        let report = try await Upkeep.restore(backup, to: kept.workspace)
        try FileManager.default.removeItem(atPath: backup)
        return (try KeptRuns(again: kept), report.perhapsPaid)
    }

    /// Notes that a run was delivered to a place.
    private func deliver(_ run: RunID, _ kept: KeptRuns) async throws {
        let delivery = #"{"to":"place","time":"2024-09-01T06:00:00Z","because":null}"# + "\n"
        try await kept.deliver(run)
        try await kept.journal.keep(delivery, named: "pay-deliveries", for: run)
    }

    @Test("is asked about once for each period that was over, and for no other", arguments: [true, false])
    func newRuns(isOfBackup: Bool) async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let open = try await kept.publish("pay/2026-09/r1", kind: .payroll)
        let records = try await kept.publish("archive/2026-08/r1")
        #expect(await refused(first, kept).isEmpty)
        let backup = Instant(secondsSince1970: 1_788_000_000)
        try await RestoredMark(time: Self.restored, of: isOfBackup ? .backup(backup) : .folders)
            .note(in: kept.workspace, kept.journal)
        let told = await refused(first, kept)
        #expect(told.contains("whether pay of 2026-08 was delivered"), "\(told)")
        let note = try await Gantry.restoreNote(in: kept.workspace, now: Self.restored)
        #expect(
            note?.hasSuffix(
                "what was sent, signed or delivered \(isOfBackup ? "in between" : "before") isn't known here.") == true)
        let later = Instant(nanosecondsSince1970: Self.restored.nanosecondsSince1970 + 40 * 86_400_000_000_000)
        #expect(try await Gantry.restoreNote(in: kept.workspace, now: later) == nil)
        #expect(told.contains(isOfBackup ? "backup of \(backup.utcDate)" : "of export folders"), "\(told)")
        for run in [open, records] { #expect(await refused(run, kept).isEmpty, "\(run)") }
        // That one run never was says nothing of the others.
        try await kept.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: first)
        #expect(await refused(first, kept) == told)
        try await answer(first, kept)
        let second = try await kept.publish("pay/2026-08/r2", kind: .payroll)
        for run in [first, second] { #expect(await refused(run, kept).isEmpty, "\(run)") }
    }

    @Test("is asked about again after each restore, but not what the backup knows as delivered") func again()
        async throws
    {
        let kept = try KeptRuns()
        let paid = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        let open = try await kept.publish("pay/2024-07/r1", kind: .payroll)
        try await deliver(paid, kept)
        // Both were restored before, and somebody had answered.
        for run in [paid, open] {
            try await kept.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: run)
        }
        let (restored, perhapsPaid) = try await restore(kept)
        #expect(perhapsPaid == [open])
        #expect(await refused(paid, restored).isEmpty)
        let correction = try await restored.publish("pay/2024-08/r2", kind: .payroll)
        let told = await refused(correction, restored)
        #expect(told.contains("This workspace was restored on"), "\(told)")
        #expect(await refused(open, restored).contains("such as \(open)"))
    }

    @Test("is asked about again after a second restore, although a withdrawn run was said never to be delivered")
    func secondRestore() async throws {
        let (first, _) = try await restore(try KeptRuns())
        let wrong = try await first.publish("pay/2024-08/r1", kind: .payroll)
        try await answer(wrong, first)
        _ = try await Gantry.withdraw(wrong, by: "clerk", because: "It was a wrong one", in: first.workspace)
        let right = try await first.publish("pay/2024-08/r2", kind: .payroll)
        #expect(await refused(right, first).isEmpty)
        try await first.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: wrong)
        let (second, _) = try await restore(first)
        #expect(await refused(right, second).contains("whether pay of 2024-08 was delivered in between"))
    }

    @Test(
        "isn't that of a run which a later one has overtaken, and what is said of that one says nothing of the period")
    func overtaken() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        let second = try await kept.publish("pay/2024-08/r2", kind: .payroll)
        try await deliver(second, kept)
        let (restored, perhapsPaid) = try await restore(kept)
        #expect(perhapsPaid.isEmpty)
        let third = try await restored.publish("pay/2024-08/r3", kind: .payroll)
        let told = await refused(third, restored)
        #expect(told.hasSuffix("was delivered in between."), "\(told)")
        try await restored.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: first)
        #expect(await refused(third, restored) == told)
        #expect(await refused(second, restored).isEmpty)
        // What was delivered can be what the new run pays.
        #expect(try await Gantry.mayHaveBeenDelivered(third, to: "place", in: restored.workspace))
        #expect(try await !Gantry.mayHaveBeenDelivered(second, to: "place", in: restored.workspace))
    }

    @Test("is asked about for each place that a run was to go to, until nothing else was delivered") func places()
        async throws
    {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        try await Gantry.noteDeliveries(
            of: run, to: [Pipeline.Deliver(to: "place"), Pipeline.Deliver(to: "other")], in: kept.workspace)
        try await deliver(run, kept)
        let (restored, _) = try await restore(kept)
        func doubt(_ listed: [String]) async throws -> PayDoubt? {
            let record = try await restored.journal.run(run)
            return try await Gantry.payStandings(
                of: [try #require(record).head], listed: ["pay": listed], in: restored.workspace)[run]?.doubt
        }
        let asked = try await doubt(["place", "other"])
        #expect(asked?.run == run && asked?.place == "other", "\(String(describing: asked))")
        // One that is named only since then was to get nothing.
        #expect(try await doubt(["place", "new"]) == nil)
        #expect(try await Gantry.mayHaveBeenDelivered(run, to: "other", in: restored.workspace))
        func correction() async -> RunError? {
            await #expect(throws: RunError.self) {
                try await Correction.requireListedPlaces(
                    ["place", "other"], have: run, in: restored.workspace, restored.journal)
            }
        }
        let early = await correction()
        #expect(
            early?.explanation.contains("it isn't known whether it was to other") == true,
            "\(String(describing: early))")
        #expect(early?.advice?.text { "<\($0)>" }.contains("<sendAnew>") == true, "\(String(describing: early))")
        try await answer(run, restored)
        #expect(try await doubt(["place", "other"]) == nil)
        #expect(await correction()?.explanation.contains("and not to other") == true)
    }

    @Test("can be said to have been delivered by who said in error that it never was, until anything of it is")
    func takenBack() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        let second = try await kept.publish("pay/2024-08/r2", kind: .payroll)
        let (restored, _) = try await restore(kept)
        let third = try await restored.publish("pay/2024-08/r3", kind: .payroll)
        for run in [first, second] {
            try await restored.journal.keep(PastDelivery.never.rawValue, named: PastDelivery.documentName, for: run)
        }
        try await answer(first, restored)
        func mayBe(_ run: RunID) async throws -> Bool {
            try await Gantry.mayHaveBeenDelivered(run, to: "place", in: restored.workspace)
        }
        for run in [first, second] { #expect(try await mayBe(run), "\(run)") }
        #expect(try await !mayBe(third))
        for run in [first, second, third] { #expect(await refused(run, restored).isEmpty, "\(run)") }
        try await deliver(third, restored)
        for run in [first, second] { #expect(try await !mayBe(run), "\(run)") }
    }

    @Test("isn't that of a withdrawn run, which nobody delivers") func withdrawn() async throws {
        let kept = try KeptRuns()
        let wrong = try await kept.publish("pay/2024-08/r1", kind: .payroll)
        let right = try await kept.publish("pay/2024-08/r2", kind: .payroll)
        _ = try await Gantry.withdraw(wrong, by: "clerk", because: "It was a wrong one", in: kept.workspace)
        let (restored, perhapsPaid) = try await restore(kept)
        #expect(perhapsPaid == [right])
        #expect(await refused(right, restored).contains("such as \(right)"))
        // Also where it was withdrawn later.
        try await restored.journal.keep(PastDelivery.unknown.rawValue, named: PastDelivery.documentName, for: wrong)
        #expect(await refused(right, restored).contains("such as \(right)"))
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
        #expect(await refused(gone, kept).contains("\(gone) was entered"))
        var choice = AdoptChoice()
        choice.neverDelivered = true
        let one = try await Upkeep.adopt([path + "/r1"], in: kept.workspace, choice)
        #expect(one.neverDelivered == ["\(first)"] && one.doubts.map(\.run) == [gone])
        #expect(await refused(gone, kept).contains("\(gone) was entered"))
        let all = try await Upkeep.adopt([path], in: kept.workspace, choice)
        #expect(all.neverDelivered == ["payroll-monthly/2026-10"] && all.doubts.isEmpty)
        #expect(await refused(gone, kept).isEmpty)
    }

    @Test("is entered from its folder where a withdrawn run has its number, and asked about then") func number()
        async throws
    {
        let kept = try KeptRuns()
        let name = "payroll-monthly/2026-10/r1"
        let path = "\(kept.workspace.path)/exports/payroll-monthly/2026-10"
        let wrong = try await kept.publish(name, kind: .payroll)
        try FileManager.default.removeItem(atPath: path + "/r1")
        try FileManager.default.copyItem(atPath: MonthCopy.fixture + "/r1", toPath: path + "/r1")
        let refusedFirst = try await Upkeep.adopt([path], in: kept.workspace)
        #expect(refusedFirst.refused.first?.why.contains("has to be withdrawn first") == true)
        _ = try await Gantry.withdraw(wrong, by: "clerk", because: "Another one was delivered", in: kept.workspace)
        let marked = try await Upkeep.adopt([path], in: kept.workspace)
        #expect(marked.refused.first?.why.contains("about another folder") == true)
        try FileManager.default.removeItem(atPath: path + "/r1.withdrawn")
        let report = try await Upkeep.adopt([path], in: kept.workspace)
        #expect(report.adopted.map(\.run) == [wrong] && report.refused.isEmpty)
        #expect(await refused(wrong, kept).contains("\(wrong) was entered"))
        #expect(try await Gantry.withdrawals(in: kept.workspace).isEmpty)
    }
}
