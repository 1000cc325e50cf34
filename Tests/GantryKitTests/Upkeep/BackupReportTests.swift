import GantryKit
import GantryTestSupport
import Testing

@Suite("A backup of a workspace that isn't whole") struct BackupReportTests {
    @Test("names the runs whose folders are missing or changed") func damaged() async throws {
        let kept = try KeptRuns()
        let missing = try await kept.publish("archive/2026-08/r1")
        let changed = try await kept.publish("archive/2026-09/r1")
        try await kept.publish("archive/2026-10/r1")
        try kept.remove("exports/\(missing)")
        try kept.folder.write("other\n", to: "workspace/exports/\(changed)/tagmanifest-sha256.txt")
        let report = try await Upkeep.backUp(kept.workspace, to: kept.folder.path + "/backup.tar.zst")
        #expect(
            Set(report.damaged) == [
                "\(missing): its folder is missing", "\(changed): its folder isn't what was published",
            ])
    }
}
