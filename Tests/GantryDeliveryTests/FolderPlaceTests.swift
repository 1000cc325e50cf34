import Foundation
import GantryDelivery
import GantryFiles
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
                "2026", "2026/10", "2026/10/.pay.csv.1a2b.gantry", "2026/10/.pay.csv.3c4d.gantry",
            ])
        try await place.publish(file("2026/10/pay.csv"), marked: place.mark(of: file("2026/10/pay.csv")), isFresh: true)
        try await place.discard(file("2026/10/pay.csv", token: "3c4d"))
        #expect(try names() == ["2026", "2026/10", "2026/10/pay.csv"])
        #expect(try await !place.stage(file("2026/10/pay.csv")))
        #expect(place.address(of: "") == folder.path + "/in" && place.width == 1)
    }

    @Test("Each folder has a mark of its own, which stays when files come and go") func marks() async throws {
        try await place.stage(file("a/pay.csv"))
        let mark = try await place.mark(of: file("a/pay.csv"))
        try await place.publish(file("a/pay.csv"), marked: mark, isFresh: true)
        #expect(try await place.mark(of: file("a/pay.csv")) == mark)
        try await place.stage(file("b/pay.csv"))
        #expect(try await place.mark(of: file("b/pay.csv")) != mark)
    }
}
