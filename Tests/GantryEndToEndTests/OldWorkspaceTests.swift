import FoundationEssentials
import Testing

/// Fixtures/version-5 is a workspace of a program whose journal knew no stages: a payroll run stopped after two of six
/// pages, an archive killed in its second dataset, and a sheet killed while its second row was under way.
@Suite("A workspace from before runs had stages")
struct OldWorkspaceTests {
    /// The address is part of what a run is.
    private static let port = "18473"
    private static let environment = ["KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password]

    @Test("is finished: the same bytes as in a new workspace, and each row is sent once") func finishes() async throws {
        let sandbox = try await Sandbox([
            "--port", Self.port, "--entries", "60", "--employees", "6", "--seed", "7",
        ])
        let folder = try Workspace("version-5").path + "-files"
        let manager = FileManager.default
        try manager.copyItem(atPath: Product.root + "/Tests/GantryEndToEndTests/Fixtures/version-5", toPath: folder)
        for name in try manager.subpathsOfDirectory(atPath: folder + "/workspace") + [""] {
            let path = "\(folder)/workspace/\(name)"
            var isFolder = false
            _ = manager.fileExists(atPath: path, isDirectory: &isFolder)
            try manager.setAttributes([.posixPermissions: isFolder ? 0o700 : 0o600], ofItemAtPath: path)
        }
        for workspace in ["new", "workspace"] {
            func gantry(_ words: [String]) async throws {
                try await Command(
                    [Product.binary, "run"] + words + [
                        "--workspace", workspace, "--config", "gantry.yaml", "--snapshot-time", "2026-11-02T07:00:00Z",
                    ], environment: Self.environment, folder: folder
                ).succeed()
            }
            try await gantry([
                "payroll.yaml", "--period", "2026-10", "--set", "records.page-size=10", "--set",
                "checkpoint.records=15",
            ])
            try await gantry(["archive.yaml", "--period", "2026-11"])
            if workspace == "workspace" {
                try await gantry(["import.yaml", "--sheet", "second.csv", "--create", "--set", "transfers=1"])
            }
        }
        for run in ["payroll-monthly/2026-10/r1", "customers-and-workers/2026-11/r1"] {
            let old = try Tree("\(folder)/workspace/exports/\(run)")
            #expect(try old == Tree("\(folder)/new/exports/\(run)"), "\(run)")
        }
        let result = try text(of: folder + "/workspace/exports/workers-import/second/r1/data/result.csv")
        let rows = result.split(whereSeparator: \.isNewline).dropFirst()
        #expect(rows.count == 3 && rows.allSatisfy { $0.contains(",done,") }, "\(result)")
        withExtendedLifetime(sandbox) {}
    }
}
