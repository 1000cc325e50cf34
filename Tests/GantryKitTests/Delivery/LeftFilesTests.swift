import Foundation
import GantryAccounts
import GantryEngine
import GantryKit
import GantryRuns
import GantryTestSupport
import Testing

@Suite("A delivery of pay") struct LeftFilesTests {
    private let kept: KeptRuns
    private let run: RunID

    init() async throws {
        kept = try KeptRuns()
        run = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        try await kept.deliver(run)
        try await kept.journal.keep(
            #"{"to":"place","time":"2026-11-04T08:00:00Z","because":null}"# + "\n", named: "pay-deliveries", for: run)
    }

    private func fail(_ destinations: [Destination]) async throws -> FailedDelivery {
        try await Gantry.failDelivery(
            of: run, because: "The importer was down", at: DeliveryPlaces(destinations), in: kept.workspace,
            command: "failing")
    }

    @Test("doesn't count as failed while its files are there") func there() async throws {
        var place = Destination(name: "place", kind: .folder, address: kept.folder.path + "/place/\(run)")
        place.into = ""
        let refused = await #expect(throws: DeliveryError.self) { _ = try await fail([place]) }
        #expect(refused?.code == .taken && refused?.explanation.contains("records.csv\" is still there") == true)
        #expect(try await kept.journal.deliveries(of: run).allSatisfy(\.isDelivered))
        // What has other bytes is none of it.
        try kept.folder.write("another month\n", to: "place/\(run)/records.csv")
        let failed = try await fail([place])
        #expect(failed.place == "place" && failed.unseen.isEmpty)
        #expect(try await !kept.journal.deliveries(of: run).contains(where: \.isDelivered))
    }

    @Test("doesn't count as failed while its files are where its place led before") func thereBefore() async throws {
        // The folder of the run's files is another one since.
        let moved = Destination(name: "place", kind: .folder, address: kept.folder.path + "/place")
        var other = moved
        other.into = "other"
        var parent = Destination(name: "place", kind: .folder, address: kept.folder.path)
        parent.into = ""
        for place in [other, parent] {
            let refused = await #expect(throws: DeliveryError.self) { _ = try await fail([place]) }
            #expect(refused?.code == .taken, "\(place.into)")
        }
        #expect(try await kept.journal.deliveries(of: run).allSatisfy(\.isDelivered))
    }

    @Test("that counts as failed names the files at a place that can't be asked") func unseen() async throws {
        try FileManager.default.removeItem(atPath: "\(kept.folder.path)/place")
        let failed = try await fail([])
        #expect(failed.unseen.count == 1 && failed.unseen[0].hasSuffix("/place/\(run)/records.csv"))
    }
}
