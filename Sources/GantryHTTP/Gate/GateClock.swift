/// The time a ``RequestGate`` lives in; tests put in their own.
public struct GateClock: Sendable {
    /// Time since some fixed moment; it never decreases.
    public var now: @Sendable () -> Duration

    /// Time since 1970-01-01T00:00:00Z, for dates that servers send.
    public var wall: @Sendable () -> Duration

    /// Waits; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A clock of these closures, for tests that let no time pass.
    public init(
        now: @escaping @Sendable () -> Duration, wall: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.wall = wall
        self.sleep = sleep
    }

    /// The machine's clocks.
    public static let system = GateClock(
        now: { MonotonicTime.now() }, wall: { MonotonicTime.wall() }, sleep: { try await Task.sleep(for: $0) }
    )
}
