import Foundation
import GantryEngine
import GantryJournal
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("The parts of a run that machines share", .enabled(if: TestServer.address != nil, "needs Scripts/with-postgres"))
struct FoldersOfMachinesTests {
    @Test("are copied where another machine may have them open, and only there") func copied() async throws {
        let folder = try TemporaryFolder()
        let workspace = Workspace(path: folder.path)
        var place = RunDirectories(id: someRun().id, workspace: workspace)
        place.journal = PostgresJournal(try await TestServer.database(), name: "test")
        try place.create()
        let path = "\(place.data)/rows.csv"
        try Data("one\n".utf8).write(to: URL(filePath: path))
        // A process of a machine that is somewhere else.
        try Data("elsewhere 1 2".utf8).write(to: URL(filePath: "\(place.parts)/place"))
        let theirs = try #require(FileHandle(forWritingAtPath: path))
        try theirs.seekToEnd()

        try await place.whileLocked {
            try theirs.write(contentsOf: Data("two\n".utf8))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\n")
        #expect(!FileManager.default.fileExists(atPath: "\(place.parts)/copy"))

        let number = try fileNumber(path)
        try await place.whileLocked {}
        #expect(try fileNumber(path) == number, "This machine's own are left as they are.")
    }

    private func fileNumber(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
}
