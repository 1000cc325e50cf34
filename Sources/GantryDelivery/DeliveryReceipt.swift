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
    /// Whether it is there, or was brought under a hidden name at least: the receiver may have it.
    public let mayHaveArrived: Bool
    /// Since when.
    public let time: Instant
    /// Why it isn't there; `nil` where nothing failed.
    public let problem: String?
    /// The run that delivered it, where that was another one.
    public let earlierRun: String?

    /// The name under which the ledger has the deliveries of a run; no run has such a name.
    public static func ledgerRun(_ run: RunID) -> RunID {
        RunID(pipeline: prefix + run.pipeline, period: run.period, revision: run.revision)
    }

    private static let prefix = "deliver:"

    /// The name of the run whose deliveries the ledger has under `name`.
    static func shown(_ name: String) -> String {
        singleLine(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
    }

    /// What the ledger keeps of a file that is staged at a place: its name, and the mark of its folder.
    static func staged(at place: String, marked mark: String) -> String { mark.isEmpty ? place : "\(place)\n\(mark)" }

    /// The mark of the folder that a file was staged in; empty where that isn't known.
    static func mark(_ entry: LedgerEntry) -> String {
        String(entry.resumeState.drop { $0 != "\n" }.dropFirst())
    }

    /// What an entry of the ledger says; `nil` if it is none of a delivery.
    public init?(_ entry: LedgerEntry) {
        guard let equals = entry.content.lastIndex(of: "=") else { return nil }
        let parts = entry.content[equals...].dropFirst().split(separator: "/")
        guard parts.count == 2, let digest = ContentDigest(hex: parts[0]), let bytes = Int(parts[1]) else { return nil }
        path = String(entry.content[..<equals])
        self.bytes = bytes
        self.digest = digest
        to = String(entry.resumeState.prefix { $0 != "\n" })
        address = entry.serverID
        isDelivered = entry.state == .done
        mayHaveArrived = entry.state == .done || entry.stepsDone > 0
        time = entry.changedAt
        problem = isDelivered ? nil : entry.reason
        earlierRun = entry.earlierRun.isEmpty ? nil : Self.shown(entry.earlierRun)
    }
}
