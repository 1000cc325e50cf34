import Foundation
import GantryFiles
import GantryRuns
import GantryTestSupport
import Testing

@Suite("A folder that files are delivered to") struct FolderPlaceTests {
    private let folder: TemporaryFolder
    private let place: FolderPlace

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("hours\n", to: "export/pay.csv")
        try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: false)
        place = FolderPlace(folder.path + "/in")
    }

    private func file(_ path: String, token: String = "1a2b") throws -> DeliveredFile {
        let content = try ReadFile.contents(of: "pay.csv", under: folder.path + "/export")
        return DeliveredFile(
            path: path, from: "pay.csv", under: folder.path + "/export", bytes: content.length,
            digest: content.digest, token: token)
    }

    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/in").sorted()
    }

    @Test("Until it is published, a file is hidden beside its own name; each delivery has a hidden name of its own")
    func hidden() async throws {
        #expect(try await place.stage(file("2026/10/pay.csv")))
        #expect(try await place.stage(file("2026/10/pay.csv", token: "3c4d")))
        #expect(
            try names() == [
                "2026", "2026/10", "2026/10/.pay.csv.1a2b.gantry", "2026/10/.pay.csv.1a2b.trace.gantry",
                "2026/10/.pay.csv.3c4d.gantry", "2026/10/.pay.csv.3c4d.trace.gantry",
            ])
        guard case .named = try await place.publish(file("2026/10/pay.csv"), wasTried: false) else {
            Issue.record("It has no name.")
            return
        }
        for token in ["1a2b", "3c4d"] { try await place.discard(file("2026/10/pay.csv", token: token)) }
        #expect(try names() == ["2026", "2026/10", "2026/10/pay.csv"])
        #expect(try await !place.stage(file("2026/10/pay.csv")))
        #expect(try await place.has(file("2026/10/pay.csv")))
        #expect(try await !place.has(file("2026/11/pay.csv")))
        try folder.write("others\n", to: "in/2026/10/pay.csv")
        #expect(try await !place.has(file("2026/10/pay.csv")))
        #expect(place.address(of: "") == folder.path + "/in" && place.width == 1)
    }
}
