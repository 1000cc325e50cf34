import Testing

/// Rules, leave, lines and corrections, against a second implementation that knows only the documentation.
@Suite("Pay, computed twice") struct PayModelTests {
    /// `GANTRY_TRIALS=20` are 200 months; `GANTRY_SEED` gives others.
    @Test("generated months of pay are what a second implementation computes from the published folder")
    func months() async throws {
        let judged = try await Histories.run("pay_months.py", count: 10 * Product.trials)
        #expect(judged.status == .exited(0), "\(judged)\n\(Histories.repetition(judged, "PayModelTests"))")
    }
}

/// A tool that makes trials by itself, side by side, with a seed.
enum Histories {
    static func run(_ tool: String, count: Int, environment: [String: String] = [:]) async throws -> Ending {
        let only = Product.onlyTrial.map { ["\($0)"] } ?? []
        let folder = try TestFolder("histories")
        let ending = try await Command(
            [Product.python, "\(Product.tools)/\(tool)", Product.binary, folder.path, "\(Product.seed)", "\(count)"]
                + only,
            environment: environment.merging(["GANTRY_FAULT_LIBRARY": try await Faults.preload()]) { $1 },
            timeout: .seconds(7200)
        ).run()
        print("   \(tool): \(ending.lines.last ?? "") (\(ending.took))")
        return ending
    }

    /// The command that repeats the first trial that failed.
    static func repetition(_ ending: Ending, _ test: String) -> String {
        let number = ending.out.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return "Repeat it with: " + Product.repetition(of: number, test)
    }
}
