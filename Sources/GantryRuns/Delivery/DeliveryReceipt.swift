public import GantryEngine
public import GantryFiles
public import GantryModel

/// What the ledger knows of one delivered file.
public struct DeliveryReceipt: Equatable, Sendable {
    /// Where it is, from the place's root on.
    public let path: String
    /// Where it is, from the folder of the run's files on.
    public let name: String
    /// Its length.
    public let bytes: Int
    /// Its SHA-256.
    public let digest: ContentDigest
    /// What the configuration calls the place.
    public let to: String
    /// Its whole address; empty where it can't be there.
    public let address: String
    /// Whether it is there under its name.
    public let isDelivered: Bool
    /// Since when.
    public let time: Instant
    /// Whether it is there, or may have been: an attempt to give it its name has an outcome that isn't known.
    public let mayBeThere: Bool
    /// Why it isn't there; of a file that is, what a person said about that. `nil` where there is nothing to say.
    public let problem: String?

    /// The name under which the ledger has the deliveries of a run; no run has such a name.
    public static func ledgerRun(_ run: RunID) -> RunID {
        RunID(pipeline: prefix + run.pipeline, period: run.period, revision: run.revision)
    }

    private static let prefix = "deliver:"

    /// The name of the run whose deliveries the ledger has under `name`.
    static func shown(_ name: String) -> String {
        singleLine(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
    }

    /// What the ledger has of a file: `in/2026-10/pay.csv=9f86…/10240/2`, with its digest, its length and how many
    /// steps of its path are the folder of the run's files.
    static func content(of file: DeliveredFile) -> String {
        "\(file.path)=\(file.content.digest)/\(file.content.length)/\(file.into.split(separator: "/").count)"
    }

    /// What an entry of the ledger says; `nil` if it is none of a delivery.
    public init?(_ entry: LedgerEntry) {
        guard let equals = entry.content.lastIndex(of: "=") else { return nil }
        let parts = entry.content[equals...].dropFirst().split(separator: "/")
        guard parts.count == 3, let digest = ContentDigest(hex: parts[0]), let bytes = Int(parts[1]),
            let steps = Int(parts[2])
        else { return nil }
        path = String(entry.content[..<equals])
        name = path.split(separator: "/").dropFirst(steps).joined(separator: "/")
        self.bytes = bytes
        self.digest = digest
        to = entry.resumeState
        // Whatever is hidden beside it may still be removed.
        isDelivered = entry.state == .done || entry.stepsDone > 1
        mayBeThere = isDelivered || entry.state == .sent && entry.stepsDone == 1
        address = mayBeThere ? entry.serverID : ""
        time = entry.changedAt
        problem = entry.reason
    }
}

extension [DeliveryReceipt] {
    /// Whether each file that was to go to a place has arrived under its name, whatever that led to.
    package func haveArrived(at place: String) -> Bool {
        let there = filter { $0.to == place }
        return !there.isEmpty && Set(there.filter(\.isDelivered).map(\.name)).isSuperset(of: there.map(\.name))
    }
}
