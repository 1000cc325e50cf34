import FoundationEssentials
import Testing

/// How much of a run the desk reads for a page: what is proven is read whole, and that once.
@Suite("What the desk reads for a page") struct DeskReadingTests {
    private static let run = "/payroll/payroll-monthly/2026-10/r1"

    @Test("is each file of a run once, and none of it for a page that shows nothing of it") func once() async throws {
        let workspace = try Workspace("read")
        let sandbox = try await Sandbox(["--entries", "10000", "--employees", "300", "--seed", "3"])
        defer { sandbox.end() }
        var job = Job("read", sandbox)
        job.settings = []
        job.timeout = .seconds(240)
        try await job.command(workspace.path).succeed()
        let size = try Self.size(of: workspace.exports)
        let desk = try await DeskProgram(workspace.path, ["--config", workspace.path + ".yaml"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let few = 0.0...0.2
        // The findings, the list of workers and the totals are read after they were proven.
        let once = 1.0...1.4
        // And the days, which the report shows.
        let report = 1.0...1.7
        for (page, times) in [
            ("/jobs", few), ("/", once), ("/payroll/payroll-monthly", once), (Self.run + "/review", once),
            (Self.run + "/sign", once), (Self.run + "/report", report),
            (Self.run + "/compare", report), (Self.run + "/files/data/payroll.csv", few),
        ] {
            let before = try Self.read(desk)
            let answer = try await desk.get(page, cookie: cookie)
            let share = Double(try Self.read(desk) - before) / Double(size)
            #expect(answer.status == 200 && times.contains(share), "\(page): \(share) of \(size) bytes")
        }
    }

    private static func size(of folder: String) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(0) { sum, path in
            let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
            return facts[.type] as? FileAttributeType == .typeRegular ? sum + (facts[.size] as? Int ?? 0) : sum
        }
    }

    /// The bytes that the desk has read so far, of files and of connections.
    private static func read(_ desk: DeskProgram) throws -> Int {
        let line = try text(of: "/proc/\(desk.child.pid)/io").split(separator: "\n").first { $0.hasPrefix("rchar:") }
        return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }
}
