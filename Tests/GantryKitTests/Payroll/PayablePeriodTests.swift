import Foundation
import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("A payroll export") struct PayablePeriodTests {
    private func request(
        _ period: String, _ folder: TemporaryFolder, set settings: [String] = []
    ) throws -> ExportRequest {
        let pipeline = try Pipeline.load(
            path: ShippedPipelines.folder + "/payroll-monthly.yaml", catalog: Gantry.catalog, overrides: settings)
        return ExportRequest(
            pipeline: pipeline, period: try PayPeriod(period), connection: try connection("ksr-cranes"),
            workspace: Workspace(path: folder.path + "/workspace"), environment: [:], command: "test")
    }

    @Test(
        "of a year, a day or centuries is refused before anything is asked for or written",
        arguments: [
            "2026", "2026-10-05", "2026-10-01..9026-10-31",
        ]) func refused(period: String) async throws
    {
        let folder = try TemporaryFolder()
        let request = try request(period, folder)
        for attempt in [
            { () async throws in _ = try await Gantry.export(request) }, { _ = try await Gantry.plan(request) },
            { _ = try await Gantry.preview(request) },
        ] {
            let error = await #expect(throws: PayPeriodError.self) { try await attempt() }
            #expect(error?.description.contains("isn't a pay period") == true)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/workspace"))
    }

    @Test(
        "of days that are not over is refused before anything is asked for or written",
        arguments: ["2999-05", "2999-W20-W21"])
    func open(period: String) async throws {
        let folder = try TemporaryFolder()
        let request = try request(period, folder)
        for attempt in [
            { () async throws in _ = try await Gantry.export(request) }, { _ = try await Gantry.plan(request) },
        ] {
            let error = await #expect(throws: RunError.self) { try await attempt() }
            #expect(error?.code == .openPeriod)
            #expect(error?.advice?.text(spelling: { "\($0)" }).contains("payroll-monthly/\(period)@") == true)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/workspace"))
    }

    @Test("of other days than the pay periods of the file is refused, and those that share its days are named")
    func otherDays() async throws {
        let folder = try TemporaryFolder()
        let request = try request("2026-10", folder, set: ["parameters.period.from-day=16"])
        for attempt in [
            { () async throws in _ = try await Gantry.export(request) }, { _ = try await Gantry.plan(request) },
            { _ = try await Gantry.preview(request) },
        ] {
            let error = await #expect(throws: RunError.self) { try await attempt() }
            #expect(error?.code == .otherDays)
            #expect(error?.explanation.contains("from the 16th to the 15th") == true)
            let advice = error?.advice?.text(spelling: { "\($0)" }) ?? ""
            #expect(advice.contains("2026-09-16..2026-10-15") && advice.contains("2026-10-16..2026-11-15"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/workspace"))
    }
}
