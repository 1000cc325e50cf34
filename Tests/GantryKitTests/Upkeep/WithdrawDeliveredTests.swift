import Foundation
import GantryEngine
import GantryFiles
import GantryKit
import GantryRuns
import GantryTestSupport
import Testing

@Suite("A delivered run that is withdrawn") struct WithdrawDeliveredTests {
    private static let reason = "Nobody has imported it"

    /// Enters a run whose file was delivered to a folder.
    private func deliver(_ name: String, _ kept: KeptRuns) async throws -> (run: RunID, place: String) {
        let run = try await kept.publish(name, kind: .payroll)
        let folder = kept.folder.path + "/place/\(run)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let place = try DeliveryPlaces.folder(at: folder)
        let note = "{\"to\":\"\(place)\",\"time\":\"2026-11-04T08:00:00Z\",\"because\":null}\n"
        try await kept.journal.keep(note, named: "pay-deliveries", for: run)
        let content = try ReadFile.contents(of: "data/records.csv", under: kept.workspace.folder(of: run))
        let file = DeliveredFile(
            path: "records.csv", from: "data/records.csv", under: kept.workspace.folder(of: run),
            bytes: content.length, digest: content.digest, token: DeliveredFile.token(run, content.digest))
        _ = try await DeliveryRun(run, to: place, place: FolderPlace(place), ledger: kept.journal).perform([file])
        return (run, place)
    }

    private func withdraw(_ run: RunID, _ kept: KeptRuns) async throws -> WithdrawnRun {
        try await Gantry.withdraw(
            run, by: "clerk", because: Self.reason, althoughDelivered: true, in: kept.workspace)
    }

    @Test("isn't while its files are still there, which the receiver would read beside the next ones")
    func stillThere() async throws {
        let kept = try KeptRuns()
        let (run, place) = try await deliver("pay/2026-08/r1", kept)
        let told = await refusal { _ = try await withdraw(run, kept) }
        #expect(told.contains("still there for the receiver to read"), "\(told)")
        try FileManager.default.removeItem(atPath: place + "/records.csv")
        let done = try await withdraw(run, kept)
        #expect(!done.wasDone && done.unseen.isEmpty && done.deliveredTo == [place])
    }

    @Test("isn't while a later delivery relies on it") func builtUpon() async throws {
        let kept = try KeptRuns()
        let (first, place) = try await deliver("pay/2026-08/r1", kept)
        let (second, _) = try await deliver("pay/2026-08/r2", kept)
        try FileManager.default.removeItem(atPath: place + "/records.csv")
        let told = await refusal { _ = try await withdraw(first, kept) }
        #expect(told.contains("\(second) was delivered as a correction of \(first)"), "\(told)")
        let listed = try await Gantry.withdrawals(in: kept.workspace)
        #expect(listed.isEmpty)
    }
}
