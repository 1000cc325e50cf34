package import GantryModel

/// The periods of a pipeline that somebody has to export.
package enum PeriodsDue {
    /// The newest period, where no known one ends as late, and each later than the first known one of which no known
    /// one has a day.
    ///
    /// - Parameters:
    ///   - over: periods that are over, the newest first.
    ///   - known: those that have a run.
    package static func of(_ over: [PayPeriod], known: [PayPeriod]) -> [PayPeriod] {
        let first = known.map(\.first).min()
        return over.enumerated().filter { place, period in
            if place == 0, !known.contains(where: { $0.last >= period.last }) { return true }
            guard let first, period.first > first else { return false }
            return !known.contains { $0.first <= period.last && period.first <= $0.last }
        }.map(\.element)
    }
}
