import FoundationEssentials
import Testing

/// Numbers that somebody else wrote, at their limits and beyond, in everything that is read.
@Suite("Hostile numbers") struct HostileNumbersTests {
    @Test(
        "in any leaf of an export, a part, a backup, a book or a journal end in an error or a finding, never in a trap")
    func everyLeaf() async throws {
        let scene = try await Self.scene()
        // Each change is read by up to twelve commands. More changes and more time by GANTRY_TRIALS.
        let count = 200 * Product.trials
        let seconds = 20 * Product.trials
        let ending = try await Command(
            [
                Product.python, Product.tools + "/hostile_numbers.py", Product.binary, scene.file("scene"),
                "\(Product.seed)", "\(count)", "\(seconds)",
            ], environment: ["GANTRY_E2E_JOBS": "\(Product.width)"], timeout: .seconds(60 + 2 * seconds)
        ).run()
        print("   hostile numbers: \(ending.out)")
        ending.expect(exit: 0)
    }

    /// A workspace with a delivered run, a decision and a correction that is withdrawn, one with the parts of a month, and a
    /// backup of the first.
    private static func scene() async throws -> TestFolder {
        let folder = try TestFolder("hostile")
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        try await month.hold("1001")
        try await Command(
            [
                Product.binary, "run", month.workspace.folder.file("pipeline.yaml"), "--from", SignedMonth.run,
                "--because",
                "Disputed by the customer", "--workspace", month.workspace.path, "--config",
                month.workspace.path + ".yaml",
            ], environment: Sandbox.environment
        ).succeed()
        try await Command([
            Product.binary, "withdraw", "payroll-monthly/2026-10/r2", "--by", "clerk", "--because",
            "Disputed by the customer", "--workspace", month.workspace.path,
        ]).succeed()
        let parts = try Workspace("parts")
        let job = try await Job.plain()
        for number in 1...2 { try await job.command(parts.path, ["--part", "\(number)/2"]).succeed() }
        try FileManager.default.createDirectory(atPath: folder.file("scene"), withIntermediateDirectories: false)
        let scene = folder.file("scene")
        for (from, to) in [
            (month.workspace.path, "w"), (month.workspace.path + ".yaml", "w.yaml"), (parts.path, "p"),
            (Product.pipeline, "payroll-monthly.yaml"),
        ] {
            try await Command(["cp", "-a", from, "\(scene)/\(to)"]).succeed()
        }
        try await Command([
            Product.binary, "backup", "\(scene)/backup.tar.zst", "--workspace", "\(scene)/w",
        ]).succeed()
        return folder
    }
}
