import Foundation
import GantryDelivery
import GantryEngine
import GantryFiles
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// Two files of an export, and a folder that they are delivered to.
private struct Desk {
    let folder: TemporaryFolder
    let ledger = MemoryLedger()
    let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    var place: String { folder.path + "/place" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("hours\n", to: "export/data/a.csv")
        try folder.write("pay\n", to: "export/data/b.csv")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    }

    func file(_ name: String, token: String = "1a2b") throws -> DeliveredFile {
        let content = try ReadFile.contents(of: "data/\(name)", under: folder.path + "/export")
        return DeliveredFile(
            path: "in/\(name)", from: "data/\(name)", under: folder.path + "/export", bytes: content.length,
            digest: content.digest, token: token)
    }

    func perform(
        _ run: RunID? = nil, keepsLast: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws -> (receipts: [DeliveryReceipt], new: Int) {
        try await DeliveryRun(run ?? self.run, to: "there", place: FolderPlace(place), ledger: ledger)
            .perform([file("a.csv"), file("b.csv")], keepsLast: keepsLast, isStopped: isStopped)
    }

    /// What the ledger says of each file, by its name.
    func receipts() async throws -> [String: DeliveryReceipt] {
        let entries = await ledger.entries(of: DeliveryReceipt.ledgerRun(run), rows: 1..<100)
        return Dictionary(
            uniqueKeysWithValues: entries.compactMap { DeliveryReceipt($0) }.map { ($0.path, $0) })
    }

    func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: place).sorted()
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: place + "/" + name, encoding: .utf8) }
}

@Suite("A delivery by the ledger") struct DeliveryRunTests {
    @Test("Each file gets a receipt, and nothing is brought twice, even if it was taken since") func once()
        async throws
    {
        let desk = try Desk()
        let (receipts, new) = try await desk.perform()
        #expect(new == 2 && receipts.map(\.path) == ["in/a.csv", "in/b.csv"])
        #expect(receipts.allSatisfy { $0.isDelivered && $0.to == "there" && $0.problem == nil })
        #expect(receipts.map(\.address) == ["in/a.csv", "in/b.csv"].map { desk.place + "/" + $0 })
        #expect(receipts.map(\.bytes) == [6, 4])
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
        try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv")
        #expect(try await desk.perform().new == 0)
        #expect(try desk.names() == ["in", "in/b.csv"])
    }

    @Test("The same bytes of another run are done already, and the receipt names the run that brought them")
    func otherRun() async throws {
        let desk = try Desk()
        _ = try await desk.perform()
        try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv")
        let next = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)
        let (receipts, new) = try await desk.perform(next)
        #expect(new == 0 && receipts.allSatisfy(\.isDelivered))
        #expect(receipts.map(\.earlierRun) == [desk.run.description, desk.run.description])
        #expect(try desk.names() == ["in", "in/b.csv"])
    }

    @Test("A name that is taken by other bytes fails alone, is told, and goes on once it is free") func taken()
        async throws
    {
        let desk = try Desk()
        try desk.folder.write("somebody else's", to: "place/in/b.csv")
        await #expect(throws: FileError.self) { _ = try await desk.perform() }
        let receipts = try await desk.receipts()
        #expect(receipts["in/a.csv"]?.isDelivered == true && receipts["in/b.csv"]?.isDelivered == false)
        #expect(receipts["in/b.csv"]?.problem?.contains("is there already, with other bytes") == true)
        #expect(receipts["in/b.csv"]?.address == "")
        #expect(try desk.text("in/b.csv") == "somebody else's" && desk.names() == ["in", "in/a.csv", "in/b.csv"])
        try FileManager.default.removeItem(atPath: desk.place + "/in/b.csv")
        #expect(try await desk.perform().new == 1)
        #expect(try await desk.receipts()["in/b.csv"]?.problem == nil)
    }

    @Test("The file that comes last is in the ledger with the others, and is brought only where they are") func last()
        async throws
    {
        let desk = try Desk()
        try desk.folder.write("somebody else's", to: "place/in/a.csv")
        await #expect(throws: FileError.self) { _ = try await desk.perform(keepsLast: true) }
        let receipts = try await desk.receipts()
        #expect(receipts.count == 2 && receipts.values.allSatisfy { !$0.isDelivered })
        #expect(try desk.names() == ["in", "in/a.csv"])
        try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv")
        // One that takes several at once gets it alone.
        let place = SlowPlace(FolderPlace(desk.place))
        let (_, new) = try await DeliveryRun(desk.run, to: "there", place: place, ledger: desk.ledger)
            .perform([desk.file("a.csv"), desk.file("b.csv")], keepsLast: true)
        #expect(new == 2 && place.begun.withLock { $0 } == ["in/a.csv", "in/b.csv"])
        #expect(place.finished.withLock { $0 } == ["in/a.csv", "in/b.csv"])
    }

    @Test("A stop before a file leaves the rest for the same request") func stopped() async throws {
        let desk = try Desk()
        await #expect(throws: CancellationError.self) { _ = try await desk.perform(isStopped: { true }) }
        #expect(try await desk.receipts().values.allSatisfy { !$0.isDelivered })
        #expect(try desk.names().isEmpty)
        #expect(try await desk.perform().new == 2)
    }

    @Test("What was staged in a folder that isn't there any more is not taken for delivered") func otherFolder()
        async throws
    {
        let desk = try Desk()
        // Another process takes the place away between the two steps.
        let place = ReplacedPlace(FolderPlace(desk.place), desk.place + "/in")
        await #expect(throws: FileError.self) {
            _ = try await DeliveryRun(desk.run, to: "there", place: place, ledger: desk.ledger)
                .perform([desk.file("a.csv")])
        }
        #expect(try await desk.receipts()["in/a.csv"]?.isDelivered == false)
        await #expect(throws: FileError.self) { _ = try await desk.perform() }
        #expect(try await desk.receipts()["in/a.csv"]?.isDelivered == false)
        // The right folder is back.
        try FileManager.default.removeItem(atPath: desk.place + "/in")
        try FileManager.default.moveItem(atPath: desk.place + "/in.away", toPath: desk.place + "/in")
        _ = try await desk.perform()
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
    }

    @Test("The deliveries of a run have a name that no pipeline gives, and a row of something else is none")
    func names() {
        let name = DeliveryReceipt.ledgerRun(RunID(pipeline: "pay", period: "2026-10", revision: 1))
        #expect(name.description == "deliver:pay/2026-10/r1")
        for content in ["", "file=9f86/3/1", "in/a.csv=\(String(repeating: "0", count: 64))/x/"] {
            #expect(DeliveryReceipt(LedgerEntry(row: 1, idempotencyKey: "k", content: content, at: .now)) == nil)
        }
    }
}

/// A folder that takes two files at once, the first of them slowly.
private final class SlowPlace: DeliveryPlace {
    private let place: FolderPlace
    let begun = Mutex<[String]>([])
    let finished = Mutex<[String]>([])

    init(_ place: FolderPlace) { self.place = place }

    var width: Int { 2 }
    var bytesMoved: Int { place.bytesMoved }

    func address(of path: String) -> String { place.address(of: path) }
    func mark(of file: DeliveredFile) async throws -> String { try await place.mark(of: file) }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }

    func stage(_ file: DeliveredFile) async throws -> Bool {
        let isFirst = begun.withLock { begun in
            begun.append(file.path)
            return begun.count == 1
        }
        if isFirst { try await Task.sleep(for: .milliseconds(50)) }
        return try await place.stage(file)
    }

    func publish(_ file: DeliveredFile, marked mark: String, isFresh: Bool) async throws {
        try await place.publish(file, marked: mark, isFresh: isFresh)
        finished.withLock { $0.append(file.path) }
    }
}

/// A folder that another one takes the place of, once a file is staged in it.
private struct ReplacedPlace: DeliveryPlace {
    private let place: FolderPlace
    private let folder: String

    init(_ place: FolderPlace, _ folder: String) {
        self.place = place
        self.folder = folder
    }

    func address(of path: String) -> String { place.address(of: path) }
    func stage(_ file: DeliveredFile) async throws -> Bool { try await place.stage(file) }
    func mark(of file: DeliveredFile) async throws -> String { try await place.mark(of: file) }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }

    var bytesMoved: Int { place.bytesMoved }

    func publish(_ file: DeliveredFile, marked mark: String, isFresh: Bool) async throws {
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try await place.publish(file, marked: mark, isFresh: isFresh)
    }
}
