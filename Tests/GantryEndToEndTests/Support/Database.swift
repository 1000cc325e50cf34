import FoundationEssentials
import Testing

/// A database of the server that `Scripts/with-postgres` starts.
struct Database {
    static let server = ProcessInfo.processInfo.environment["GANTRY_TEST_POSTGRES"]
    let address: String

    /// A database that is there.
    init(at address: String) { self.address = address }

    init() async throws {
        let name = "e\(UInt64.random(in: 0...UInt64.max))"
        let server = try #require(Database.server)
        let psql = Command(["psql", "-qX", "-c", "CREATE DATABASE \(name)", "\(server) dbname=postgres"])
        #expect(try await psql.run().status == .exited(0))
        address = "\(server) dbname=\(name)"
    }

    /// Another one, which is made of a dump of this one.
    func broughtBack() async throws -> Database {
        let copy = try await Database()
        let restore = Command([
            "sh", "-c", "pg_dump \"$1\" | psql -qX -v ON_ERROR_STOP=1 \"$2\"", "sh", address, copy.address,
        ])
        #expect(try await restore.run().status == .exited(0))
        return copy
    }

    /// What the server answers to a question of one value; empty where it has none.
    func value(_ question: String) async throws -> String {
        try await Command(["psql", "-qXAt", "-c", question, address]).start().ending().out.filter { !$0.isWhitespace }
    }

    /// Writes the configuration that a job of this workspace takes.
    func configure(
        _ workspace: Workspace, _ job: Job, journal: String = "{ postgresql: { env: GANTRY_JOURNAL } }"
    ) throws {
        try write(
            Sandbox.configuration(job.url) + "journal: \(journal)\n", to: workspace.path + ".yaml")
    }

    func command(_ job: Job, _ workspace: Workspace, _ more: [String] = []) throws -> Command {
        try configure(workspace, job)
        return try job.command(workspace.path, more, environment: ["GANTRY_JOURNAL": address])
    }
}
