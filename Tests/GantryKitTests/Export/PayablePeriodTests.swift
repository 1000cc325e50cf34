import Foundation
import GantryKit
import GantryModel
import Testing

@Suite("A payroll export of centuries") struct PayablePeriodTests {
    @Test("is refused before anything is asked for or written") func refused() async throws {
        let folder = try TemporaryFolder()
        let file = try AnyPipeline.load(path: ShippedFiles.pipelines + "/payroll-monthly.yaml", catalog: Gantry.catalog)
        guard case .payroll(let pipeline) = file else { return #expect(Bool(false), "it is no payroll pipeline") }
        let request = ExportRequest(
            pipeline: pipeline, period: try PayPeriod("2026-10-01..9026-10-31"), connection: try connection("ksr-cranes"),
            workspace: Workspace(path: folder.path + "/workspace"), environment: [:], command: "test")
        for attempt in [
            { () async throws in _ = try await Gantry.export(request) }, { _ = try await Gantry.plan(request) },
            { _ = try await Gantry.preview(request) },
        ] {
            let error = await #expect(throws: PayPeriodError.self) { try await attempt() }
            #expect(error?.description.contains("at most 366 are paid at once") == true)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/workspace"))
    }
}
