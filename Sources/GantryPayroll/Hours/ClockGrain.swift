internal import GantryModel

/// How near to each other two sums of hours are the same to a clock.
///
/// Hours of 20 minutes come as 0.333333333, so that a sum of entries can be off by a billionth for every other one.
/// Work is not measured by the millisecond: a sum that is nearer than that to a limit, or to the middle between two
/// units, is there. So 20 minutes, 20 minutes and 20 minutes and 18 seconds are 1.005 hours.
enum ClockGrain {
    /// In billionths of an hour: nine tenths of a millisecond, which 500 entries come to.
    static let nano: Int128 = 250

    /// A sum in whole steps, rounded once; both in billionths of a unit, and the step an even number of them.
    ///
    /// - Parameter grain: ``nano`` in the unit of the sum. The default is that of hours.
    static func rounded(_ sum: Int128, by step: Int128, _ rule: Rounding, grain: Int128 = nano) -> Int128 {
        let rest = sum % step
        // Of a negative sum the middle is below its whole steps.
        let middle = (sum < 0 ? -step : step) / 2
        let isMiddle = (rest - middle).magnitude <= grain.magnitude
        return divided(isMiddle ? sum - rest + middle : sum, by: step, rule) * step
    }

    /// The limit, or the end of a stretch of hours that is there to a clock.
    static func limit(_ limit: Int128, from start: Int128, to end: Int128) -> Int128 {
        for place in [start, end] where (place - limit).magnitude <= nano.magnitude { return place }
        return limit
    }
}

extension HoursSum {
    /// Whether this is more than a limit to a clock.
    func exceeds(_ limit: HoursSum) -> Bool { nano > limit.nano + ClockGrain.nano }

    /// Whether this is at least so much to a clock.
    func reaches(_ least: HoursSum) -> Bool { nano + ClockGrain.nano >= least.nano }

    /// The nearest whole minutes, in billionths of a minute.
    var minutes: Int128 { ClockGrain.rounded(nano * 60, by: 1_000_000_000, .halfUp, grain: ClockGrain.nano * 60) }
}
