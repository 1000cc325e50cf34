public import GantryEngine
public import GantryFiles
public import GantryModel

/// What the ledger knows of one delivered file.
public struct DeliveryReceipt: Equatable, Sendable {
    /// Where it is, from the place's root on.
    public let path: String
    /// Its length.
    public let bytes: Int
    /// Its SHA-256.
    public let digest: ContentDigest
    /// What the configuration calls the place.
    public let to: String
    /// Its whole address; empty until it has arrived.
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

    /// What an entry of the ledger says; `nil` if it is none of a delivery.
    public init?(_ entry: LedgerEntry) {
        guard let equals = entry.content.lastIndex(of: "=") else { return nil }
        let parts = entry.content[equals...].dropFirst().split(separator: "/")
        guard parts.count == 2, let digest = ContentDigest(hex: parts[0]), let bytes = Int(parts[1]) else { return nil }
        path = String(entry.content[..<equals])
        self.bytes = bytes
        self.digest = digest
        to = entry.resumeState
        // Whatever is hidden beside it may still be removed.
        isDelivered = entry.state == .done || entry.stepsDone > 1
        mayBeThere = isDelivered || entry.state == .sent && entry.stepsDone == 1
        address = isDelivered ? entry.serverID : ""
        time = entry.changedAt
        problem = entry.reason
    }
}
