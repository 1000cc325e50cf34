import Foundation
import GantryEngine
import GantryFiles
import GantryModel
import GantryRuns
import GantryTestSupport
import Synchronization

/// How often something was told.
final class Told: Sendable {
    let count = Mutex(0)
}

/// A ledger that is away when a file has got its name.
struct AwayLedger: Ledger {
    let ledger: MemoryLedger

    func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        await ledger.enter(entries, scope: scope, for: run)
    }
    func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        await ledger.preview(entries, scope: scope, for: run)
    }
    func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        guard !entries.contains(where: { $0.stepsDone > 1 }) else { throw CancellationError() }
        try await ledger.record(entries, for: run)
    }
    func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        await ledger.entries(of: run, rows: rows)
    }
    func entries(
        withServerID id: String, within kind: String
    ) async throws -> [(run: String, entry: LedgerEntry)] {
        await ledger.entries(withServerID: id, within: kind)
    }
    func counts(of run: RunID) async throws -> LedgerCounts { await ledger.counts(of: run) }
    func setAside(_ run: RunID, at time: Instant) async throws { await ledger.setAside(run, at: time) }
}

/// A folder that takes two files at once, the first of them slowly.
final class SlowPlace: DeliveryPlace {
    private let place: FolderPlace
    let begun = Mutex<[String]>([])
    let finished = Mutex<[String]>([])

    init(_ place: FolderPlace) { self.place = place }

    var width: Int { 2 }
    var bytesMoved: Int { place.bytesMoved }

    func address(of path: String) -> String { place.address(of: path) }
    var keepsTrace: Bool { place.keepsTrace }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }
    func has(_ file: DeliveredFile) async throws -> Bool { try await place.has(file) }

    func stage(_ file: DeliveredFile) async throws -> Bool {
        let isFirst = begun.withLock { begun in
            begun.append(file.path)
            return begun.count == 1
        }
        if isFirst { try await Task.sleep(for: .milliseconds(50)) }
        return try await place.stage(file)
    }

    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        let said = try await place.publish(file, wasTried: wasTried)
        finished.withLock { $0.append(file.path) }
        return said
    }
}

/// A folder of a process that ends while a file gets its name.
struct EndingPlace: DeliveryPlace {
    private let place: FolderPlace
    private let before: Bool

    init(_ place: FolderPlace, before: Bool) {
        self.place = place
        self.before = before
    }

    var keepsTrace: Bool { place.keepsTrace }
    var bytesMoved: Int { place.bytesMoved }
    func address(of path: String) -> String { place.address(of: path) }
    func stage(_ file: DeliveredFile) async throws -> Bool { try await place.stage(file) }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }
    func has(_ file: DeliveredFile) async throws -> Bool { try await place.has(file) }

    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        if !before { _ = try await place.publish(file, wasTried: wasTried) }
        throw CancellationError()
    }
}

/// A folder that gives no file its name.
struct RefusingPlace: DeliveryPlace {
    let place: FolderPlace

    var keepsTrace: Bool { place.keepsTrace }
    var bytesMoved: Int { place.bytesMoved }
    func address(of path: String) -> String { place.address(of: path) }
    func stage(_ file: DeliveredFile) async throws -> Bool { try await place.stage(file) }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }
    func has(_ file: DeliveredFile) async throws -> Bool { try await place.has(file) }

    func publish(_: DeliveredFile, wasTried: Bool) async throws -> Publication {
        .refused(DeliveryError(.refused, "It is refused.", advice: nil))
    }
}

/// A folder whose receiver takes everything, whatever it is called.
final class GreedyPlace: DeliveryPlace {
    private let place: FolderPlace
    private let isEarly: Bool
    let brought = Mutex(0)

    /// - Parameter isEarly: whether it is gone before it was read back.
    init(_ root: String, isEarly: Bool) {
        place = FolderPlace(root)
        self.isEarly = isEarly
    }

    var keepsTrace: Bool { place.keepsTrace }
    var bytesMoved: Int { place.bytesMoved }
    func address(of path: String) -> String { place.address(of: path) }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }
    func has(_ file: DeliveredFile) async throws -> Bool { try await place.has(file) }
    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        try await place.publish(file, wasTried: wasTried)
    }

    func stage(_ file: DeliveredFile) async throws -> Bool {
        brought.withLock { $0 += 1 }
        let isNew = try await place.stage(file)
        let folder = address(of: "in")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        guard !isEarly else { throw DeliveryError(.unknown, "It is gone.", advice: nil) }
        return isNew
    }
}

/// A folder in which nothing is lasting.
struct UnsettledPlace: DeliveryPlace {
    let place: FolderPlace

    var keepsTrace: Bool { place.keepsTrace }
    var bytesMoved: Int { place.bytesMoved }
    func address(of path: String) -> String { place.address(of: path) }
    func stage(_ file: DeliveredFile) async throws -> Bool { try await place.stage(file) }
    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        try await place.publish(file, wasTried: wasTried)
    }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }
    func has(_ file: DeliveredFile) async throws -> Bool { try await place.has(file) }
    func settle(_: [DeliveredFile]) async throws { throw CancellationError() }
}

/// A folder in which a name can replace another, and where something happens when a file was brought.
struct ReplacingPlace: DeliveryPlace {
    private let place: FolderPlace
    private let onStage: @Sendable () async throws -> Void

    init(_ place: FolderPlace, onStage: @escaping @Sendable () async throws -> Void) {
        self.place = place
        self.onStage = onStage
    }

    var mayReplace: Bool { true }
    var keepsTrace: Bool { place.keepsTrace }
    var bytesMoved: Int { place.bytesMoved }
    func address(of path: String) -> String { place.address(of: path) }
    func discard(_ file: DeliveredFile) async throws { try await place.discard(file) }
    func has(_ file: DeliveredFile) async throws -> Bool { try await place.has(file) }
    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        try await place.publish(file, wasTried: wasTried)
    }

    func stage(_ file: DeliveredFile) async throws -> Bool {
        let isNew = try await place.stage(file)
        try await onStage()
        return isNew
    }
}
