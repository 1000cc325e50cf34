import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("What a run still has to deliver") struct UndeliveredTests {
    @Test("is known of published runs of datasets that nothing has replaced") func known() async throws {
        let kept = try KeptRuns()
        let all = [Pipeline.Deliver(to: "archive", form: .zip), Pipeline.Deliver(to: "share")]
        let first = try await kept.publish("archive/2026-08/r1")
        let other = try await kept.publish("archive/2026-09/r1", daysLater: 30)
        let pay = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let begun = try await kept.begin("archive/2026-10/r1")
        for run in [first, other, pay, begun] {
            try await Gantry.noteDeliveries(of: run, to: all, in: kept.workspace)
        }
        let runs = try await Gantry.runs(in: kept.workspace)
        let lacking = try await Gantry.undelivered(runs, superseded: [other], in: kept.workspace)
        #expect(lacking == [first: ["archive", "share"]])
        let open = try await Gantry.openDeliveries(
            of: "archive", besides: "2026-11", to: ["archive", "share"], in: kept.workspace)
        #expect(open.map(\.run) == [first, other] && open.allSatisfy { $0.deliver == all })
    }

    @Test("is still known of datasets in a restored workspace, and asked about of pay") func restored() async throws {
        let kept = try KeptRuns()
        let all = [Pipeline.Deliver(to: "archive", form: .zip)]
        let archive = try await kept.publish("archive/2026-08/r1")
        let pay = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        for run in [archive, pay] { try await Gantry.noteDeliveries(of: run, to: all, in: kept.workspace) }
        let backup = kept.folder.path + "/backup.tar.zst"
        _ = try await Upkeep.backUp(kept.workspace, to: backup)
        let restored = Workspace(path: kept.folder.path + "/restored")
        _ = try await Upkeep.restore(backup, to: restored)
        let runs = try await Gantry.runs(in: restored)
        #expect(try await Gantry.undelivered(runs, superseded: [], in: restored) == [archive: ["archive"]])
        for (run, count) in [(archive, 1), (pay, 0)] {
            let open = try await Gantry.openDeliveries(
                of: run.pipeline, besides: "2026-11", to: ["archive"], in: restored)
            #expect(open.count == count)
        }
    }
}
