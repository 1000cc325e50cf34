import GantryEngine
import GantryFiles
import GantryKit
import GantryRuns
import GantryTestSupport
import Synchronization
import Testing

@Suite("Files on their way") struct ConsignmentTests {
    @Test("show their bytes before they have their names, and count once") func staged() async throws {
        let folder = try TemporaryFolder()
        let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
        try folder.write("hours\n", to: "export/data/a.csv")
        try folder.write("pay\n", to: "export/data/b.csv")
        try folder.write("", to: "place/other")
        let opened = try DeliveryPlaces().open(address: DeliveryPlaces.folder(at: folder.path + "/place"), for: run)
        let files = try ["a.csv", "b.csv"].map { name in
            let content = try ReadFile.contents(of: "data/\(name)", under: folder.path + "/export")
            return opened.file(
                name, from: "data/\(name)", under: folder.path + "/export", bytes: content.length,
                digest: content.digest, of: run)
        }
        let seen = Seen()
        let consignment = Consignment(files, of: run, to: opened, ledger: memoryJournal(), answer: nil) {
            seen.note($0)
        }
        try await consignment.stage()
        let staged = try #require(seen.last)
        #expect(staged.files == 0 && staged.bytes == 10 && staged.bytesTotal == 10)
        let (receipts, new) = try await consignment.perform()
        #expect(new == 2 && receipts.map(\.path) == ["a.csv", "b.csv"])
        let named = try #require(seen.last)
        #expect(named.files == 2 && named.bytes == 10)
    }
}

private final class Seen: Sendable {
    private let progress = Mutex<DeliveryProgress?>(nil)
    var last: DeliveryProgress? { progress.withLock { $0 } }

    func note(_ event: ExportEvent) {
        if case .delivering(_, let progress) = event { self.progress.withLock { $0 = progress } }
    }
}
