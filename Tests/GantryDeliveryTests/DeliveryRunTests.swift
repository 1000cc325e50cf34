import Foundation
import GantryEngine
import GantryFiles
import GantryModel
import GantryRuns
import GantryTestSupport
import Synchronization
import Testing

/// Two files of an export, and a folder that they are delivered to.
private struct Desk {
    let folder: TemporaryFolder
    let ledger = memoryJournal()
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
        _ run: RunID? = nil, keepsLast: Bool = false, answer: DeliveryAnswer? = nil,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws -> (receipts: [DeliveryReceipt], new: Int) {
        try await DeliveryRun(run ?? self.run, to: "there", place: FolderPlace(place), ledger: ledger, answer: answer)
            .perform([file("a.csv"), file("b.csv")], keepsLast: keepsLast, isStopped: isStopped)
    }

    /// What the ledger says of each file, by its name.
    func receipts() async throws -> [String: DeliveryReceipt] {
        let entries = try await ledger.entries(of: DeliveryReceipt.ledgerRun(run), rows: 1..<100)
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

    @Test("The same bytes of another run are never done: a name that they have is refused, with the run that has it")
    func otherRun() async throws {
        let desk = try Desk()
        _ = try await desk.perform()
        try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv")
        let next = RunID(pipeline: "payroll-monthly", period: "2026-11", revision: 1)
        let refused = await #expect(throws: DeliveryError.self) { _ = try await desk.perform(next) }
        #expect(refused?.code == .taken && refused?.explanation.contains("\(desk.run)") == true, "\(refused as Any)")
        // What the receiver took is brought again for the other run.
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
        try FileManager.default.removeItem(atPath: desk.place + "/in/b.csv")
        let (receipts, new) = try await desk.perform(next)
        #expect(new == 1 && receipts.allSatisfy(\.isDelivered))
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
        // A file with other bytes is told as the last that was brought there.
        try desk.folder.write("more pay\n", to: "export/data/b.csv")
        let third = RunID(pipeline: "payroll-monthly", period: "2026-12", revision: 1)
        let other = await #expect(throws: DeliveryError.self) {
            _ = try await DeliveryRun(third, to: "there", place: FolderPlace(desk.place), ledger: desk.ledger)
                .perform([desk.file("b.csv")])
        }
        #expect(other?.code == .taken && other?.explanation.contains("\(next)") == true, "\(other as Any)")
    }

    @Test("The same run's bytes, brought from another workspace, are done") func sameRun() async throws {
        let desk = try Desk()
        _ = try await desk.perform()
        let (receipts, _) = try await DeliveryRun(
            desk.run, to: "there", place: FolderPlace(desk.place), ledger: memoryJournal()
        ).perform([desk.file("a.csv"), desk.file("b.csv")])
        #expect(receipts.allSatisfy { $0.isDelivered })
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
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
        let begun = Mutex<[String]>([])
        let finished = Mutex<[String]>([])
        let place = ChangedPlace(
            folder: FolderPlace(desk.place), width: 2,
            staging: { folder, file in
                let isFirst = begun.withLock { begun in
                    begun.append(file.path)
                    return begun.count == 1
                }
                if isFirst { try await Task.sleep(for: .milliseconds(50)) }
                return try await folder.stage(file)
            },
            publishing: { folder, file, wasTried in
                let said = try await folder.publish(file, wasTried: wasTried)
                finished.withLock { $0.append(file.path) }
                return said
            })
        let (_, new) = try await DeliveryRun(desk.run, to: "there", place: place, ledger: desk.ledger)
            .perform([desk.file("a.csv"), desk.file("b.csv")], keepsLast: true)
        #expect(new == 2 && begun.withLock { $0 } == ["in/a.csv", "in/b.csv"])
        #expect(finished.withLock { $0 } == ["in/a.csv", "in/b.csv"])
    }

    @Test("A stop before a file leaves the rest for the same request") func stopped() async throws {
        let desk = try Desk()
        await #expect(throws: CancellationError.self) { _ = try await desk.perform(isStopped: { true }) }
        #expect(try await desk.receipts().values.allSatisfy { !$0.isDelivered })
        #expect(try desk.names().isEmpty)
        #expect(try await desk.perform().new == 2)
    }

    /// A desk whose first file was staged, and whose process ended while it got its name.
    private func interrupted(_ before: Bool) async throws -> Desk {
        let desk = try Desk()
        let place = ChangedPlace(
            folder: FolderPlace(desk.place),
            publishing: { folder, file, wasTried in
                if !before { _ = try await folder.publish(file, wasTried: wasTried) }
                throw CancellationError()
            })
        await #expect(throws: CancellationError.self) {
            _ = try await DeliveryRun(desk.run, to: "there", place: place, ledger: desk.ledger)
                .perform([desk.file("a.csv")])
        }
        #expect(try await desk.receipts()["in/a.csv"]?.isDelivered == false)
        return desk
    }

    private func clear(_ desk: Desk) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: desk.place + "/in") {
            try FileManager.default.removeItem(atPath: "\(desk.place)/in/\(name)")
        }
    }

    @Test("An interruption before or after the name is made up, also where the receiver took the file") func ends()
        async throws
    {
        for before in [true, false] {
            let desk = try await interrupted(before)
            #expect(FileManager.default.fileExists(atPath: desk.place + "/in/a.csv") != before)
            if !before { try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv") }
            _ = try await desk.perform()
            #expect(try desk.names() == (before ? ["in", "in/a.csv", "in/b.csv"] : ["in", "in/b.csv"]))
            #expect(try await desk.receipts().values.allSatisfy(\.isDelivered))
        }
    }

    @Test("Neither hidden nor named is unknown until somebody says what became of it", arguments: [true, false])
    func unknown(_ wasTaken: Bool) async throws {
        let desk = try await interrupted(true)
        try clear(desk)
        for _ in 1...2 {
            let refused = await #expect(throws: DeliveryError.self) { _ = try await desk.perform() }
            #expect(refused?.code == .unknown)
            let receipt = try await desk.receipts()["in/a.csv"]
            #expect(receipt?.isDelivered == false && receipt?.mayBeThere == true && receipt?.problem != nil)
        }
        let answer = DeliveryAnswer(wasTaken: wasTaken, said: "clerk: The bank has it")
        _ = try await desk.perform(answer: answer)
        #expect(try desk.names() == (wasTaken ? ["in", "in/b.csv"] : ["in", "in/a.csv", "in/b.csv"]))
        let receipt = try await desk.receipts()["in/a.csv"]
        #expect(receipt?.isDelivered == true && receipt?.problem?.contains("clerk: The bank has it") == true)
        #expect(try await desk.perform(answer: answer).new == 0)
    }

    @Test("Of a file whose outcome is known nobody can say what became of it") func nothing() async throws {
        let desk = try Desk()
        let refused = await #expect(throws: DeliveryError.self) {
            _ = try await desk.perform(answer: DeliveryAnswer(wasTaken: true))
        }
        #expect(refused?.code == .nothingUnknown)
        #expect(try desk.names().isEmpty)
        let staged = await #expect(throws: DeliveryError.self) {
            try await DeliveryRun(
                desk.run, to: "there", place: FolderPlace(desk.place), ledger: desk.ledger,
                answer: DeliveryAnswer(wasTaken: true)
            ).stage([desk.file("a.csv")])
        }
        #expect(staged?.code == .nothingUnknown)
        #expect(try desk.names().isEmpty)
        #expect(try await desk.receipts().values.allSatisfy { !$0.mayBeThere })
    }

    @Test("Another folder at the same path says nothing, and the right one continues once it is back")
    func otherFolder()
        async throws
    {
        let desk = try await interrupted(true)
        try FileManager.default.moveItem(atPath: desk.place + "/in", toPath: desk.place + "/in.away")
        try FileManager.default.createDirectory(atPath: desk.place + "/in", withIntermediateDirectories: false)
        let refused = await #expect(throws: DeliveryError.self) { _ = try await desk.perform() }
        #expect(refused?.code == .unknown)
        try FileManager.default.removeItem(atPath: desk.place + "/in")
        try FileManager.default.moveItem(atPath: desk.place + "/in.away", toPath: desk.place + "/in")
        _ = try await desk.perform()
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
    }

    @Test("What is only staged is named later, and unknown where it is gone before it ever got its name")
    func stagedOnly() async throws {
        let desk = try Desk()
        func run() -> DeliveryRun {
            DeliveryRun(desk.run, to: "there", place: FolderPlace(desk.place), ledger: desk.ledger)
        }
        try await run().stage([desk.file("a.csv"), desk.file("b.csv")])
        #expect(try await desk.receipts().values.allSatisfy { !$0.isDelivered && !$0.mayBeThere })
        #expect(try desk.names().allSatisfy { $0 == "in" || $0.hasPrefix("in/.") })
        try clear(desk)
        let gone = await #expect(throws: DeliveryError.self) { _ = try await desk.perform() }
        #expect(gone?.code == .unknown)
        #expect(try desk.names() == ["in"])
        _ = try await desk.perform(answer: DeliveryAnswer(wasTaken: false))
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
    }

    @Test(
        "A receiver that takes what has no name yet is asked about, and gets nothing twice", arguments: [true, false])
    func hidden(_ isEarly: Bool) async throws {
        let desk = try Desk()
        let never = DeliveryAnswer(wasTaken: false)
        // An answer is about what was brought before it, and is no leave to send one after the other.
        for (answer, times) in [(nil, 1), (nil, 0), (never, 1)] as [(DeliveryAnswer?, Int)] {
            let brought = Mutex(0)
            let place = ChangedPlace(
                folder: FolderPlace(desk.place),
                staging: { folder, file in
                    brought.withLock { $0 += 1 }
                    let isNew = try await folder.stage(file)
                    try clear(desk)
                    guard !isEarly else { throw DeliveryError(.unknown, "It is gone.", advice: nil) }
                    return isNew
                })
            let asked = await #expect(throws: DeliveryError.self) {
                _ = try await DeliveryRun(
                    desk.run, to: "there", place: place, ledger: desk.ledger, answer: answer
                ).perform([desk.file("a.csv")])
            }
            #expect(asked?.code == .unknown)
            #expect(brought.withLock { $0 } == times)
            let receipt = try await desk.receipts()["in/a.csv"]
            #expect(receipt?.isDelivered == false && receipt?.mayBeThere == true && receipt?.problem != nil)
        }
        let taken = DeliveryAnswer(wasTaken: true)
        let (receipts, _) = try await DeliveryRun(
            desk.run, to: "there", place: FolderPlace(desk.place), ledger: desk.ledger, answer: taken
        ).perform([desk.file("a.csv")])
        #expect(try receipts.allSatisfy(\.isDelivered) && desk.names() == ["in"])
    }

    @Test(
        "Where a name can replace another, one that another run got since is refused, though nothing is there any more")
    func raced() async throws {
        let desk = try Desk()
        let next = RunID(pipeline: "payroll-monthly", period: "2026-11", revision: 1)
        let file = try desk.file("a.csv", token: "3c4d")
        let place = ChangedPlace(
            folder: FolderPlace(desk.place), mayReplace: true,
            staging: {
                let isNew = try await $0.stage($1)
                _ = try await desk.perform()
                try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv")
                return isNew
            })
        let refused = await #expect(throws: DeliveryError.self) {
            _ = try await DeliveryRun(next, to: "there", place: place, ledger: desk.ledger).perform([file])
        }
        #expect(refused?.code == .taken && refused?.explanation.contains("\(desk.run)") == true, "\(refused as Any)")
        #expect(try !desk.names().contains("in/a.csv"))
        // That one has been seen.
        let alone = ChangedPlace(folder: FolderPlace(desk.place), mayReplace: true)
        let (receipts, _) = try await DeliveryRun(next, to: "there", place: alone, ledger: desk.ledger).perform([file])
        #expect(try receipts.allSatisfy(\.isDelivered) && desk.names() == ["in", "in/a.csv", "in/b.csv"])
    }

    @Test("A refusal right after staging is one, and the same request continues") func refused() async throws {
        let desk = try Desk()
        let place = ChangedPlace(
            folder: FolderPlace(desk.place),
            publishing: { _, _, _ in .refused(DeliveryError(.refused, "It is refused.", advice: nil)) })
        await #expect(throws: DeliveryError.self) {
            _ = try await DeliveryRun(desk.run, to: "there", place: place, ledger: desk.ledger)
                .perform([desk.file("a.csv")])
        }
        let receipt = try await desk.receipts()["in/a.csv"]
        #expect(receipt?.isDelivered == false && receipt?.mayBeThere == false)
        _ = try await desk.perform()
        #expect(try desk.names() == ["in", "in/a.csv", "in/b.csv"])
    }

    @Test("What shows that a file got its name stays until the ledger has it, and only then it counts")
    func unrecorded()
        async throws
    {
        let desk = try Desk()
        let told = Mutex(0)
        // The ledger is away when the file has got its name.
        let ledger = FaultyLedger(desk.ledger) { entries in
            guard !entries.contains(where: { $0.stepsDone > 1 }) else { throw CancellationError() }
        }
        await #expect(throws: CancellationError.self) {
            _ = try await DeliveryRun(desk.run, to: "there", place: FolderPlace(desk.place), ledger: ledger)
                .perform([desk.file("a.csv")], observe: { _, _ in told.withLock { $0 += 1 } })
        }
        #expect(told.withLock { $0 } == 0)
        try FileManager.default.removeItem(atPath: desk.place + "/in/a.csv")
        let (receipts, _) = try await desk.perform()
        #expect(receipts.count == 2 && receipts.allSatisfy(\.isDelivered))
        #expect(try desk.names() == ["in", "in/b.csv"])
    }

    @Test("A trace is not forgotten before it is gone for good") func unsettled() async throws {
        let desk = try Desk()
        let files = try [desk.file("a.csv"), desk.file("b.csv")]
        let place = ChangedPlace(folder: FolderPlace(desk.place), settling: { throw CancellationError() })
        let first = DeliveryRun(desk.run, to: "there", place: place, ledger: desk.ledger)
        #expect(try await first.perform(files).receipts.count == 2)
        // A power loss brings one back.
        try "".write(toFile: desk.place + "/in/.a.csv.1a2b.trace.gantry", atomically: false, encoding: .utf8)
        #expect(try await desk.perform().new == 0)
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
