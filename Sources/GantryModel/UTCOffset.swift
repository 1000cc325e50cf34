/// How far the clocks of a place are ahead of UTC, in whole minutes; negative west of Greenwich.
///
/// It is fixed, which is enough for a place without daylight saving, and costs no time-zone data.
public struct UTCOffset: Hashable, Sendable {
    /// The clocks of UTC.
    public static let zero = UTCOffset(hours: 0)

    /// Minutes ahead of UTC.
    public let minutes: Int

    /// An offset of hours and minutes; both are negative west of Greenwich.
    public init(hours: Int, minutes: Int = 0) { self.minutes = hours * 60 + minutes }

    /// The offset in nanoseconds, as ``Instant`` counts.
    @inlinable public var nanoseconds: Int64 { Int64(minutes) * 60_000_000_000 }

    /// The day at the place at a point in time.
    public func date(at time: Instant) -> CivilDate { time.adding(nanoseconds: nanoseconds).utcDate }
}
