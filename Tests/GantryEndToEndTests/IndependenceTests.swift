import Testing

@Suite("The published bytes") struct IndependenceTests {
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        var settings = ["records.page-size=10", "checkpoint.records=15"]
        var options: [String] = []
        var environment: [String: String] = [:]
        var folder: String?
        var wrapper: [String] = []
        var testDescription: String { name }
    }

    static let ways: [Way] =
        [1, 7, 25, 60, 1000].map { size in
            Way(name: "pages of \(size)", settings: ["records.page-size=\(size)", "checkpoint.records=15"])
        } + (1...8).map { Way(name: "\($0) pages ahead", options: ["--pages-ahead", "\($0)"]) }
        + [1, 10, 33, 100_000].map {
            Way(
                name: "a checkpoint each \($0) records", settings: ["records.page-size=10", "checkpoint.records=\($0)"])
        } + [
            Way(name: "a checkpoint each 100 ms", settings: ["checkpoint.every=100ms"]),
            Way(name: "Kiribati", environment: ["TZ": "Pacific/Kiritimati"]),
            Way(name: "Niue", environment: ["TZ": "Pacific/Niue"]),
            Way(name: "Turkish", environment: ["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"]),
            Way(name: "Danish", environment: ["LANG": "da_DK.UTF-8", "LC_NUMERIC": "da_DK.UTF-8"]),
            Way(name: "umask 000", wrapper: ["sh", "-c", "umask 000; exec \"$@\"", "sh"]),
            Way(name: "umask 277", wrapper: ["sh", "-c", "umask 277; exec \"$@\"", "sh"]),
            Way(name: "another folder", folder: "/"),
        ]

    @Test("are the same whatever the page size, concurrency, checkpoints, place and language", arguments: ways)
    func same(way: Way) async throws {
        for job in [try await Job.plain(), try await Job.late()] {
            var other = job
            other.settings = way.settings
            other.options = way.options
            other.environment = way.environment
            other.folder = way.folder
            // The fault that makes the late job sits at a place of a page, so its records depend on the page size.
            if job.name == "late", !way.settings.contains("records.page-size=10") { continue }
            let workspace = try Workspace("way")
            let ending = try await other.command(workspace.path, wrapper: way.wrapper).run()
            #expect(ending.status == .exited(0), "\(way.name): \(ending)")
            if let difference = try await workspace.exported().difference(from: job.reference()) {
                Issue.record("\(way.name), \(job.name): \(difference)")
            }
        }
    }
}
