public import GantryAccounts
internal import GantryHTTP

/// What is seen of a delivery while it works: bytes, and requests that failed.
public struct DeliveryWatch: Sendable {
    /// Bytes that were sent, and those that were read back.
    let meter = TransferMeter()
    /// Gets each failed attempt that is followed by another.
    let failed: @Sendable (ConnectionEvent) -> Void

    /// How often a request that failed for a passing reason is sent again, at most.
    let repeats: Int

    /// By default nobody looks, and requests are sent again four times.
    public init(repeats: Int = 4, failed: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }) {
        self.repeats = repeats
        self.failed = failed
    }
}

/// How far a delivery is.
public struct DeliveryProgress: Sendable, Equatable {
    /// What the place is called.
    public let to: String
    /// Files that are there under their names.
    public var files = 0
    /// All files.
    public let filesTotal: Int
    /// Bytes that arrived; where files are read back, those of both ways, halved.
    public var bytes = 0
    /// Bytes of all files.
    public let bytesTotal: Int

    /// Nothing has arrived yet.
    public init(to: String, files: Int, bytes: Int) {
        self.to = to
        filesTotal = files
        bytesTotal = bytes
    }
}
