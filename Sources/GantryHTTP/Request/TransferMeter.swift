import Synchronization

/// Counts the bytes of bodies while they are sent, or received where they are hashed, for progress. One
/// meter may count for many requests at once.
///
/// The bytes of a failed attempt are subtracted, also if the server answered with another status than 2xx.
public final class TransferMeter: Sendable {
    private let count = Atomic(0)

    /// A meter that has counted nothing yet.
    public init() {}

    /// Bytes handed over to be sent: by attempts under way, and by those that succeeded.
    public var bytes: Int { count.load(ordering: .relaxed) }

    /// `bytes` more, or fewer where negative.
    package func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}
