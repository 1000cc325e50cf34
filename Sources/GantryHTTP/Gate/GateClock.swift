/// The time a ``RequestGate`` lives in; tests put in their own.
public struct GateClock: Sendable {
    /// Time since some fixed moment; it never decreases.
    public var now: @Sendable () -> Duration

    /// Time since 1970-01-01T00:00:00Z, for dates that servers send.
    public var wall: @Sendable () -> Duration

    /// Waits; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Waits for a deadline, as ``sleep`` does; the task is cancelled when what it limits has come in time.
    public var alarm: @Sendable (Duration) async throws -> Void

    /// A clock of these closures, for tests that let no time pass. Without an `alarm` deadlines never come: that a wait
    /// takes no time must not end what it competes with.
    public init(
        now: @escaping @Sendable () -> Duration, wall: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        alarm: (@Sendable (Duration) async throws -> Void)? = nil
    ) {
        self.now = now
        self.wall = wall
        self.sleep = sleep
        self.alarm = alarm ?? { _ in while true { try await Task.sleep(for: .seconds(3_600)) } }
    }

    /// The machine's clocks.
    public static let system = GateClock(
        now: { MonotonicTime.now() }, wall: { MonotonicTime.wall() }, sleep: { try await Task.sleep(for: $0) },
        alarm: { try await Task.sleep(for: $0) })
}
